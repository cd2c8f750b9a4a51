"""Words of courtesy around a command: a greeting before it, "could you please", "s'il vous plaît" behind it.

A line is a command in other words where nothing but such words is left out: the verb comes first (`please join 12`),
last (`Liste 12 beitreten`, `Deutschland würde ich gern zu dritt eröffnen`), or in two parts around what it is about
(`Ich trete Liste 12 bei`). Whatever else stands there ("don't", "how", "tomorrow") makes that no command reads.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from pbem.commands.inflection import forms_of, separated_forms, turned
from pbem.commands.languages import accepted, words
from pbem.commands.table import Verb, VerbTable
from pbem.commands.tokens import Token, tokens_of
from pbem.commands.vocabulary import SEAT

_GREETING: Final = 6
"""Words of a greeting, the name of the person greeted included."""
_LONGEST: Final = 40
"""Words of a line that may be a command in other words."""
_ENDS_GREETING: Final = ",.!:–—"
_PARTICLES: Final = words("seat", "particles")
COURTESIES: Final = ("greeting", "polite", "asking", "subject", "thanks", "beside", "of_time", "negation")
"""The names of lists of words that no order begins with: people may be called so."""


class Plain(NamedTuple):
    """A command without the words around it: the verb, and the text behind it, blanks in place of what is left out."""

    verb: Verb[Any, Any]
    text: str


def plain_commands(tokens: Sequence[Token], text: str, table: VerbTable[Any]) -> Iterator[Plain]:
    """The ways in which a line, cut from a text, may be a command in other words; each has still to be read."""
    core = _without_courtesy_behind(_without_courtesy_before(tokens[:_LONGEST], table))
    if not core or len(tokens) > _LONGEST:
        return
    for verb, length in _at_head(core, table):
        behind = core[length:]
        yield Plain(verb, _only(behind, text))
        if behind and behind[0].fold in _left_out_before():
            yield Plain(verb, _only(_from_first(behind, _left_out_before()), text))
    for first, last in separated_forms(table.verbs).get(core[-1].fold, ()):
        if len(core) > 1 and core[0].fold in first:
            yield Plain(last.verb, _only(_without(core[1:-1], courtesies("thanks")), text))
    for command in turned(core, table.verbs):
        for verb, length in table.named(command):
            behind = command[length:]
            yield Plain(verb, _only(behind, text))
            yield Plain(verb, _only(_without(behind, _left_out_before()), text))


@cache
def courtesies(name: str) -> frozenset[str]:
    """The folded words of one kind of courtesy (`greeting`, `polite`, `thanks`, ...), in all languages."""
    return frozenset(fold.replace("'", "") for fold in accepted(_PARTICLES[name]))


def is_courtesy(tokens: Sequence[Token]) -> bool:
    """Whether tokens are nothing but a greeting, or words such as "please"."""
    return all(token.fold in courtesies("greeting") | _left_out_before() | _thanks() for token in tokens)


def is_statement(tokens: Sequence[Token]) -> bool:
    """Whether words say what several people do, with none by which something is asked for: "We play Germany"."""
    folds = {token.fold for token in tokens}
    return not folds.isdisjoint(courtesies("subject")) and folds.isdisjoint(courtesies("asking"))


def without_thanks(text: str) -> str:
    """A text of the writer's own, such as a name, without "please" or "thanks" behind it."""
    tokens = tokens_of(text)
    remaining = _without_courtesy_behind(tokens)
    if len(remaining) == len(tokens) or any(token.kind != "word" for token in tokens[len(remaining) :]):
        return text
    return text[: remaining[-1].column - 1 + len(remaining[-1].text)] if remaining else ""


def _at_head(tokens: Sequence[Token], table: VerbTable[Any]) -> Iterator[tuple[Verb[Any, Any], int]]:
    yield from table.named(tokens)
    for form in forms_of(table.verbs).get(tokens[0].fold, ()):
        if form.name != tokens[0].fold:
            yield form.verb, 1


def _without_courtesy_before(tokens: Sequence[Token], table: VerbTable[Any]) -> Sequence[Token]:
    """The tokens from the first that is neither a greeting nor a word such as "please" or "I would like"."""
    start = _greeting(tokens)
    at = start
    while at < len(tokens) and not _names_verb(tokens[at:], table) and tokens[at].fold in _left_out_before():
        at += 1
    behind = at
    while behind < len(tokens) and not _names_verb(tokens[behind:], table):
        if tokens[behind].fold not in courtesies("beside"):
            return tokens[at:]
        behind += 1
    return tokens[behind:]  # "show me the lists"


def _names_verb(tokens: Sequence[Token], table: VerbTable[Any]) -> bool:
    return tokens[0].fold in _first_words(table) and next(table.named(tokens), None) is not None


@cache
def _first_words(table: VerbTable[Any]) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in table.phrases)


def _greeting(tokens: Sequence[Token]) -> int:
    """Count the words of a greeting that a line begins with: "Hi all,", "Guten Tag", "Dear server:"."""
    greeting = courtesies("greeting")
    if not tokens or tokens[0].fold not in greeting:
        return 0
    for at, token in enumerate(tokens[1 : _GREETING + 1], start=1):
        if any(sign in token.pause for sign in _ENDS_GREETING):
            return at
    return next((at for at, token in enumerate(tokens) if token.fold not in greeting), len(tokens))


def _without_courtesy_behind(tokens: Sequence[Token]) -> Sequence[Token]:
    left_out, end = _thanks(), len(tokens)
    while end and (tokens[end - 1].fold in left_out or tokens[end - 1].fold == "?"):
        end -= 1
    return tokens[:end]


@cache
def _thanks() -> frozenset[str]:
    return courtesies("thanks") | SEAT.accepted("closing")


@cache
def _left_out_before() -> frozenset[str]:
    return courtesies("polite") | courtesies("asking") | courtesies("thanks")


def _from_first(tokens: Sequence[Token], left_out: frozenset[str]) -> Sequence[Token]:
    start = next((at for at, token in enumerate(tokens) if token.fold not in left_out), len(tokens))
    return tokens[start:]


def _without(tokens: Sequence[Token], left_out: frozenset[str]) -> Sequence[Token]:
    return [token for token in tokens if token.fold not in left_out]


def _only(remaining: Sequence[Token], text: str) -> str:
    """A text with blanks in place of all words but these, as far as the last of them and the signs beside it."""
    places = {token.column - 1 for token in remaining}
    end = 0
    found = list(text)
    for token in tokens_of(text):
        start = token.column - 1
        if start in places:
            end = start + len(token.text)
        else:
            found[start : start + len(token.text)] = " " * len(token.text)
    quote = text[end : end + 1] if text[end : end + 1] in ('"', "'") else ""
    return "".join(found[:end]) + quote
