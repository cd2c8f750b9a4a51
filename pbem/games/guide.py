"""The guided first game, done when the game's log says so, and what the rules say about cases on which the rulebook
is silent.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from rules_core.games import passing_player, rulebook
from rules_core.kernel.definition import AnyPlayer
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Mark, Rule, Silence


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


TITLE: Final = N_("Where the rulebook is silent")
LEAD: Final = N_(
    "The rulebook leaves some questions open, or answers them in two ways. Here is what it says, what is played on "
    "this server, and why."
)
KINDS: Final[dict[Mark, str]] = {
    "reading": N_("This was decided otherwise before: games keep what they began with."),
    "reconstruction": N_("This is a reconstruction of what is printed in the box."),
}
"""The remarks on silences of other kinds than decisions, as message ids."""


@dataclass(frozen=True)
class SilentRule:
    """A rule, and the places where its rulebook says too little."""

    rule: Rule
    silences: tuple[Silence, ...]


def silent_rules(kind: str) -> tuple[SilentRule, ...]:
    """The rules of a kind of game whose rulebook says too little, in its order. Raises KeyError for an unknown kind."""
    return tuple(SilentRule(rule, rule.silences) for rule in rulebook(kind).values() if rule.silences)


def silence_blocks(kinds: Iterable[str], words: Catalogue, names: dict[str, str]) -> list[doc.Block]:
    """The same as parts of a document, game by game; `names` are the games' names where there are several."""
    blocks: list[doc.Block] = [doc.Paragraph(words.text(LEAD))]
    for kind in kinds:
        if kind in names:
            blocks.append(doc.Heading(names[kind]))
        blocks.append(doc.Entries(tuple(_entries(kind, words))))
    return blocks


def _entries(kind: str, words: Catalogue) -> Iterator[doc.ListEntry]:
    text = words.text
    for one in silent_rules(kind):
        for silence in one.silences:
            title = text("%(rule)s: %(title)s", rule=one.rule.id, title=text(one.rule.title))
            yield doc.ListEntry(
                title,
                (
                    text("The rulebook says: %(said)s", said=text(silence.says)),
                    text("We play: %(played)s", played=text(silence.play)),
                    text("Why: %(reason)s", reason=text(silence.why)),
                ),
            )
