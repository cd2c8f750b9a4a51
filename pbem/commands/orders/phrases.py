"""Which verb an order begins with, a line cut into orders, and each order read with its verb."""

from collections.abc import Sequence
from typing import Final, TypeVar

from pbem.commands.cursor import TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import building
from pbem.commands.orders.context import OrderContext, Part, Reduction
from pbem.commands.orders.names import sides_of
from pbem.commands.orders.script import ActionOrder, EndKeeping
from pbem.commands.orders.verb import OrderVerb
from pbem.commands.orders.verbs import BY_NAME, ORDERS
from pbem.commands.table import LONGEST_NAME
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT
from rules_core.line.actions import EndTurn
from rules_core.line.dice import Dice

T = TypeVar("T")
_REDUCING: Final = ("discard", "keep")
_JOINED: Final = 3
"""How many words such as "and then please" may stand before an order."""


def verb_at(tokens: Sequence[Token], at: int, language: str, *, opening: bool) -> tuple[OrderVerb, int] | None:
    """The verb that begins at a token, and how many tokens name it; None where none does.

    `opening`: the token opens a line, so that any "A" or "B" begins a run; elsewhere what follows must look like one,
    and behind the "À" that telephones make of a French "A". Everyday words are verbs there only.
    """
    for verb, length in ORDERS.named(tokens[at : at + LONGEST_NAME], language):
        if opening or not verb.everyday:
            return verb, length
    return (BY_NAME["lay"], 0) if at < len(tokens) and _begins_run(tokens, at, language, opening) else None


def _begins_run(tokens: Sequence[Token], at: int, language: str, opening: bool) -> bool:
    token = tokens[at]
    if building.is_glued(token):
        return sides_of(token.fold[1:], language) is not None
    if opening and building.is_end(token):
        return True
    if token.fold not in building.ENDS or at + 1 == len(tokens):
        return False
    following = tokens[at + 1].fold
    words = SEAT.accepted("leave", language) | SEAT.accepted("onto", language)
    return sides_of(following, language) is not None or following in words


def without_label(tokens: list[Token], language: str) -> list[Token]:
    """A line's tokens without words such as "My orders:" at its head."""
    for at, token in enumerate(tokens):
        if at and ":" in token.pause:
            return tokens[at:]
        if token.fold not in SEAT.accepted("label", language):
            break
    return tokens


def segments_of(tokens: Sequence[Token], language: str) -> list[list[Token]]:
    """A line's orders: parted by `;`, `/`, `·`, `|`, and where a verb follows punctuation, "and", "then" or `check`."""
    segments: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        if _stops(tokens, at):
            segments.append([])
        elif _joins(tokens, at, segments[-1], language):
            if segments[-1]:
                segments.append([])
        elif segments[-1] and _begins_order(tokens, at, segments[-1], language):
            segments.append([token])
        else:
            segments[-1].append(token)
    return [segment for segment in segments if segment]


def _stops(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token parts orders; the slashes of `lake/e` and of `20/12/2026` do not."""
    if tokens[at].kind != "slash" or at == 0 or at + 1 == len(tokens):
        return tokens[at].kind in ("stop", "slash")
    if tokens[at - 1].kind == tokens[at + 1].kind == "number":
        return False
    points = any(sides_of(tokens[at + 1].fold, language) is not None for language in LANGUAGES)
    return tokens[at - 1].kind not in ("word", "number") or not points


def _joins(tokens: Sequence[Token], at: int, segment: Sequence[Token], language: str) -> bool:
    """Whether a token is a word such as "then" or "please" before an order."""
    words = SEAT.accepted("joiner", language) | (frozenset() if segment else SEAT.accepted("please", language))
    behind = at
    while behind - at < _JOINED and behind < len(tokens) and tokens[behind].fold in words:
        behind += 1
    return behind > at and _verb_follows(tokens, behind, segment, language)


def _begins_order(tokens: Sequence[Token], at: int, segment: Sequence[Token], language: str) -> bool:
    verb = verb_at(segment, 0, language, opening=True) if len(segment) == 1 else None
    checks = verb is not None and verb[0].name == "check"
    return bool(tokens[at].pause or checks) and _verb_follows(tokens, at, segment, language)


def _verb_follows(tokens: Sequence[Token], at: int, segment: Sequence[Token], language: str) -> bool:
    """Whether an order begins here. Among the dice of `keep s, a, s` no run of track does."""
    verb = verb_at(tokens, at, language, opening=False)
    if verb is None or verb[1]:
        return verb is not None
    return not any(_reduces(segment, place, language) for place in range(min(len(segment), 2)))


def _reduces(segment: Sequence[Token], at: int, language: str) -> bool:
    verb = verb_at(segment, at, language, opening=False)
    return verb is not None and verb[0].name in _REDUCING


def read_order(tokens: Sequence[Token], context: OrderContext) -> tuple[Part, ...]:
    """What one order's tokens mean. Raises ParseError, with the verb as far as it is known."""
    found = verb_at(tokens, 0, context.language, opening=True)
    if found is None:
        raise ParseError("unknown_verb", tokens[0])
    verb, length = found
    try:
        if verb.opens:
            raise ParseError("late_clause", tokens[0])
        return tuple(verb.read(TokenCursor(tokens, context, length)))
    except ParseError as error:
        error.verb = verb.name
        raise


def readable(tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether tokens are a whole order."""
    try:
        read_order(tokens, context)
    except ParseError:
        return False
    return True


def parts_of(segments: Sequence[Sequence[Token]], context: OrderContext) -> list[Part]:
    """What the orders of a line mean; behind `end` only dice that go back are read, and prose is passed over.

    Raises ParseError.
    """
    parts = list(read_order(segments[0], context))
    for segment in segments[1:]:
        if not ends_turn(parts):
            parts += read_order(segment, context)
        elif readable(segment, context):
            parts += _reductions(segment, context)
    return parts


def _reductions(segment: Sequence[Token], context: OrderContext) -> tuple[Part, ...]:
    parts = read_order(segment, context)
    if not all(isinstance(part, Reduction) for part in parts):
        raise ParseError("after_end", segment[0])
    return parts


def ends_turn(parts: Sequence[Part]) -> bool:
    """Whether the turn's end is among these."""
    return any(isinstance(part, ActionOrder) and isinstance(part.action, EndTurn) for part in parts)


def reduced(order: T, reductions: Sequence[Reduction], seat: int) -> T | ActionOrder | EndKeeping:
    """An order, or where it is `end`, the end with these dice given back; all of them or none say what is kept."""
    if not isinstance(order, ActionOrder) or not isinstance(order.action, EndTurn):
        return order
    total = Dice()
    for reduction in reductions:
        total = total.plus(reduction.dice)
    return EndKeeping(seat, total) if reductions[0].keep else ActionOrder(EndTurn(seat, total))
