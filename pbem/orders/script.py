"""What comes of reading a letter: lines, the orders on them, and faults. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pbem.orders.requests import Request
from rules_core.kernel.dice import Dice
from rules_core.line.actions import Action

CommandName: TypeAlias = Literal["undo", "restart", "check", "status", "help", "confirm"]
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

FaultCode: TypeAlias = Literal[
    "unknown_verb",
    "unexpected",
    "glued",
    "hidden_order",
    "missing_number",
    "missing_company",
    "missing_end",
    "missing_pieces",
    "missing_side",
    "missing_tile",
    "missing_dice",
    "missing_payment",
    "missing_price",
    "missing_wild",
    "missing_symbol",
    "missing_day",
    "missing_unit",
    "unreadable_day",
    "no_such_day",
    "doubtful_day",
    "unknown_company",
    "ambiguous_company",
    "which_company",
    "unknown_tile",
    "ambiguous_tile",
    "no_tiles",
    "ambiguous_count",
    "ambiguous_arrow",
    "number_range",
    "said_twice",
    "bare_wild",
    "lone_wild",
    "late_leave",
    "no_end",
    "no_end_within",
    "discard_and_keep",
    "missing_readers",
    "missing_player",
    "unknown_player",
    "ambiguous_player",
    "no_colon",
    "missing_text",
    "no_text",
    "after_end",
    "after_closing",
    "keep_missing",
    "line_too_long",
    "letter_too_long",
    "too_many_orders",
    "unknown_quantity",
    "missing_comparison",
    "clause_colon",
    "missing_orders",
    "nested_if",
    "late_clause",
    "cannot_wait",
]


@dataclass(frozen=True, slots=True)
class Act:
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
class Command:
    """An order for the server rather than for the engine; `code` is what stands behind `confirm`, in upper case."""

    name: CommandName
    code: str = field(default="", repr=False)


Play: TypeAlias = Act | RollAll | EndKeeping
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


Order: TypeAlias = Play | Command | Conditional | Request


@dataclass(frozen=True)
class Fault:
    """Why a line cannot be read; worded by `explain`.

    `kind` is the kind of game it was written in, `word` the word that stopped the reader and `column` its place in the
    line, from 1 (0: no one word is to blame). `verb` names the entry in the table of verbs whose shape may help,
    `did_you_mean` holds words or whole orders to write instead. `number` and `line` are the line's own, 0 and empty for
    an order that was bound later.
    """

    code: FaultCode
    kind: str
    number: int = 0
    line: str = ""
    word: str = ""
    column: int = 0
    verb: str | None = None
    facts: Mapping[str, str | int] = field(default_factory=dict)
    did_you_mean: tuple[str, ...] = ()


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
        """Whether there is any order, read or unreadable; False for an empty letter or one of prose alone."""
        return any(line.orders or line.fault for line in self.lines)
