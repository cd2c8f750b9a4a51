"""Reading a letter to the office: from its lines to what is asked for. Nothing is done here, nothing typed raises.

One line asks for one thing. Before the first that does, a letter may greet; behind words of farewell it may say what it
likes. All else that cannot be read is a fault, and a letter with a fault must not be carried out, not even in part.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal, TypeAlias

from pbem.commands.cursor import TokenCursor, cursor_over
from pbem.commands.faults import Fault, ParseError
from pbem.commands.languages import spoken
from pbem.commands.orders.notation import PlayersContext
from pbem.commands.orders.phrases import verb_of_any_game
from pbem.commands.table import VerbTable
from pbem.commands.tokens import MAX_LINE, Token, shown, tokens_of
from pbem.commands.verb import Verb
from pbem.commands.vocabulary import MODERATOR, OFFICE, SEAT
from pbem.games.presentation import usual_kind
from pbem.lobby.arguments import KINDS, OfficeContext
from pbem.lobby.commands import OfficeCommand
from pbem.lobby.verbs import ALL_VERBS, OFFICE_VERBS
from pbem.mail.reading.text import plain
from pbem.moderation.commands import ModeratorLine, ModeratorQuery
from pbem.moderation.verbs import SHOWN
from pbem.terms import Terms

Kind: TypeAlias = Literal["command", "blank", "prose", "fault"]
MOST_LINES: Final = 200
"""Lines that are read; no letter to the office needs as many."""
MOST_COMMANDS: Final = 50
"""Things that one letter may ask for."""
_COMMENT: Final = re.compile(r"(?:^|\s)#(?:\s|$).*")
_SENTENCE: Final = 6
"""A line of so many words that begins like something to ask for, and cannot be read, may be a sentence."""
_ORDERLY: Final = 8
"""Words of the longest line that is taken for an order in a game."""


@dataclass(frozen=True)
class OfficeLine:
    """A line of a letter, numbered from 1, and what was read in it; `fault` says why it cannot be read."""

    number: int
    text: str
    kind: Kind
    commands: tuple[OfficeCommand, ...] = ()
    fault: Fault | None = None


def read(
    lines: Sequence[str], language: str, defaults: Terms, *, moderates: bool = False, unclear: Collection[int] = ()
) -> list[OfficeLine]:
    """A letter's lines, in time proportional to its length.

    `language` is what its writer writes in; `defaults` are the terms of a list for which they name none. The words of
    moderators are known to who `moderates`. `unclear` are the indices of lines that may belong to the line above them,
    or not: each is a fault.
    """
    letter = _OfficeLetter(language, defaults, moderates)
    return [letter.take(line, is_unclear=at in unclear) for at, line in enumerate(lines)]


class _OfficeLetter:
    """A letter as far as it has been read."""

    def __init__(self, language: str, defaults: Terms, moderates: bool) -> None:
        self.language = language
        self.moderates = moderates
        self.context = OfficeContext(language=language, defaults=defaults)
        self.number = 0
        self.commands = 0
        self.closing = False

    def take(self, line: str, *, is_unclear: bool = False) -> OfficeLine:
        """Read one more line."""
        self.number += 1
        text = plain(shown(line)).strip()
        try:
            if is_unclear and text:
                raise ParseError("unclear")
            kind, commands = self._parts(text, len(line))
        except ParseError as error:
            return OfficeLine(self.number, text, "fault", fault=error.fault(usual_kind()))
        self.commands += len(commands)
        return OfficeLine(self.number, text, kind, commands)

    def _parts(self, text: str, length: int) -> tuple[Kind, tuple[OfficeCommand, ...]]:
        bare = _COMMENT.sub("", text).strip()
        tokens = tokens_of(bare) if length <= MAX_LINE else []
        if not text:
            return "blank", ()
        if text == "--":
            self.closing = True
        if self.closing or not bare or text.startswith(">"):
            return "prose", ()
        if not self._is_long_prose(text, length):
            self._check_limits(length)
        if not tokens:
            return "prose", ()
        found = verb_of(tokens, self.language, moderates=self.moderates)
        if found is None:
            self._other(tokens, bare)
            return "prose", ()
        try:
            commands = self._read(*found, tokens, bare)
        except ParseError:
            if not self.commands and self._is_sentence(tokens, found[1]):
                return "prose", ()
            raise
        if self.commands + len(commands) > MOST_COMMANDS:
            raise ParseError("too_many_commands", most=MOST_COMMANDS)
        return "command", commands

    def _is_sentence(self, tokens: Sequence[Token], length: int) -> bool:
        """Whether a line that begins with a word of the office is a sentence all the same: "Back from the sea, ..."."""
        if sum(token.kind == "word" for token in tokens) < _SENTENCE or tokens[length].kind != "word":
            return False
        known = set(OFFICE.meanings(self.language)).union(*(name.split() for names in KINDS.values() for name in names))
        return tokens[length].fold not in known

    def _is_long_prose(self, text: str, length: int) -> bool:
        """Whether a line too long to be read begins like prose: a paragraph that its writer's program did not wrap."""
        tokens = tokens_of(text) if length > MAX_LINE and not self.commands and self.number <= MOST_LINES else []
        return bool(tokens) and verb_of(tokens, self.language, moderates=self.moderates) is None

    def _check_limits(self, length: int) -> None:
        if length > MAX_LINE:
            raise ParseError("long_line", most=MAX_LINE)
        if self.number > MOST_LINES:
            self.closing = True
            raise ParseError("long_letter", lines=MOST_LINES)

    def _read(self, verb: Verb[Any, Any], length: int, tokens: Sequence[Token], text: str) -> tuple[OfficeCommand, ...]:
        """Read what a line asks for whose first tokens are this verb. Raises ParseError, with the verb."""
        behind = tokens[length].column - 1 if len(tokens) > length else len(text)
        last = tokens[length - 1]
        rest = text[min(behind, last.column - 1 + len(last.text)) :]
        if verb.vocabulary is MODERATOR:
            return (
                ModeratorQuery(verb.name, rest)
                if verb.name in SHOWN
                else ModeratorLine(verb.name, rest, self.language),
            )
        is_order, seated = verb.vocabulary is SEAT, PlayersContext(language=spoken(self.language))
        cursor = TokenCursor(tokens, seated, length) if is_order else cursor_over(rest, self.context)
        try:
            return tuple(verb.read(cursor))
        except ParseError as error:
            error.verb = verb.name
            raise

    def _other(self, tokens: Sequence[Token], text: str) -> None:
        """Look at a line that begins with no word of the office: returns if it may be prose."""
        typed = tokens[0].fold
        words = sum(token.kind == "word" for token in tokens)
        verb = verb_of_any_game(tokens, self.language)
        if verb is not None and words <= _ORDERLY and (words < _SENTENCE or verb[1] == 0):
            raise ParseError("order_in_a_game")
        is_orderly = words <= _ORDERLY and not text.endswith((",", "!"))
        near = _near(typed, self.language, moderates=self.moderates) if is_orderly else ""
        if self.commands and typed in SEAT.accepted("closing", self.language):
            self.closing = True
        elif self.commands or near:
            raise ParseError("unknown_command", tokens[0], [near] if near else [])


def verb_of(tokens: Sequence[Token], language: str, *, moderates: bool = False) -> tuple[Verb[Any, Any], int] | None:
    """The verb of the office that a line begins with, and how many tokens name it; None where it begins with none."""
    return next(_table(moderates).named(tokens, language), None)


def _table(moderates: bool) -> VerbTable[Verb[Any, Any]]:
    return ALL_VERBS if moderates else OFFICE_VERBS


def _near(typed: str, language: str, *, moderates: bool) -> str:
    """The verb of the office that a folded word may be a slip of the pen for, as it is written."""
    if len(typed) < 4:
        return ""
    known = {phrase[0]: verb for phrase, verb in _table(moderates).phrases(language).items() if len(phrase) == 1}
    found = get_close_matches(typed[:24], known, n=1, cutoff=0.75)
    return known[found[0]].word(language) if found else ""
