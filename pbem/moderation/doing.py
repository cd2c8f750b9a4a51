"""Acts judged on a snapshot, and done in a transaction that first checks that things stand as they stood."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from pbem.adjudicator.context import Refused
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import ModeratorContext


@dataclass(frozen=True)
class Preview:
    """The effect that an act would have, in sentences, what to think of first, and the state of things it holds for."""

    sentences: tuple[str, ...]
    warnings: tuple[str, ...]
    state: str


class Stale(Exception):
    """Raised where an act was previewed on another state than that which is now; holds what it would do now."""

    def __init__(self, preview: Preview) -> None:
        super().__init__("things have changed since the preview")
        self.preview = preview


class MovedOn(Exception):
    """Raised where things no longer stand as they stood when an act was judged: it has to be judged anew."""


def state_of(context: ModeratorContext, acts: Sequence[ModeratorCommand]) -> str:
    """The state of things that acts are judged on, as a short mark."""
    return sha256("\n".join(act.state(context) for act in acts).encode()).hexdigest()[:16]


def preview(context: ModeratorContext, act: ModeratorCommand) -> Preview:
    """Judge an act, and write nothing. Raises Refused."""
    state, found = state_of(context, [act]), act.judge(context)
    return Preview(found.sentences, tuple(dict.fromkeys(found.warnings)), state)


def carry_out(context: ModeratorContext, act: ModeratorCommand, judged: Preview) -> tuple[str, ...]:
    """Do an act that was judged; return what was done, in sentences. Raises MovedOn, and Refused."""
    if state_of(context, [act]) != judged.state:
        raise MovedOn
    return act.carry_out(context)


def check_follows(context: ModeratorContext, earlier: Sequence[ModeratorCommand]) -> None:
    """Raise Refused where an act may not be done together with those before it.

    Whether an act can be done is told before anything is. So none may stand behind one that opens what is hidden, or
    throws dice: it would tell of them although, undone, they were never opened and never thrown.
    """
    if any(act.opens() for act in earlier):
        raise Refused(
            context.words.text(
                "Do this once the other is done: after an action that unseals a game, or carries orders out again, "
                "nothing can be shown in advance."
            )
        )
