"""The actions a player may ask for. Values only: whether an action is allowed is for a ruleset's `decide`.

Every action has the `seat` that asks. Where the bank may owe dice, `break_bank` says that the player means it even if
the bank cannot pay (FR-71, GE-41); no program sets it unasked. A payment of None is the default one: hidden
dice first, then "?".
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from rules_core.grid import Side, Terrain
from rules_core.kernel import events as base
from rules_core.kernel.codec import LATE, stored_as
from rules_core.line.dice import NO_DICE, Dice

EndName: TypeAlias = Literal["A", "B"]
Source: TypeAlias = Literal["bank", "director"]


@stored_as("Payment")
@dataclass(frozen=True, slots=True)
class Payment:
    """Dice paid: from behind the screen, and "?" from in front of it."""

    hidden: int = 0
    wild: int = 0

    @property
    def total(self) -> int:
        """All dice paid."""
        return self.hidden + self.wild


@stored_as("Income")
@dataclass(frozen=True, slots=True)
class Income(base.Action):
    """Take income (FR-11, GE-11)."""

    seat: int
    break_bank: bool = False


@stored_as("Roll")
@dataclass(frozen=True, slots=True)
class Roll(base.Action):
    """Roll hidden dice and own "?"; the bank adds one for each "?" (FR-12)."""

    seat: int
    hidden: int
    wild: int
    break_bank: bool = False


@stored_as("BuyShare")
@dataclass(frozen=True, slots=True)
class BuyShare(base.Action):
    """Buy one share (FR-20, FR-21). `source` None: from the bank if it has one, else from the director.

    `wild` False: with a share die, or with a "?" when there is none.
    """

    seat: int
    company: str
    source: Source | None = None
    wild: bool = False


@stored_as("UseTransport")
@dataclass(frozen=True, slots=True)
class UseTransport(base.Action):
    """Use a transport symbol for a company (GE-12). `wild` False: with a symbol, or with a "?" when there is none."""

    seat: int
    company: str
    wild: bool = False


@stored_as("Piece")
@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a run: the side the line points to after it. `wild` False: a plain face first, else a "?"."""

    heading: Side
    wild: bool = False


@stored_as("NewTile")
@dataclass(frozen=True, slots=True)
class NewTile:
    """A new tile in a run, laid over the edge the end points at, turned clockwise by `turn` quarter turns."""

    kind: str
    turn: int


@stored_as("LayRun")
@dataclass(frozen=True, slots=True)
class LayRun(base.Action):
    """Lay a run of track at one end (FR-30). `leave` is the side by which the run leaves a station."""

    seat: int
    end: EndName
    steps: tuple[Piece | NewTile, ...]
    leave: Side | None = None
    pay: Payment | None = None
    break_bank: bool = False


@stored_as("BuildStation")
@dataclass(frozen=True, slots=True)
class BuildStation(base.Action):
    """Build a station on the square an end points at (FR-50, GE-30).

    `terrain` None: the only kind that fits; `price` None: the cheapest left of that kind, or the square's. `leave` is
    the side by which the line leaves a station for it (GE-31).
    """

    seat: int
    end: EndName
    company: str
    terrain: Terrain | None = None
    price: int | None = None
    pay: Payment | None = None
    break_bank: bool = False
    leave: Side | None = field(default=None, metadata=LATE)


@stored_as("EndTurn")
@dataclass(frozen=True, slots=True)
class EndTurn(base.TurnEnding):
    """End the turn, giving back what lies in front beyond five dice (FR-14)."""

    seat: int
    discard: Dice = NO_DICE


Action: TypeAlias = Income | Roll | BuyShare | UseTransport | LayRun | BuildStation | EndTurn
ACTIONS: Final[tuple[type[Action], ...]] = get_args(Action)
