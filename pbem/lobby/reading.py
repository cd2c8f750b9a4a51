"""Reading a letter to the office: from its lines to what is asked for. Nothing is done here, nothing typed raises.

One line asks for one thing. Before the first that does, a letter may greet; behind words of farewell it may say what it
likes. All else that cannot be read is a fault, and a letter with a fault must not be carried out, not even in part.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from typing import Any, Final, TypeAlias

from pbem.commands import orders
from pbem.commands.almost import almost_command, misspelt_command
from pbem.commands.command_reader import OFFICE_LIMITS, CommandReader, LineReading, without_comment
from pbem.commands.courtesy import courtesies, is_courtesy, is_statement, plain_commands
from pbem.commands.cursor import cursor_over, typed
from pbem.commands.languages import DEFAULT, spoken
from pbem.commands.orders.notation import OrderContext, written_kinds
from pbem.commands.orders.phrases import verb_at
from pbem.commands.orders.script import Order, ServerCommand
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.parting import Parting
from pbem.commands.table import Verb
from pbem.commands.tokens import MAX_LINE, ParseError, Token, shown, tokens_of
from pbem.commands.vocabulary import MODERATOR, OFFICE
from pbem.commands.weighing import ORDERLY, Weigher
from pbem.games.presentation import USUAL
from pbem.lobby.commands import Invite, OfficeCommand
from pbem.lobby.fields import KINDS, ListName, OfficeContext, names_of_lists
from pbem.lobby.verbs import ALL_VERBS, OFFICE_VERBS
from pbem.mail.reading.text import plain
from pbem.moderation.lines import SHOWN, ModeratorLine, ModeratorQuery
from pbem.terms import Terms
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold
from rules_core.kernel.position import SeatView

OfficeLine: TypeAlias = LineReading[OfficeCommand]
_SENTENCE: Final = 4
"""The number of words from which a line that begins like a command, and cannot be read, may be a sentence."""
_SENTENCE_OF_GAME: Final = 6
"""The number of words for a line that begins like an order in a game."""
Commands: TypeAlias = tuple[OfficeCommand, ...]
_ABOUT: Final = 3
"""Words within which a moderator's act in other words names what it is about."""
_LONGEST_LINE: Final = 80
"""Words of a line that may hold several requests."""
_MOST_TRIED: Final = 1_000
"""Parts of a letter's lines that are read by themselves; no letter of a person's needs as many."""
_APART: Final = ",;.!–—"
"""Punctuation behind a verb that parts it from what it is about."""
_ENDS_SENTENCE: Final = ("!", ",")
"""Punctuation behind a verb and a word that names no game, with which they are a sentence."""


def read(
    lines: Sequence[str],
    language: str,
    defaults: Terms,
    moderates: bool = False,
    unclear: Collection[int] = (),
    *,
    lists: Sequence[ListName] = (),
    in_other_words: bool = True,
) -> tuple[OfficeLine, ...]:
    """A letter's lines, in time proportional to its length.

    `language` is what its writer writes in; `defaults` are the terms of a list for which they name none. The words of
    moderators are known if the writer `moderates`. `unclear` are the indices of lines that may belong to the line above
    them, or not: each is a fault. `lists` are those that the writer may see, by whose names they may be called. Without
    `in_other_words` a line has to be as help shows it: no greeting, no "please", no verb at its end.
    """
    letter = _OfficeLetter(language, defaults, moderates, lists, in_other_words=in_other_words)
    for at, line in enumerate(lines):
        letter.take(line, is_unclear=at in unclear)
    return letter.finish()


class _OfficeLetter(CommandReader[OfficeCommand], Parting):
    limits = OFFICE_LIMITS

    def __init__(
        self,
        language: str,
        defaults: Terms,
        moderates: bool = False,
        lists: Sequence[ListName] = (),
        *,
        in_other_words: bool = True,
    ) -> None:
        self.language = language
        self.moderates = moderates
        self.table = ALL_VERBS if moderates else OFFICE_VERBS
        self.in_other_words = in_other_words
        self.context = OfficeContext(language=spoken(language), defaults=defaults, lists=names_of_lists(lists))
        weigher = Weigher(self.context, self.table, self.table.verbs, self._wrong, _beside(), is_strict=True)
        super().__init__(USUAL, weigher)
        self.text = ""
        """The line that is being read."""
        self.tried = 0
        """How many parts of lines have been read by themselves."""

    def shown(self, line: str) -> str:
        return plain(super().shown(line)).strip()

    def begins(self, tokens: Sequence[Token]) -> bool:
        return next(self.table.named(tokens), None) is not None

    def orders_in(self, tokens: Sequence[Token], text: str) -> Commands | None:
        self.text = text = without_comment(text).strip()
        if self.closing:
            self.check_farewell([tokens])
            return None
        found = next(self.table.named(tokens), None)
        wrong: ParseError | None = None
        if found is not None:
            try:
                commands = self._read(found[0], _behind(tokens, found[1], text))
            except ParseError as error:
                wrong = error
            else:
                is_list = any(isinstance(command, Invite) for command in commands)  # of guests, or of requests
                return (self._several(tokens) if is_list and self.in_other_words else None) or commands
        is_asked = self.in_other_words and not is_statement(tokens)
        other = (self._in_other_words(tokens, text) or self._several(tokens)) if is_asked else None
        if other:
            return other
        if found is None or wrong is None:
            self._other(tokens, text)
            return None
        if not self.started and self._is_sentence(tokens, found[1], wrong):
            return None
        raise wrong

    def _in_other_words(self, tokens: Sequence[Token], text: str) -> Commands | None:
        for found in plain_commands(tokens, text, self.table) if self.in_other_words else ():
            if found.verb.name == "confirm" or _is_vague(found.verb, tokens_of(found.text)):
                continue  # "Can you confirm?", "Please hold on"
            with suppress(ParseError):
                return self._read(found.verb, found.text)
        return None

    def _several(self, tokens: Sequence[Token]) -> Commands | None:
        """Read a line that asks for several things; None where one of its parts is no request, nor mere courtesy."""
        segments = self.segments_of(tokens) if len(tokens) <= _LONGEST_LINE else []
        read = [self._one(segment) for segment in segments if not is_courtesy(segment)]
        several = [commands for commands in read if commands is not None]
        return tuple(chain(*several)) if 1 < len(several) == len(read) else None

    def verb_follows(self, tokens: Sequence[Token], at: int, segment: Sequence[Token]) -> bool:
        """Whether a request begins here, by the name of its verb."""
        return self.begins(tokens[at:])

    def is_turned(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are a whole request in other words."""
        return not self.begins(tokens) and self.is_readable(tokens)

    def is_readable(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens are a whole request."""
        return self._one(tokens) is not None

    def _one(self, tokens: Sequence[Token]) -> Commands | None:
        if self.tried >= _MOST_TRIED or not tokens:
            return None
        piece = typed(tokens, self.text) + _quote_behind(self.text, tokens[-1])
        of_piece = tokens_of(piece)
        with suppress(ParseError):
            return self._by_name(of_piece, piece)
        return self._in_other_words(of_piece, piece)

    def _by_name(self, tokens: Sequence[Token], text: str) -> Commands:
        """Read a part of a line that begins with a verb. Raises ParseError."""
        self.tried += 1
        found = next(self.table.named(tokens), None) if self.tried <= _MOST_TRIED else None
        if found is None or _is_vague(found[0], tokens[found[1] :]):
            raise ParseError("unknown_verb", tokens[0] if tokens else None)
        return self._read(found[0], _behind(tokens, found[1], text))

    def _wrong(self, line: str) -> ParseError | None:
        """Find why a line is no whole request; None where it is one."""
        try:
            self._by_name(tokens_of(line), line)
        except ParseError as error:
            return error
        return None

    def _is_sentence(self, tokens: Sequence[Token], length: int, wrong: ParseError) -> bool:
        """Whether a line that begins with a word of the office is a sentence all the same: "Back from the sea, ..."."""
        behind = tokens[length:]
        if not behind or behind[0].kind != "word":
            return False
        has_number = any(token.digits for token in behind)
        if is_statement(tokens) and not has_number:
            return True
        if wrong.token is not None and wrong.token.text == behind[0].text and not has_number:
            follows = behind[1].pause if len(behind) > 1 and not is_courtesy(behind[1:]) else self.text[-1]
            is_exclaimed = wrong.code == "which_game" and follows in _ENDS_SENTENCE  # "Take care!"
            is_apart = behind[0].gap and any(sign in behind[0].pause for sign in _APART)  # "Participer, c'est gagner"
            if is_exclaimed or is_apart:
                return True
        if sum(token.kind == "word" for token in tokens) < _SENTENCE:
            return False
        known = set(OFFICE.meanings()).union(*(name.split() for names in KINDS.values() for name in names))
        return behind[0].fold not in known

    def _read(self, verb: Verb[Any, Any], rest: str) -> Commands:
        """Read what a verb asks for with what stands behind it. Raises ParseError, with the verb."""
        if verb.vocabulary is MODERATOR:
            return (
                ModeratorQuery(verb.name, rest)
                if verb.name in SHOWN
                else ModeratorLine(verb.name, rest, self.language),
            )
        try:
            return tuple(verb.read(cursor_over(rest, self.context)))
        except ParseError as error:
            error.verb = verb.name
            raise

    def _other(self, tokens: Sequence[Token], text: str) -> None:
        """Look at a line that begins with no word of the office: returns if it may be prose."""
        is_short = sum(token.kind == "word" for token in tokens) <= ORDERLY
        if is_short and any(_is_order(tokens, text, kind, self.language) for kind in written_kinds()):
            raise ParseError("order_in_a_game")
        wrong = almost_command(tokens, self.weigher, text) if self.in_other_words else None
        self.check_prose(tokens[0], wrong or misspelt_command(tokens, self.weigher, text))


def language_of(lines: Sequence[str], language: str) -> str:
    """The language of the first line that asks for something in words that are no English; else the one that is known.

    English words tell nothing, since our mails show them.
    """
    for line in lines[: OFFICE_LIMITS.lines]:
        codes = OFFICE_VERBS.languages_of(tokens_of(shown(line)[:MAX_LINE]))
        if codes and DEFAULT not in codes:
            return language if spoken(language) in codes else min(codes)
    return language


@cache
def _beside() -> frozenset[str]:
    return frozenset("?").union(*map(courtesies, ("beside", "polite", "asking", "thanks")))


def _is_vague(verb: Verb[Any, Any], behind: Sequence[Token]) -> bool:
    """Whether an act of a moderator, in other words than help shows, does not name what it is about."""
    is_act = verb.vocabulary is MODERATOR and bool(verb.form.takes)
    return is_act and not any(token.digits for token in behind[:_ABOUT])


def _behind(tokens: Sequence[Token], length: int, text: str) -> str:
    last = tokens[length - 1]
    return text[last.column - 1 + len(last.text) :]


@cache
def _start_of(kind: str) -> SeatView:
    """The view of the first seat in a new game of a kind."""
    rules = ruleset_for(kind)
    view: SeatView = rules.view(fold(rules, rules.setup({}, min(rules.seats), lambda _key, _sides: 0)), 0)
    return view


def _verb_of(order: Order) -> str | None:
    """The verb of what steers a letter to a game, or only asks; None for what plays, or asks for more."""
    if isinstance(order, ServerCommand):
        return order.name
    return order.verb if isinstance(order, SeatCommand) and order.is_question else None


def _is_order(tokens: Sequence[Token], text: str, kind: str, language: str) -> bool:
    """Whether the reader of a kind of game takes a line for an order, or for one gone wrong behind the name of a verb.

    It is read as at a game's start: as to reading, all positions are alike but for the names of tiles and players.
    """
    view = _start_of(kind)
    (reading,) = orders.read([text], view, language).lines
    if reading.fault is None:
        known = OFFICE_VERBS.by_name  # "Please confirm that you got this"
        return any(_verb_of(order) not in known for order in reading.orders)
    if sum(token.kind == "word" for token in tokens) >= _SENTENCE_OF_GAME:
        return False
    verb = verb_at(tokens, 0, OrderContext.of(view, language), opening=False)
    is_glued = len(tokens) > 1 and len(tokens[0].fold) > 1  # "Bonne année"
    return verb is not None and (verb[1] > 0 or not is_glued)


def _quote_behind(text: str, token: Token) -> str:
    end = token.column - 1 + len(token.text)
    return text[end : end + 1] if text[end : end + 1] == '"' else ""
