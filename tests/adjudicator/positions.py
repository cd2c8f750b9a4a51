"""Positions from which letters are sent."""

import random
from functools import cache
from typing import Any

from rules.position import FIVE, Tile, position

from rules_core.games import bot_named
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Violations
from rules_core.line.table import State

THIRD_ROW = Tile(
    "grassland",
    """
    .......
    .......
    .─────.
    .......
    .......
    .......
    .......
    """,
)
"""Five pieces in the third row, A pointing west at a3 and B pointing east at g3."""

WEST_OF_MOUNTAINS = Tile(
    "grassland",
    """
    .......
    .......
    .......
    ──────.
    .......
    .......
    .......
    """,
)
"""The start tile after the first turn of mail 1."""

MOUNTAINS_WEST = Tile(
    "mountain2/w",
    """
    ^^^^^^.
    ^^^^^^.
    ^^^^^..
    ^^^^..─
    ^^^....
    ^^.....
    .......
    """,
)
"""Mountains north and west; A has come in from the east and points west at f4."""


def plain(**changes: Any) -> State:
    """Seat 0 to move in year 2, the line as at the beginning, with dice of all kinds before and behind the screen."""
    facts: dict[str, Any] = {"front": "ssc$?", "hidden": 3}
    return position(**{**facts, **changes})


def to_the_lake() -> State:
    """Mail 2: B is about to leave the start tile, and Insel Hopper is directed by seat 0."""
    return position(
        {(0, 0): THIRD_ROW},
        a="T1 b3 w",
        b="T1 f3 e",
        front="ss",
        shares={"insel": [1]},
        directors={"insel": 0},
    )


def into_the_mountains() -> State:
    """Mail 3: A stands before mountains, and Weiden Express is directed by seat 0."""
    return position(
        {(0, 0): WEST_OF_MOUNTAINS, (-1, 0): MOUNTAINS_WEST},
        a="T2 g4 w",
        b="T1 f4 e",
        front="s",
        shares={"weiden": [1]},
        directors={"weiden": 0},
    )


def market() -> State:
    """Mail 4: two companies are sold out, so that the director of Insel Hopper, seat 1, must sell."""
    return position(
        {(0, 0): Tile("grassland", FIVE)},
        a="T1 b4 w",
        b="T1 f4 e",
        front="sscc??",
        shares={"weiden": [4, 6], "insel": [3, 7]},
        directors={"insel": 1, "weiden": 1},
    )


def at_the_edge() -> State:
    """Mail 5: B is about to leave the start tile, with dice for a bridge."""
    return position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="ssss??", hidden=2)


@cache
def played(seats: int, seed: int, most: int = 400) -> tuple[State, ...]:
    """The positions of a game between bots, one after each action."""
    chance = random.Random(seed)
    states = [fold(first_rails, first_rails.setup({}, seats, _thrown(chance)))]
    while not states[-1].table.over and len(states) < most:
        view = first_rails.view(states[-1], states[-1].table.turn.seat)
        action = bot_named("heuristic")(view, first_rails.legal(view), chance.randrange)
        outcome = first_rails.decide(states[-1], action, _thrown(chance))
        assert not isinstance(outcome, Violations)
        states.append(fold(first_rails, outcome, states[-1]))
    return tuple(states)


def _thrown(chance: random.Random) -> Draw:
    def draw(key: DrawKey, sides: int) -> int:
        return chance.randrange(sides)

    return draw
