"""The small form beside a deadline by which the player to move puts it off, with the order that a letter would hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.adjudicator.deadlines.extensions import extensions_left, longest
from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.playing_time import Pace
from pbem.reports.terms import pace_in_words
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameRow

_DAYS = (1, 2, 3, 5, 7, 14)
_HOURS = (6, 12, 24, 48)


@dataclass(frozen=True)
class MoreTime:
    """How often he may do it, and the orders for it, each with the time in words."""

    left: int
    choices: tuple[tuple[str, str], ...]


def more_time(tx: Tx, game: GameRow, settings: Settings, words: Catalogue) -> MoreTime:
    """What the player to move may do with his deadline."""
    assert game.active_seat is not None
    left = extensions_left(repo.seat_contacts(tx, game.id)[game.active_seat], settings)
    found = ((_order(pace, words), pace_in_words(str(pace), words)) for pace in _lengths(longest(game.terms)))
    return MoreTime(left, tuple(found))


def _lengths(most: Pace) -> Iterator[Pace]:
    """Some lengths of time up to the most that may be had, which is the last."""
    for amount in _DAYS if most.unit == "d" else _HOURS:
        if amount < most.amount:
            yield Pace(amount, most.unit)
    yield most


def _order(pace: Pace, words: Catalogue) -> str:
    unit = {"d": "day", "h": "hour"}[pace.unit] + ("" if pace.amount == 1 else "s")
    return in_words(f"{{extend}} {pace.amount} {{{unit}}}", words.language)
