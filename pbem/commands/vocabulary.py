"""The words of each audience: what its verbs are called, and the words with a meaning behind them.

An audience may build on another: what it has no words of its own for is called there as it is in the other. So do
the seats of a game that has words of its own in its package: `Vocabulary("seat", SEAT, package="pbem.games.chess")`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pbem.commands.languages import GENERAL, Words, accepted, spellings, spoken, words

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The meanings of words that are days of the week, in order."""


class Vocabulary:
    """The words of one audience by meaning, from the files of all languages."""

    def __init__(
        self,
        audience: str,
        base: "Vocabulary | None" = None,
        *,
        package: str = GENERAL,
    ) -> None:
        """Those of a package, in its folder `words`: verbs, keywords, and phrases of several words with one meaning.

        Raises ValueError where the package lacks words in some language.
        """
        self.audience = audience
        self.base = base
        self.package = package
        self.verbs: Words = words(audience, "verbs", package)
        self.keywords: Words = words(audience, "keywords", package)
        self.own_phrases: Words = words(audience, "phrases", package)

    def names(self, verb: str) -> Mapping[str, tuple[str, ...]]:
        """The names of a verb, by language; the first is written. Raises KeyError for an unknown one."""
        if verb in self.verbs or self.base is None:
            return self.verbs[verb]
        return self.base.names(verb)

    def word(self, meaning: str, language: str) -> str:
        """The word or phrase with a meaning as a language writes it. Raises KeyError for an unknown meaning."""
        for table in (self.verbs, self.keywords, self.own_phrases):
            if meaning in table:
                return table[meaning][spoken(language)][0]
        if self.base is None:
            raise KeyError(meaning)
        return self.base.word(meaning, language)

    def keyword(self, meaning: str) -> Mapping[str, tuple[str, ...]] | None:
        """The words with a meaning by language, verbs left out; None where there are none."""
        if meaning in self.keywords or self.base is None:
            return self.keywords.get(meaning)
        return self.base.keyword(meaning)

    def phrase(self, meaning: str) -> Mapping[str, tuple[str, ...]] | None:
        """The phrases of several words with a meaning by language; None where there are none."""
        if meaning in self.own_phrases or self.base is None:
            return self.own_phrases.get(meaning)
        return self.base.phrase(meaning)

    def fill(self, template: str, language: str) -> str:
        """A template such as "{buy} weiden {with} ?" as it is typed in a language. Raises KeyError as `word` does."""
        return template.format_map(_Filling(self, language))

    def accepted(self, meaning: str) -> frozenset[str]:
        """The folded words with a meaning, in all languages. Raises KeyError for an unknown meaning."""
        return _accepted(self, meaning)

    def phrases(self, verb: str) -> tuple[tuple[str, ...], ...]:
        """The names of a verb in all languages, folded and cut into words, the longest first."""
        return tuple(sorted((tuple(name.split()) for name in accepted(self.names(verb))), key=len, reverse=True))

    def meanings(self) -> Mapping[str, frozenset[str]]:
        """The meanings of keywords by folded word, in all languages; a word may have several.

        Those of the seats, whom everybody else's vocabulary builds on, are left out.
        """
        return _meanings(self)


class _Filling(dict[str, str]):
    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.language = language

    def __missing__(self, meaning: str) -> str:
        return self.vocabulary.word(meaning, self.language)


SEAT: Final = Vocabulary("seat")
"""The words of orders."""
OFFICE: Final = Vocabulary("office", SEAT)
"""The words of letters to the office."""
MODERATOR: Final = Vocabulary("moderator", OFFICE)
"""The words of moderators, who may use those of the office too."""


@cache
def _accepted(vocabulary: Vocabulary, meaning: str) -> frozenset[str]:
    for table in (vocabulary.keywords, vocabulary.verbs):
        if meaning in table:
            return accepted(table[meaning])
    if vocabulary.base is None:
        raise KeyError(meaning)
    return _accepted(vocabulary.base, meaning)


@cache
def _meanings(vocabulary: Vocabulary) -> Mapping[str, frozenset[str]]:
    inherited = {} if vocabulary.base in (None, SEAT) else vocabulary.base.meanings()
    found = {spelling: set(meanings) for spelling, meanings in inherited.items()}
    for meaning in vocabulary.keywords:
        for spelling in vocabulary.accepted(meaning):
            found.setdefault(spelling, set()).add(meaning)
    return {spelling: frozenset(meanings) for spelling, meanings in found.items()}


@cache
def phrases_of(meaning: str, vocabulary: Vocabulary = SEAT) -> frozenset[tuple[str, ...]]:
    """The folded words of all phrases with a meaning, in any language; with umlauts spelled out or without dots.

    Raises KeyError for an unknown meaning.
    """
    found = vocabulary.phrase(meaning)
    if found is None:
        raise KeyError(meaning)
    return frozenset(
        tuple(spelling.split()) for phrases in found.values() for phrase in phrases for spelling in spellings(phrase)
    )
