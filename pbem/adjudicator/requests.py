"""What a seat asks of those who run its game, beside its orders: put together while a letter is read, done at its end.

Up to the first roll a letter is all or nothing. So a request is judged in its place, by the function that stands for it
in REQUESTS, and what it does is kept until the letter is through: an effect, which works on the transaction alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pbem.adjudicator.casebook import Case
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.orders.requests import Request
from pbem.store import Tx


@dataclass(frozen=True)
class Desk:
    """Whose requests are judged, and what judging them needs."""

    tx: Tx
    case: Case
    seat: int
    settings: Settings
    now_ms: int
    letter_id: int | None
    words: Catalogue


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


Judge: TypeAlias = Callable[[Desk, Any], Asked]
"""Judges a request of one kind, and changes nothing. Raises Declined."""

REQUESTS: Final[Mapping[type, Judge]] = {}
"""Who judges which request."""
BINDING: Final[frozenset[type]] = frozenset()
"""Requests that are done only when they are confirmed."""


def judge(desk: Desk, request: Request) -> Asked:
    """What comes of a request. Raises Declined."""
    return REQUESTS[type(request)](desk, request)
