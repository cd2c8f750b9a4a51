"""Requests: orders to those who run the game rather than to the engine. Values only."""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from pbem.playing_time import Pace


@dataclass(frozen=True, slots=True)
class Extend:
    """`extend 2 days`: puts off the deadline of the writer's turn; without a time by as much as is usual."""

    by: Pace | None = None


@dataclass(frozen=True, slots=True)
class Away:
    """`away 2026-12-20 2027-01-05`: the writer is away from the first to the last of these days, in all his games."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Back:
    """`back`: the writer is away no more, or not at all; what he has announced ends."""


@dataclass(frozen=True, slots=True)
class Resign:
    """`resign`: the writer gives up his seat. It has to be confirmed."""


@dataclass(frozen=True, slots=True)
class Tell:
    """`press ben: ...`: a text for others of the game; `readers` are seats, all others where it is None."""

    readers: tuple[int, ...] | None
    text: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Mute:
    """`mute ben`, `unmute ben`: whether the writer is mailed a seat's press, or (None) what comes without a name."""

    seat: int | None
    on: bool = True


@dataclass(frozen=True, slots=True)
class NextTurn:
    """`next turn: income; roll all`: orders for the writer's next turn, as lines; none takes back those that wait."""

    lines: tuple[str, ...]


Request: TypeAlias = Extend | Away | Back | Resign | Tell | Mute | NextTurn
