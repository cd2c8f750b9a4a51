"""The languages that commands may be written in, each a file in `words/`, and how typed words are compared.

A file holds a table for every audience and section (`[seat.verbs]`), and in it the words for each thing by its name;
the first is the one that is written. All files have the same names: a language is there whole or not at all.
"""

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

Words: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The words for each thing by its name, and then by language."""
DEFAULT: Final = "en"
"""The language of those who write no other, which everybody may use."""
_MAY_BE_EMPTY: Final = ("particles", "faces")
"""Sections in which a language may have no words of its own."""
_SHORT: Final = 3
"""A word of another language has at least as many letters; a shorter one may be mistaken."""
_EXPANDED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o"})


def _read() -> dict[str, dict[str, Any]]:
    """All files by language, English first."""
    texts = {file.name: file.read_text("utf-8") for file in files("pbem.commands").joinpath("words").iterdir()}
    names = sorted(texts, key=lambda name: (name != f"{DEFAULT}.toml", name))
    return {name.removesuffix(".toml"): tomllib.loads(texts[name]) for name in names if name.endswith(".toml")}


def check_whole(found: Mapping[str, Mapping[str, Any]]) -> None:
    """Compare the files of all languages with the English one.

    Raises ValueError, naming the file and the place, where words are missing, not known in English, or no texts.
    """
    wanted = set(_places(found[DEFAULT]))
    for code, tables in found.items():
        places = dict.fromkeys(_places(tables))
        wrong = sorted(wanted.symmetric_difference(places)) or [place for place in places if not _fits(tables, place)]
        if wrong:
            raise ValueError(f"words/{code}.toml: [{wrong[0][0]}.{wrong[0][1]}] {wrong[0][2]}")


def _places(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for audience, sections in tables.items():
        for section, names in sections.items():
            yield from ((audience, section, name) for name in names)


def _fits(tables: Mapping[str, Any], place: tuple[str, str, str]) -> bool:
    audience, section, name = place
    words = tables[audience][section][name]
    is_list = isinstance(words, list) and all(isinstance(word, str) and word.strip() for word in words)
    return is_list and (bool(words) or section in _MAY_BE_EMPTY)


_FILES: Final = _read()
check_whole(_FILES)
LANGUAGES: Final = tuple(_FILES)
"""The languages that commands may be written in, English first; a player of any other writes English."""


@cache
def words(audience: str, section: str) -> Words:
    """A section of all files. Raises KeyError where there is none."""
    names = _FILES[DEFAULT][audience][section]
    return {name: {code: tuple(_FILES[code][audience][section][name]) for code in LANGUAGES} for name in names}


def fold(text: str) -> str:
    """A word as it is compared: case and accents do not count, umlauts are spelled out (ü: ue)."""
    if text.isascii():
        return text.lower()
    return _unaccented(unicodedata.normalize("NFC", text).casefold().translate(_EXPANDED))


def spellings(text: str) -> frozenset[str]:
    """The folded ways to type a word: with its umlauts spelled out, or without their dots."""
    return frozenset((fold(text), _unaccented(text.casefold())))


def _unaccented(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def spoken(language: str) -> str:
    """The language of LANGUAGES that a player of this language writes in: "de" for "de_AT", else "en"."""
    code = language.replace("-", "_").split("_")[0].lower()
    return code if code in LANGUAGES else DEFAULT


def is_foreign(code: str, typed: str, language: str) -> bool:
    """Whether a word of one language may be mistaken by players of another: it is short and not theirs."""
    return code not in (DEFAULT, spoken(language)) and len(typed) < _SHORT


def by_preference(language: str) -> tuple[str, ...]:
    """All languages in the order in which a player of one is understood: their own, English, and the others."""
    own = spoken(language)
    return tuple(sorted(LANGUAGES, key=lambda code: (code != own, code != DEFAULT)))


def accepted(by_language: Mapping[str, Iterable[str]], language: str) -> frozenset[str]:
    """The folded spellings of the words that players of a language may use for one thing.

    Short ones of other languages are left out, as they may be mistaken.
    """
    return frozenset(
        spelling
        for code in LANGUAGES
        for typed in by_language[code]
        if not is_foreign(code, typed, language)
        for spelling in spellings(typed)
    )


def by_word(section: Words, language: str) -> Mapping[str, str]:
    """The names of things by the folded words that players of a language may use; of two things their own word wins."""
    return {
        spelling: name
        for code in reversed(by_preference(language))
        for name, by_language in section.items()
        for typed in by_language[code]
        if not is_foreign(code, typed, language)
        for spelling in spellings(typed)
    }
