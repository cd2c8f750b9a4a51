"""Moderators' acts by letter: what their lines would do before `confirm` does it, judged on a snapshot and done in a
transaction that first checks that things stand as they stood.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from pbem.adjudicator.context import Done, PlayerContext, Refused
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import ModeratorContext
from pbem.moderation.form_command import FormCommand
from pbem.moderation.lines import QUERIES, ModeratorLine, ModeratorQuery, command_of
from pbem.reports import document as doc


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


def state_of(context: ModeratorContext, acts: Sequence[FormCommand]) -> str:
    """The state of things that acts are judged on, as a short mark."""
    return sha256("\n".join(act.state(context) for act in acts).encode()).hexdigest()[:16]


def preview(context: ModeratorContext, act: FormCommand) -> Preview:
    """Judge an act, and write nothing. Raises Refused."""
    state, found = state_of(context, [act]), act.judge(context)
    return Preview(found.sentences, tuple(dict.fromkeys(found.warnings)), state)


def carry_out(context: ModeratorContext, act: FormCommand, judged: Preview) -> tuple[str, ...]:
    """Do an act that was judged; return what was done, in sentences. Raises MovedOn, and Refused."""
    if state_of(context, [act]) != judged.state:
        raise MovedOn
    return act.do(context)


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


def moderator_of(context: PlayerContext) -> ModeratorContext:
    """The moderator's context of a player who writes to their office."""
    return ModeratorContext.of(context.unit, context.player, context.letter_id)


class LetterCommands:
    """The acts of a letter, each read once, as long as nothing is done that it might depend on."""

    def __init__(self, context: PlayerContext, commands: Sequence[object]) -> None:
        """Read the commands of lines beforehand, so that `preview` and `carry_out` find them read."""
        self._moderator = moderator_of(context)
        self._read: dict[ModeratorLine, ModeratorCommand] = {}
        self._earlier: list[ModeratorCommand] = []
        self._waiting: list[ModeratorCommand] = []
        """Acts that were judged, and are done where what comes behind them is judged too."""
        for line in commands:
            if isinstance(line, ModeratorLine):
                with suppress(Refused):  # what another line does comes before it
                    self._read[line] = command_of(self._moderator, line)
        self._acts = tuple(self._read.values())

    def state(self) -> str:
        """The state of things that the lines are previewed on, of all as it is before the first."""
        return state_of(self._moderator, self._acts)

    def preview(self, line: ModeratorLine) -> Done:
        """Judge a line after those above it, which are carried out and undone later. Raises Refused."""
        self.settle()
        act = self._next(line)
        found, words = act.judge(self._moderator), self._moderator.words
        self._waiting.append(act)
        return Done((*found.sentences, *(words.text("Careful: %(warning)s", warning=one) for one in found.warnings)))

    def settle(self) -> None:
        """Carry out the acts judged so far, as another command follows."""
        for act in self._waiting:
            act.do(self._moderator)
            self._read.clear()
        self._waiting.clear()

    def carry_out(self, line: ModeratorLine) -> Done:
        """Do what a line asks for. Raises Refused."""
        done = self._next(line).do(self._moderator)
        self._read.clear()
        return Done(done)

    def _next(self, line: ModeratorLine) -> ModeratorCommand:
        """The act of the next line, if it may stand behind those before it. Raises Refused."""
        act = self._read.get(line) or command_of(self._moderator, line)
        check_follows(self._moderator, self._earlier)
        self._earlier.append(act)
        return act


def look(context: PlayerContext, wish: ModeratorQuery) -> Done:
    """Check that something may be read; it is shown below the lines of the answer. Raises Refused."""
    look_blocks(context, wish)
    return Done(())


def look_blocks(context: PlayerContext, wish: ModeratorQuery) -> list[doc.Block]:
    """The text that a moderator wants to read. Raises Refused."""
    return QUERIES[wish.word].blocks(moderator_of(context), wish.text)
