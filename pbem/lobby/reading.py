"""Reading a letter to the office: from its lines to what is asked for. Nothing is done here, nothing typed raises.

One line asks for one thing. Before the first that does, a letter may greet; behind words of farewell it may say what it
likes. All else that cannot be read is a fault, and a letter with a fault must not be carried out, not even in part.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final, Literal, TypeAlias

from pbem.games.presentation import usual_kind
from pbem.i18n import Catalogue
from pbem.lobby import arguments
from pbem.lobby.arguments import Reader
from pbem.lobby.errands import Bid, Errand, Look
from pbem.lobby.opening import open_list
from pbem.lobby.walk import Rest, Unclear
from pbem.lobby.word import Word
from pbem.lobby.words import KINDS, explained, meanings, phrases
from pbem.mail.text import plain
from pbem.moderation.words import MODERATING, SHOWN
from pbem.orders import Fault, explain
from pbem.orders.cursor import Cursor, Scene, Unreadable
from pbem.orders.names import names_of
from pbem.orders.phrases import verb_at
from pbem.orders.requests import Away, Back, RenewAddress
from pbem.orders.tokens import MAX_LINE, Token, shown, tokens_of
from pbem.orders.verbs import BY_NAME
from pbem.orders.words import spoken, vocabulary
from pbem.terms import Terms
from rules_core.games.first_rails.turn import BOX
from rules_core.line.components import components_from

Kind: TypeAlias = Literal["errand", "blank", "prose", "fault"]
MOST_LINES: Final = 200
"""Lines that are read; no letter to the office needs as many."""
MOST_ERRANDS: Final = 50
"""Things that one letter may ask for."""
_COMMENT: Final = re.compile(r"(?:^|\s)#(?:\s|$).*")
_SENTENCE: Final = 6
"""A line of so many words that begins like something to ask for, and cannot be read, may be a sentence."""
_ORDERLY: Final = 8
"""Words of the longest line that is taken for an order in a game."""
_READERS: Final[Mapping[str, Reader]] = {
    "lists": arguments.lists,
    "join": arguments.join,
    "leave": arguments.leave,
    "open": open_list,
    "invite": arguments.invite,
    "decline": arguments.decline,
    "games": arguments.games,
    "standby": arguments.standby,
    "take": arguments.take,
    "return": arguments.come_back,
    "watch": arguments.watch,
    "unwatch": arguments.unwatch,
    "reports": arguments.reports,
    "reminders": arguments.reminders,
    "rulings": arguments.rulings,
    "help": arguments.ask_help,
    "register": arguments.register,
    "confirm": arguments.confirm,
}


@dataclass(frozen=True)
class Reading:
    """A line of a letter, numbered from 1, and what was read in it; `fault` says why it cannot be read."""

    number: int
    text: str
    kind: Kind
    errands: tuple[Errand, ...] = ()
    fault: str = ""
    nearest: str = ""


class _Misread(Exception):
    """Raised where a line cannot be read, with why in words, and what may have been meant."""

    def __init__(self, why: str, nearest: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.nearest = nearest


def read(
    lines: Sequence[str], language: str, defaults: Terms, words: Catalogue, *, moderates: bool = False
) -> list[Reading]:
    """A letter's lines, in time proportional to its length.

    `language` is what its writer writes in, `words` what he is answered in; `defaults` are the terms of a list for
    which he names none. The words of moderators are known to who `moderates`.
    """
    letter = _Letter(language, defaults, words, moderates)
    return [letter.take(line) for line in (_joined(lines, language) if moderates else lines)]


def _joined(lines: Sequence[str], language: str) -> Iterator[str]:
    """A moderator's lines, his reasons on the lines they begin on, however his program wrapped them.

    A line behind one with a reason belongs to it, up to a blank line, a farewell, or one that begins with a word of the
    office.
    """
    taken: list[str] = []
    wrapped = 0
    for line in lines:
        bare = line.strip()
        tokens = tokens_of(bare[:MAX_LINE])
        word = word_at(tokens, language, moderates=True) if tokens else None
        is_closing = bool(tokens) and tokens[0].fold in vocabulary("closing", language)
        if taken and word is None and bare and not is_closing and not bare.startswith((">", "#", "--")):
            taken.append(bare)
            wrapped += 1
            continue
        yield from _whole(taken, wrapped)
        begins = word is not None and word[0] in MODERATING and ":" in bare
        taken, wrapped = ([bare] if begins else []), 0
        if not begins:
            yield line
    yield from _whole(taken, wrapped)


def _whole(taken: Sequence[str], wrapped: int) -> Iterator[str]:
    """Lines as one, with blank ones in the place of those that are part of it, so that numbers stay."""
    if taken:
        yield " ".join(taken)
        yield from [""] * wrapped


class _Letter:
    """A letter as far as it has been read."""

    def __init__(self, language: str, defaults: Terms, words: Catalogue, moderates: bool) -> None:
        self.language = language
        self.moderates = moderates
        self.defaults = defaults
        self.words = words
        self.number = 0
        self.errands = 0
        self.closing = False

    def take(self, line: str) -> Reading:
        """Reads one more line."""
        self.number += 1
        text = plain(shown(line)).strip()
        try:
            kind, errands = self._parts(text, len(line))
        except _Misread as misread:
            return Reading(self.number, text, "fault", fault=misread.why, nearest=misread.nearest)
        self.errands += len(errands)
        return Reading(self.number, text, kind, errands)

    def _parts(self, text: str, length: int) -> tuple[Kind, tuple[Errand, ...]]:
        bare = _COMMENT.sub("", text).strip()
        tokens = tokens_of(bare) if length <= MAX_LINE else []
        if not text:
            return "blank", ()
        if text == "--":
            self.closing = True
        if self.closing or not bare or text.startswith(">"):
            return "prose", ()
        self._check_limits(length)
        if not tokens:
            return "prose", ()
        found = word_at(tokens, self.language, moderates=self.moderates)
        if found is None:
            self._other(tokens, bare)
            return "prose", ()
        try:
            errands = self._read(*found, tokens, bare)
        except _Misread:
            if not self.errands and self._is_sentence(tokens, found[1]):
                return "prose", ()
            raise
        if self.errands + len(errands) > MOST_ERRANDS:
            raise _Misread(self.words.text("One letter can ask for %(most)s things.", most=MOST_ERRANDS))
        return "errand", errands

    def _is_sentence(self, tokens: Sequence[Token], length: int) -> bool:
        """Whether a line that begins with a word of the office is a sentence all the same: "Back from the sea, ..."."""
        if sum(token.kind == "word" for token in tokens) < _SENTENCE or tokens[length].kind != "word":
            return False
        known = set(meanings(self.language)).union(*(name.split() for names in KINDS.values() for name in names))
        return tokens[length].fold not in known

    def _check_limits(self, length: int) -> None:
        if length > MAX_LINE:
            raise _Misread(self.words.text("The line is longer than %(most)s characters.", most=MAX_LINE))
        if self.number > MOST_LINES:
            self.closing = True
            raise _Misread(self.words.text("The letter is longer than %(lines)s lines.", lines=MOST_LINES))

    def _read(self, word: Word, length: int, tokens: Sequence[Token], text: str) -> tuple[Errand, ...]:
        """What a line asks for that begins with the first tokens as this word. Raises _Misread."""
        if word.name in BY_NAME and word.name not in _READERS and word not in MODERATING:
            return self._read_request(word, length, tokens)
        behind = tokens[length].column - 1 if len(tokens) > length else len(text)
        last = tokens[length - 1]
        rest = text[min(behind, last.column - 1 + len(last.text)) :]
        if word in MODERATING:
            return (Look(word.name, rest) if word.name in SHOWN else Bid(word.name, rest, self.language),)
        try:
            return tuple(_READERS[word.name](Rest(rest, self.language, self.defaults)))
        except Unclear as unclear:
            raise _Misread(explained(word, self.words.text(unclear.msgid, **unclear.facts), self.words)) from unclear

    def _read_request(self, word: Word, length: int, tokens: Sequence[Token]) -> tuple[Errand, ...]:
        """What a line asks for that may stand in a letter about a game, too."""
        try:
            found = BY_NAME[word.name].read(Cursor(tokens, _scene(self.language), length))
        except Unreadable as unreadable:
            token = unreadable.token
            typed, column = (token.text, token.column) if token else ("", 0)
            fault = Fault(unreadable.code, usual_kind(), word=typed, column=column, facts=unreadable.facts)
            raise _Misread(explained(word, explain(fault, self.words), self.words)) from unreadable
        return tuple(part for part in found if isinstance(part, Away | Back | RenewAddress))

    def _other(self, tokens: Sequence[Token], text: str) -> None:
        """Looks at a line that begins with no word of the office: returns if it may be prose."""
        typed = tokens[0].fold
        words = sum(token.kind == "word" for token in tokens)
        verb = verb_at(tokens, 0, self.language, opening=False)
        if verb is not None and words <= _ORDERLY and (words < _SENTENCE or verb[1] == 0):
            raise _Misread(
                self.words.text("This looks like an order in a game. Answer the mail about that game with it.")
            )
        is_orderly = words <= _ORDERLY and not text.endswith((",", "!"))
        near = _near(typed, self.language, moderates=self.moderates) if is_orderly else ""
        if self.errands and typed in vocabulary("closing", self.language):
            self.closing = True
        elif self.errands or near:
            raise _Misread(self.words.text('"%(word)s" is nothing I know.', word=tokens[0].text), near)


def word_at(tokens: Sequence[Token], language: str, *, moderates: bool = False) -> tuple[Word, int] | None:
    """The word of the office that a line begins with, and how many tokens name it; None where it begins with none."""
    folds = tuple(token.fold for token in tokens[:3] if token.kind == "word")
    for length in range(len(folds), 0, -1):
        word = phrases(language, moderates=moderates).get(folds[:length])
        if word is not None and all(token.kind == "word" for token in tokens[:length]):
            return word, length
    return None


def _near(typed: str, language: str, *, moderates: bool) -> str:
    """The word of the office that a folded word may be a slip of the pen for, as it is written."""
    if len(typed) < 4:
        return ""
    known = {phrase[0]: word for phrase, word in phrases(language, moderates=moderates).items() if len(phrase) == 1}
    found = get_close_matches(typed[:24], known, n=1, cutoff=0.75)
    return known[found[0]].written(language) if found else ""


@cache
def _scene(language: str) -> Scene:
    """Where a request is read that is about no one game: of all this its reader looks at the language alone."""
    return Scene(usual_kind(), 0, spoken(language), names_of(components_from(BOX)))
