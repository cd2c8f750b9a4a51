"""The results of reading a letter: the orders on its lines. Values only."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from pbem.commands.command_reader import LineReading
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.tokens import Fault

ServerCommandName: TypeAlias = Literal["undo", "restart", "check", "confirm"]
Sign: TypeAlias = Literal["<", "<=", "=", ">=", ">"]


@dataclass(frozen=True, slots=True)
class ActionOrder:
    """An order for the engine."""

    action: Any


class DeferredOrder(ABC):
    """An order of play whose action shows when its turn comes, such as `roll all`; games derive their own from this."""

    __slots__ = ()
    waits: ClassVar[bool] = False
    """Whether its line waits for the writer's next turn where this one is over, or is another player's."""
    exchangeable: ClassVar[bool] = False
    """Whether a page offers other orders in its place while it is the last: another square, or the next piece there."""

    @abstractmethod
    def bind(self, view: Any) -> Any | Fault:
        """The action that it asks for in the position that its writer sees now; a Fault where it cannot be met."""


class Wish(ABC):
    """An order of play that is carried out as far as it can be, in as many actions as it takes, such as `carry all`.

    Games derive their own from this. One that cannot be met is skipped, and the orders behind it are carried out.
    """

    __slots__ = ()

    @abstractmethod
    def next_action(self, view: Any, done: int) -> Any | Fault | None:
        """The next action towards the wish in the position that its writer sees, after `done` actions.

        None where nothing more is to be done, and a Fault where it cannot be met. The actions must come to an end.
        """


Play: TypeAlias = ActionOrder | DeferredOrder | Wish


class EndPart(ABC):
    """A thing said of a turn's end apart from it, such as `discard c c`; games derive their own from this."""

    __slots__ = ()

    @abstractmethod
    def check(self, more: Sequence[Any]) -> None:
        """Raise ParseError where it may not be said together with more of its kind."""

    @abstractmethod
    def completed(self, end: Any, more: Sequence[Any]) -> Play:
        """The order for the end of the turn, an action, with this and more said of it."""


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A command that steers the letter it stands in; `code` is what stands behind `confirm`, in upper case."""

    name: ServerCommandName
    code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`weiden >= 3`: what the writer sees of a quantity against a number.

    `of` is the thing that is named, of which it is the quantity; empty where none is. What is true counts as 1, else 0.
    """

    quantity: str
    sign: Sign
    number: int
    of: str = ""


@dataclass(frozen=True, slots=True)
class Conditional:
    """Orders that are carried out only if every comparison holds when their turn comes."""

    comparisons: tuple[Comparison, ...]
    orders: tuple[Play, ...] = ()


Order: TypeAlias = Play | ServerCommand | Conditional | SeatCommand


@dataclass(frozen=True)
class Script:
    """A letter as read: a reading for every line. A letter with faults must not be applied, not even in part."""

    lines: tuple[LineReading[Order], ...]

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
