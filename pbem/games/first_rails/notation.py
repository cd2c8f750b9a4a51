"""The notation of The First Rails, in which its orders and corrections are written."""

from typing import Final

from pbem.commands.orders.notation import Quantity
from pbem.commands.table import Form
from pbem.games.line.corrections.arguments import DIRECTOR, TAKING, TURN, corrections_of_line
from pbem.games.line.orders.names import company_names
from pbem.games.line.orders.notation import DICE, PAYING, mine, notation_of_line, quantities, signs
from pbem.i18n import N_
from rules_core.line.table import PlayerView

_SIGNS: Final = signs("sc$?")


def _shares(view: PlayerView, company: str) -> int:
    return mine(view).shares[view.table.box.company_index(company)]


def _left(view: PlayerView, company: str) -> int:
    return view.table.companies[company].unsold


NOTATION: Final = notation_of_line(
    forms={
        "buy": Form(
            "{buy} [<number>] <company> [{from} {bank}|{director}] [{with} ?]",
            ("{buy} weiden", "{buy} 2 eisberg {from} {bank}", "{buy} insel {from} {director} {with} ?"),
            N_('Buy shares, each for a share die, or for a "?" if you say so or have no share die.'),
            ("number", "company", "from", "bank", "director", "with", "wild", "share"),
        ),
        "lay": Form(
            "A|B [{leave} <side>,] <sides> [{onto} <tile> <sides>] [{pay} <dice>]",
            ("B e e", "A w w w? {onto} nw w?", "B e e {onto} {lake}/e e e", "A {leave} w, w w? {pay} 1?"),
            N_(
                "Lay track at an end of the line: for each piece the side (n, e, s, w) the line points to after it. "
                'The same side again is a straight, another one a curve; "?" after it uses a "?". A tile is named by '
                "how it should lie: grass, lake, lake/e with its printed north to the east, or by its mountain "
                "sides, as nw or nes. From a station, say by which side you leave it."
            ),
            ("direction", "leave", "onto", "tile", "pay", "wild", "break"),
        ),
        "station": Form(
            "{station} A|B <company> [<ground>] [{at} 3|5] [{pay} <dice>]",
            ("{station} A weiden", "{station} B insel {lake} {at} 5 {pay} 3{hidden} 2?"),
            N_(
                "Build a station of a company you direct on the square an end points at. Name the ground (grass, "
                "lake, mountain) if two kinds of station fit, and the price if not the cheapest."
            ),
            ("end", "company", "grassland", "lake", "mountain", "at", *PAYING),
        ),
        "discard": Form(
            "{discard} <faces>",
            ("{discard} c c", "{discard} 2 s $"),
            N_(
                "Say which dice in front of you go back at the end of your turn, if you have more than five: s "
                'straight, c curve, $ share, "?".'
            ),
            DICE,
        ),
    },
    signs=_SIGNS,
    third_letter="a",
    third_face=N_("$ share"),
    paying=N_(
        'Paying: mountains, lakes and stations cost hidden dice or "?". Hidden dice are taken first, unless you '
        'say "%(pay)s": two hidden dice and one "?".'
    ),
    naming=N_(
        "Name companies by their name, its beginning, or their colour. Squares are named as on the maps: T2 f4 is "
        "the fourth square from the north in column f of tile 2."
    ),
    is_printed=False,
    companies=company_names("first_rails"),
    quantities=quantities(
        _SIGNS,
        N_("share dice in front of you"),
        Quantity("shares", "weiden", N_("your shares of it"), _shares),
        Quantity("left", "weiden {left}", N_("its shares that are still in the bank"), _left),
    ),
)
CORRECTIONS: Final = corrections_of_line(
    forms={
        "give": Form(
            "{give} <player> <what>",
            (
                "{give} ben 1 {hidden}",
                "{give} ben 2 c ?",
                "{give} ben 1 {share} weiden",
                "{give} ben 3000 {passenger}",
            ),
            N_("Give a player dice or shares out of the bank, or passengers out of the box."),
        ),
        "take": Form(
            "{take} <player> <what>",
            ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger}"),
            TAKING,
        ),
        "move": Form(
            "{move} <player>|{bank} {to} <player>|{bank} <what>",
            (
                "{move} ben {to} anna 1 {hidden}",
                "{move} ben {to} anna 1 {share} weiden",
                "{move} ben {to} ben 2 {hidden} {as} c c",
                "{move} ben {to} ben c {hidden}",
            ),
            N_("Move them from player to player, or dice from one side of a screen to the other."),
        ),
        "director": DIRECTOR,
        "turn": TURN,
        "paid": Form(
            "{paid} <square> {on}|{off}",
            ("{paid} T2 f4 {on}", "{paid} T2 f4 {off}"),
            N_("Whether the mountain range or lake of a square counts as paid for in the turn being played."),
        ),
        "office": Form(
            "{office} <player> {lost}|{kept}",
            ("{office} ben {lost}",),
            N_('Whether a player counts as having lost the last directorship, so that their income is "?" (FR-11).'),
        ),
    },
    office=("lost", "kept"),
    third_face=NOTATION.third_face,
)
