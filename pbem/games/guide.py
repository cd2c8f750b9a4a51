"""The guided first game: a turn of the rulebook in steps, each with its rules, and done when the game's log says so.

Its first rolls are arranged, and the bot beside the learner plays its first turns so that they can be followed: whoever
does what is proposed always comes the same short way. It is a real game all the same, whatever else the learner does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.i18n import Catalogue
from rules_core.games import passing_player
from rules_core.kernel.definition import AnyPlayer
from rules_core.kernel.dice import Draw, DrawKey


@dataclass(frozen=True)
class GuidedMoment:
    """A moment of a guided game, to its learner: all that has happened, with their seat and what it sees."""

    events: Sequence[Any]
    view: Any

    @property
    def seat(self) -> int:
        """The learner's seat."""
        seat: int = self.view.seat
        return seat


def _as_ever(_lesson: GuidedMoment) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class GuideStep:
    """A step of a guided game: what to do and why, and by which events of a seat it is done. Texts are message ids."""

    title: str
    text: str
    """The text, which names the rules that it is about, as in "(FR-20)"."""
    instead: Callable[[GuidedMoment], str] = _as_ever
    """The text for a moment that is told more exactly, with the values that `Guide.values` gives; "" for `text`."""
    is_done: Callable[[Sequence[Any], int], bool]
    """Whether the step is done, by the events so far and the learner's seat."""
    example: Callable[[GuidedMoment, Iterable[Any]], Sequence[Any]]
    """Chooses from what may be done actions that do the step, or bring it nearer; none where nothing does."""


@dataclass(frozen=True)
class Guide:
    """The guided game of a kind: its steps, the rolls that are arranged, and the bot that plays beside the learner."""

    steps: Sequence[GuideStep] = ()
    """None in a kind of game that has no guided one."""
    rolls: Mapping[DrawKey, str] = field(default_factory=dict)
    """Faces that are arranged, by their place in the game; the learner has seat 0."""
    partner: AnyPlayer = passing_player
    """The bot that plays the other seat."""
    values: Callable[[GuidedMoment, Sequence[str], Catalogue], Mapping[str, str]] = lambda _lesson, _names, _words: {}
    """What can be named in the texts of a moment, in the learner's language, by names of players."""

    def suits(self, draw: Draw, faces: Sequence[str]) -> bool:
        """Whether dice fall as arranged, each with a side for each of these faces."""
        return all(faces[draw(key, len(faces))] == face for key, face in self.rolls.items())


NO_GUIDE: Final = Guide()


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
