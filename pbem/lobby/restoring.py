"""A server that is restored from a backup: time made up for, new dice for its games and lists, and everybody told."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

import structlog

from pbem.adjudicator.history.restored import lose_time, lost_blocks, restore_game, restored_to
from pbem.adjudicator.mails.player import write_about_account, write_to
from pbem.adjudicator.opening import new_salt, new_seed
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.lobby.descriptions import commitment_sentence, describe_game
from pbem.lobby.public_rounds import fix_words, keep_round
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import ListRow
from pbem.store.serving import Marked
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.dice import commitment

log = structlog.get_logger(__name__)

LATELY_MS: Final = timedelta(days=30) // timedelta(milliseconds=1)
"""Who was mailed this long before a backup may have done something after it."""


def recover(tx: Tx, settings: Settings, now_ms: int, mark: Marked) -> list[str]:
    """Put a restored database into service, in one transaction: as if it had been out since its last beat.

    `mark` tells which database was in service before. Every game that is played and every open list gets new dice, and
    every player who is in one, or was mailed lately, is told once for each. Returns the tags of games that are left as
    they were, since their logs cannot be read.
    """
    beat = repo.last_beat(tx)
    since_ms = beat.at_ms if beat else repo.last_entry_ms(tx) or now_ms
    if since_ms != now_ms:
        lose_time(tx, since_ms, now_ms)
    repo.put_beat(tx, now_ms, database=mark.database, after=mark.number)
    repo.use_up_links(tx, now_ms)  # some were used after the backup
    repo.drop_all_confirmations(tx)  # and so were codes
    lately = repo.players_mailed_since(tx, since_ms - LATELY_MS)
    told: set[int] = set()
    unread = []
    for game_id in repo.playing_games(tx, every=True):
        try:
            tx.attempt(partial(restore_game, tx, settings, game_id, since_ms, now_ms))
        except (BadRecord, LookupError, ValueError):  # one game that cannot be read must not keep the others waiting
            log.exception("a game could not be restored", game=game_id)
            unread.append(repo.game(tx, game_id).tag)
            continue
        told |= {contact.player_id for contact in repo.seat_contacts(tx, game_id) if contact.reads}
    for row in repo.open_lists(tx):
        told |= _restore_list(tx, settings, row, since_ms, now_ms)
    for row in repo.full_lists(tx):
        told |= _restore_full_list(tx, settings, row, since_ms, now_ms)
    for player_id in lately:
        if player_id not in told:
            _write_to_player(tx, settings, player_id, since_ms, now_ms)
    return unread


def _restore_full_list(tx: Tx, settings: Settings, row: ListRow, since_ms: int, now_ms: int) -> set[int]:
    """Do the same for a list that waits for its public round, and fix its new words before a round that is to come."""
    repo.reopen_list(tx, row.id)
    told = _restore_list(tx, settings, replace(row, status="open", full_ms=None), since_ms, now_ms, is_full=True)
    anew = repo.waiting_list(tx, row.id)
    assert anew is not None
    fix_words(tx, settings, keep_round(tx, settings, anew, now_ms), now_ms)
    return told


def _restore_list(
    tx: Tx, settings: Settings, row: ListRow, since_ms: int, now_ms: int, *, is_full: bool = False
) -> set[int]:
    """Draw the seed of an open list anew, then salts for who waits on it, and tell them; return who they are.

    Its game may have begun, and ended, after the backup, so that its dice are known. Nobody can change their words on a
    list that is about to be full again (`is_full`).
    """
    seed = new_seed()
    repo.renew_list_seed(tx, row.id, seed, commitment(seed))
    row = repo.waiting_list(tx, row.id) or row
    waiting = [one.player_id for one in repo.waiting_players(tx, row.id)]
    for player_id in waiting:
        salt = new_salt()
        repo.change_salt(tx, row.id, player_id, salt, from_server=True)
        player = repo.player(tx, player_id)
        words = catalogue(player.language)
        stands = words.text("You are on waiting list %(number)s, %(name)s.", number=row.id, name=row.name)
        own = (
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
            tx,
            settings,
            player,
            "lobby",
            words.text("Waiting list %(number)s: %(name)s", number=row.id, name=row.name),
            [
                doc.Lead((restored_to(tx, settings, player_id, since_ms, words),)),
                doc.Paragraph(stands),
                doc.Paragraph(describe_game(row, words)),
                doc.Paragraph(commitment_sentence(row, words)),
                doc.Paragraph(own),
                *lost_blocks(words),
            ],
            now_ms,
        )
    return set(waiting)


def _write_to_player(tx: Tx, settings: Settings, player_id: int, since_ms: int, now_ms: int) -> None:
    """Tell a player who is in no game that what was done after the backup is lost."""
    player = repo.player(tx, player_id)
    words = catalogue(player.language)
    lead = doc.Lead((restored_to(tx, settings, player_id, since_ms, words),))
    write_about_account(tx, settings, player, [lead, *lost_blocks(words)], now_ms)
