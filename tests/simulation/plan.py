"""The plan of a season: which games its agents open and when, who joins them, and when the server is out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle, islice
from random import Random
from typing import Final

from pbem.terms import Late, PressRule

from .habits import Habits

_LATE: Final[tuple[Late, ...]] = ("wait", "pass", "standby", "bot")
_PRESS: Final[tuple[PressRule, ...]] = ("signed", "anonymous", "none")
_KINDS: Final = ("first rails", "germany", "railroad dice 2")
_TIMES: Final = (
    "pace 2d",
    "pace 36h",
    "pace 3d days monday-friday zone Europe/Berlin",
    "pace 48h zone America/New_York",
)
_VARIANTS: Final = {
    "first rails": ("", "", "extended=yes", "open=yes"),
    "germany": ("", "two_starts=drawn"),
    "railroad dice 2": ("", "arrangement=random", "winner=carried"),
}
_OPENED_WITHIN: Final = 0.4
"""The share of the season in which games are opened."""


@dataclass(frozen=True)
class Opening:
    """A game to be opened: on which day, by which line of a letter, and who joins it, in this order."""

    name: str
    day: int
    opener: str
    line: str
    joiners: tuple[str, ...]
    is_private: bool = False
    leaver: str | None = None
    """Who joins too, and leaves again before it is full."""


@dataclass(frozen=True)
class Outage:
    """An outage of the server from an hour of a day on; or a jump of its clock by as much, which is set right later."""

    day: int
    hour: int
    span: timedelta
    is_jump: bool = False


@dataclass(frozen=True)
class Plan:
    """The games and outages of a season of so many days."""

    days: int
    openings: tuple[Opening, ...]
    outages: tuple[Outage, ...]


def plan_of(agents: Sequence[Habits], games: int, days: int, seed: int) -> Plan:
    """Draw a plan from a seed: games of all kinds and terms in turn, and one that nobody joins."""
    chance = Random(f"{seed} plan")
    players = [habits.name for habits in agents if habits.plays]
    chance.shuffle(players)
    in_turn = cycle(players)
    openings = tuple(_opening(number, in_turn, games, days, chance) for number in range(games))
    gone = [habits for habits in agents if habits.gone_on is not None and habits.gone_on < days // 2]
    deserted = (_deserted(gone[0], gone[1]),) if len(gone) > 1 else ()
    lonely = Opening("In vain", 4, players[0], 'open germany for 4 pace 7d "In vain"', ())
    outages = (
        Outage(days // 6, chance.randrange(24), timedelta(hours=7)),
        Outage(days // 3, chance.randrange(24), timedelta(hours=30)),
        Outage(days // 2, chance.randrange(24), timedelta(minutes=40)),
        Outage(days * 2 // 3, chance.randrange(24), timedelta(hours=9), is_jump=True),
    )
    return Plan(days, (*openings, *deserted, lonely), outages)


def _deserted(one: Habits, other: Habits) -> Opening:
    """Plan a game that two agents open a week before the first of them is seen no more."""
    line = 'open first rails for 2 pace 3d late wait "Deserted"'
    return Opening("Deserted", max(2, min(one.gone_on or 0, other.gone_on or 0) - 7), one.name, line, (other.name,))


def _opening(number: int, in_turn: Iterator[str], games: int, days: int, chance: Random) -> Opening:
    kind = _KINDS[number % len(_KINDS)]
    seats = 2 + number % 3
    *table, leaver = islice(in_turn, seats + 1)
    is_private = number % 4 == 3
    name = f"Season {number + 1}"
    parts = [
        f"open {kind} for {seats}",
        _TIMES[number % len(_TIMES)],
        f"late {_LATE[number % len(_LATE)]}",
        f"press {_PRESS[number % len(_PRESS)]}",
        chance.choice(_VARIANTS[kind]),
        "private" if is_private else "",
        f'"{name}"',
    ]
    day = 2 + int(number * days * _OPENED_WITHIN / games)
    line = " ".join(part for part in parts if part)
    leaves = seats > 2 and not is_private
    return Opening(name, day, table[0], line, tuple(table[1:]), is_private, leaver if leaves else None)
