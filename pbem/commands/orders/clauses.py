"""Lines that hold more than an order: a text of the writer's own, and orders behind a colon, as in `next turn:
income; roll all`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from pbem.commands.command_reader import without_comment
from pbem.commands.cursor import TokenCursor
from pbem.commands.orders import prose
from pbem.commands.orders.notation import OrderContext, OrderVerb, Part
from pbem.commands.orders.phrases import (
    check_together,
    completed,
    ends_turn,
    parts_of,
    readable,
    segments_of,
    verb_at,
    without_label,
)
from pbem.commands.orders.script import Conditional, EndPart, Play
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.talking import is_addressed
from pbem.commands.orders.verbs import table_of
from pbem.commands.tokens import ParseError, Token, legible, shown, tokens_of
from pbem.commands.vocabulary import SEAT, phrases_of

_COLONS: Final = ":："
_LONGEST_HEAD: Final = 200
"""Characters within which the colon stands."""
_MOST_COLONS: Final = 3
"""Colons that are looked behind: the first may belong to "My orders:"."""
_LONGEST_END: Final = 60


class TextLine(NamedTuple):
    """A line with a text on it: the tokens of orders before it, those of the order it belongs to, and it as typed."""

    before: Sequence[Token]
    tokens: Sequence[Token]
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
        if at < 0 or without_comment(before) != before:
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


_COMPARING: Final = "<>=≤≥"


def clause_at(tokens: Sequence[Token], context: OrderContext) -> tuple[OrderVerb, int] | None:
    """The verb that opens a line of this kind, and how many tokens name it; None where the line is of another."""
    found = verb_at(tokens, 0, context, opening=True)
    return found if found is not None and found[0].opens else None


def read_head(
    tokens: Sequence[Token], found: tuple[OrderVerb, int], context: OrderContext
) -> tuple[Part, Sequence[Token]]:
    """Read what stands before the colon; return it and the tokens behind. Raises ParseError, with the verb."""
    verb, length = found
    cursor = TokenCursor(tokens, context, length)
    try:
        (head,) = verb.read(cursor)
        token = cursor.peek()
        if token is None:
            raise ParseError("missing_orders", None)
        if ":" not in token.pause and not cursor.take("then"):
            raise ParseError("clause_colon", token)
    except ParseError as error:
        error.verb = verb.name
        raise
    return head, tokens[cursor.at :]


def is_meant(tokens: Sequence[Token], found: tuple[OrderVerb, int], context: OrderContext, text: str) -> bool:
    """Whether a line that opens like this is more than prose: its head can be read or compares, or an order follows."""
    verb, length = found
    compares = any(_compares(tokens, at) for at in range(length, len(tokens)))
    if len(tokens) == length or compares or _orders_follow(tokens, context, text):
        return True
    if verb.name == "next":
        rest = tokens[length:]
        return readable(rest, context) or is_nothing(rest, context)
    try:
        read_head(tokens, found, context)
    except ParseError as error:
        return error.code in ("clause_colon", "missing_orders")
    return True


def _compares(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    signs = tokens[at - 1].text if tokens[at - 1].kind == "arrow" else token.pause
    return bool(token.digits) and any(sign in signs for sign in _COMPARING)


def _orders_follow(tokens: Sequence[Token], context: OrderContext, text: str) -> bool:
    """Whether what stands behind the first colon would be no prose as a line of its own."""
    at = next((at for at, token in enumerate(tokens) if ":" in token.pause), len(tokens))
    segments = segments_of(tokens[at:], context)
    if not segments:
        return False
    found = verb_at(segments[0], 0, context, opening=True)
    if found is None:
        return prose.error_in_prose(segments, context, text) is not None
    return readable(segments[0], context) or not prose.is_sentence(*found, segments[0], context)


def is_nothing(tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether tokens say "nothing"."""
    return len(tokens) == 1 and tokens[0].fold in SEAT.accepted("none")


def conditional(head: Conditional, body: Sequence[Token], context: OrderContext) -> Conditional:
    """The condition with its orders, which are orders of play. Raises ParseError."""
    segments = segments_of(body, context)
    if not segments:
        raise ParseError("missing_orders", None)
    for segment in segments:
        nested = clause_at(segment, context)
        if nested is not None:
            raise ParseError("nested_if" if nested[0].name == "if" else "cannot_wait", segment[0])
    parts = parts_of(segments, context)
    orders = [part for part in parts if isinstance(part, Play)]
    of_end = [part for part in parts if isinstance(part, EndPart)]
    if len(orders) + len(of_end) < len(parts):
        raise ParseError("cannot_wait", body[0])
    return replace(head, orders=tuple(_completed(orders, of_end, body[0])))


def _completed(orders: list[Play], of_end: list[EndPart], token: Token) -> list[Play]:
    """The orders with what belongs to the end of the turn, which must be among them."""
    if of_end and not ends_turn(orders):
        raise ParseError("no_end_within", token)
    check_together(of_end, token)
    return [completed(order, of_end) for order in orders]
