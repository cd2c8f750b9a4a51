"""Waiting lists, as commands and the clock find them: seen, ended, begun.

A full one becomes a game in the very transaction of the last to join. One that names a public round becomes a game
when the round is out: see `public_rounds`.

The seed is drawn before a list is open, and its SHA-256 stands on it; a player's salt is taken when they join, or
later.
"""

import json
from datetime import timedelta
from typing import Final, Literal

from pbem.adjudicator.context import PlayerContext, Refused
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.opening import open_game, report_beginning
from pbem.beacon import load_terms
from pbem.commands.vocabulary import OFFICE
from pbem.i18n import N_, catalogue
from pbem.lobby.descriptions import describe_game
from pbem.lobby.public_rounds import planned_draw
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.waiting_lists import (
    ListRow,
    end_list,
    find_invitation,
    find_waiting_list,
    get_list_seed,
    list_waiting_players,
    list_waiting_words,
)
from pbem.store.players.player import get_player

MOST_OPEN: Final = 3
"""Lists of one player's that may be open at a time."""
LONGEST_NAME: Final = 60
LONGEST_SALT: Final = 200
DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_NOTICES: Final = {
    "expired": N_(
        "Waiting list %(number)s, %(name)s, is closed: not enough players joined in time. No game was started."
    ),
    "closed": N_("Waiting list %(number)s, %(name)s, was closed by the operator. No game was started."),
    "round missing": N_(
        "Waiting list %(number)s, %(name)s, is closed: its public round could not be reached for too long. No game "
        "was started."
    ),
}


def end(unit: UnitOfWork, row: ListRow, how: Literal["expired", "closed", "round missing"]) -> None:
    """End an open or full list without a game, and tell those on it."""
    end_list(unit, row.id, "expired" if how == "round missing" else how)
    for one in list_waiting_players(unit, row.id):
        player = get_player(unit, one.player_id)
        words = catalogue(player.language)
        subject = words.text("%(name)s did not start", name=row.name)
        notice = words.text(_NOTICES[how], number=row.id, name=row.name)
        again = words.text(
            'Reply "%(lists)s" to see the games looking for players.', lists=OFFICE.fill("{lists}", player.language)
        )
        blocks: list[doc.Block] = [doc.Lead((notice,)), doc.Paragraph(describe_game(row, words)), doc.Paragraph(again)]
        write_to(unit, player, "lobby", subject, blocks)


def joinable(context: PlayerContext, list_id: int) -> ListRow:
    """An open list that a player may see. Raises Refused, in the same words for one that they may not see."""
    row = find_waiting_list(context.unit, list_id)
    if row is not None and row.status == "full" and is_on(context.unit, row, context.player.id):
        raise Refused(context.words.text("Waiting list %(number)s is full: all dice words are fixed.", number=list_id))
    if (
        row is not None
        and row.status == "open"
        and may_see(context.unit, row, context.player.id, context.player.address)
    ):
        return row
    raise Refused(context.words.text("There is no open waiting list %(number)s.", number=list_id))


def may_see(tx: Tx, row: ListRow, player_id: int, address: str) -> bool:
    """Whether a player may know of a list: of a private one only its owner, those on it, and those invited."""
    if not row.private or row.opened_by == player_id:
        return True
    invitation = find_invitation(tx, row.id, address)
    if invitation is not None and invitation.declined_ms is None:
        return True
    return is_on(tx, row, player_id)


def begin(unit: UnitOfWork, row: ListRow, signature: str | None = None) -> int:
    """Begin the game of a full list: its seats in the order of joining, the start player drawn by the rules.

    `signature` is that of the public round the list names; None where it names none, or the game begins without.
    """
    said = list_waiting_words(unit, row.id)
    game_id = open_game(
        unit,
        name=row.name,
        kind=row.kind,
        options=json.loads(row.options),
        terms=row.terms,
        players=[one.player_id for one in list_waiting_players(unit, row.id)],
        salts=[text for text, _from_server in said],
        from_server=[seat for seat, (_text, from_server) in enumerate(said) if from_server],
        beacon=planned_draw(row, signature),
        seed=get_list_seed(unit, row.id),
        domain=unit.settings.mail.domain,
    )
    end_list(unit, row.id, "started", game_id)
    report_beginning(unit, game_id)
    return game_id


def settle(unit: UnitOfWork, list_id: int, signature: str | None) -> int | None:
    """Begin the game of a full list whose round is out, once; return its id, or None where it goes on waiting.

    `signature` is the round's, checked; None where it could not be reached. Then the game begins without it if the list
    says so and the time for that has come, and the list is closed if nothing came of it for as long as lists are open.
    """
    row = find_waiting_list(unit, list_id)
    if row is None or row.status != "full" or row.beacon is None or row.round is None:
        return None
    terms = load_terms(row.beacon)
    published_ms = terms.chain.moment_of(row.round) * 1000
    without_ms = terms.without_from_ms(row.round)
    if signature is not None or (without_ms is not None and without_ms <= unit.now_ms):
        return begin(unit, row, signature)
    if published_ms + unit.settings.play.list_days * DAY_MS <= unit.now_ms:
        end(unit, row, "round missing")
    return None


def is_on(tx: Tx, row: ListRow, player_id: int) -> bool:
    """Whether a player is on a list."""
    return any(one.player_id == player_id for one in list_waiting_players(tx, row.id))
