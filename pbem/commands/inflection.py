"""The forms of verbs, by the endings of each language: `kaufen` makes `kaufe` and `kauf`, `buy` makes `buying`.

Orders are written with the names in the files of words. Others of their forms are no orders, but show that a line may
be meant for one; and an infinitive, where a language has an ending for it, may stand last: `Weiden kaufen`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from pbem.commands.languages import LANGUAGES, fold, spellings, words
from pbem.commands.table import Verb
from pbem.commands.tokens import Token

Verbs: TypeAlias = tuple[Verb[Any, Any], ...]

LONGEST_TURNED: Final = 24
"""Words of a request whose verb stands last."""
_SHORTEST: Final = 3
"""Letters of the shortest form."""
_NONE: Final = "-"
"""An ending that is none."""


class VerbForm(NamedTuple):
    """A form of a verb: which verb, in which language, and the word in its names that it is a form of."""

    verb: Verb[Any, Any]
    language: str
    name: str


@cache
def _endings(language: str) -> tuple[tuple[str, ...], ...]:
    listed = words("seat", "particles")["endings"][language]
    return tuple(tuple(ending.replace(_NONE, "") for ending in line.split()) for line in listed)


def _inflected(word: str, language: str) -> Iterator[str]:
    for infinitive, *others in _endings(language):
        if word.endswith(infinitive):
            stem = word.removesuffix(infinitive)
            yield from (stem + other for other in others if len(stem + other) >= _SHORTEST)


def stands_last(word: str, language: str) -> bool:
    """Whether a folded word is an infinitive, in a language that knows one by its ending."""
    endings = [infinitive for infinitive, *_ in _endings(language)]
    return "" not in endings and word.endswith(tuple(endings))


def _names(verbs: Verbs) -> Iterator[tuple[Verb[Any, Any], str, str]]:
    for verb in verbs:
        for language in LANGUAGES:
            for name in verb.aliases[language]:
                if " " not in name:
                    yield from ((verb, language, spelling) for spelling in sorted(spellings(name)))


@cache
def forms_of(verbs: Verbs) -> Mapping[str, tuple[VerbForm, ...]]:
    """Verbs by folded word, with all forms of their names that are one word."""
    found: dict[str, dict[VerbForm, None]] = {}
    for verb, language, name in _names(verbs):
        for form in (name, *_inflected(name, language)):
            found.setdefault(form, {})[VerbForm(verb, language, name)] = None
    return {form: tuple(verbs) for form, verbs in found.items()}


@cache
def infinitives(verbs: Verbs) -> Mapping[str, tuple[str, ...]]:
    """The infinitives by which a line may end, and the forms of each that may begin an order, itself first."""
    return {
        name: tuple(dict.fromkeys((name, *_inflected(name, language))))
        for _, language, name in _names(verbs)
        if stands_last(name, language)
    }


def turned(tokens: Sequence[Token], verbs: Verbs) -> Iterator[list[Token]]:
    """The tokens of a request whose verb stands last, as in `Weiden kaufen`, with the verb first, as it may be meant.

    It has to be an infinitive; whether the rest belongs to it is still to be read.
    """
    if 2 <= len(tokens) <= LONGEST_TURNED and tokens[-1].kind == "word":
        for form in infinitives(verbs).get(tokens[-1].fold, ()):
            yield [tokens[-1]._replace(fold=form), *tokens[:-1]]


@cache
def spread_names(verbs: Verbs) -> Sequence[tuple[Verb[Any, Any], tuple[frozenset[str], ...]]]:
    """The names of two words of verbs: for each word the forms that it may have."""
    groups = [frozenset((name, *_inflected(name, language))) for _, language, name in _names(verbs)]
    found = []
    for verb in verbs:
        for names in verb.aliases.values():
            for typed in (spelling for name in names if name.count(" ") == 1 for spelling in spellings(name)):
                parts = tuple(
                    frozenset((word,)).union(*(one for one in groups if word in one)) for word in typed.split()
                )
                found.append((verb, parts))
    return found


@cache
def separated_forms(verbs: Verbs) -> Mapping[str, tuple[tuple[frozenset[str], VerbForm], ...]]:
    """Verbs whose name is parted in a sentence, by the folded word that stands last, with the forms of the first.

    By the prefixes of a language `beitreten` makes `trete ... bei`; a name of two words, `lade ein`, is one as it is.
    """
    found: dict[str, list[tuple[frozenset[str], VerbForm]]] = {}
    for verb, language, name in _names(verbs):
        for prefix in words("seat", "particles")["separable"][language]:
            rest = name.removeprefix(fold(prefix))
            if rest != name and len(rest) > _SHORTEST and stands_last(rest, language):
                parted = (frozenset(_inflected(rest, language)), VerbForm(verb, language, name))
                found.setdefault(fold(prefix), []).append(parted)
    for verb in verbs:
        for language in LANGUAGES:
            for name in verb.aliases[language]:
                for first, last in (one.split() for one in spellings(name) if one.count(" ") == 1):
                    if last in map(fold, words("seat", "particles")["separable"][language]):
                        found.setdefault(last, []).append((frozenset((first,)), VerbForm(verb, language, name)))
    return {last: tuple(parted) for last, parted in found.items()}
