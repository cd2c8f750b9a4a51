"""Moderators by letter: what their lines would do is told first, and `confirm` does it.

All lines of a letter with an act in it are one: they are foreseen, kept, and carried out, or not, together.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbem.adjudicator.context import Done, PlayerContext
from pbem.adjudicator.seat_context import Declined
from pbem.moderation.commands import ModeratorCommand, ModeratorLine, ModeratorQuery
from pbem.moderation.context import ModeratorContext
from pbem.moderation.dispute_told import dispute_blocks
from pbem.moderation.doing import carry_out, check_follows, state_of, step
from pbem.moderation.telling import desk_blocks, file_blocks
from pbem.moderation.verbs import command_of
from pbem.reports import document as doc


def moderator_of(context: PlayerContext) -> ModeratorContext:
    """A player who writes to his office, as one who acts."""
    return ModeratorContext.of(context.tx, context.settings, context.player, context.now_ms, context.letter_id)


def check_line(context: PlayerContext, earlier: Sequence[ModeratorCommand], line: ModeratorLine) -> ModeratorCommand:
    """The act that a line asks for, if it may stand behind those before it. Raises Declined."""
    command = command_of(moderator_of(context), line)
    check_follows(moderator_of(context), earlier, command)
    return command


def foresee_line(context: PlayerContext, line: ModeratorLine) -> Done:
    """Does what a line asks for, to be undone, and tells it as what it would do. Raises Declined."""
    foreseen = step(moderator_of(context), command_of(moderator_of(context), line))
    warnings = (context.words.text("Mind: %(warning)s", warning=warning) for warning in foreseen.warnings)
    return Done((*foreseen.told, *warnings))


def do_line(context: PlayerContext, line: ModeratorLine) -> Done:
    """Does what a line asks for. Raises Declined."""
    moderator = moderator_of(context)
    return Done(carry_out(moderator, [command_of(moderator, line)], None))


def state_of_lines(context: PlayerContext, commands: Sequence[object]) -> str:
    """The state of things that lines are foreseen on, of all as it is before the first."""
    moderator = moderator_of(context)
    found = []
    for command in commands:
        try:
            found += [command_of(moderator, command)] if isinstance(command, ModeratorLine) else []
        except Declined:
            continue  # what another line does comes before it, and is part of the state
    return state_of(moderator, found)


def look(context: PlayerContext, wish: ModeratorQuery) -> Done:
    """What is shown stands below the lines of the answer. Raises Declined."""
    look_blocks(context, wish)
    return Done(())


def look_blocks(context: PlayerContext, wish: ModeratorQuery) -> list[doc.Block]:
    """What a moderator wants to read. Raises Declined."""
    return _LOOKS[wish.word](moderator_of(context), wish.text)


def _desk(moderator: ModeratorContext, _text: str) -> list[doc.Block]:
    return desk_blocks(moderator)


def _file(moderator: ModeratorContext, text: str) -> list[doc.Block]:
    return file_blocks(moderator, moderator.game("".join(sign for sign in text if sign.isalnum()).lower()))


_LOOKS: Final[Mapping[str, Callable[[ModeratorContext, str], list[doc.Block]]]] = {
    "desk": _desk,
    "file": _file,
    "dispute": dispute_blocks,
}
"""What is shown by which word."""
