"""A position: the table, what lies behind each screen, and what one seat may see of it (FR-6, GE-5).

The games share these values; what a game has not, such as shares in Germany, stays empty in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules_core.grid import Square
from rules_core.kernel.codec import LATE, stored_as
from rules_core.line.actions import Dice
from rules_core.line.companies import Company
from rules_core.line.components import Components
from rules_core.line.events import EndReason, LastYearReason, Standing
from rules_core.line.landscape import Landscape
from rules_core.line.track import Line

READINGS: Final = (1, 2)
"""How the rules have been read. A game keeps the reading it began under; an event that names none is of the first."""
READING: Final = READINGS[-1]
"""The reading that new games are played by."""


@stored_as("Player")
@dataclass(frozen=True)
class Player:
    """The things in front of one player: dice, shares in the companies' order, and whether FR-11 (c) is due.

    `carried` is the local image, passengers in thousands in the companies' order (GE-5), and `held_office` whether the
    player was a director at the end of their last turn (GE-11).
    """

    front: Dice
    shares: tuple[int, ...] = ()
    lost_office: bool = False
    carried: tuple[int, ...] = ()
    held_office: bool = False


@stored_as("Turn")
@dataclass(frozen=True)
class Turn:
    """The turn being played: whose, its number in the year from 1, and what was done that counts only once.

    `paid` holds a square of each mountain range, lake and river paid for in this turn (FR-39, FR-40, GE-24).
    """

    seat: int
    number: int
    income: bool = False
    rolled: bool = False
    paid: frozenset[Square] = frozenset()


@stored_as("Table")
@dataclass(frozen=True)
class Table:
    """Everything all players see; `waiting` is the global image, by company in their order (GE-5)."""

    box: Components
    options: Mapping[str, str]
    """The value of every option of the game."""
    bank: int
    year: int
    start: int
    turn: Turn
    players: tuple[Player, ...]
    companies: Mapping[str, Company]
    landscape: Landscape
    line: Line
    last_year: LastYearReason | None = None
    ended: EndReason | None = None
    standings: tuple[Standing, ...] = ()
    waiting: tuple[int, ...] = ()
    kind: str = "first_rails"
    """The kind of game, as its definition names it."""
    reading: int = field(default=1, metadata=LATE)
    """How the rules are read, out of `READINGS` (FR-32, FR-71, GE-25)."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None

    def directed_by(self, seat: int) -> tuple[Company, ...]:
        """The companies a seat is director of."""
        return tuple(company for company in self.companies.values() if company.director == seat)

    def built(self, company: str) -> int:
        """The number of stations a company has built."""
        card = self.box.companies[self.box.company_index(company)]
        return sum(number for _, _, number in card.stations) - self.companies[company].stations_left


@stored_as("Screen")
@dataclass(frozen=True, slots=True)
class Screen:
    """The things behind one player's screen: dice, and passengers in thousands."""

    hidden: int = 0
    passengers: int = 0


@stored_as("State")
@dataclass(frozen=True, slots=True)
class State:
    """A whole position. A screen that may not be seen is None; the server's own state knows them all."""

    table: Table
    screens: tuple[Screen | None, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.screens)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A position as one seat sees it; `seat` None is a spectator. `screens` holds None where nothing may be seen."""

    seat: int | None
    table: Table
    screens: tuple[Screen | None, ...]

    @property
    def kind(self) -> str:
        """The kind of game."""
        return self.table.kind

    @property
    def own_screen(self) -> Screen:
        """The viewer's own screen; an empty one for a spectator."""
        screen = None if self.seat is None else self.screens[self.seat]
        return screen or Screen()

    @property
    def state(self) -> State:
        """The position as far as it is seen, for `evolve` and previews."""
        return State(self.table, self.screens)


def view(state: State, seat: int | None) -> PlayerView:
    """Show a position to a seat, or a spectator (None): its own screen, and all of them after the game."""
    screens: list[Screen | None] = [None] * len(state.screens)
    if state.table.over:
        screens = list(state.screens)
    elif seat is not None:
        screens[seat] = state.screens[seat]
    return PlayerView(seat, state.table, tuple(screens))
