"""How orders of Germany are written."""

from typing import Final

from pbem.commands.orders.notation import Quantity
from pbem.commands.verb import Form
from pbem.games.line.orders.conditions import quantities, signs
from pbem.games.line.orders.notation import notation_of_line
from pbem.games.line.orders.verbs import DICE, PAYING
from pbem.i18n import N_
from rules_core.line.views import PlayerView

_SIGNS: Final = signs("sct?")


def _waiting(view: PlayerView, company: str) -> int:
    return view.table.waiting[view.table.box.company_index(company)]


NOTATION: Final = notation_of_line(
    forms={
        "transport": Form(
            "{transport} [<number>] <company> [{with} ?]",
            ("{transport} weiden", "{transport} 2 {red}", "{transport} weiden {with} ?"),
            N_(
                "Use transport symbols (t): for each of them one passenger more waits for the company. "
                'A "?" is used where you say so or have no symbol. No symbol may be left when you end your turn.'
            ),
            ("number", "company", "with", "wild", "symbol", "passenger"),
        ),
        "lay": Form(
            "A|B [{leave} <side>,] <sides> [{pay} <dice>]",
            ("A n n", "B s s e? e", "A {leave} w, w w? {pay} 1?"),
            N_(
                "Lay track at an end of the line: for each piece the side (n, e, s, w) the line points to after "
                'it. The same side again is a straight, another one a curve; "?" behind it uses a "?". '
                "Over the border of a sector the line goes on like anywhere else. "
                "From a station, say by which side you leave it."
            ),
            ("direction", "leave", "pay", "wild", "break"),
        ),
        "station": Form(
            "{station} A|B [{leave} <side>] <company> [{pay} <dice>]",
            ("{station} A weiden", "{station} B {red} {pay} 3{hidden} 2?", "{station} A {leave} w weiden"),
            N_(
                "Build a station of any company on the town square or the foreign square an end points at. "
                "Where the end is a station, say by which side the line leaves it for a town square beside it."
            ),
            ("end", "leave", "direction", "company", *PAYING),
        ),
        "discard": Form(
            "{discard} <faces>",
            ("{discard} c c", "{discard} 2 s ?"),
            N_(
                "Say which dice in front of you go back at the end of your turn, where you have more than five: "
                's straight, c curve, "?". Transport symbols (t) cannot go back; use them.'
            ),
            DICE,
        ),
    },
    signs=_SIGNS,
    third_letter="t",
    third_face=N_("t transport symbol"),
    paying=N_(
        'Paying: rivers, mountains, lakes and stations cost hidden dice or "?". Hidden dice are taken first, '
        'unless you say "%(pay)s": two hidden dice and one "?".'
    ),
    naming=N_(
        "Companies go by their name, its beginning, or their colour. Squares are named as on the maps: S14 c3 is "
        "the third square from the north in column c of sector 14."
    ),
    is_printed=True,
    quantities=quantities(
        _SIGNS,
        N_("transport symbols in front of you"),
        Quantity("waiting", "weiden", N_("passengers in thousands that wait for it"), _waiting),
    ),
)
