"""Lines that hold orders behind a colon: `if s >= 2: A w w`, `next turn: income; roll all`.

The verb of such a line opens it, its `read` reads what stands before the colon, and all that follows belongs to it.
Like any line it may be prose: "If you like, we can go on faster", "Next turn: I will do better".
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.commands.cursor import TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.orders import prose
from pbem.commands.orders.notation import OrderContext, OrderVerb, Part
from pbem.commands.orders.phrases import check_together, completed, ends_turn, parts_of, readable, segments_of, verb_at
from pbem.commands.orders.script import Conditional, EndPart, Play
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT

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
