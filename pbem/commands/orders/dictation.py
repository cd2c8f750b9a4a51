"""A text of the writer's own within a letter: where it begins, which lines belong to it, and where it ends.

`press ben: Hello` and `dispute #118: But why?` have it on their own line. Where nothing stands behind the colon, the
lines below are the text, up to `end press` or the end of the letter. Nothing in it is read as orders, and it stays as
it was written.

`an alle: Moin` names the readers alone. It is press all the same, but its text begins on its own line: orders below
"To all:" are none of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pbem.commands.cursor import TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.orders.notation import OrderContext, OrderVerb
from pbem.commands.orders.phrases import readable, segments_of, verb_at, without_label
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.talking import is_addressed
from pbem.commands.orders.verbs import table_of
from pbem.commands.tokens import Token, legible, shown, tokens_of
from pbem.commands.vocabulary import phrases_of

_COLONS: Final = ":："
_LONGEST_HEAD: Final = 200
"""Characters within which the colon stands."""
_MOST_COLONS: Final = 3
"""Colons that are looked behind: the first may belong to "My orders:"."""
_LONGEST_END: Final = 60
_PLACE: Final = re.compile(r"#\d+\s*$")
"""A number behind a sign that opens a comment elsewhere: `dispute #118: ...`."""


class TextLine(NamedTuple):
    """A line with a text on it: the tokens of orders before it, those of the order it belongs to, and it as typed."""

    before: list[Token]
    tokens: list[Token]
    text: str


@dataclass
class Dictation:
    """An order whose text is on the lines below it: the index of its line, its verb, and the text read so far."""

    index: int
    verb: str
    order: SeatCommand
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text, without blank lines around it."""
        return "\n".join(self.lines).strip()


def head_of(line: str, context: OrderContext) -> TextLine | None:
    """Split a line into what it says before and behind the colon before a text; None for a line of another kind."""
    at = -1
    for _ in range(_MOST_COLONS):
        at = min((place for sign in _COLONS if (place := line.find(sign, at + 1, _LONGEST_HEAD)) >= 0), default=-1)
        before = line[: max(at, 0)]
        if at < 0 or "#" in _PLACE.sub("", before):
            return None
        tokens = without_label(tokens_of(shown(before)), context)
        for segment in segments_of(tokens, context):
            if _dictating(segment, context):
                start = next(n for n, token in enumerate(tokens) if token is segment[0])
                return TextLine(tokens[:start], tokens[start:], legible(line[at + 1 :]).strip())
        text = legible(line[at + 1 :]).strip()
        if text and is_addressed(tokens, context) and not readable(tokens, context):
            return TextLine([], tokens, text)
    return None


def _dictating(segment: Sequence[Token], context: OrderContext) -> tuple[OrderVerb, int] | None:
    verb = verb_at(segment, 0, context, opening=True)
    return verb if verb is not None and verb[0].dictates is not None else None


def begun(tokens: Sequence[Token], context: OrderContext) -> tuple[str, SeatCommand]:
    """The order that these tokens begin, without its text, and its verb. Raises ParseError, with the verb."""
    verb, length = _dictating(tokens, context) or (table_of(context.kind).by_name["press"], 0)
    read = verb.dictates
    assert read is not None, "a head begins with such a verb, or with readers of press"
    try:
        return verb.name, read(TokenCursor(tokens, context, length))
    except ParseError as error:
        error.verb = verb.name
        raise


def ends_text(line: str) -> bool:
    """Whether a line is `end press`, in any language: it can mean nothing else."""
    return len(line) <= _LONGEST_END and tuple(token.fold for token in tokens_of(line)) in phrases_of("end press")
