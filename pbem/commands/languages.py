"""The languages that commands may be written in, each a file in `words/`, and how typed words are compared.

A file holds a table for every audience and section (`[seat.verbs]`), and in it the words for each thing by its name;
the first is the one that is written. All files have the same names: a language is there whole or not at all. A game
with words of its own has such files in its package, one for each of the languages here.
"""

import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from pbem.naming import EXPANDED

Words: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The words for each thing by its name, and then by language."""
DEFAULT: Final = "en"
"""The language of those who write no other, which everybody may use."""
GENERAL: Final = "pbem.commands"
"""The package whose words are the same in every game."""
_WRITTEN: Final = ("verbs", "keywords", "phrases")
"""Sections of words that are written, so that every language has some; of others it may have none of its own."""


_DECLARED: Final[dict[str, dict[str, dict[str, dict[str, dict[str, list[str]]]]]]] = {}


def declare_words(package: str, audience: str, sections: Mapping[str, Words]) -> None:
    """Declare the words of an audience in a package that has no files of them, by section, name and language.

    Raises ValueError where a language of LANGUAGES is missing, or no such language is known.
    """
    found: dict[str, dict[str, dict[str, dict[str, list[str]]]]] = {}
    for section, names in sections.items():
        for name, by_language in names.items():
            for code in sorted(set(LANGUAGES).symmetric_difference(by_language)):
                raise ValueError(f"{package}: the words for {name!r} lack {code!r}, or know it alone")
            for code, typed in by_language.items():
                table = found.setdefault(code, {}).setdefault(audience, {}).setdefault(section, {})
                table[name] = list(typed)
    _DECLARED[package] = found
    _files.cache_clear()
    words.cache_clear()


@cache
def _files(package: str) -> Mapping[str, Mapping[str, Any]]:
    """All files of a package by language, English first. Raises ValueError where they are not whole."""
    if package in _DECLARED:
        return _DECLARED[package]
    folder = files(package).joinpath("words")
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    names = sorted(texts, key=lambda name: (name != f"{DEFAULT}.toml", name))
    found = {name.removesuffix(".toml"): tomllib.loads(texts[name]) for name in names}
    wanted = found if package == GENERAL else _files(GENERAL)
    check_whole(found, wanted, folder=package.replace(".", "/") + "/words")
    return found


def check_whole(found: Mapping[str, Mapping[str, Any]], languages: Iterable[str], *, folder: str) -> None:
    """Compare the files of all languages with the English one; `languages` are those that there have to be.

    Raises ValueError, naming the file and the place, where words are missing, not known in English, or no texts.
    """
    for code in sorted(set(languages).symmetric_difference(found)):
        raise ValueError(f"{folder}/{code}.toml " + ("is of an unknown language" if code in found else "is missing"))
    wanted = set(_places(found[DEFAULT]))
    for code, tables in found.items():
        places = dict.fromkeys(_places(tables))
        wrong = sorted(wanted.symmetric_difference(places)) or [place for place in places if not _fits(tables, place)]
        if wrong:
            raise ValueError(f"{folder}/{code}.toml: [{wrong[0][0]}.{wrong[0][1]}] {wrong[0][2]}")


def _places(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for audience, sections in tables.items():
        for section, names in sections.items():
            yield from ((audience, section, name) for name in names)


def _fits(tables: Mapping[str, Any], place: tuple[str, str, str]) -> bool:
    audience, section, name = place
    words = tables[audience][section][name]
    is_list = isinstance(words, list) and all(isinstance(word, str) and word.strip() for word in words)
    return is_list and (bool(words) or section not in _WRITTEN)


LANGUAGES: Final = tuple(_files(GENERAL))
"""The languages that commands may be written in, English first; a player of any other writes English."""


@cache
def words(audience: str, section: str, package: str = GENERAL) -> Words:
    """A section of all files of a package; empty where there is none. Raises ValueError where they are not whole."""
    found = {code: tables.get(audience, {}).get(section, {}) for code, tables in _files(package).items()}
    return {name: {code: tuple(found[code][name]) for code in LANGUAGES} for name in found[DEFAULT]}


def every_word(package: str, but: Collection[str] = ()) -> Iterator[str]:
    """All that may be typed for anything by the files of a package, but for the things of some names."""
    for tables in _files(package).values():
        yield from (typed for at in _places(tables) if at[2] not in but for typed in tables[at[0]][at[1]][at[2]])


def fold(text: str) -> str:
    """A word as it is compared: case and accents do not count, umlauts are spelled out (ü: ue)."""
    if text.isascii():
        return text.lower()
    return _unaccented(unicodedata.normalize("NFC", text).casefold().translate(EXPANDED))


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


def accepted(by_language: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The folded spellings of the words for one thing, in all languages."""
    return frozenset(spelling for words in by_language.values() for typed in words for spelling in spellings(typed))


def by_word(section: Words, language: str) -> Mapping[str, str]:
    """The names of things by the folded words for them in all languages, as a writer in one of them means them.

    Of a word that means several things, the meaning in the writer's language counts, or else the English one; with
    neither it is left out.
    """
    found = {}
    for word, names in _names_by_word(section).items():
        meant = names.get(spoken(language)) or names.get(DEFAULT)
        if meant or len(set(names.values())) == 1:
            found[word] = meant or next(iter(names.values()))
    return found


def doubtful(section: Words, language: str) -> Mapping[str, tuple[str, ...]]:
    """The names of all things that a folded word means, for the words that `by_word` leaves out."""
    known = by_word(section, language)
    return {
        word: tuple(dict.fromkeys(names.values()))
        for word, names in _names_by_word(section).items()
        if word not in known
    }


def _names_by_word(section: Words) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for name, by_language in section.items():
        for code in LANGUAGES:
            for typed in by_language[code]:
                for spelling in spellings(typed):
                    found.setdefault(spelling, {})[code] = name
    return found
