"""What judging a request needs, and what comes of it: for the functions that judge one kind each."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

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
    before: list[Request] = field(default_factory=list)
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


Judge: TypeAlias = Callable[[Desk, Any], Asked]
"""Judges a request of one kind, and changes nothing. Raises Declined."""
