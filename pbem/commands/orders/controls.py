"""The verbs by which a player steers a letter: what of it is undone, previewed, confirmed or done on a condition."""

from typing import Final

from pbem.commands.cursor import NOISE
from pbem.commands.orders import conditions
from pbem.commands.orders.notation import OrderVerb, Part, PlayersCursor, bare, command
from pbem.commands.orders.script import ServerCommand
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_


def _confirm(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`confirm`, `confirm 7KM2 9QRT`: the code is all letters and digits that follow, however they are spaced."""
    cursor.skip(*NOISE)
    typed: list[str] = []
    while (token := cursor.peek()) is not None and token.kind in ("word", "number"):
        typed.append(cursor.next().text)
    cursor.done()
    return (ServerCommand("confirm", "".join(filter(str.isalnum, "".join(typed))).upper()),)


def _help(cursor: PlayersCursor) -> tuple[Part, ...]:
    cursor.skip_to_end()
    return (ServerCommand("help"),)


def _rules(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`rules silent`; `rules` alone asks for no less."""
    cursor.skip(*NOISE)
    cursor.take("silent")
    cursor.done()
    return (ServerCommand("rules"),)


CONTROLS: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "undo",
        command("{undo}", N_("Undo your last order, if no dice were rolled after it.")),
        bare(ServerCommand("undo")),
        shows=True,
    ),
    OrderVerb(
        SEAT,
        "restart",
        command("{restart}", N_("Undo everything since your last roll, or since your turn began.")),
        bare(ServerCommand("restart")),
        shows=True,
    ),
    OrderVerb(
        SEAT,
        "check",
        command(
            "{check}",
            N_("Only preview what the orders in this message would do, up to the first roll. Nothing is done."),
        ),
        bare(ServerCommand("check")),
    ),
    OrderVerb(
        SEAT,
        "status",
        command("{status}", N_("Get the game as it is now.")),
        bare(ServerCommand("status")),
    ),
    OrderVerb(
        SEAT,
        "help",
        command("{help}", N_("Get this help.")),
        _help,
    ),
    OrderVerb(
        SEAT,
        "rules",
        command("{rules} {silent}", N_("Get what is played where the rulebook is silent, and why.")),
        _rules,
    ),
    OrderVerb(
        SEAT,
        "confirm",
        Form(
            "{confirm} [<code>]",
            ("{confirm}", "{confirm} 7KM2 9QRT"),
            N_(
                "Carry out what the last preview showed. What can't be undone is done only if you reply to the email "
                "that asked, or send the code in it."
            ),
        ),
        _confirm,
    ),
    OrderVerb(
        SEAT,
        "if",
        Form(
            "{if} <what> >= <number>: <orders>",
            (),
            N_(
                "Carry out the orders on this line only if a condition is met when they come up; otherwise skip the "
                "line and go on. It looks at what you see at that moment, so it is useful after a roll."
            ),
        ),
        conditions.condition,
        alone=False,
        everyday=True,
        opens=True,
    ),
)
