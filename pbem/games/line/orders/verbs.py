"""The verbs of play in games of one line."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbem.commands.orders.notation import OrderCursor, OrderVerb, Part
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.games.line.orders import dice, shares, stations, track
from pbem.games.line.orders.words import LINE
from pbem.i18n import N_

PAYING: Final = ("pay", "hidden", "wild", "number", "break")
"""What may follow an order that costs dice."""
DICE: Final = ("number", "face", "all", "none")
"""What may follow where dice are named by their faces."""
_ALIKE: Final[Mapping[str, Form]] = {
    "income": Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",)),
    "roll": Form(
        "{roll} <number>{hidden} <number>? | {roll} {all}",
        ("{roll} 4?", "{roll} 3{hidden} 2?", "{roll} {all}"),
        N_('Roll hidden dice (h) and your own "?", once a turn. A number alone means hidden dice.'),
        ("number", "hidden", "wild", "all", "dice", "break"),
    ),
    "keep": Form(
        "{keep} <faces>",
        ("{keep} s s ?",),
        N_("The same from the other side: all other dice in front of you go back."),
        DICE,
    ),
    "end": Form(
        "{end} [{discard} <faces> | {keep} <faces>]",
        ("{end}", "{end} {discard} c c", "{end}, {keep} s s ?"),
        N_("End your turn. What stands after it is not read as orders."),
        ("discard", "keep", "face"),
    ),
}
"""The forms of verbs that look the same in all these games."""
_TAKES: Final[Mapping[str, Sequence[str]]] = {
    "buy": ("number", "company", "from", "bank", "director", "with", "wild", "share"),
    "transport": ("number", "company", "with", "wild", "symbol", "passenger"),
}
"""What may follow a verb, in games that have it or not: it is read in all, so that the rules can refuse it."""
_READERS: Final[Mapping[str, Callable[[OrderCursor], tuple[Part, ...]]]] = {
    "income": dice.income,
    "roll": dice.roll,
    "buy": shares.buy,
    "transport": shares.transport,
    "lay": track.lay,
    "station": stations.station,
    "discard": dice.discard,
    "keep": dice.keep,
    "end": dice.end,
}


def verbs_of_line(forms: Mapping[str, Form]) -> tuple[OrderVerb, ...]:
    """The verbs of a game of one line in the order of help; `forms` are those that it says in its own way."""
    known = {**_ALIKE, **forms}
    return tuple(
        OrderVerb(
            SEAT if name == "end" else LINE,
            name,
            known.get(name) or Form("", (), "", tuple(_TAKES[name])),
            read,
            alone=name in ("income", "end"),
            told=name in known,
            shows=name not in ("discard", "keep", "end"),
            of_end=name in ("discard", "keep"),
            begins=track.begins_run if name == "lay" else None,
            sign="A, B" if name == "lay" else "",
        )
        for name, read in _READERS.items()
    )
