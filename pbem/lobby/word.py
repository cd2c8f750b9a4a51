"""A word that letters to the office are written in. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.orders.words import LANGUAGES, spoken


@dataclass(frozen=True, eq=False)
class Word:
    """Something to ask the office for: what it is called, what it looks like, and what it does."""

    name: str
    aliases: Mapping[str, tuple[str, ...]]
    """The names in each language; the first is the one that is written."""
    shape: str
    examples: tuple[str, ...]
    explanation: str
    """What it does, as a message id."""

    def written(self, language: str) -> str:
        """The word as it is written in a language."""
        return self.aliases[spoken(language)][0]


def named(en: str, de: str, fr: str) -> dict[str, tuple[str, ...]]:
    """The names of a word in each language, given with commas between them."""
    return {code: tuple(text.split(", ")) for code, text in zip(LANGUAGES, (en, de, fr), strict=True)}
