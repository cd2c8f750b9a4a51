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
MESSAGES: Final[Mapping[str, str]] = {
    "glued": N_('"%(word)s" may be a name or a run of track; if it is track, write the letters apart.'),
    "missing_number": N_("How many dice?"),
    "missing_company": N_("Which company?"),
    "missing_end": N_("Which end of the line, A or B?"),
    "missing_pieces": N_("Which way should the line go? Name a side (n, e, s, w) for each piece."),
    "missing_side": N_("A side is missing here: n, e, s or w."),
    "missing_tile": N_("Which tile should be laid there?"),
    "missing_dice": N_("Which dice? Name them by their faces: s straight, c curve, %(third)s, ?."),
    "missing_payment": N_('Pay with how many dice? As in 2h 1?: two hidden ones and one "?".'),
    "missing_price": N_("At which price, 3 or 5?"),
    "missing_wild": N_('With what? A share costs a share die, or with "with ?" a "?".'),
    "missing_symbol": N_('With what? A passenger costs a transport symbol, or with "with ?" a "?".'),
    "unknown_company": N_('I know no company called "%(word)s".'),
    "ambiguous_company": N_('More than one company may be called "%(word)s".'),
    "which_company": N_('"%(word)s" may go with one company or with all before it. Name them in orders of their own.'),
    "unknown_tile": N_('I know no tile called "%(word)s".'),
    "ambiguous_tile": N_('There is more than one tile "%(word)s", or it can lie in more than one way.'),
    "no_tiles": N_('No tiles are laid in this game; the line goes over borders as it is. Leave "%(word)s" out.'),
    "ambiguous_count": N_('Does the number count all of "%(word)s"? Write each die by itself.'),
    "ambiguous_arrow": N_('Does "%(word)s" point east, or does it mean nothing? Write e for east.'),
    "bare_wild": N_('If you want to pay with a "?", write "with ?".'),
    "lone_wild": N_('This "?" belongs to no piece. Write it behind the side the piece points to.'),
    "late_leave": N_("Say by which side the line leaves the station before you name the pieces."),
    "no_end": N_('Dice go back at the end of a turn, but no "end" follows in this letter.'),
    "no_end_within": N_('Dice go back at the end of a turn, but no "end" stands behind the condition on this line.'),
    "discard_and_keep": N_("Say only once which dice you keep, and then not which you discard."),
    "keep_missing": N_("You cannot keep %(kept)s: in front of you lie %(front)s."),
}
"""What is told of faults in orders of games of one line, by their codes."""
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
