"""Requests to join from people who know no orders: "Anmeldung zum Spiel", "Can I play Railroad Dice?".

A mailbox may hold private mail, too, which must not be answered. So one word is not enough. A request to join is a
short new letter of a person, without links, files and prices, and one of these holds:

- its subject names us or a game;
- its subject says that it is a registration, and nothing else;
- near the name of a game it says that its writer wants to join;
- one of its sentences is short, and says nothing but that they want to join, or to join a game.

The words are those of orders in all languages, and others of the same stem.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from pbem.commands.languages import fold
from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.games.presentation import presented
from pbem.mail.reading.headers import LetterHead
from pbem.mail.reading.letter import Letter

MOST_LINES: Final = 20
"""Lines of a letter by which a stranger asks for something."""
_LINK: Final = re.compile(r"https?://|www\.", re.IGNORECASE)
_PRICE: Final = re.compile(r"\d[.,]\d\d\b|[€$£%]")
_NOBODY: Final = re.compile(r"no-?reply|do-?not-?reply|newsletter", re.IGNORECASE)
_REPLY: Final = re.compile(r"\s*\w{1,4}\s*(?:\[\d+\])?\s*:")
"""The beginning of a subject by which a letter is an answer, or passed on, in whatever language."""
_SENTENCE_END: Final = re.compile(r"[.!?;:]+(?:\s|$)|\n\s*\n")
_WORD: Final = re.compile(r"[^\W_]+")
_NEAR: Final = 8
"""Words between the name of a game and what says that somebody wants to join it."""
_SHORT_SENTENCE: Final = 7
"""Words."""
_LONG_WORD: Final = 8
"""Letters of a verb that says by itself what is meant; "join" is in many a letter."""
_LONGEST_ENDING: Final = 5
_SHORT_VERB: Final = 5
_SMALL: Final = 3
"""Letters of words such as "to" and "zum", of which a subject may hold any."""


def is_short_letter(letter: Letter) -> bool:
    """Whether a letter looks like a person's request: short, and without links."""
    lines = [line for line in letter.lines if line.strip()]
    return len(lines) <= MOST_LINES and not any(_LINK.search(line) for line in lines)


def asks_to_join(settings: Settings, head: LetterHead, letter: Letter) -> bool:
    """Whether a stranger's letter asks to join, in words of its own."""
    if head.in_reply_to or head.references or _REPLY.match(head.subject) or _NOBODY.search(head.from_address):
        return False
    if letter.enclosed or not is_short_letter(letter) or any(_PRICE.search(line) for line in letter.lines):
        return False
    subject, text = _words(head.subject), "\n".join(letter.parted.spaced)
    names = [_words(name) for name in (settings.server.name, *_titles())]
    if any(_places(subject, name) for name in names) or _is_registration(subject):
        return True
    words = [*subject, *_words(text)]
    places = [(at, at + len(name)) for name in names for at in _places(words, name)]
    if any(_has_wish((*words[max(0, at - _NEAR) : at], *words[end : end + _NEAR])) for at, end in places):
        return True
    return any(_is_wish(one) for one in (subject, *map(_words, _SENTENCE_END.split(text))) if one)


def _is_wish(sentence: Sequence[str]) -> bool:
    if len(sentence) > _SHORT_SENTENCE or _is_like(sentence[0], _asking()):
        return False
    if _is_like(sentence[-1], _asking(), _LONG_WORD) and len(sentence) < _SHORT_SENTENCE:
        return True
    has_game = any(_is_like(word, _names("games")) for word in sentence)
    return has_game and any(_is_like(word, _asking()) for word in sentence)


def _is_registration(subject: Sequence[str]) -> bool:
    if not subject or not _is_like(subject[0], _names("register")):
        return False
    return all(len(word) <= _SMALL or _is_like(word, _names("games")) for word in subject[1:])


def _has_wish(words: Iterable[str]) -> bool:
    play = _names("play")
    return any(_is_like(word, _asking()) or word in play or _is_end_of(word, _asking() | play) for word in words)


def _is_like(word: str, verbs: Iterable[str], least: int = 0) -> bool:
    """Whether a word shares a stem of at least `least` letters with one of these, as "anmeldung" with "anmelden"."""
    return any(
        word[: len(stem)] == stem and len(word) <= len(verb) + _LONGEST_ENDING
        for verb in verbs
        if len(verb) >= least and (stem := verb[: max(4, len(verb) - 2)])
    )


def _is_end_of(word: str, verbs: Iterable[str]) -> bool:
    return len(word) > _SHORT_VERB and any(verb.endswith(word) for verb in verbs)


@cache
def _asking() -> frozenset[str]:
    return _names("register") | _names("join")


@cache
def _names(verb: str) -> frozenset[str]:
    names = (name for names in OFFICE.names(verb).values() for name in names)
    return frozenset(fold(name) for name in names if " " not in name)


@cache
def _titles() -> tuple[str, ...]:
    """The names of games that are no words of everyday: of two words or more, without a number behind them."""
    titles = (title.rstrip("0123456789 ") for game in presented() for title in (game.title, game.name))
    return tuple(dict.fromkeys(title for title in titles if " " in title))


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(text)]


def _places(words: list[str], name: list[str]) -> list[int]:
    return [at for at in range(len(words) - len(name) + 1) if name and words[at : at + len(name)] == name]
