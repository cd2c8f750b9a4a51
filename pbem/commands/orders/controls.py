"""The verbs by which a player steers a letter: what of it is undone, previewed, confirmed or done on a condition."""

from typing import Final

from pbem.commands.orders import arguments, conditions
from pbem.commands.orders.verb import OrderVerb, alike, command
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_

_COMPARED: Final = ("hidden", "dice", "bank", "year", "passenger", "left", "self", "direct", "director", "not", "and")

CONTROLS: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "undo",
        command("{undo}", N_("Take back your last order, if no dice were rolled after it.")),
        arguments.command("undo"),
    ),
    OrderVerb(
        SEAT,
        "restart",
        command("{restart}", N_("Take back all you did since your last roll, or since your turn began.")),
        arguments.command("restart"),
    ),
    OrderVerb(
        SEAT,
        "check",
        command(
            "{check}",
            N_("Only show what the orders in this letter would do, up to the first roll. Nothing is done."),
        ),
        arguments.command("check"),
    ),
    OrderVerb(
        SEAT,
        "status",
        command("{status}", N_("Send me the position as it stands.")),
        arguments.command("status"),
    ),
    OrderVerb(
        SEAT,
        "help",
        command("{help}", N_("Send me this page.")),
        arguments.ask_help,
    ),
    OrderVerb(
        SEAT,
        "confirm",
        alike(
            Form(
                "{confirm} [<code>]",
                ("{confirm}", "{confirm} 7KM2 9QRT"),
                N_(
                    "Do what the last preview showed. What cannot be undone is done only where you reply to the very "
                    "email that asked, or send the code in it."
                ),
            )
        ),
        arguments.confirm,
    ),
    OrderVerb(
        SEAT,
        "if",
        alike(
            Form(
                "{if} <what> >= <number>: <orders>",
                (
                    "{if} s >= 2: A w w",
                    "{if} {hidden} < 3 {and} {year} < 9: {income}; {roll} {all}",
                    "{if} {self} {direct} weiden: {station} A weiden",
                ),
                N_(
                    "Carry out the orders on this line only if a condition holds when their turn comes; else the line "
                    "is skipped, and the letter goes on. It looks at what you then see: useful behind a roll."
                ),
                ("number", "face", "company", *_COMPARED),
            )
        ),
        conditions.condition,
        alone=False,
        everyday=True,
        opens=True,
    ),
)
