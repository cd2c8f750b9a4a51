"""The reading of a letter line by line, whoever it is for: what is passed over, and where too much is too much.

Each audience has a reader that derives from this: its seat's in a game (`pbem.commands.orders.reader`), an account's
and a moderator's (`pbem.lobby.reading`). It says what a line is; when a line is looked at is said here.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from pbem.commands.tokens import MAX_FAULTS, MAX_LINE, MAX_LINES, MAX_SIZE, MAX_UNREAD, ParseError, Token, tokens_of

L = TypeVar("L")


class CommandReader(ABC, Generic[L]):
    """A letter as far as it has been read; the lines read are of type `L`."""

    most_lines: ClassVar[int] = MAX_LINES
    """Lines that are read."""

    def __init__(self) -> None:
        self.size = 0
        """Characters read."""
        self.lines: list[L] = []
        self.faults = 0
        self.passed_over = 0
        """Lines behind too many faults."""
        self.started = False
        """Something has been asked for, so that prose is over."""
        self.closing = False
        """Words of farewell have been read."""
        self.oversized = False
        """The letter has grown too long."""

    @property
    def is_full(self) -> bool:
        """Whether there are MAX_FAULTS faults, behind which nothing is read any more."""
        return self.faults >= MAX_FAULTS

    def take(self, line: str, *, is_unclear: bool = False) -> L:
        """Read one more line; one that is unclear, since it may belong to the line above it or not, is a fault."""
        self.size += min(len(line), MAX_LINE)
        self.oversized = self.size > MAX_SIZE or len(self.lines) >= self.most_lines
        text = self._shown(line)
        try:
            if is_unclear and text and not self.is_full:
                raise ParseError("unclear")
            read = self._reading(text, line)
        except ParseError as error:
            self.faults += 1
            read = self._fault(text, error)
        self.lines.append(read)
        return read

    @abstractmethod
    def _shown(self, line: str) -> str:
        """A line as it is shown and read."""

    @abstractmethod
    def _reading(self, text: str, line: str) -> L:
        """Read a line, shown as this text, which came as `line`. Raises ParseError."""

    @abstractmethod
    def _begins(self, tokens: Sequence[Token]) -> bool: ...

    @abstractmethod
    def _begins_prose(self, tokens: Sequence[Token], text: str) -> bool: ...

    @abstractmethod
    def _not_read(self, text: str, *, may_be_order: bool) -> L:
        """A line that is not read, since it stands behind too many faults."""

    @abstractmethod
    def _fault(self, text: str, error: ParseError) -> L: ...

    def _pass_over(self, text: str) -> L:
        self.passed_over += bool(text.strip())
        is_behind = self.passed_over > MAX_UNREAD
        tokens = [] if is_behind else tokens_of(text.partition("#")[0])
        return self._not_read(text, may_be_order=is_behind or (bool(tokens) and self._begins(tokens)))

    def _check_size(self, length: int) -> None:
        """Raise ParseError where the letter has grown too long, or a line of this length is."""
        if self.oversized:
            self.faults = MAX_FAULTS
            raise ParseError("letter_too_long", None, lines=self.most_lines, characters=MAX_SIZE)
        if length > MAX_LINE and not self.closing:
            raise ParseError("line_too_long", None, most=MAX_LINE)

    def _is_long_prose(self, text: str, length: int) -> bool:
        """Whether a line too long for orders begins like prose: a paragraph that its writer's program did not wrap."""
        if self.oversized or self.started or length <= MAX_LINE:
            return False
        return self._begins_prose(tokens_of(text), text)
