"""Lines of moderators' letters: their verbs, made of the acts and of what may be read, and what a line asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from pbem.adjudicator.context import Refused
from pbem.commands.cursor import cursor_over
from pbem.commands.faults import ParseError
from pbem.commands.orders.verbs import MESSAGES as ORDER_MESSAGES
from pbem.commands.table import VerbTable
from pbem.commands.verb import Verb
from pbem.commands.vocabulary import MODERATOR
from pbem.moderation.command import LineContext, LineCursor, ModeratorCommand
from pbem.moderation.commands import COMMANDS
from pbem.moderation.context import ModeratorContext
from pbem.moderation.fields import MESSAGES
from pbem.moderation.queries import QUERIES

ModeratorVerb: TypeAlias = Verb[LineContext, ModeratorCommand]


@dataclass(frozen=True, slots=True)
class ModeratorLine:
    """`hold e7: why`: an act of a moderator, by its word and what stands behind it."""

    word: str
    text: str
    language: str
    is_binding: ClassVar = True


@dataclass(frozen=True, slots=True)
class ModeratorQuery:
    """`desk`, `file e7`: something that a moderator wants to read."""

    word: str
    text: str
    is_binding: ClassVar = False


def _verbs() -> Iterator[ModeratorVerb]:
    for name in MODERATOR.verbs:
        if name in QUERIES:
            yield ModeratorVerb(MODERATOR, name, QUERIES[name].form, lambda _cursor: ())
        else:
            yield _verb_of(COMMANDS[name])


def _verb_of(kind: type[ModeratorCommand]) -> ModeratorVerb:
    def read(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
        return (kind.from_line(cursor.text, cursor.context.request, cursor.context.language),)

    return ModeratorVerb(MODERATOR, kind.verb, kind.form(), read)


MODERATORS: Final = VerbTable[ModeratorVerb](MODERATOR, tuple(_verbs()), {**ORDER_MESSAGES, **MESSAGES})
"""What a moderator may ask for. All of it but what is only shown is an act, whose effect is told first."""
SHOWN: Final = frozenset(QUERIES)
"""The words by which something is shown, and nothing done."""


def command_of(context: ModeratorContext, line: ModeratorLine) -> ModeratorCommand:
    """The act that a moderator's line asks for. Raises Refused where it is not clear which."""
    parsed = LineContext(language=line.language, vocabulary=MODERATOR, request=context)
    try:
        (act,) = MODERATORS.by_name[line.word].read(cursor_over(line.text, parsed))
    except ParseError as error:
        raise explained(error, line.word, context) from error
    return act


def explained(error: ParseError, verb: str, context: ModeratorContext) -> Refused:
    """The refusal of what cannot be read."""
    error.verb = verb
    return Refused(MODERATORS.explain(error.fault(), context.words))
