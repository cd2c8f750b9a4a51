"""Lines of moderators' letters: their verbs, made of the acts and of texts that they may ask for, and what a line
asks for.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from pbem.adjudicator.context import Refused
from pbem.commands.cursor import cursor_over
from pbem.commands.orders.verbs import MESSAGES as ORDER_MESSAGES
from pbem.commands.table import Form, Verb, VerbTable
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import MODERATOR
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands import COMMANDS
from pbem.moderation.context import ModeratorContext
from pbem.moderation.dispute_blocks import dispute_blocks, file_blocks, needs_blocks
from pbem.moderation.fields import MESSAGES
from pbem.moderation.form_command import LineContext, LineCursor
from pbem.reports import document as doc


@dataclass(frozen=True)
class Query:
    """Something to read: its look and meaning, and the text by what stands behind its verb. Raises Refused."""

    form: Form
    blocks: Callable[[ModeratorContext, str], list[doc.Block]]


def _needs(moderator: ModeratorContext, _text: str) -> list[doc.Block]:
    return needs_blocks(moderator)


def _file(moderator: ModeratorContext, text: str) -> list[doc.Block]:
    return file_blocks(moderator, moderator.game("".join(sign for sign in text if sign.isalnum()).lower()))


QUERIES: Final[Mapping[str, Query]] = {
    "desk": Query(
        Form("{desk}", ("{desk}",), N_("Show what needs a moderator's attention, in all games you can moderate.")),
        _needs,
    ),
    "file": Query(Form("{file} <tag>", ("{file} e7",), N_("Show a game, and what happened to it."), ("tag",)), _file),
    "dispute": Query(
        Form(
            "{dispute} <number>",
            ("{dispute} 3",),
            N_("Show a dispute: the turn, the rules that decided, its dice, the statements, and how to rule."),
            ("number",),
        ),
        dispute_blocks,
    ),
}
"""What is shown by which verb."""


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
