"""The reading of a letter line by line, whoever it is for: what is prose, what is passed over, what is too much.

Each audience has a reader that derives from this: its seat's in a game (`pbem.commands.orders.reader`), an account's
and a moderator's (`pbem.lobby.reading`). It says what a line asks for; when a line is looked at is said here. Before
the first that asks for something a letter may greet. Behind that every line that cannot be read is a fault, but for
words of farewell, whatever stands behind them, and a name at the end.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pbem.commands.tokens import (
    MAX_FAULTS,
    MAX_LINE,
    MAX_SIZE,
    MAX_UNREAD,
    SHOWN,
    Fault,
    ParseError,
    Token,
    shown,
    tokens_of,
)
from pbem.commands.vocabulary import SEAT
from pbem.commands.weighing import Weigher

C = TypeVar("C")
LineKind: TypeAlias = Literal["orders", "part", "text", "blank", "comment", "prose", "quote", "fault", "unread"]
"""`part`: it says what goes back with the `end` elsewhere in the letter. `text`: it belongs to press above it.
`unread`: it stands behind too many faults."""
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#(?!\d+\b).*")
"""A comment, to the end of the line; `#118` is a position."""
_SIGNATURE_MARK: Final = "--"
_DASHES: Final = ("—", "–")
SIGNATURE_LINES: Final = 3
SIGNATURE_WORDS: Final = 4


class LetterLimits(NamedTuple):
    """The most lines of a letter that are read, and the most that they may ask for."""

    lines: int
    orders: int


SEAT_LIMITS: Final = LetterLimits(2_000, 500)
"""Those of a seat; behind its `end` a letter may be as long as it likes."""
OFFICE_LIMITS: Final = LetterLimits(200, 50)
"""Those of an account, of which each request costs statements in the database, where an order costs none."""


@dataclass(frozen=True)
class LineReading(Generic[C]):
    """One line of a letter, numbered from 1, and what was read in it.

    `text` is the line as it came, without control characters and cut where it is very long. Only a line of kind
    `orders` has orders, and only one of kind `fault` a fault.
    """

    number: int
    text: str
    kind: LineKind
    orders: tuple[C, ...] = ()
    fault: Fault | None = None
    may_be_order: bool = False
    """Whether a line that was not read begins as an order does, or was not even looked at."""


def without_comment(text: str) -> str:
    """A line without the comment at its end."""
    return _COMMENT.sub("", text)


class CommandReader(ABC, Generic[C]):
    """A letter as far as it has been read; its lines ask for commands of type `C`."""

    limits: ClassVar[LetterLimits]

    def __init__(self, kind: str, weigher: Weigher) -> None:
        """`kind` is the kind of game that faults are told of in."""
        self.kind, self.weigher = kind, weigher
        self.size = 0
        """Characters read."""
        self.lines: list[LineReading[C]] = []
        self.orders = 0
        """The number of requests so far."""
        self.faults = 0
        self.passed_over = 0
        """Lines behind too many faults."""
        self.started = False
        """Something has been asked for, so that prose is over."""
        self.closing = False
        """Words of farewell have been read."""
        self.signed = False
        """A signature has begun."""
        self.oversized = False
        """The letter has grown too long."""
        self.names: set[int] = set()
        """The indices of faults that would be a fine signature."""

    @property
    def is_full(self) -> bool:
        """Whether there are MAX_FAULTS faults, behind which nothing is read any more."""
        return self.faults >= MAX_FAULTS

    @property
    def is_over(self) -> bool:
        """Whether a letter may be as long as it likes from here on."""
        return False

    def take(self, line: str, *, is_unclear: bool = False) -> None:
        """Read one more line; one that is unclear, since it may belong to the line above it or not, is a fault."""
        self.size += min(len(line), MAX_LINE)
        self.oversized = self.size > MAX_SIZE or len(self.lines) >= self.limits.lines
        text = self.shown(line)
        try:
            if is_unclear and text and not self.is_full:
                raise ParseError("unclear")
            read = self.read_line(text, line)
        except ParseError as error:
            self.faults += 1
            read = self.fault(text, error)
        self.lines.append(read)

    def finish(self) -> tuple[LineReading[C], ...]:
        """All lines of the letter, now that it is at its end."""
        self._find_signature()
        return tuple(self.lines)

    @abstractmethod
    def orders_in(self, tokens: Sequence[Token], text: str) -> Sequence[Any] | None:
        """The requests on a line, as `accept` takes them; None where it is prose. Raises ParseError."""

    @abstractmethod
    def begins(self, tokens: Sequence[Token]) -> bool:
        """Whether a line begins as one that asks for something does."""

    @abstractmethod
    def is_readable(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are a whole request."""

    def shown(self, line: str) -> str:
        """A line as it is shown and read."""
        return shown(line[: SHOWN if self.oversized else None])

    def starts(self, _orders: Sequence[C]) -> bool:
        """Whether prose is over behind these."""
        return True

    def read_line(self, text: str, line: str) -> LineReading[C]:
        """Read a line, shown as this text, which came as `line`. Raises ParseError."""
        return self.read_text(text, len(line))

    def read_text(self, text: str, length: int) -> LineReading[C]:
        """Read a line that came with so many characters. Raises ParseError."""
        if self.is_full:
            return self._pass_over(text)
        stripped, bare = text.strip(), without_comment(text)
        if not bare.strip() or stripped[0] == ">":
            return self.line(text, "blank" if not stripped else "quote" if stripped[0] == ">" else "comment")
        self.signed = self.signed or stripped == _SIGNATURE_MARK or (stripped in _DASHES and self.started)
        if self.signed:
            return self.line(text, "prose")
        if not self.is_over and not self._is_long_prose(text, length):
            self.check_size(length)
        tokens = tokens_of(bare) if length <= MAX_LINE and not self.oversized else []
        orders = self.orders_in(tokens, text) if tokens else None
        return self.line(text, "prose") if orders is None else self.accept(text, tokens[0], orders)

    def accept(self, text: str, token: Token, orders: Sequence[C]) -> LineReading[C]:
        """A line, beginning with a token, that asks for this. Raises ParseError where the letter asks for too much."""
        if self.orders + len(orders) > self.limits.orders:
            self.faults = MAX_FAULTS
            raise ParseError("too_many_orders", token, most=self.limits.orders)
        self.orders += len(orders)
        self.started = self.started or self.starts(orders)
        return self.line(text, "orders" if orders else "part", tuple(orders))

    def check_prose(self, first: Token, wrong: ParseError | None) -> None:
        """Raise ParseError unless a line may be prose; `wrong` says why it must be a request gone wrong."""
        if wrong is None and self.started:
            if first.fold in SEAT.accepted("closing"):
                self.closing = True
                return
            self.names.add(len(self.lines))
            wrong = ParseError("unknown_verb", first)
        if wrong is not None:
            raise wrong

    def check_farewell(self, segments: Sequence[Sequence[Token]]) -> None:
        """Raise ParseError for a request behind words of farewell, which shows that they were none."""
        if all(map(self.is_readable, segments)):
            raise ParseError("after_closing", segments[0][0])

    def check_size(self, length: int) -> None:
        """Raise ParseError where the letter has grown too long, or a line of this length is."""
        if self.oversized:
            self.faults = MAX_FAULTS
            raise ParseError("letter_too_long", None, lines=self.limits.lines, characters=MAX_SIZE)
        if length > MAX_LINE and not self.closing:
            raise ParseError("line_too_long", None, most=MAX_LINE)

    def line(self, text: str, kind: LineKind, orders: tuple[C, ...] = ()) -> LineReading[C]:
        """The next line, of a kind."""
        return LineReading(len(self.lines) + 1, text, kind, orders)

    def fault(self, text: str, error: ParseError, index: int | None = None) -> LineReading[C]:
        """A line, the next or that with an index, which cannot be read."""
        number = (len(self.lines) if index is None else index) + 1
        fault = replace(error.fault(self.kind, number, text), did_you_mean=self.weigher.meant(error))
        return LineReading(number, text, "fault", fault=fault)

    def _pass_over(self, text: str) -> LineReading[C]:
        self.passed_over += bool(text.strip())
        is_behind = self.passed_over > MAX_UNREAD
        tokens = [] if is_behind else tokens_of(without_comment(text))
        may_be_order = is_behind or (bool(tokens) and self.begins(tokens))
        return replace(self.line(text, "unread"), may_be_order=may_be_order)

    def _is_long_prose(self, text: str, length: int) -> bool:
        """Whether a line too long for orders begins like prose: a paragraph that its writer's program did not wrap."""
        if self.oversized or self.started or length <= MAX_LINE:
            return False
        tokens = tokens_of(text)
        try:
            return bool(tokens) and not self.begins(tokens) and self.orders_in(tokens, text) is None
        except ParseError:
            return False

    def _find_signature(self) -> None:
        found: list[int] = []
        for index in range(len(self.lines) - 1, -1, -1):
            line = self.lines[index]
            if line.kind in ("blank", "quote", "comment", "prose"):
                continue
            if index not in self.names or len(line.text.split()) > SIGNATURE_WORDS:
                break
            found.append(index)
        if found and len(found) <= SIGNATURE_LINES and found[-1] and self.lines[found[-1] - 1].kind == "blank":
            for index in found:
                self.lines[index] = replace(self.lines[index], kind="prose", fault=None)
