"""Requests: orders to those who run the game rather than to the engine. Values only."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeAlias

from pbem.clock import Pace

_YEARS: Final = 8
"""Within as many years there is a 29 February."""
_PAST: Final = timedelta(days=92)
"""A day without its year that is no longer past is taken for a slip, not for one of next year."""


@dataclass(frozen=True, slots=True)
class Extend:
    """`extend 2 days, I am ill`: puts off the deadline of the writer's turn; without a time by as much as is usual."""

    by: Pace | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it was written, perhaps without its year; there is such a day in some year."""

    day: int
    month: int
    year: int | None = None

    @property
    def dated(self) -> date | None:
        """The day, where its year is said."""
        return None if self.year is None else date(self.year, self.month, self.day)

    def on_or_after(self, day: date) -> date:
        """The first such day from a day on, whatever year was said."""
        return next(found for found in self._from(day.year) if found >= day)

    def on_or_before(self, day: date) -> date:
        """The last such day up to a day, whatever year was said."""
        return [found for found in self._from(day.year - _YEARS) if found <= day][-1]

    def _from(self, year: int) -> Iterator[date]:
        """The day in each of some years that have it."""
        for number in range(year, year + _YEARS + 1):
            try:
                yield date(number, self.month, self.day)
            except ValueError:  # 29 February
                continue


@dataclass(frozen=True, slots=True)
class Away:
    """`away 2026-12-20 2027-01-05`: the writer is away from the first to the last of these days, in all their games."""

    first: Day
    last: Day

    def days(self, today: date) -> tuple[date, date]:
        """The first and the last day. Where no year is said it is the nearest that fits, and not long past."""
        first, last = self.first.dated, self.last.dated
        if first is None and last is not None:
            first = self.first.on_or_before(last)
        first = first or self.first.on_or_after(today - _PAST)
        return first, last or self.last.on_or_after(first)


@dataclass(frozen=True, slots=True)
class Back:
    """`back`: the writer is away no more, or not at all; what they have announced ends."""


@dataclass(frozen=True, slots=True)
class Resign:
    """`resign`: the writer gives up their seat. It has to be confirmed."""


@dataclass(frozen=True, slots=True)
class RenewAddress:
    """`renew address`: the writer's address at this server is replaced by another. It has to be confirmed."""


@dataclass(frozen=True, slots=True)
class WritePress:
    """`press ben: ...`: a text for others of the game; `readers` are seats, all others where it is None."""

    readers: tuple[int, ...] | None
    text: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Mute:
    """`mute ben`, `unmute ben`: whether one is mailed what a seat does beside play, or (None) press without a name."""

    seat: int | None
    on: bool = True


@dataclass(frozen=True, slots=True)
class NextTurn:
    """`next turn: income; roll all`: orders for the writer's next turn, as lines; none takes back those that wait."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """`dispute #118: ...`: a complaint about what was played at a position; None for the last turn that has ended."""

    position: int | None
    text: str


@dataclass(frozen=True, slots=True)
class WithdrawDispute:
    """`withdraw dispute`: the writer takes their complaint back."""


@dataclass(frozen=True, slots=True)
class MakeStatement:
    """`statement 3: ...`: what the writer says about a dispute; None for the only one that is open in the game."""

    dispute_id: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Propose:
    """`rollback #118: ...`: asks the others to go back; None for where the writer may do over what they did last."""

    position: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Agree:
    """`agree 118`: the writer agrees to go back; a position has to be that which was proposed."""

    position: int | None


@dataclass(frozen=True, slots=True)
class Refuse:
    """`refuse 118`: the writer does not agree to go back; a position has to be that which was proposed."""

    position: int | None


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """`withdraw proposal`: the writer no longer wants to go back."""


@dataclass(frozen=True, slots=True)
class Replace:
    """`replace`: the writer, who waits for a late player, asks for another, else a program. It has to be confirmed."""


@dataclass(frozen=True, slots=True)
class FinishGame:
    """`finish game`: the writer, who waits for a late player, agrees that the game ends as it stands.

    `concedes`, as in `concede`: behind those who do not concede. It has to be confirmed.
    """

    concedes: bool = False


Dictated: TypeAlias = WritePress | Dispute | MakeStatement | Propose
"""Requests with a text of the writer's own."""
SeatCommand: TypeAlias = (
    Extend
    | Away
    | Back
    | Resign
    | RenewAddress
    | WritePress
    | Mute
    | NextTurn
    | Dispute
    | WithdrawDispute
    | MakeStatement
    | Propose
    | Agree
    | Refuse
    | WithdrawProposal
    | Replace
    | FinishGame
)
