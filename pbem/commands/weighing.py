"""The weighing of words: whether one can belong to a verb, and how near it comes to a word that does."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from pbem.commands.cursor import ParseContext
from pbem.commands.languages import DEFAULT, LANGUAGES, fold, spellings, spoken
from pbem.commands.table import Argument, Verb, VerbTable
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import SEAT, Vocabulary

ORDERLY: Final = 8
"""Words of the longest line that is taken for a command gone wrong; a longer one is a sentence, however it begins."""
_LONGEST_WORD: Final = 24
_LEAST_FOREIGN: Final = 6
"""The least letters, whatever follows, of a verb in a language other than the writer's and English."""
_SLIPS: Final = ("unexpected", "unknown_quantity")
"""Faults that one wrong word may be to blame for in any game, and outside of games."""
_LEAST_MEANT: Final = 2
"""The least letters of a word that is taken for a verb."""
_UNSAID: Final = ("articles", "please", "joiner", "turn")


class NearVerb(NamedTuple):
    """A verb that a word may be a slip of the pen for: its name, and as it is written in the language of the word."""

    name: str
    word: str
    language: str


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


@dataclass(frozen=True)
class Weigher:
    """The words of one writer, weighed by the verbs of their table."""

    context: ParseContext
    table: VerbTable[Any]
    verbs: tuple[Verb[Any, Any], ...]
    """Those of which a line may be almost a command."""
    wrong: Callable[[str], ParseError | None]
    """Finds why a line is no whole command; None where it is one."""
    beside: frozenset[str] = frozenset()
    """Folded words that say nothing, beside articles and the like."""
    slips: Mapping[str, str] = field(default_factory=dict)
    """Codes of faults that one wrong word may be to blame for, with the argument it was likely meant for, or ""."""
    is_strict: bool = False
    """Whether only what can be read with its verb is almost a command, since people use the verbs of other things."""

    def belongs(self, verb: Verb[Any, Any], token: Token) -> bool:
        """Whether a token can belong to a verb's arguments, perhaps misspelt."""
        if self.fits(verb, token) or any(argument.nearly(token, self.context) for argument in self._taken(verb)):
            return True
        return any(distance_of(token.fold, word) <= tolerance(word) for word in map(fold, self.arguments_of(verb)))

    def fits(self, verb: Verb[Any, Any], token: Token) -> bool:
        """Whether a token can belong to a verb's arguments as it stands."""
        if token.kind != "word":
            return token.kind in ("number", "sign", "arrow", "slash")
        takes, words = verb.form.takes, self.context.vocabulary
        return (
            any(argument.fits(token, self.context) for argument in self._taken(verb))
            or ("number" in takes and bool(token.digits))
            or any(words.keyword(key) and token.fold in words.accepted(key) for key in takes)
        )

    def is_named(self, verb: Verb[Any, Any], tokens: Sequence[Token]) -> bool:
        """Whether tokens begin with a thing that a verb may be about, by its whole name."""
        return any(argument.is_named(tokens, self.context) for argument in self._taken(verb))

    def arguments_of(self, verb: Verb[Any, Any]) -> tuple[str, ...]:
        """The words that may follow a verb, as the writer's language writes them."""
        words = _written_words(verb.form.takes, self.context.vocabulary, spoken(self.context.language))
        return words + tuple(word for argument in self._taken(verb) for word in argument.words(self.context))

    def near(self, token: Token) -> Sequence[NearVerb]:
        """The verbs that a word comes near, as `near_verbs` finds them; foreign ones for longer words alone."""
        languages = (self.context.language, DEFAULT)
        near = near_verbs(token.fold, self.table, self.context.language)
        return [found for found in near if found.language in languages or len(token.fold) >= _LEAST_FOREIGN]

    def meant(self, error: ParseError) -> tuple[str, ...]:
        """The words that may have been meant: as the fault itself knows them, or such as come near that to blame."""
        token = error.token
        if error.did_you_mean or token is None or token.kind != "word" or len(token.fold) < _LEAST_MEANT:
            return error.did_you_mean
        if error.code == "unknown_verb":
            return self._verbs_meant(token)
        if error.verb is None or (error.code not in _SLIPS and error.code not in self.slips):
            return ()
        known = {fold(word): word for word in self.arguments_of(self.table.by_name[error.verb])}
        spelt = get_close_matches(token.fold[:_LONGEST_WORD], known, n=3, cutoff=0.6)
        argument = self.table.arguments.get(self.slips.get(error.code, ""))
        wanted = () if argument is None else argument.words(self.context)
        meant = [known[word] for word in spelt if known[word] in wanted]
        return tuple(meant or (known[word] for word in spelt))

    def _verbs_meant(self, token: Token) -> tuple[str, ...]:
        """The verbs that a word comes near; those that it resembles vaguely where there are none."""
        language = spoken(self.context.language)
        verbs = [verb for verb in self.table.verbs if verb.is_explained]
        alike = near_verbs(token.fold, self.table, language)
        near = tuple(found.word for found in alike if self.table.by_name[found.name] in verbs)
        names = {
            spelling: verb.word(code)
            for verb in verbs
            for spelling, code in names_by_verb(self.table)[verb.name]
            if code in (language, DEFAULT)
        }
        vaguely = () if near else get_close_matches(token.fold[:_LONGEST_WORD], names, n=2, cutoff=0.7)
        return near or tuple(dict.fromkeys(names[name] for name in vaguely))

    def says_nothing(self, token: Token) -> bool:
        """Whether a token is an article or the like, or a word such as "I"."""
        return token.fold in self.beside or is_unsaid(token) or self.is_self(token)

    def is_self(self, token: Token) -> bool:
        """Whether a token is a word such as "I" or "we", where the audience has words for that."""
        known = self.context.vocabulary.keyword("self")
        return known is not None and token.fold in self.context.vocabulary.accepted("self")

    def _taken(self, verb: Verb[Any, Any]) -> Iterator[Argument]:
        known = self.table.arguments
        return (known[key] for key in verb.form.takes if key in known)


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
