"""Lines that are almost orders: they hold a verb of play, in whatever form, beside what it is about.

"I would like to buy Weiden", "buying weiden", "Weiden will ich kaufen", "wuerfel 4". A verb alone is none ("Nice
station, Ben!"), nor a name ("Ich war in Weiden"), nor both apart ("I'll roll over in bed for 4 days"):

- what a verb is about stands directly behind it or before it, but for articles and words that belong to its arguments;
- a thing of the game by its whole name is enough then. A number, a colour or "all" is not, unless no other words follow
  in its clause: "carry 2" is almost an order, "carry 2 kids" is none;
- what stands before a verb belongs to it only where the verb ends its clause, as in German, perhaps misspelt;
- a line of nothing but a thing of the game and what a verb of it can have beside it needs no verb: "2 Weiden".
"""

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.commands.cursor import typed
from pbem.commands.inflection import VerbForm, forms_of, spread_names
from pbem.commands.orders.notation import OrderContext, notation_of
from pbem.commands.orders.phrases import readable
from pbem.commands.orders.verbs import table_of
from pbem.commands.orders.weighing import fits, is_self, is_unsaid, near_verbs
from pbem.commands.parting import clauses_of
from pbem.commands.tokens import ParseError, Token, tokens_of
from pbem.commands.vocabulary import SEAT

_READ: Final = 40
"""How far into a line its words are weighed."""
_BETWEEN: Final = 3
"""Words that may stand between a thing of the game and a verb at the end: "Weiden will ich heute kaufen"."""
_LEAST: Final = 3
"""A word of fewer letters before a thing of the game says where it is: "in Weiden"."""
_LEAST_MISSPELT: Final = 5
"""Letters of a word that is taken for a verb misspelt."""
_BEFORE_TIMES: Final = ("at", "from", "until", "onto", "by")
"""Meanings of words before a number that is a time or a date."""


def almost_order(tokens: Sequence[Token], context: OrderContext, text: str) -> ParseError | None:
    """Find why a line, cut from a text, is almost an order; None where it is none."""
    forms = forms_of(context.notation.verbs)
    clauses = list(clauses_of(tokens[:_READ]))
    for clause in clauses:
        for at, token in enumerate(clause):
            for form in forms.get(token.fold, ()) if token.kind == "word" else ():
                if found := _about(clause, at, form, context):
                    return _fault(token, form, clause, found, context, text)
        if named := _named_apart(clause, context) or _misspelt_at_end(clause, context, text):
            return named
    return _unnamed(clauses[0], context) if len(clauses) == 1 else None


def _misspelt_at_end(clause: Sequence[Token], context: OrderContext, text: str) -> ParseError | None:
    """The fault of a clause that ends in a word near a verb, behind nothing but what it is about: "4 wuerfln"."""
    last, about = clause[-1], clause[:-1]
    may_be_verb = bool(about) and last.kind == "word" and len(last.fold) >= _LEAST_MISSPELT
    for form in _near_forms(last, context) if may_be_verb else ():
        if _belonging(about, form, context) == len(about) and _is_about(about, form, context, is_closed=True):
            return _fault(last, form, clause, about, context, text)
    return None


def _near_forms(token: Token, context: OrderContext) -> Iterator[VerbForm]:
    table = table_of(context.kind)
    for near in near_verbs(token.fold, table, context.language):
        verb = table.by_name[near.name]
        if verb in notation_of(context.kind).verbs:
            yield VerbForm(verb, near.language, near.word)


def _unnamed(line: Sequence[Token], context: OrderContext) -> ParseError | None:
    for verb in notation_of(context.kind).verbs if len(line) > 1 else ():
        form = VerbForm(verb, context.language, verb.name)
        thing = next((token for at, token in enumerate(line) if _is_thing(line, at, form, context)), None)
        if thing is not None and _belonging(line, form, context) == len(line):
            return ParseError("almost_order", thing)
    return None


def _named_apart(clause: Sequence[Token], context: OrderContext) -> ParseError | None:
    """The fault of a clause with all words of a verb's name and a thing of the game: "Bahnhof in Weiden bauen"."""
    folds = {token.fold for token in clause}
    for verb, parts in spread_names(context.notation.verbs):
        form = VerbForm(verb, context.language, verb.name)
        if all(not part.isdisjoint(folds) for part in parts):
            token = next(token for token in clause if token.fold in parts[0])
            if any(_is_thing(clause, at, form, context) for at in range(len(clause))):
                return _fault(token, form, clause, (), context, "")
    return None


def _about(clause: Sequence[Token], at: int, form: VerbForm, context: OrderContext) -> Sequence[Token]:
    behind = clause[at + 1 :]
    length = _belonging(behind, form, context)
    if _is_about(behind[:length], form, context, is_closed=length == len(behind)):
        return behind[:length]
    things = (behind[at : at + 1] for at in range(length, len(behind)) if _is_near(behind, at, at, form, context))
    if thing := next(things, ()):
        return thing
    if not all(_is_unsaid(token, context) for token in behind):
        return ()
    before = clause[:at]
    length = _belonging(before[::-1], form, context)
    run = before[len(before) - length :]
    is_time = len(run) < len(before) and _leads_to_time(before[-length - 1])
    if _is_about(run, form, context, is_closed=not is_time):
        return run
    apart = len(before) - 1
    things = (before[at : at + 1] for at in range(len(before)) if _is_near(before, at, apart - at, form, context))
    return next(things, ())


def _is_near(tokens: Sequence[Token], at: int, apart: int, form: VerbForm, context: OrderContext) -> bool:
    is_placed = at > 0 and len(tokens[at - 1].fold) < _LEAST
    return apart <= _BETWEEN and not is_placed and _is_thing(tokens, at, form, context)


def _leads_to_time(token: Token) -> bool:
    return len(token.fold) < _LEAST or any(token.fold in SEAT.accepted(meaning) for meaning in _BEFORE_TIMES)


def _is_unsaid(token: Token, context: OrderContext) -> bool:
    return is_unsaid(token) or is_self(token, context)


def _belonging(tokens: Sequence[Token], form: VerbForm, context: OrderContext) -> int:
    length = 0
    for token in tokens:
        if not (_is_unsaid(token, context) or fits(form.verb, token, context) or token.fold in SEAT.accepted("all")):
            break
        length += 1
    return length


def _is_about(run: Sequence[Token], form: VerbForm, context: OrderContext, *, is_closed: bool) -> bool:
    """Whether words that can belong to a verb tell that it is meant; `is_closed`: no others stand beside them."""
    counts = (
        _counts(token, form) and not (at and _leads_to_time(run[at - 1])) for at, token in enumerate(run) if is_closed
    )
    return any(counts) or any(_is_thing(run, at, form, context) for at in range(len(run)))


def _is_thing(tokens: Sequence[Token], at: int, form: VerbForm, context: OrderContext) -> bool:
    known = context.notation.arguments
    return any(known[key].is_named(tokens[at:], context) for key in form.verb.form.takes if key in known)


def _counts(token: Token, form: VerbForm) -> bool:
    takes = form.verb.form.takes
    counts = bool(token.digits) or token.fold in SEAT.accepted("all")
    return counts and ("number" in takes or "all" in takes)


def _fault(
    token: Token,
    form: VerbForm,
    clause: Sequence[Token],
    about: Sequence[Token],
    context: OrderContext,
    text: str,
) -> ParseError:
    while about and _is_unsaid(about[-1], context):
        about = about[:-1]
    while about and is_self(about[0], context):
        about = about[1:]
    line = f"{form.verb.aliases[form.language][0]} {typed(about, text)}"
    negated = context.vocabulary.accepted("not") if context.vocabulary.keyword("not") else frozenset()
    is_meant = bool(about) and negated.isdisjoint(other.fold for other in clause)
    meant = [line] if is_meant and readable(tokens_of(line), context) else []
    error = ParseError("almost_order", token, meant)
    error.verb = form.verb.name if form.verb.is_explained else None
    return error
