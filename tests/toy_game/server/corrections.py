"""Corrections of a position of the Toy Train by a moderator: `move 3 from anna to ben`, `move 3 from deck to ben`."""

from collections.abc import Sequence
from typing import Final

from pbem.commands.cursor import TokenCursor
from pbem.commands.orders.notation import PlayersContext
from pbem.commands.orders.talking import player
from pbem.commands.table import Form, Verb, VerbTable
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.games.parts import Corrections
from pbem.i18n import N_
from rules_core.kernel.events import Corrected
from toy_game.rules.events import CardMoved
from toy_game.rules.state import Table
from toy_game.server.orders import HIGHEST

WORDS: Final = Vocabulary("correction", SEAT, package="toy_game.server")


def _move(cursor: TokenCursor[PlayersContext]) -> tuple[Corrected, ...]:
    if not cursor.sees_number():
        raise ParseError("missing_card", cursor.peek())
    number = cursor.number(1, HIGHEST)
    cursor.skip("from")
    giver = _place(cursor)
    cursor.skip("to")
    taker = _place(cursor)
    cursor.done()
    return (CardMoved(number, giver, taker),)


def _place(cursor: TokenCursor[PlayersContext]) -> int | None:
    if cursor.peek() is None:
        raise ParseError("missing_place")
    return None if cursor.take("deck") else player(cursor)


def _context(_table: Table, players: Sequence[str], language: str) -> PlayersContext:
    return PlayersContext(language=language, vocabulary=WORDS, players=tuple(players))


CORRECTIONS: Final = Corrections(
    verbs=VerbTable(
        WORDS,
        (
            Verb(
                WORDS,
                "move",
                Form(
                    "{move} <number> {from} <player>|{deck} {to} <player>|{deck}",
                    ("{move} 3 {from} {deck} {to} ben",),
                    N_("Move a card between hands, or between a hand and the deck."),
                ),
                _move,
            ),
        ),
        {"missing_card": N_("Which card? Give its number."), "missing_place": N_("From whom, and to whom?")},
    ),
    context=_context,
    facts=lambda _words: {},
    otherwise=N_("For everything else, take the game back with `%(rollback)s`."),
)
