"""The First Rails in sentences: what things are called, what happens there alone, why something is refused, what a
map shows, and the drawings that only it has.
"""

from collections.abc import Mapping, Sequence

from pbem.games.first_rails.drawn_map import map_signs, on_page, page, worth, worth_in_words
from pbem.games.first_rails.ends import (
    around,
    at_end,
    heading,
    landscape,
    legend,
    place,
    run_note,
    station_note,
    supply,
    tile_map,
    tile_names,
    track_help,
)
from pbem.games.first_rails.tables import behind, companies, players, screens, standings
from pbem.games.line.board import current_cells
from pbem.games.line.maps import describe_terrain
from pbem.games.line.render_context import Formatter, LineGame, RenderContext, Wordings, on_tile
from pbem.games.line.sentences import ENDINGS, kind_laid
from pbem.i18n import N_, Catalogue
from pbem.reports.document import Sign
from rules_core.games.first_rails.options import pays_once
from rules_core.grid import Cell, Side, Square, cell_of, step
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.events import Due

WORDINGS: Wordings = {
    ("FR-3", "no_such_company"): N_("there is no company called %(company)s."),
    ("FR-4", "no_such_kind"): N_("there is no tile called %(kind)s."),
    ("FR-4", "none_left"): N_("no small tile of this kind is left: %(kind)s."),
    ("FR-10", "not_your_turn"): N_("it is not your turn."),
    ("FR-10", "no_transport"): N_("there are no transport symbols in this game; the share face buys shares."),
    ("FR-20", "no_share_die"): N_("a share costs a share die or a ?, and neither lies in front of your screen."),
    ("FR-20", "no_wild_die"): N_("no ? lies in front of your screen."),
    ("FR-20", "sold_out"): N_("the bank has no share of %(company)s left."),
    ("FR-21", "market_closed"): N_(
        "directors sell only once %(needed)s companies are sold out of the bank; so far there are %(sold_out)s."
    ),
    ("FR-21", "no_director"): N_("%(company)s has no director to buy from."),
    ("FR-22", "own_company"): N_(
        "you are director of %(company)s yourself, and a director buys no shares of it from players."
    ),
    ("FR-22", "director_has_none"): N_("the director of %(company)s has no share of it to sell."),
    ("FR-32", "dead_end"): N_(
        "the piece on %(square)s, pointing at %(ahead)s, would lead end %(end)s into a dead end: it could "
        "never go on to another tile."
    ),
    ("FR-33", "not_at_edge"): N_("end %(end)s, at %(square)s, does not point over an edge, so no tile can be laid."),
    ("FR-33", "stops_at_edge"): N_(
        'the line would stop at the edge of the tile, at %(square)s: go on with "onto", a tile and a piece on it.'
    ),
    ("FR-35", "too_few_pieces"): N_(
        "the tile that is left needs five pieces and has %(pieces)s: %(missing)s more before the line may leave it."
    ),
    ("FR-36", "cell_taken"): N_("T%(tile)s lies there already: the line never goes back onto a tile."),
    ("FR-36", "does_not_fit"): N_(
        "this tile (%(kind)s, mountain sides: %(sides)s) does not match the tiles beside it."
    ),
    ("FR-37", "nothing_fits"): N_(
        "no tile that is left fits beyond the edge at %(square)s, so end %(end)s can't leave there."
    ),
    ("FR-39", "paid_too_much"): N_("mountains and lakes cost %(due)s dice here; you named %(paid)s."),
    ("FR-40", "paid_too_much"): N_("mountains and lakes cost %(due)s dice here; you named %(paid)s."),
    ("FR-50", "not_director"): N_("only the director of %(company)s builds its stations, and that is not you."),
    ("FR-50", "no_station_left"): N_("%(company)s has no station left that fits there (%(kinds)s)."),
    ("FR-50", "kind_used_up"): N_("%(company)s has no %(kind)s left."),
    ("FR-50", "no_such_price"): N_("%(company)s has no %(kind)s for %(price)s dice."),
    ("FR-51", "end_is_station"): N_("end %(end)s, at %(square)s, is a station: lay track between two stations."),
    ("FR-51", "at_border"): N_("%(square)s lies at the border of its tile, where no station may stand."),
    ("FR-51", "beside_station"): N_("%(square)s lies side by side with a station."),
    ("FR-51", "on_water"): N_("%(square)s is water."),
    ("FR-52", "no_kind_fits"): N_(
        "no kind of station fits %(square)s: each needs three squares of its ground among the eight around it."
    ),
    ("FR-52", "kind_does_not_fit"): N_("a %(kind)s does not fit %(square)s, by the eight squares around it."),
    ("FR-52", "which_kind"): N_("%(company)s could build more than one kind there (%(kinds)s): say which."),
    ("FR-53", "has_station_here"): N_("%(company)s has a station on T%(tile)s already."),
    ("FR-70", "no_income_in_last_year"): N_("in the last year the bank pays no income."),
    ("FR-71", "bank_would_break"): N_(
        "the bank would owe %(due)s dice and has %(bank)s, so the state would collapse and the game be over at once. "
        'If you mean it, add "break the bank" to the order.'
    ),
    ("FR-72", "game_over"): N_("the game is over."),
}
"""The sentence for each rule and code; its `%(names)s` are facts of the violation."""

TITLE = "First Rails"
LETTER = "T"
SYMBOL: Sign = "share"


def _share_bought(event: ev.ShareBought, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "company": context.company(event.company)}
    if event.seller is None:
        if event.face == "?":
            return context.catalogue.text("%(player)s buys a share of %(company)s from the bank for a ?.", **facts)
        return context.catalogue.text("%(player)s buys a share of %(company)s from the bank.", **facts)
    facts["seller"] = context.player(event.seller)
    if event.face == "?":
        return context.catalogue.text("%(player)s buys a share of %(company)s from %(seller)s for a ?.", **facts)
    return context.catalogue.text("%(player)s buys a share of %(company)s from %(seller)s.", **facts)


def _tile_laid(event: ev.TileLaid, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s lays a new tile, %(tile)s (%(kind)s).",
        player=context.player(event.seat),
        tile=context.tile(event.cell),
        kind=kind_laid(event, context),
    )


def _tile_left(event: ev.TileLeft, context: RenderContext) -> str:
    return context.catalogue.plural(
        "The line leaves %(tile)s for good; %(n)s die goes back to the bank.",
        "The line leaves %(tile)s for good; %(n)s dice go back to the bank.",
        event.dice,
        tile=context.tile(event.cell),
    )


def _bonus_paid(event: ev.BonusPaid, context: RenderContext) -> str:
    facts = {"player": context.player(event.seat), "count": event.wild}
    if event.reason == "tile":
        return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the new tile.", **facts)
    return context.catalogue.text("%(player)s gets %(count)s ? from the bank for the station.", **facts)


def _station_built(event: ev.StationBuilt, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s builds a %(kind)s of %(company)s at end %(end)s, on %(square)s, and pays %(dice)s.",
        player=context.player(event.seat),
        kind=context.station(event.terrain),
        company=context.company(event.company),
        end=event.end,
        square=context.square(event.square),
        dice=context.payment(event.paid.hidden, event.paid.wild),
    )


def _last_year_began(event: ev.LastYearBegan, context: RenderContext) -> str:
    return context.catalogue.text(
        "This is the last year: %(reason)s. The bank pays no more dice.",
        reason=context.catalogue.text(ENDINGS[event.reason]),
    )


def _passengers_carried(event: ev.PassengersCarried, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(company)s carries %(passengers)s passengers for %(player)s.",
        company=context.company(event.company),
        passengers=context.thousands(event.passengers),
        player=context.player(event.seat),
    )


def _directors_assigned(event: ev.DirectorsAssigned, context: RenderContext) -> str:
    text = context.catalogue.text
    offices = [
        f"{card.name} {context.player(director)}"
        for card, director in zip(context.components.companies, event.directors, strict=True)
        if director is not None
    ]
    if not offices:
        return text("No company has a director.")
    sentence = text("Directors: %(offices)s.", offices=context.listed(offices))
    lost = [text("%(player)s is no longer a director.", player=context.player(seat)) for seat in event.lost_office]
    return " ".join([sentence, *lost])


def _bank_broken(event: ev.BankBroken, context: RenderContext) -> str:
    return context.catalogue.text(
        "The bank owes %(player)s %(due)s dice and has %(bank)s: the state collapses, and play stops at once.",
        player=context.player(event.seat),
        due=event.due,
        bank=event.bank,
    )


def _passengers_moved(event: co.PassengersMoved, context: RenderContext) -> str:
    text, passengers = context.catalogue.text, context.thousands(event.number)
    if event.giver is None and event.taker is not None:
        return text(
            "Correction: %(player)s gets %(passengers)s passengers, behind the screen.",
            player=context.player(event.taker),
            passengers=passengers,
        )
    assert event.giver is not None, "they come from somewhere"
    facts = {"player": context.player(event.giver), "passengers": passengers}
    if event.taker is None:
        return text("Correction: %(player)s loses %(passengers)s passengers, from behind the screen.", **facts)
    return text(
        "Correction: %(passengers)s passengers go from behind the screen of %(player)s behind that of %(taker)s.",
        taker=context.player(event.taker),
        **facts,
    )


def _office_marked(event: co.OfficeMarked, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.marked:
        return context.catalogue.text(
            "Correction: %(player)s counts as having lost the last directorship at the end of last year.", player=player
        )
    return context.catalogue.text(
        "Correction: %(player)s counts as having lost no directorship at the end of last year.", player=player
    )


FORMATTERS: Mapping[type, Formatter] = {
    ev.ShareBought: _share_bought,
    ev.TileLaid: _tile_laid,
    ev.TileLeft: _tile_left,
    ev.BonusPaid: _bonus_paid,
    ev.StationBuilt: _station_built,
    ev.LastYearBegan: _last_year_began,
    ev.PassengersCarried: _passengers_carried,
    ev.DirectorsAssigned: _directors_assigned,
    ev.BankBroken: _bank_broken,
    co.PassengersMoved: _passengers_moved,
    co.OfficeMarked: _office_marked,
}


def square(context: RenderContext, square: Square) -> str:
    """A square as orders name it: "T2 f4"; where no tile lies yet, its place on one."""
    if cell_of(square) not in context.table.landscape.tiles:
        return context.catalogue.text("%(square)s of the new tile", square=on_tile(square))
    return context.numbered(square)


def terrain_at(context: RenderContext, square: Square) -> str:
    """The terrain of a square in words; none is known before the tile lies that a piece points at."""
    if cell_of(square) not in context.table.landscape.tiles:
        return context.catalogue.text("no tile yet")
    return context.terrain(context.table.landscape.terrain(square))


def symbols(catalogue: Catalogue, number: int) -> str:
    """Dice showing a share."""
    return catalogue.plural("%(n)s share", "%(n)s shares", number)


def symbol(catalogue: Catalogue) -> str:
    """The share face, as the head of a column."""
    return catalogue.text("share")


def ahead(_context: RenderContext, square: Square, heading: Side) -> str:
    """The square that a piece points at, of the piece's own tile."""
    return on_tile(step(square, heading))


def landscape_title(catalogue: Catalogue) -> str:
    """The heading for the board."""
    return catalogue.text("The landscape")


def describe_tile(context: RenderContext, cell: Cell) -> list[str]:
    """Describe where a tile has mountains and water."""
    return describe_terrain(context, cell)


def describe_board(context: RenderContext) -> str:
    """All tiles, row by row from north to south."""
    cells = context.table.landscape.tiles
    rows = sorted({cell.y for cell in cells})
    text = context.catalogue.text
    sentences = [text("The landscape, by rows of tiles from north to south, each from west to east.")]
    west = min(cell.x for cell in cells)
    for y in rows:
        row = sorted(cell for cell in cells if cell.y == y)
        tiles = [text("column %(column)s: %(tile)s", column=c.x - west + 1, tile=_summary(context, c)) for c in row]
        sentences.append(text("Row %(row)s: %(tiles)s.", row=y - rows[0] + 1, tiles="; ".join(tiles)))
    return " ".join(sentences)


def _summary(context: RenderContext, cell: Cell) -> str:
    """A tile of the landscape: its number, how it lies, and whose stations are on it."""
    tile, kind = context.tile(cell), context.described(context.table.landscape.layout(cell))
    stations = context.table.landscape.tiles[cell].stations
    if not stations:
        return context.catalogue.text("%(tile)s, %(kind)s", tile=tile, kind=kind)
    companies = context.listed(context.company(company) for company in stations)
    return context.catalogue.text(
        "%(tile)s, %(kind)s, with stations of %(companies)s", tile=tile, kind=kind, companies=companies
    )


def describe_news(context: RenderContext, news: Sequence[ev.Event]) -> list[str]:
    """The tiles that are new."""
    tiles = context.table.landscape.tiles
    laid = [context.tile(event.cell) for event in news if isinstance(event, ev.TileLaid) and event.cell in tiles]
    return [context.catalogue.text("New tiles: %(tiles)s.", tiles=context.listed(laid))] if laid else []


class FirstRailsWording(LineGame):
    """The words and drawings of reports and maps that are only of The First Rails."""

    FORMATTERS = FORMATTERS
    LETTER = LETTER
    SYMBOL = SYMBOL
    TITLE = TITLE
    WORDINGS = WORDINGS

    ahead = staticmethod(ahead)
    around = staticmethod(around)
    at_end = staticmethod(at_end)
    behind = staticmethod(behind)
    companies = staticmethod(companies)
    describe_board = staticmethod(describe_board)
    describe_news = staticmethod(describe_news)
    describe_tile = staticmethod(describe_tile)
    heading = staticmethod(heading)
    landscape = staticmethod(landscape)
    landscape_title = staticmethod(landscape_title)
    legend = staticmethod(legend)
    map_signs = staticmethod(map_signs)
    on_page = staticmethod(on_page)
    page = staticmethod(page)
    place = staticmethod(place)
    players = staticmethod(players)
    run_note = staticmethod(run_note)
    screens = staticmethod(screens)
    square = staticmethod(square)
    standings = staticmethod(standings)
    station_note = staticmethod(station_note)
    supply = staticmethod(supply)
    symbol = staticmethod(symbol)
    symbols = staticmethod(symbols)
    terrain_at = staticmethod(terrain_at)
    tile_map = staticmethod(tile_map)
    tile_names = staticmethod(tile_names)
    track_help = staticmethod(track_help)
    worth = staticmethod(worth)
    worth_in_words = staticmethod(worth_in_words)

    def cells(self, context: RenderContext) -> tuple[Cell, ...]:
        """The tiles being built on."""
        return current_cells(context.table.line)

    def pays_once(self, context: RenderContext, due: Due) -> bool:
        """Whether what is due of a kind is paid for the whole turn (FR-39, FR-40)."""
        return pays_once(context.table, due)
