"""Lines that are almost commands: they hold a verb, in whatever form, beside what it is about.

"I would like to buy Weiden", "buying weiden", "Weiden will ich kaufen", "wuerfel 4", "Maybe we join 12". A verb alone
is none ("Nice station, Ben!"), nor a name ("Ich war in Weiden"), nor both apart ("I'll roll over in bed for 4 days"):

- what a verb is about stands directly behind it or before it, but for articles and words that belong to its arguments;
- a thing of the game, or of the server, by its whole name is enough then. A number, a colour or "all" is not, unless no
  other words follow in its clause: "carry 2" is almost an order, "carry 2 kids" is none;
- what stands before a verb belongs to it only where the verb ends its clause, as in German, perhaps misspelt;
- where people use the verbs of other things too, it has to be a whole command with its verb (`Weigher.is_strict`);
- a line of nothing but a thing of the game and what a verb of it can have beside it needs no verb: "2 Weiden".
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pbem.commands.courtesy import courtesies
from pbem.commands.cursor import typed
from pbem.commands.inflection import VerbForm, forms_of, spread_names
from pbem.commands.parting import clauses_of
from pbem.commands.table import Verb
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import SEAT
from pbem.commands.weighing import ORDERLY, Weigher, is_unsaid, near_verbs

_READ: Final = 40
"""How far into a line its words are weighed."""
_BETWEEN: Final = 3
"""Words that may stand between a thing of the game and a verb at the end: "Weiden will ich heute kaufen"."""
_LONGEST_BEFORE: Final = 8
"""Words before a verb at the end with which it may be a whole command."""
_LEAST: Final = 3
"""A word of fewer letters before a thing of the game says where it is: "in Weiden"."""
_LEAST_MISSPELT: Final = 5
"""Letters of a word that is taken for a verb misspelt."""
_LEAST_ALONE: Final = 4
"""Letters of one that stands alone, or where people use the verbs of other things."""
_BEFORE_TIMES: Final = ("at", "from", "until", "onto", "by")
"""Meanings of words before a number that is a time or a date."""


def almost_command(tokens: Sequence[Token], weigher: Weigher, text: str) -> ParseError | None:
    """Find why a line, cut from a text, is almost a command; None where it is none."""
    forms = forms_of(weigher.verbs)
    for clause in clauses_of(tokens[:_READ]):
        for at, token in enumerate(clause):
            for form in forms.get(token.fold, ()) if token.kind == "word" else ():
                if about := _about(clause, at, form, weigher, text):
                    return _fault(token, form, clause, about, weigher, text)
        if found := _named_apart(clause, weigher) or _misspelt_at_end(clause, weigher, text):
            return found
    return None


def unnamed_command(tokens: Sequence[Token], weigher: Weigher) -> ParseError | None:
    """Find why a line without a verb is almost a command: it names a thing, and all else can stand beside that."""
    line, *more = clauses_of(tokens[:_READ])
    for verb in weigher.verbs if len(line) > 1 and not more else ():
        thing = next((token for at, token in enumerate(line) if weigher.is_named(verb, line[at:])), None)
        if thing is not None and _belonging(line, verb, weigher) == len(line):
            return ParseError("almost_order", thing)
    return None


def misspelt_command(tokens: Sequence[Token], weigher: Weigher, text: str) -> ParseError | None:
    """Find why a line is a command with its verb misspelt: its first word is nearly a verb, and the next can follow."""
    first, rest = tokens[0], [token for token in tokens[1:] if not is_unsaid(token)]
    is_short = sum(token.kind == "word" for token in tokens) <= ORDERLY
    if first.kind != "word" or not is_short or weigher.is_self(first):
        return None
    behind = typed(tokens[1:], text) if len(tokens) > 1 else ""
    for near in weigher.near(first):
        verb = weigher.table.by_name[near.name]
        if not rest:
            is_long = len(first.fold) >= _LEAST_ALONE and not text.rstrip().endswith(",")
            is_meant = is_long and weigher.wrong(near.word) is None
        elif weigher.is_strict:
            is_meant = len(first.fold) >= _LEAST_ALONE and _is_begun(weigher.wrong(f"{near.word} {behind}"))
        else:
            is_meant = bool(verb.form.takes) and weigher.belongs(verb, rest[0])
        if is_meant:
            return ParseError("unknown_verb", first)
    return None


def _is_begun(wrong: ParseError | None) -> bool:
    """Whether something is a command, or would be one with more behind it."""
    return wrong is None or (wrong.token is None and wrong.code.startswith("missing"))


def _misspelt_at_end(clause: Sequence[Token], weigher: Weigher, text: str) -> ParseError | None:
    """The fault of a clause that ends in a word near a verb, behind nothing but what it is about: "4 wuerfln"."""
    last, about = clause[-1], clause[:-1]
    may_be_verb = bool(about) and last.kind == "word" and len(last.fold) >= _LEAST_MISSPELT
    for form in _near_forms(last, weigher) if may_be_verb else ():
        if weigher.is_strict:
            whole = _whole(clause, len(about), form, weigher, text)
        else:
            belongs = _belonging(about, form.verb, weigher) == len(about)
            whole = about if belongs and _is_about(about, form, weigher, is_closed=True) else ()
        if whole:
            return _fault(last, form, clause, whole, weigher, text)
    return None


def _near_forms(token: Token, weigher: Weigher) -> Iterator[VerbForm]:
    for near in near_verbs(token.fold, weigher.table, weigher.context.language):
        verb = weigher.table.by_name[near.name]
        if verb in weigher.verbs:
            yield VerbForm(verb, near.language, near.word)


def _named_apart(clause: Sequence[Token], weigher: Weigher) -> ParseError | None:
    """The fault of a clause with all words of a verb's name and a thing of the game: "Bahnhof in Weiden bauen"."""
    folds = {token.fold for token in clause}
    for verb, parts in spread_names(weigher.verbs) if not weigher.is_strict else ():
        if all(not part.isdisjoint(folds) for part in parts):
            token = next(token for token in clause if token.fold in parts[0])
            if any(weigher.is_named(verb, clause[at:]) for at in range(len(clause))):
                form = VerbForm(verb, weigher.context.language, verb.name)
                return _fault(token, form, clause, (), weigher, "")
    return None


def _whole(clause: Sequence[Token], at: int, form: VerbForm, weigher: Weigher, text: str) -> Sequence[Token]:
    """The words that make a whole command with a verb: all behind it, or where there are none the fewest before it."""
    behind, before = clause[at + 1 :], clause[max(0, at - _LONGEST_BEFORE) : at]
    while behind and weigher.says_nothing(behind[-1]):
        behind = behind[:-1]
    starts = [at for at in range(len(before)) if not (behind or (at and _leads_to_time(before[at - 1])))]
    for about in (behind, *(before[start:] for start in reversed(starts))):
        is_told = any(token.digits or weigher.is_named(form.verb, about[place:]) for place, token in enumerate(about))
        if is_told and weigher.wrong(_line(form, about, text)) is None:
            return about
    return ()


def _line(form: VerbForm, about: Sequence[Token], text: str) -> str:
    return f"{form.verb.aliases[form.language][0]} {typed(about, text)}"


def _about(clause: Sequence[Token], at: int, form: VerbForm, weigher: Weigher, text: str) -> Sequence[Token]:
    if weigher.is_strict:
        return _whole(clause, at, form, weigher, text)
    behind = clause[at + 1 :]
    length = _belonging(behind, form.verb, weigher)
    if _is_about(behind[:length], form, weigher, is_closed=length == len(behind)):
        return behind[:length]
    things = (behind[at : at + 1] for at in range(length, len(behind)) if _is_near(behind, at, at, form, weigher))
    if thing := next(things, ()):
        return thing
    if not all(map(weigher.says_nothing, behind)):
        return ()
    before = clause[:at]
    length = _belonging(before[::-1], form.verb, weigher)
    run = before[len(before) - length :]
    is_time = len(run) < len(before) and _leads_to_time(before[-length - 1])
    if _is_about(run, form, weigher, is_closed=not is_time):
        return run
    apart = len(before) - 1
    things = (before[at : at + 1] for at in range(len(before)) if _is_near(before, at, apart - at, form, weigher))
    return next(things, ())


def _is_near(tokens: Sequence[Token], at: int, apart: int, form: VerbForm, weigher: Weigher) -> bool:
    is_placed = at > 0 and len(tokens[at - 1].fold) < _LEAST
    return apart <= _BETWEEN and not is_placed and weigher.is_named(form.verb, tokens[at:])


def _leads_to_time(token: Token) -> bool:
    return len(token.fold) < _LEAST or any(token.fold in SEAT.accepted(meaning) for meaning in _BEFORE_TIMES)


def _belonging(tokens: Sequence[Token], verb: Verb[Any, Any], weigher: Weigher) -> int:
    length = 0
    for token in tokens:
        if not (weigher.says_nothing(token) or weigher.fits(verb, token) or token.fold in SEAT.accepted("all")):
            break
        length += 1
    return length


def _is_about(run: Sequence[Token], form: VerbForm, weigher: Weigher, *, is_closed: bool) -> bool:
    """Whether words that can belong to a verb tell that it is meant; `is_closed`: no others stand beside them."""
    counts = (
        _counts(token, form) and not (at and _leads_to_time(run[at - 1])) for at, token in enumerate(run) if is_closed
    )
    return any(counts) or any(weigher.is_named(form.verb, run[at:]) for at in range(len(run)))


def _counts(token: Token, form: VerbForm) -> bool:
    takes = form.verb.form.takes
    counts = bool(token.digits) or token.fold in SEAT.accepted("all")
    return counts and ("number" in takes or "all" in takes)


def _fault(
    token: Token,
    form: VerbForm,
    clause: Sequence[Token],
    about: Sequence[Token],
    weigher: Weigher,
    text: str,
) -> ParseError:
    while about and weigher.says_nothing(about[-1]):
        about = about[:-1]
    while about and weigher.is_self(about[0]):
        about = about[1:]
    line = _line(form, about, text)
    is_whole = bool(about) and weigher.wrong(line) is None
    is_negated = any(other.fold in courtesies("negation") for other in clause)
    error = ParseError("almost_order", token, [line] if is_whole and not is_negated else [])
    error.verb = form.verb.name if form.verb.is_explained else None
    return error
