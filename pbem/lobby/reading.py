"""Reading a letter to the office: from its lines to what is asked for. Nothing is done here, nothing typed raises.

One line asks for one thing. Before the first that does, a letter may greet; behind words of farewell it may say what it
likes. All else that cannot be read is a fault, and a letter with a fault must not be carried out, not even in part.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal, TypeAlias

from pbem.commands.budget import MAX_FAULTS, MAX_LINE, MAX_OFFICE_COMMANDS, MAX_OFFICE_LINES, MAX_UNREAD
from pbem.commands.cursor import TokenCursor, cursor_over
from pbem.commands.faults import Fault, ParseError
from pbem.commands.languages import DEFAULT, spoken
from pbem.commands.orders.inflection import stands_last
from pbem.commands.orders.notation import PlayersContext
from pbem.commands.orders.phrases import verb_of_any_game
from pbem.commands.table import VerbTable
from pbem.commands.tokens import Token, shown, tokens_of
from pbem.commands.verb import Verb
from pbem.commands.vocabulary import MODERATOR, OFFICE, SEAT
from pbem.games.presentation import usual_kind
from pbem.lobby.arguments import KINDS, OfficeContext
from pbem.lobby.commands import OfficeCommand
from pbem.lobby.verbs import ALL_VERBS, OFFICE_VERBS
from pbem.mail.reading.text import plain
from pbem.moderation.lines import SHOWN, ModeratorLine, ModeratorQuery
from pbem.terms import Terms

Kind: TypeAlias = Literal["command", "blank", "prose", "fault", "unread"]
"""`unread`: it stands behind too many faults."""
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
    may_be_command: bool = False
    """Whether a line that was not read begins as a command does, or was not even looked at."""


def read(
    lines: Sequence[str],
    language: str,
    defaults: Terms,
    moderates: bool = False,
    unclear: Collection[int] = (),
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
        self.faults = 0
        self.passed_over = 0
        """Lines behind too many faults."""
        self.closing = False

    def take(self, line: str, *, is_unclear: bool = False) -> OfficeLine:
        """Read one more line."""
        self.number += 1
        text = plain(shown(line)).strip()
        if self.faults >= MAX_FAULTS and not self.closing:
            return self._pass_over(text)
        try:
            if is_unclear and text:
                raise ParseError("unclear")
            kind, commands = self._parts(text, len(line))
        except ParseError as error:
            self.faults += 1
            return OfficeLine(self.number, text, "fault", fault=error.fault(usual_kind()))
        self.commands += len(commands)
        return OfficeLine(self.number, text, kind, commands)

    def _pass_over(self, text: str) -> OfficeLine:
        """A line behind too many faults, of which is seen how it begins, if it is among the first of them."""
        self.passed_over += bool(text.strip())
        tokens = [] if self.passed_over > MAX_UNREAD else tokens_of(text)
        begins = bool(tokens) and verb_of(tokens, moderates=self.moderates) is not None
        return OfficeLine(self.number, text, "unread", may_be_command=begins or self.passed_over > MAX_UNREAD)

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
        found = verb_of(tokens, moderates=self.moderates)
        turned = self._verb_last(tokens, bare)
        if found is None:
            if turned is None:
                self._other(tokens, bare)
                return "prose", ()
            commands = turned
        else:
            try:
                commands = self._read(*found, tokens, bare)
            except ParseError:
                if turned is None and not self.commands and self._is_sentence(tokens, found[1]):
                    return "prose", ()
                if turned is None:
                    raise
                commands = turned
        if self.commands + len(commands) > MAX_OFFICE_COMMANDS:
            raise ParseError("too_many_commands", most=MAX_OFFICE_COMMANDS)
        return "command", commands

    def _verb_last(self, tokens: Sequence[Token], text: str) -> tuple[OfficeCommand, ...] | None:
        """The commands of a line whose verb stands last, `12 beitreten`, with nothing beside what belongs to it."""
        table = _table(self.moderates)
        verb = table.phrases.get((tokens[-1].fold,))
        if verb is None or not any(stands_last(tokens[-1].fold, code) for code in table.languages_of(tokens[-1:])):
            return None
        turned = f"{tokens[-1].text} {text[: tokens[-1].column - 1].strip()}"
        try:
            return self._read(verb, 1, tokens_of(turned), turned)
        except ParseError:
            return None

    def _is_sentence(self, tokens: Sequence[Token], length: int) -> bool:
        """Whether a line that begins with a word of the office is a sentence all the same: "Back from the sea, ..."."""
        if sum(token.kind == "word" for token in tokens) < _SENTENCE or tokens[length].kind != "word":
            return False
        known = set(OFFICE.meanings()).union(*(name.split() for names in KINDS.values() for name in names))
        return tokens[length].fold not in known

    def _is_long_prose(self, text: str, length: int) -> bool:
        """Whether a line too long to be read begins like prose: a paragraph that its writer's program did not wrap."""
        tokens = tokens_of(text) if length > MAX_LINE and not self.commands and self.number <= MAX_OFFICE_LINES else []
        return bool(tokens) and verb_of(tokens, moderates=self.moderates) is None

    def _check_limits(self, length: int) -> None:
        if length > MAX_LINE:
            raise ParseError("long_line", most=MAX_LINE)
        if self.number > MAX_OFFICE_LINES:
            self.closing = True
            raise ParseError("long_letter", lines=MAX_OFFICE_LINES)

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
        last = _table(self.moderates).phrases.get((tokens[-1].fold,))
        ends = last is not None and any(stands_last(tokens[-1].fold, code) for code in last.aliases)
        if last is not None and ends and is_orderly and any(token.digits for token in tokens):
            raise ParseError("unknown_command", tokens[0], [last.word(self.language)])
        near = _near(typed, self.language, moderates=self.moderates) if is_orderly else ""
        if self.commands and typed in SEAT.accepted("closing"):
            self.closing = True
        elif self.commands or near:
            raise ParseError("unknown_command", tokens[0], [near] if near else [])


def verb_of(tokens: Sequence[Token], *, moderates: bool = False) -> tuple[Verb[Any, Any], int] | None:
    """The verb of the office that a line begins with, and how many tokens name it; None where it begins with none."""
    return next(_table(moderates).named(tokens), None)


def language_of(lines: Sequence[str], language: str) -> str:
    """The language of the first line that asks for something in words that are no English; else the one that is known.

    English words tell nothing, since our mails show them.
    """
    for line in lines[:MAX_OFFICE_LINES]:
        codes = OFFICE_VERBS.languages_of(tokens_of(shown(line)[:MAX_LINE]))
        if codes and DEFAULT not in codes:
            return language if spoken(language) in codes else min(codes)
    return language


def _table(moderates: bool) -> VerbTable[Verb[Any, Any]]:
    return ALL_VERBS if moderates else OFFICE_VERBS


def _near(typed: str, language: str, *, moderates: bool) -> str:
    """The verb of the office that a folded word may be a slip of the pen for, as it is written."""
    if len(typed) < 4:
        return ""
    known = {phrase[0]: verb for phrase, verb in _table(moderates).phrases.items() if len(phrase) == 1}
    found = get_close_matches(typed[:24], known, n=1, cutoff=0.75)
    return known[found[0]].word(language) if found else ""
