"""The guided first game: a turn of the rulebook in steps, each with its rules, and done when the game's log says so."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class GuideStep:
    """A step of a guided game: what to do and why, and by which events of a seat it is done. Texts are message ids."""

    title: str
    text: str
    """It names the rules that it is about, as in "(FR-20)"."""
    is_done: Callable[[Sequence[Any], int], bool]
    """By what has happened in the game so far, and the learner's seat."""
    example: Callable[[Iterable[Any]], Sequence[Any]]
    """Chooses from what may be done actions that do the step; none where nothing does just now."""


@dataclass(frozen=True)
class Progress:
    """The progress of a guided game: what is done of its steps, and the first that is not (None: all are)."""

    steps: Sequence[GuideStep]
    done: Sequence[bool]

    @property
    def at(self) -> int | None:
        """The number of the present step, from 0."""
        return self.done.index(False) if False in self.done else None

    @property
    def step(self) -> GuideStep | None:
        """The present step."""
        return None if self.at is None else self.steps[self.at]


def progress(steps: Sequence[GuideStep], events: Sequence[Any], seat: int) -> Progress:
    """Find how far a seat has come, from all that has happened."""
    return Progress(steps, [step.is_done(events, seat) for step in steps])
