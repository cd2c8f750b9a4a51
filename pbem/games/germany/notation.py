"""The notation of Germany, in which its orders and corrections are written, and the names of its things."""

from typing import Final

from pbem.commands.orders.notation import Quantity
from pbem.commands.table import Form
from pbem.games.line.corrections.arguments import DIRECTOR, TAKING, TURN, corrections_of_line
from pbem.games.line.orders.names import company_names
from pbem.games.line.orders.notation import DICE, PAYING, notation_of_line, quantities, signs
from pbem.games.line.render_context import RenderContext, on_tile
from pbem.i18n import N_, Catalogue
from pbem.reports.document import Sign
from rules_core.grid import Side, Square, cell_of, step
from rules_core.line.chart import Chart, TownSite
from rules_core.line.sectors import site_cost, takers
from rules_core.line.table import PlayerView

_SIGNS: Final = signs("sct?")


def _waiting(view: PlayerView, company: str) -> int:
    return view.table.waiting[view.table.box.company_index(company)]


NOTATION: Final = notation_of_line(
    forms={
        "transport": Form(
            "{transport} [<number>] <company> [{with} ?]",
            ("{transport} weiden", "{transport} 2 {red}", "{transport} weiden {with} ?"),
            N_(
                'Use transport symbols (t): for each of them one more passenger waits for the company. A "?" is used '
                "if you say so or have no symbol. No symbol may be left when you end your turn."
            ),
            ("number", "company", "with", "wild", "symbol", "passenger"),
        ),
        "lay": Form(
            "A|B [{leave} <side>,] <sides> [{pay} <dice>]",
            ("A n n", "B s s e? e", "A {leave} w, w w? {pay} 1?"),
            N_(
                "Lay track at an end of the line: for each piece the side (n, e, s, w) the line points to after it. "
                'The same side again is a straight, another one a curve; "?" after it uses a "?". The line crosses '
                "the border of a sector like any other. From a station, say by which side you leave it."
            ),
            ("direction", "leave", "pay", "wild", "break"),
        ),
        "station": Form(
            "{station} A|B [{leave} <side>] <company> [{pay} <dice>]",
            ("{station} A weiden", "{station} B {red} {pay} 3{hidden} 2?", "{station} A {leave} w weiden"),
            N_(
                "Build a station of any company on the town square or the foreign square an end points at. If the "
                "end is a station, say by which side the line leaves it for a town square beside it."
            ),
            ("end", "leave", "direction", "company", *PAYING),
        ),
        "discard": Form(
            "{discard} <faces>",
            ("{discard} c c", "{discard} 2 s ?"),
            N_(
                "Say which dice in front of you go back at the end of your turn, if you have more than five: s "
                'straight, c curve, "?". Transport symbols (t) cannot go back; use them.'
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
        "Name companies by their name, its beginning, or their colour. Squares are named as on the maps: S14 c3 is "
        "the third square from the north in column c of sector 14."
    ),
    is_printed=True,
    companies=company_names("germany"),
    quantities=quantities(
        _SIGNS,
        N_("transport symbols in front of you"),
        Quantity("waiting", "weiden", N_("passengers in thousands that wait for it"), _waiting),
    ),
)


CORRECTIONS: Final = corrections_of_line(
    forms={
        "give": Form(
            "{give} <player> <what>",
            ("{give} ben 1 {hidden}", "{give} ben 2 c t", "{give} ben 3000 {passenger} weiden"),
            N_("Give a player dice out of the bank, or passengers of a company out of the box, as carried."),
        ),
        "take": Form(
            "{take} <player> <what>",
            ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger} weiden"),
            TAKING,
        ),
        "move": Form(
            "{move} <player>|{bank}|{waiting} {to} <player>|{bank}|{waiting} <what>",
            (
                "{move} ben {to} anna 1 {hidden}",
                "{move} ben {to} ben 2 {hidden} {as} c c",
                "{move} {waiting} {to} ben 2000 {passenger} weiden",
                "{move} {bank} {to} {waiting} 1000 {passenger} weiden",
            ),
            N_(
                "Move them from player to player, dice from one side of a screen to the other, or passengers from "
                "or to where they wait."
            ),
        ),
        "director": DIRECTOR,
        "turn": TURN,
        "paid": Form(
            "{paid} <square> {on}|{off}",
            ("{paid} S14 b3 {on}", "{paid} S14 b3 {off}"),
            N_("Whether the mountains, lake or river of a square count as paid for in the turn being played."),
        ),
        "office": Form(
            "{office} <player> {held}|{nobody}",
            ("{office} ben {held}",),
            N_("Whether a player counts as having directed a company when they last ended a turn (GE-11)."),
        ),
    },
    office=("held", "nobody"),
    third_face=NOTATION.third_face,
)


TITLE = "Germany"
LETTER = "S"
SYMBOL: Sign = "transport"

COLOURS: Final = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "blue": N_("blue"),
    "green": N_("green"),
    None: N_("white"),
}
"""The colours of town squares; None is any company's (GE-31)."""
COUNTRIES: Final = (
    N_("Denmark"),
    N_("Sweden"),
    N_("Poland"),
    N_("Czechia"),
    N_("Austria"),
    N_("Switzerland"),
    N_("France"),
    N_("Luxembourg"),
    N_("Belgium"),
    N_("Netherlands"),
)
"""The countries of the map, each its own message id."""
RIVERS: Final = (
    N_("Rhein"),
    N_("Main"),
    N_("Neckar"),
    N_("Mosel"),
    N_("Donau"),
    N_("Isar"),
    N_("Inn"),
    N_("Weser"),
    N_("Ems"),
    N_("Elbe"),
    N_("Saale"),
    N_("Havel"),
    N_("Spree"),
    N_("Oder"),
    N_("Neiße"),
)
"""The rivers of the map, each its own message id; as towns, they bear the names they have on the map."""


def chart_of(context: RenderContext) -> Chart:
    """The printed board."""
    chart = context.components.chart
    assert chart is not None, "Germany has a printed board"
    return chart


def square(context: RenderContext, square: Square) -> str:
    """A square as orders name it, with its town; abroad the country: "S14 b5 in Frankfurt", "Denmark"."""
    chart = chart_of(context)
    country = chart.country(square)
    if country is not None:
        return context.catalogue.text(country)
    if not chart.is_german(square):
        return context.catalogue.text("a square outside Germany")
    site = chart.sites.get(square)
    if site is None:
        return context.numbered(square)
    return context.catalogue.text("%(square)s in %(town)s", square=context.numbered(square), town=site.town)


def terrain_at(context: RenderContext, square: Square) -> str:
    """The make-up of a square: "Frankfurt, white, 5 dice", "mountain, river Main"."""
    site = chart_of(context).sites.get(square)
    terrain = context.table.landscape.terrain(square)
    parts = [f"{site.town}, {priced(context, site)}"] if site else []
    if site is None or terrain != "grassland":
        parts.append(context.terrain(terrain))
    river = context.river(square)
    if river:
        parts.append(context.catalogue.text("river %(river)s", river=river))
    return context.listed(parts)


def priced(context: RenderContext, site: TownSite) -> str:
    """A town square by its colour and the dice that a station there takes now, dues included: "white 5"."""
    return f"{context.catalogue.text(COLOURS[site.colour])} {site_cost(context.table, site.square)}"


def builders(context: RenderContext, square: Square) -> str:
    """Name the companies that may build on a free town square, or abroad, now (GE-31, GE-32)."""
    able = [company.id for company in takers(context.table, square)]
    if len(able) == len(context.table.companies):
        return context.catalogue.text("any company")
    return context.listed(map(context.company, able)) or context.catalogue.text("no company can")


def symbols(catalogue: Catalogue, number: int) -> str:
    """Dice showing a transport symbol."""
    return catalogue.plural("%(n)s transport symbol", "%(n)s transport symbols", number)


def symbol(catalogue: Catalogue) -> str:
    """The transport symbol, as the head of a column."""
    return catalogue.text("transport")


def ahead(context: RenderContext, square: Square, heading: Side) -> str:
    """The square that a piece points at: of the piece's own sector, or wherever it lies."""
    beyond = step(square, heading)
    chart = chart_of(context)
    within = cell_of(beyond) == cell_of(square) and chart.is_german(beyond)
    return on_tile(beyond) if within and beyond not in chart.sites else context.square(beyond)


def landscape_title(catalogue: Catalogue) -> str:
    """The heading for the board."""
    return catalogue.text("Germany")
