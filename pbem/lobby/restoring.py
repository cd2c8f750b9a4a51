"""A server that is restored from a backup: time made up for, new dice for its games and lists, and everybody told."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from pbem.adjudicator.history.restored import lose_time, lost_blocks, restore_game, restored_to
from pbem.adjudicator.mails.player import write_about_account, write_to
from pbem.adjudicator.opening import new_salt, new_seed
from pbem.commands.vocabulary import OFFICE
from pbem.i18n import catalogue
from pbem.lobby.lists import commitment_sentence, describe_game
from pbem.lobby.public_rounds import fix_words, keep_round
from pbem.log import LazyLog
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.accounts.addresses import use_up_links
from pbem.store.games.game import get_game
from pbem.store.games.listing import list_playing_games
from pbem.store.games.log import find_last_entry_ms
from pbem.store.games.seats import list_seat_contacts
from pbem.store.games.waiting_lists import (
    ListRow,
    change_salt,
    find_waiting_list,
    list_full_lists,
    list_open_lists,
    list_waiting_players,
    renew_list_seed,
    reopen_list,
)
from pbem.store.mail.outbox import list_players_mailed_since
from pbem.store.players.player import get_player
from pbem.store.players.registrations import drop_all_confirmations
from pbem.store.service.server import Marked, find_last_beat, put_beat
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.dice import commitment

log = LazyLog(__name__)

LATELY_MS: Final = timedelta(days=30) // timedelta(milliseconds=1)
"""The time before a backup in which a mail was sent whose recipient may have acted after it."""


def recover(unit: UnitOfWork, mark: Marked) -> list[str]:
    """Put a restored database into service, in one transaction: as if it had been out since its last beat.

    `mark` tells which database was in service before. Every game that is played and every open list gets new dice, and
    every player who is in one, or was mailed lately, is told once for each. Returns the tags of games that are left as
    they were, since their logs cannot be read.
    """
    beat = find_last_beat(unit)
    since_ms = beat.at_ms if beat else find_last_entry_ms(unit) or unit.now_ms
    if since_ms != unit.now_ms:
        lose_time(unit, since_ms)
    put_beat(unit, unit.now_ms, database=mark.database, after=mark.number)
    use_up_links(unit, unit.now_ms)  # some were used after the backup
    drop_all_confirmations(unit)  # and so were codes
    lately = list_players_mailed_since(unit, since_ms - LATELY_MS)
    notified: set[int] = set()
    unread = []
    for game_id in list_playing_games(unit, every=True):
        try:
            unit.attempt(partial(restore_game, unit, game_id, since_ms))
        except (BadRecord, LookupError, ValueError):  # one game that cannot be read must not keep the others waiting
            log.exception("a game could not be restored", game=game_id)
            unread.append(get_game(unit, game_id).tag)
            continue
        notified |= {contact.player_id for contact in list_seat_contacts(unit, game_id) if contact.reads}
    for row in list_open_lists(unit):
        notified |= _restore_list(unit, row, since_ms)
    for row in list_full_lists(unit):
        notified |= _restore_full_list(unit, row, since_ms)
    for player_id in lately:
        if player_id not in notified:
            _write_to_player(unit, player_id, since_ms)
    return unread


def _restore_full_list(unit: UnitOfWork, row: ListRow, since_ms: int) -> set[int]:
    reopen_list(unit, row.id)
    notified = _restore_list(unit, replace(row, status="open", full_ms=None), since_ms, is_full=True)
    anew = find_waiting_list(unit, row.id)
    assert anew is not None
    fix_words(unit, keep_round(unit, anew))
    return notified


def _restore_list(unit: UnitOfWork, row: ListRow, since_ms: int, *, is_full: bool = False) -> set[int]:
    """Draw the seed of an open list anew, then salts for the players on it, and tell them; return their ids.

    Its game may have begun, and ended, after the backup, so that its dice are known. Nobody can change their words on a
    list that is about to be full again (`is_full`).
    """
    seed = new_seed()
    renew_list_seed(unit, row.id, seed, commitment(seed))
    row = find_waiting_list(unit, row.id) or row
    waiting = [one.player_id for one in list_waiting_players(unit, row.id)]
    for player_id in waiting:
        salt = new_salt()
        change_salt(unit, row.id, player_id, salt, from_server=True)
        player = get_player(unit, player_id)
        words = catalogue(player.language)
        stands = words.text("You are on waiting list %(number)s, %(name)s.", number=row.id, name=row.name)
        sentence = (
            words.text(
                'Your dice words are now "%(salt)s", which the server chose at random, because the list is full.',
                salt=salt,
            )
            if is_full
            else words.text(
                'Your dice words are now "%(salt)s", chosen at random. To choose your own, send "%(order)s".',
                salt=salt,
                order=OFFICE.fill(f"{{join}} {row.id} {{with}} ...", player.language),
            )
        )
        write_to(
            unit,
            player,
            "lobby",
            words.text("Waiting list %(number)s: %(name)s", number=row.id, name=row.name),
            [
                doc.Lead((restored_to(unit, player_id, since_ms, words),)),
                doc.Paragraph(stands),
                doc.Paragraph(describe_game(row, words)),
                doc.Paragraph(commitment_sentence(row, words)),
                doc.Paragraph(sentence),
                *lost_blocks(words),
            ],
        )
    return set(waiting)


def _write_to_player(unit: UnitOfWork, player_id: int, since_ms: int) -> None:
    player = get_player(unit, player_id)
    words = catalogue(player.language)
    lead = doc.Lead((restored_to(unit, player_id, since_ms, words),))
    write_about_account(unit, player, [lead, *lost_blocks(words)])
