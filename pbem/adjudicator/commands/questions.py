"""The commands by which a seat asks for a text: the mail and the page that answer have it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.adjudicator.context import Question
from pbem.commands.cursor import NOISE, TokenCursor
from pbem.i18n import N_


@dataclass(frozen=True, slots=True)
class Status(Question):
    """`status`: the whole position (`MailComposer.answer_to`)."""

    verb: ClassVar = "status"
    explanation: ClassVar = N_("Get the game as it is now.")
    everyday: ClassVar = False


@dataclass(frozen=True, slots=True)
class Help(Question):
    """`help`, whatever stands behind it (`LOOKED_UP` in `pbem.games.compose`)."""

    verb: ClassVar = "help"
    explanation: ClassVar = N_("Get this help.")
    everyday: ClassVar = False

    @classmethod
    def read(cls, cursor: TokenCursor[Any]) -> Sequence["Help"]:
        """Read it, and the rest of the line. Raises nothing."""
        cursor.skip_to_end()
        return [cls()]


@dataclass(frozen=True, slots=True)
class SilentRules(Question):
    """`rules silent`; `rules` alone asks for no less."""

    verb: ClassVar = "rules"
    shape: ClassVar = "{rules} {silent}"
    explanation: ClassVar = N_("Get what is played where the rulebook is silent, and why.")
    everyday: ClassVar = False

    @classmethod
    def read(cls, cursor: TokenCursor[Any]) -> Sequence["SilentRules"]:
        """Read it. Raises ParseError."""
        cursor.skip(*NOISE)
        cursor.take("silent")
        cursor.done()
        return [cls()]
