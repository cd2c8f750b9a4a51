"""The orders of the Toy Train: `roll`, `play 3`, `end`."""

from typing import Final

from pbem.commands.cursor import NOISE
from pbem.commands.orders.notation import Notation, OrderCursor, OrderVerb, Part, Quantity, bare_action, command
from pbem.commands.orders.script import ActionOrder
from pbem.commands.table import Form
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import N_
from toy_game.rules.events import EndTurn, Play, Roll
from toy_game.rules.play import Action
from toy_game.rules.state import Table

WORDS: Final = Vocabulary("seat", SEAT, package="toy_game.server")
HIGHEST: Final = 6
"""The highest number on a card (TO-1)."""


def play(cursor: OrderCursor) -> tuple[Part, ...]:
    """`play 3`, `play the card 3`. Raises ParseError."""
    cursor.skip(*NOISE, "card")
    if not cursor.sees_number():
        raise ParseError("missing_card", cursor.peek())
    number = cursor.number(1, HIGHEST)
    cursor.skip(*NOISE)
    cursor.done()
    return (ActionOrder(Play(cursor.context.seat, number)),)


def write(action: Action, _table: Table, language: str) -> str:
    """The line that asks for an action."""
    if isinstance(action, Play):
        return f"{WORDS.word('play', language)} {action.card}"
    return WORDS.word("roll" if isinstance(action, Roll) else "end", language)


NOTATION: Final = Notation(
    vocabulary=WORDS,
    verbs=(
        OrderVerb(WORDS, "roll", command("{roll}", N_("Roll both dice.")), bare_action(Roll), shows=True),
        OrderVerb(
            WORDS,
            "play",
            Form(
                "{play} <number>",
                ("{play} 3",),
                N_("Play a card from your hand on a die that has none yet."),
                ("number", "card"),
            ),
            play,
            alone=False,
        ),
        OrderVerb(SEAT, "end", command("{end}", N_("End your turn.")), bare_action(EndTurn), shows=True),
    ),
    write=write,
    naming=N_("Cards are named by their number, 1 to 6."),
    situations={N_("Your turn"): ("roll", "play", "end")},
    examples={"if": ("{if} {cards} >= 2: {play} 3",), "next": ("{next}: {roll}; {play} 3", "{next}: {none}")},
    messages={"missing_card": N_("Which card? Give its number.")},
    quantities=(
        Quantity("cards", "{cards}", N_("the cards in your hand"), lambda view, _of: sum(view.hand)),
        Quantity("year", "{year}", N_("the year"), lambda view, _of: view.table.year),
    ),
)
