"""The verbs by which a player steers a letter: what of it is undone, previewed, confirmed or done on a condition."""

from typing import Final

from pbem.commands.orders import conditions
from pbem.commands.orders.notation import NOISE, OrderVerb, Part, PlayersCursor, bare, command
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
    return (ServerCommand("confirm", "".join(typed).upper()),)


def _help(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`help`, whatever follows."""
    cursor.skip_to_end()
    return (ServerCommand("help"),)


CONTROLS: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "undo",
        command("{undo}", N_("Take back your last order, if no dice were rolled after it.")),
        bare(ServerCommand("undo")),
        shows=True,
    ),
    OrderVerb(
        SEAT,
        "restart",
        command("{restart}", N_("Take back all you did since your last roll, or since your turn began.")),
        bare(ServerCommand("restart")),
        shows=True,
    ),
    OrderVerb(
        SEAT,
        "check",
        command(
            "{check}",
            N_("Only show what the orders in this letter would do, up to the first roll. Nothing is done."),
        ),
        bare(ServerCommand("check")),
    ),
    OrderVerb(
        SEAT,
        "status",
        command("{status}", N_("Send me the position as it stands.")),
        bare(ServerCommand("status")),
    ),
    OrderVerb(
        SEAT,
        "help",
        command("{help}", N_("Send me this page.")),
        _help,
    ),
    OrderVerb(
        SEAT,
        "confirm",
        Form(
            "{confirm} [<code>]",
            ("{confirm}", "{confirm} 7KM2 9QRT"),
            N_(
                "Do what the last preview showed. What cannot be undone is done only where you reply to the very "
                "email that asked, or send the code in it."
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
                "Carry out the orders on this line only if a condition holds when their turn comes; else the line "
                "is skipped, and the letter goes on. It looks at what you then see: useful behind a roll."
            ),
        ),
        conditions.condition,
        alone=False,
        everyday=True,
        opens=True,
    ),
)
