"""What judging a request needs, and what comes of it: for the functions that judge one kind each."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pbem.adjudicator.context import RequestContext
from pbem.adjudicator.sessions import LoadedGame
from pbem.commands.orders.requests import SeatCommand
from pbem.i18n import Catalogue


@dataclass(frozen=True, kw_only=True)
class SeatContext(RequestContext):
    """The context of what a seat asks for, in whose game it is judged."""

    loaded: LoadedGame
    seat: int
    before: list[SeatCommand] = field(default_factory=list)
    """What the same letter has asked for before."""


@dataclass(frozen=True)
class Asked:
    """A request that can be met: what is told of it, as sentences, and what then has to be done."""

    told: list[str]
    effect: Callable[[], None]


class Declined(Exception):
    """Raised for a request that cannot be met; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def check_text(text: str, most: int, words: Catalogue) -> None:
    """Nothing, where a text of a player's own can be taken, which has at most so many characters. Raises Declined."""
    if not text:
        raise Declined(words.text("There is no text."))
    if len(text) > most:
        why = words.text(
            "The text has %(length)s characters; %(most)s are allowed.",
            length=words.number(len(text)),
            most=words.number(most),
        )
        raise Declined(why)


Judge: TypeAlias = Callable[[SeatContext, Any], Asked]
"""Judges a request of one kind, and changes nothing. Raises Declined."""
