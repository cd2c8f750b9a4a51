"""The orders of a line: the verb each begins with, the line cut into them, and each read with its verb."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from pbem.commands.cursor import TokenCursor
from pbem.commands.inflection import turned
from pbem.commands.languages import DEFAULT, spoken
from pbem.commands.orders.notation import OrderContext, OrderVerb, Part
from pbem.commands.orders.script import ActionOrder, EndPart, Order, Play
from pbem.commands.orders.verbs import table_of
from pbem.commands.parting import Parting
from pbem.commands.table import LONGEST_NAME
from pbem.commands.tokens import SHOWN, ParseError, Token, shown, tokens_of
from pbem.commands.vocabulary import SEAT
from rules_core.kernel.events import TurnEnding

T = TypeVar("T", bound=Order)
Found: TypeAlias = tuple[OrderVerb, int]
"""A verb, and how many tokens name it."""
_LOOKED_AT: Final = 100
"""How many lines of a letter tell its language."""


def verb_at(tokens: Sequence[Token], at: int, context: OrderContext, *, opening: bool) -> Found | None:
    """The verb that begins at a token, and how many tokens name it; None where none does.

    `opening`: the token opens a line, so that anything that looks like an order without a verb is one. Everyday words
    are verbs there only.
    """
    table = table_of(context.kind)
    for verb, length in table.named(tokens[at : at + LONGEST_NAME]):
        if opening or not verb.everyday:
            return verb, length
    if at < len(tokens):
        for verb in table.verbs:
            if verb.begins is not None and verb.begins(tokens, at, context.language, opening):
                return verb, 0
    return None


def language_of(lines: Iterable[str], kind: str, language: str) -> str:
    """The language that a letter's orders are written in: its writer's, unless they are in another one alone.

    It decides what a word means that is one of two languages, such as the "o" of Ost and ouest.
    """
    table, language_words = table_of(kind), spoken(language)
    votes: Counter[str] = Counter()
    for line in islice((line for line in lines if not line.lstrip().startswith((">", "#"))), _LOOKED_AT):
        tokens = tokens_of(shown(line[:SHOWN]))
        for at in range(len(tokens)):
            votes.update(table.languages_of(tokens[at : at + LONGEST_NAME]))
    others = [code for code, _ in votes.most_common() if code not in (language_words, DEFAULT)]
    return language_words if votes[language_words] or not others else others[0]


def without_label(tokens: Sequence[Token], context: OrderContext) -> Sequence[Token]:
    """A line's tokens without words such as "My orders:" at its head."""
    for at, token in enumerate(tokens):
        if at and ":" in token.pause:
            return tokens[at:]
        if token.fold not in SEAT.accepted("label"):
            break
    return tokens


@dataclass(frozen=True)
class OrderParting(Parting):
    """The way in which the orders of a seat are parted."""

    context: OrderContext

    def verb_follows(self, tokens: Sequence[Token], at: int, segment: Sequence[Token]) -> bool:
        """Whether an order begins here. In a list such as `keep s, a, s` none begins without a word."""
        verb = verb_at(tokens, at, self.context, opening=False)
        if verb is None or verb[1]:
            return verb is not None
        return not any(self._lists(segment, place) for place in range(min(len(segment), 2)))

    def _lists(self, segment: Sequence[Token], at: int) -> bool:
        verb = verb_at(segment, at, self.context, opening=False)
        return verb is not None and verb[0].of_end

    def is_turned(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are an order whose verb stands last."""
        return verb_last(tokens, self.context) is not None

    def is_readable(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are a whole order."""
        return readable(tokens, self.context)

    def is_joined(self, token: Token) -> bool:
        """Whether a slash before a word belongs to a name, as in `lake/e`."""
        return self.context.notation.is_joined(token)

    def needs_no_pause(self, segment: Sequence[Token]) -> bool:
        """Whether `check` stands before an order."""
        verb = verb_at(segment, 0, self.context, opening=True) if len(segment) == 1 else None
        return verb is not None and verb[0].name == "check"


def segments_of(tokens: Sequence[Token], context: OrderContext) -> list[list[Token]]:
    """A line's orders."""
    return OrderParting(context).segments_of(tokens)


def read_order(tokens: Sequence[Token], context: OrderContext, text: str = "") -> tuple[Part, ...]:
    """Read the tokens of one order, cut from a text. Raises ParseError, with the verb as far as it is known."""
    try:
        return _read_order(tokens, context, text)
    except ParseError:
        order = verb_last(tokens, context)
        if order is None:
            raise
        return _read_order(order, context, text)


def _read_order(tokens: Sequence[Token], context: OrderContext, text: str = "") -> tuple[Part, ...]:
    found = verb_at(tokens, 0, context, opening=True)
    if found is None:
        raise ParseError("unknown_verb", tokens[0])
    verb, length = found
    try:
        if verb.opens:
            raise ParseError("late_clause", tokens[0])
        return tuple(verb.read(TokenCursor(tokens, context, length, text)))
    except ParseError as error:
        error.verb = verb.name
        raise


def verb_last(tokens: Sequence[Token], context: OrderContext) -> Sequence[Token] | None:
    """The tokens of an order whose verb stands last, with the verb first; None of any other.

    Nothing else may stand there than belongs to it.
    """
    for order in turned(tokens, context.notation.verbs):
        with suppress(ParseError):
            _read_order(order, context)
            return order
    return None


def wrong_in(line: str, context: OrderContext) -> ParseError | None:
    """Find why a line is no whole order; None where it is one."""
    try:
        read_order(tokens_of(line), context, line)
    except ParseError as error:
        return error
    return None


def readable(tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether tokens are a whole order."""
    try:
        read_order(tokens, context)
    except ParseError:
        return False
    return True


def parts_of(segments: Sequence[Sequence[Token]], context: OrderContext, text: str = "") -> list[Part]:
    """Read the orders of a line, whose text it is; behind `end` only what belongs to it is read, prose is passed over.

    Raises ParseError.
    """
    parts = list(read_order(segments[0], context, text))
    for segment in segments[1:]:
        if not ends_turn(parts):
            parts += read_order(segment, context, text)
        elif readable(segment, context):
            parts += _of_end(segment, context)
    return parts


def _of_end(segment: Sequence[Token], context: OrderContext) -> tuple[Part, ...]:
    parts = read_order(segment, context)
    if not all(isinstance(part, EndPart) for part in parts):
        raise ParseError("after_end", segment[0])
    return parts


def ends_turn(parts: Sequence[Part]) -> bool:
    """Whether the turn's end is among these."""
    return any(isinstance(part, ActionOrder) and isinstance(part.action, TurnEnding) for part in parts)


def completed(order: T, of_end: Sequence[EndPart]) -> T | Play:
    """An order, or where it is the end of the turn, the end with what was said of it elsewhere."""
    if not of_end or not isinstance(order, ActionOrder) or not isinstance(order.action, TurnEnding):
        return order
    return of_end[0].completed(order.action, of_end[1:])


def check_together(of_end: Sequence[EndPart], token: Token) -> None:
    """Raise ParseError, with the token, where things said of the end of the turn contradict each other."""
    try:
        if len(of_end) > 1:
            of_end[0].check(of_end[1:])
    except ParseError as error:
        error.token = token
        raise
