"""Games of Railroad Dice 2 between bots, and what readers are told of their positions."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from reports_kit import NAMES, context

from pbem.games.compose import turn_report
from pbem.games.railroad_dice_2.names import NetworkNames
from pbem.games.railroad_dice_2.presenter import NetworkPresenter
from pbem.i18n import catalogue
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import NetworkAction
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.definition import fold

KIND = "railroad_dice_2"
Steps = Sequence[tuple[NetworkTable, Sequence[object]]]


@cache
def played(seats: int, bot: str = "heuristic", seed: int = 7, most: int = 900) -> Steps:
    """A game, as positions with the events that led to each."""
    chance = random.Random(seed)
    begun = game.setup({}, seats, lambda _key, sides: chance.randrange(sides))
    table = fold(game, begun)
    steps: list[tuple[NetworkTable, Sequence[object]]] = [(table, tuple(begun))]
    while not table.over and len(steps) < most:
        view = game.view(table, table.turn.seat)
        action = game.bots[bot](view, game.legal(view), chance.randrange)
        events = game.decide(table, action, lambda _key, sides: chance.randrange(sides))
        assert isinstance(events, list)
        table = fold(game, events, table)
        steps.append((table, tuple(events)))
    return tuple(steps)


def presented(table: NetworkTable, language: str = "en") -> NetworkPresenter:
    """The presenter of a position, in one language."""
    return NetworkPresenter(table, NAMES[: table.seats], catalogue(language))


def names_of(table: NetworkTable) -> NetworkNames:
    """The names of a position's things."""
    return presented(table).names


def legal_at(table: NetworkTable) -> list[NetworkAction]:
    """What the player to move may do."""
    return list(game.legal(game.view(table, table.turn.seat)))


def first(steps: Steps, fits: Callable[[NetworkTable], bool]) -> NetworkTable:
    """The first position of a game that fits."""
    return next(table for table, _events in steps if fits(table))


def in_the_middle(seats: int = 3) -> NetworkTable:
    """A position with locomotives, connections, and dice in hand."""
    return first(
        played(seats),
        lambda table: (
            table.year >= 3 and bool(table.turn.simple) and bool(table.active.locomotives) and not table.turn.used
        ),
    )


def report(table: NetworkTable, seat: int | None, news: Sequence[Any] = (), language: str = "en") -> str:
    """The report of a position as a seat reads it, or anybody, after some news."""
    view = game.view(table, seat)
    facts = context(table.seats, over=table.over, kind=KIND)
    legal = list(game.legal(view))
    return turn_report(view, news, facts, catalogue(language), year_ended=False, legal=legal).text


def unwrapped(text: str) -> str:
    """A text without its lines' ends."""
    return " ".join(text.split())
