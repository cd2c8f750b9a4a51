"""The words of each audience: what its verbs are called, and the words with a meaning behind them.

An audience may build on another: what it has no words of its own for is called there as it is in the other. So do
the seats of a game that has words of its own in its package: `Vocabulary("seat", SEAT, package="pbem.games.chess")`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from pbem.commands.languages import DEFAULT, GENERAL, Words, accepted, spellings, spoken, words

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The meanings of words that are days of the week, in order."""


class Vocabulary:
    """The words of one audience by meaning, from the files of all languages."""

    def __init__(
        self,
        audience: str,
        base: "Vocabulary | None" = None,
        native: Iterable[str] = (),
        *,
        package: str = GENERAL,
    ) -> None:
        """Those of a package, in its folder `words`: verbs, keywords, and phrases of several words with one meaning.

        Words with the meanings `native` are known in the player's language and in English alone.
        Raises ValueError where the package lacks words in some language.
        """
        self.base = base
        self.package = package
        self.native = frozenset(native)
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
        for own in (self.verbs, self.keywords, self.own_phrases):
            if meaning in own:
                return own[meaning][spoken(language)][0]
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

    def accepted(self, meaning: str, language: str) -> frozenset[str]:
        """The folded words with a meaning that players of a language may use: their own, English and longer others.

        Raises KeyError for an unknown meaning.
        """
        return _accepted(self, meaning, language)

    def phrases(self, verb: str, language: str) -> tuple[tuple[str, ...], ...]:
        """The names of a verb that players of a language may use, folded and cut into words, the longest first."""
        return tuple(
            sorted((tuple(name.split()) for name in accepted(self.names(verb), language)), key=len, reverse=True)
        )

    def meanings(self, language: str) -> Mapping[str, frozenset[str]]:
        """The meanings of keywords by folded word, for players of a language; a word may have several.

        Those of the seats, whom everybody else's vocabulary builds on, are left out.
        """
        return _meanings(self, language)


class _Filling(dict[str, str]):
    """The words that stand for the names in templates."""

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.language = language

    def __missing__(self, meaning: str) -> str:
        return self.vocabulary.word(meaning, self.language)


SEAT: Final = Vocabulary("seat")
"""The words of orders."""
OFFICE: Final = Vocabulary("office", SEAT, WEEKDAYS)
"""The words of letters to the office."""
MODERATOR: Final = Vocabulary("moderator", OFFICE)
"""The words of moderators, who may use those of the office too."""


@cache
def _accepted(vocabulary: Vocabulary, meaning: str, language: str) -> frozenset[str]:
    for own in (vocabulary.keywords, vocabulary.verbs):
        if meaning in own:
            by_code = own[meaning]
            if meaning in vocabulary.native:
                return frozenset(
                    spelling
                    for code in {DEFAULT, spoken(language)}
                    for typed in by_code[code]
                    for spelling in spellings(typed)
                )
            return accepted(by_code, language)
    if vocabulary.base is None:
        raise KeyError(meaning)
    return _accepted(vocabulary.base, meaning, language)


@cache
def _meanings(vocabulary: Vocabulary, language: str) -> Mapping[str, frozenset[str]]:
    inherited = {} if vocabulary.base in (None, SEAT) else vocabulary.base.meanings(language)
    found = {spelling: set(meanings) for spelling, meanings in inherited.items()}
    for meaning in vocabulary.keywords:
        for spelling in vocabulary.accepted(meaning, language):
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
