"""What comes of reading a letter: lines, the orders on them, and faults. Values only."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pbem.commands.faults import Fault
from pbem.commands.orders.requests import SeatCommand
from rules_core.line.actions import Action
from rules_core.line.dice import Dice

ServerCommandName: TypeAlias = Literal["undo", "restart", "check", "status", "help", "confirm"]
LineKind: TypeAlias = Literal["orders", "part", "text", "blank", "comment", "prose", "quote", "fault", "unread"]
"""`part`: it says what goes back with the `end` elsewhere in the letter. `text`: it belongs to press above it.
`unread`: it stands behind too many faults."""
Sign: TypeAlias = Literal["<", "<=", "=", ">=", ">"]
QuantityName: TypeAlias = Literal[
    "straight",
    "curve",
    "share",
    "?",
    "hidden",
    "dice",
    "bank",
    "year",
    "passengers",
    "shares",
    "left",
    "waiting",
    "director",
]
"""What a condition may compare; each game's notation explains its own."""


@dataclass(frozen=True, slots=True)
class ActionOrder:
    """An order for the engine."""

    action: Action


@dataclass(frozen=True, slots=True)
class RollAll:
    """`roll all`: how many dice that is shows when its turn comes; `bind` turns it into a Roll."""

    seat: int
    hidden: bool = True
    wild: bool = True
    break_bank: bool = False


@dataclass(frozen=True, slots=True)
class EndKeeping:
    """`end` with `keep ...`: what goes back shows when its turn comes; `bind` turns it into an EndTurn."""

    seat: int
    keep: Dice


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """An order for the server rather than for the engine; `code` is what stands behind `confirm`, in upper case."""

    name: ServerCommandName
    code: str = field(default="", repr=False)


Play: TypeAlias = ActionOrder | RollAll | EndKeeping
"""An order of play."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`weiden >= 3`: what the writer sees of a quantity against a number; `company` is empty where none is named.

    Whether he directs a company counts as 1 or 0.
    """

    quantity: QuantityName
    sign: Sign
    number: int
    company: str = ""


@dataclass(frozen=True, slots=True)
class Conditional:
    """Orders that are carried out only if every comparison holds when their turn comes."""

    comparisons: tuple[Comparison, ...]
    orders: tuple[Play, ...] = ()


Order: TypeAlias = Play | ServerCommand | Conditional | SeatCommand


@dataclass(frozen=True)
class LineReading:
    """One line of a letter, numbered from 1, and what was read in it.

    `text` is the line as it came, without control characters and cut where it is very long. Only a line of kind
    `orders` has orders, and only one of kind `fault` a fault.
    """

    number: int
    text: str
    kind: LineKind
    orders: tuple[Order, ...] = ()
    fault: Fault | None = None


@dataclass(frozen=True)
class Script:
    """A letter as read: a reading for every line. A letter with faults must not be applied, not even in part."""

    lines: tuple[LineReading, ...]

    @property
    def orders(self) -> tuple[Order, ...]:
        """All orders, in the letter's order."""
        return tuple(order for line in self.lines for order in line.orders)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults, in the letter's order."""
        return tuple(line.fault for line in self.lines if line.fault)

    @property
    def has_orders(self) -> bool:
        """Whether there is any order, read or error; False for an empty letter or one of prose alone."""
        return any(line.orders or line.fault for line in self.lines)
