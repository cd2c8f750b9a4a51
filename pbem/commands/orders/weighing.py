"""The weighing of words: whether one can belong to a verb, and how near it comes to a word that does."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from pbem.commands.languages import DEFAULT, LANGUAGES, fold, spellings
from pbem.commands.orders.dates import month_names
from pbem.commands.orders.notation import Argument, OrderContext
from pbem.commands.orders.talking import seats_called
from pbem.commands.table import Verb, VerbTable
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT, Vocabulary

_LONGEST_WORD: Final = 24
_UNSAID: Final = ("articles", "please", "joiner", "turn")


def belongs(verb: Verb[Any, Any], token: Token, context: OrderContext) -> bool:
    """Whether a token can belong to a verb's arguments, perhaps misspelt."""
    if fits(verb, token, context) or any(argument.nearly(token, context) for argument in _taken(verb, context)):
        return True
    return any(distance_of(token.fold, word) <= tolerance(word) for word in map(fold, arguments_of(verb, context)))


def fits(verb: Verb[Any, Any], token: Token, context: OrderContext) -> bool:
    """Whether a token can belong to a verb's arguments as it stands."""
    if token.kind != "word":
        return token.kind in ("number", "sign", "arrow", "slash")
    typed, takes, words = token.fold, verb.form.takes, context.vocabulary
    return (
        any(argument.fits(token, context) for argument in _taken(verb, context))
        or ("number" in takes and bool(token.digits))
        or ("month" in takes and typed in month_names())
        or ("player" in takes and bool(seats_called(typed, context.players)))
        or any(words.keyword(key) and typed in words.accepted(key) for key in takes)
    )


def _taken(verb: Verb[Any, Any], context: OrderContext) -> Iterator[Argument]:
    known = context.notation.arguments
    return (known[key] for key in verb.form.takes if key in known)


def arguments_of(verb: Verb[Any, Any], context: OrderContext) -> tuple[str, ...]:
    """The words that may follow a verb, as the writer's language writes them."""
    words = _written_words(verb.form.takes, context.vocabulary, context.language)
    return words + tuple(word for argument in _taken(verb, context) for word in argument.words(context))


@lru_cache(maxsize=64)
def _written_words(takes: tuple[str, ...], vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    found: list[str] = []
    for key in takes:
        keyword, phrase = vocabulary.keyword(key), vocabulary.phrase(key)
        if keyword is not None:
            found += keyword[language]
        elif phrase is not None:
            found += phrase[language][0].split()
    return tuple(found)


class NearVerb(NamedTuple):
    """A verb that a word may be a slip of the pen for: its name, and as it is written in the language of the word."""

    name: str
    word: str
    language: str


@lru_cache(maxsize=4096)
def near_verbs(typed: str, table: VerbTable[Any], language: str) -> tuple[NearVerb, ...]:
    """The verbs of a table that a folded word comes near, the nearest first; in the writer's language if it can."""
    if len(typed) > _LONGEST_WORD:
        return ()
    near = sorted(
        (distance, code not in (language, DEFAULT), NearVerb(name, table.by_name[name].aliases[code][0], code))
        for name, named in names_by_verb(table).items()
        for word, code in named
        if (distance := distance_of(typed, word)) <= tolerance(word)
    )
    return tuple({found.name: found for _, _, found in reversed(near)}.values())[::-1]


@cache
def names_by_verb(table: VerbTable[Any]) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The spellings of all names that are one word, each with its language, by verb."""
    return {
        verb.name: tuple(
            dict.fromkeys(
                (spelling, code)
                for code in LANGUAGES
                for alias in verb.aliases.get(code, ())
                for spelling in sorted(spellings(alias))
                if " " not in spelling
            )
        )
        for verb in table.verbs
    }


def is_unsaid(token: Token) -> bool:
    """Whether a token is an article or the like; a lone letter may be more than that."""
    return len(token.fold) > 1 and any(token.fold in SEAT.accepted(key) for key in _UNSAID)


def is_self(token: Token, context: OrderContext) -> bool:
    """Whether a token is a word such as "I" or "we", where the game has words for that."""
    known = context.vocabulary.keyword("self")
    return known is not None and token.fold in context.vocabulary.accepted("self")


def is_article(token: Token) -> bool:
    """Whether a token is an article."""
    return token.fold in SEAT.accepted("articles") | SEAT.accepted("a")


def tolerance(word: str) -> int:
    """The number of slips that still leave a word recognisable."""
    return 0 if len(word) < 3 else 1 if len(word) < 7 else 2


def distance_of(typed: str, word: str) -> int:
    """Count the letters left out, added, changed or swapped with the next; more than 2 are not counted out."""
    if typed == word:
        return 0
    if abs(len(typed) - len(word)) > 2 or not set(typed[:2]) & set(word[:2]):
        return 3
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, letter in enumerate(typed, 1):
        before, above, row = row, before, [i]
        for j, other in enumerate(word, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == other:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]
