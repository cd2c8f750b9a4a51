"""Time that stands still until a test moves it, and chance that comes again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from unittest.mock import patch


@dataclass
class StoppedClock:
    """A clock that stands still until somebody moves it; call it for the time."""

    at: datetime

    def __call__(self) -> datetime:
        """Tell the time that it shows."""
        return self.at

    def advance(self, span: timedelta) -> None:
        """Move it on."""
        self.at += span


@contextmanager
def seeded_chance(seed: str) -> Iterator[None]:
    """Have all chance of the process come from a seed within the block."""
    with patch("pbem.chance._source", Random(seed)):
        yield
