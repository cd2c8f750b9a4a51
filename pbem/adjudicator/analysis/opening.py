"""Beginning an analysis, and letting go of it: who may, from which moments, and how many of them."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from pbem.adjudicator.analysis.loading import Beginning, load_beginning
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import Archive
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.store import Tx
from pbem.store.games.analyses import (
    AnalysisOwner,
    AnalysisRow,
    add_analysis,
    limit_analyses_of_visitors,
    list_analyses,
)
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.player import get_player
from pbem.store.tables import NEW
from rules_core.kernel.definition import BadSupposition

MOST_OF_PLAYER: Final = 3
MOST_OF_VISITOR: Final = 1
MOST_OF_VISITORS: Final = 1_000
"""Analyses of all visitors together; those that were not used for longest go first."""
KEPT_FOR: Final = timedelta(days=30)
"""How long an analysis is kept that nobody uses."""


def find_own_seat(tx: Tx, game_id: int, player_id: int | None) -> int | None:
    """The seat that a player has in a game; None where they have none, or have left it."""
    seats = list_seats(tx, game_id)
    return next((one.seat for one in seats if one.player_id == player_id and one.vacant_ms is None), None)


def check_turn(game: GameRow, seat: int | None, words: Catalogue) -> None:
    """Raise Refused for the seat whose turn it is in a match: it plays there. In other games nobody waits for it."""
    if game.is_match and seat is not None and game.status == "playing" and game.active_seat == seat:
        raise Refused(
            words.text(
                "It's your turn in %(game)s: an analysis is for the time when others play. Your orders can be tried on "
                "the game's page, where nothing counts before you send it.",
                game=game.name,
            )
        )


def find_start(
    tx: Tx, archive: Archive, game: GameRow, position: int, player_id: int | None, words: Catalogue
) -> Beginning:
    """The moment from which somebody may play on.

    Raises Refused, NotFound for a position that is not final, and BadRecord for a log that nobody can read.
    """
    if game.purpose == "hotseat":
        raise Refused(words.text("Several people share this game's screen, so no view of it belongs to one person."))
    seat = find_own_seat(tx, game.id, player_id)
    check_turn(game, seat, words)
    found = load_beginning(tx, archive, game, position, seat)
    if found.view.table.over:
        raise Refused(words.text("The game is over at this position. Go back to an earlier one to play on from there."))
    return found


def count_allowed(tx: Tx, owner: AnalysisOwner) -> int:
    """The number of analyses that somebody may have at a time."""
    is_visitor = owner.player_id is None or get_player(tx, owner.player_id).guest
    return MOST_OF_VISITOR if is_visitor else MOST_OF_PLAYER


def begin(
    tx: Tx, start: Beginning, numbers: Sequence[int], owner: AnalysisOwner, now_ms: int, words: Catalogue
) -> AnalysisRow:
    """Keep a new analysis, with these numbers in place of what the view hides. Raises Refused."""
    most = count_allowed(tx, owner)
    if len(list_analyses(tx, owner)) >= most:
        raise Refused(
            words.plural(
                "You have an analysis already. Delete it to begin another.",
                "You have %(n)s analyses already. Delete one of them to begin another.",
                most,
            )
        )
    check_numbers(start, numbers, words)
    if owner.player_id is None:
        limit_analyses_of_visitors(tx, MOST_OF_VISITORS - 1)
    new = AnalysisRow(
        NEW,
        start.game.id,
        owner.player_id,
        owner.visitor,
        start.seat,
        start.position,
        json.dumps(list(numbers)),
        now_ms,
    )
    return add_analysis(tx, new)


def check_numbers(start: Beginning, numbers: Sequence[int], words: Catalogue) -> None:
    """Raise Refused for numbers that cannot stand for what a view hides."""
    unseen_numbers, named = start.unseen, presentation_of(start.game.kind).unseen
    if len(numbers) != len(unseen_numbers):
        raise Refused(words.text("Give a number for everything that is hidden from you."))
    for one, number in zip(unseen_numbers, numbers, strict=True):
        if not 0 <= number <= one.most:
            what, most = words.text(named[one.what]), words.number(one.most)
            raise Refused(words.text("Of %(what)s nobody has more than %(most)s.", what=what, most=most))
    try:
        start.with_numbers(numbers)
    except BadSupposition as bad:
        what, due = words.text(named[bad.what]), words.number(bad.due)
        raise Refused(words.text("There are %(due)s in all: %(what)s.", due=due, what=what)) from bad
