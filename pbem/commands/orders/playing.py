"""The verbs of play: what is done in one's turn."""

from typing import Final

from pbem.commands.orders import building, grammar, sites
from pbem.commands.orders.verb import OrderVerb, alike
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_

_PAYING: Final = ("pay", "hidden", "wild", "number", "break")
_DICE: Final = ("number", "face", "all", "none")

TURN: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "income",
        alike(
            Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",))
        ),
        grammar.income,
    ),
    OrderVerb(
        SEAT,
        "roll",
        alike(
            Form(
                "{roll} <number>{hidden} <number>? | {roll} {all}",
                ("{roll} 4?", "{roll} 3{hidden} 2?", "{roll} {all}"),
                N_('Roll hidden dice (h) and your own "?", once a turn. A number alone means hidden dice.'),
                ("number", "hidden", "wild", "all", "dice", "break"),
            )
        ),
        grammar.roll,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "buy",
        {},
        grammar.buy,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "transport",
        {},
        grammar.transport,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "lay",
        {},
        building.lay,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "station",
        {},
        sites.station,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "discard",
        {},
        grammar.discard,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "keep",
        alike(
            Form(
                "{keep} <faces>",
                ("{keep} s s ?",),
                N_("The same from the other side: all other dice in front of you go back."),
                _DICE,
            )
        ),
        grammar.keep,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "end",
        alike(
            Form(
                "{end} [{discard} <faces> | {keep} <faces>]",
                ("{end}", "{end} {discard} c c", "{end}, {keep} s s ?"),
                N_("End your turn. What stands after it is not read as orders."),
                ("discard", "keep", "face"),
            )
        ),
        grammar.end,
    ),
)
