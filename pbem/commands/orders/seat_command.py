"""Commands of a seat to those who run its game rather than to the engine, whosever turn it is.

Each such command is one class with typed fields (`pbem.commands.command`). It says how it is read and told of, whether
it has to be confirmed and whether others are mailed of it, and judges itself in its game. The classes stand where games
are adjudicated, which makes their verbs known to the reader (`pbem.commands.orders.verbs.register`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self, cast

from pbem.commands.command import ClosingField, Command, fields_of, is_optional
from pbem.commands.cursor import NOISE, TokenCursor
from pbem.commands.tokens import ParseError


class SeatCommand(Command, ABC):
    """A command of a seat to those who run its game."""

    __slots__ = ()
    everyday: ClassVar[bool] = True
    """Whether its verbs are words that people use of other things; see `OrderVerb.everyday`."""
    is_question: ClassVar[bool] = False
    """Whether it only asks: nothing is changed by it, and it may stand in a greeting (`pbem.adjudicator.context`)."""
    reasoned: ClassVar[bool] = False
    """Whether prose may follow that says why."""
    opens: ClassVar[bool] = False
    """Whether orders follow behind its colon, and no text."""
    has_others_mailed: ClassVar[bool] = False
    """Whether others are mailed of it, so that it counts in the ledger of that (`pbem.adjudicator.mails.press`)."""
    is_held_back: ClassVar[bool] = True
    """Whether it is refused where the day's allowance of such mails is used up; if not, it cannot come without end."""
    may_roll_back: ClassVar[bool] = False
    """Whether the game may go back by it, so that no order of play can stand in the same message."""
    needs_others: ClassVar[bool] = True
    """Whether it makes no sense in a game without other people."""

    @abstractmethod
    def judge(self, context: Any) -> Any:
        """Judge it in its game, a `SeatContext`, and change nothing; returns a `JudgedCommand`. Raises Refused."""

    @classmethod
    def read(cls, cursor: TokenCursor[Any]) -> Sequence["SeatCommand"]:
        """Read it where no text follows; without the colon before its text nobody can read it. Raises ParseError."""
        if cls.dictates():
            cursor.skip_to_end()
            raise ParseError("no_colon")
        return [cls.read_fields(cursor)]

    @classmethod
    def noise(cls) -> tuple[str, ...]:
        """The words that change nothing; between names and numbers articles may be none."""
        return ("please",) if fields_of(cls) else NOISE

    @classmethod
    def needs_arguments(cls) -> bool:
        """Whether its verb cannot stand without more."""
        return cls._closing() is not None or not all(is_optional(cls, name) for name in fields_of(cls))

    @classmethod
    def dictates(cls) -> bool:
        """Whether a text of the writer's own stands behind its colon."""
        return cls._closing() is not None and not cls.opens

    def closed_by(self, said: Any) -> Self:
        """The same with what stands behind its colon."""
        closing = self._closing()
        assert closing is not None, "its verb says so"
        return cast(Self, replace(cast(Any, self), **{closing: said}))

    @classmethod
    def _closing(cls) -> str | None:
        return next((name for name, one in fields_of(cls).items() if isinstance(one, ClosingField)), None)
