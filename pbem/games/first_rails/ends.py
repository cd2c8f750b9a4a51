"""The ends of the line in The First Rails: what an end, a station or a run costs, and the tiles beyond."""

from pbem.games.first_rails.text_maps import large_tiles
from pbem.games.line import ends, suggestions
from pbem.games.line.board import current_cells, ways_out
from pbem.games.line.render_context import RenderContext
from pbem.games.line.violations import reason
from pbem.reports.document import Block, ListEntry, Paragraph
from rules_core.grid import SIDES, Cell, Side, Square, Terrain, cell_of, step, step_cell
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, EndName, LayRun, NewTile
from rules_core.line.companies import Company
from rules_core.line.legality import check_company_site, check_site, dues_at, kinds_fitting


def place(context: RenderContext, name: EndName) -> str:
    """Describe the place of an end and the ways it may go on."""
    end = context.table.line.end(name)
    if end.heading is None:
        return ends.station_end(context, name, [context.heading(side) for side in ways_out(context.table.line, end)])
    return ends.track_end(context, name)


def at_end(context: RenderContext, name: EndName) -> tuple[str, ...]:
    """The extra cost of the next piece beside its die, the pieces that are missing, and the stations that fit."""
    details = (_due(context, name), _pieces(context, name), _site(context, name))
    return tuple(detail for detail in details if detail)


def around(context: RenderContext) -> list[ListEntry]:
    """For each tile being built on, the tiles that could be laid beside it now (FR-36, FR-37)."""
    cells = current_cells(context.table.line)
    return [_beyond(context, cell) for cell in cells if context.table.landscape.open_sides(cell)]


def _due(context: RenderContext, name: EndName) -> str:
    """The extra cost of the next piece beside its die, in a sentence."""
    square = context.table.line.end(name).ahead
    if square is None:
        return ""
    terrain = context.table.landscape.terrain(square)
    if terrain == "grassland":
        return ""
    if not dues_at(context.table.landscape, context.table.turn.paid, square):
        return context.catalogue.text("The mountain range there is already paid for in this turn.")
    return context.catalogue.text("Building there costs 1 extra die, for the mountain range.")


def _pieces(context: RenderContext, name: EndName) -> str:
    cell = cell_of(context.table.line.end(name).square)
    tile = context.tile(cell)
    if not context.table.landscape.open_sides(cell):
        return context.catalogue.text("The line cannot leave %(tile)s: no tile that is left fits.", tile=tile)
    return ends.pieces_laid(context, tile, len(context.table.line.tiles[cell]))


def _site(context: RenderContext, name: EndName) -> str:
    """The stations that would fit where an end points, and whose they could be (FR-50 to FR-53)."""
    square = context.table.line.end(name).ahead
    if square is None:
        return ""
    bad = check_site(context.table.landscape, context.table.line, name)
    if bad is not None:
        return context.catalogue.text(
            "No station there: %(reason)s", reason=reason(bad, context.catalogue, context.table)
        )
    kinds = kinds_fitting(context.table.landscape.layout(cell_of(square)), square)
    if not kinds:
        return context.catalogue.text("No kind of station fits there.")
    fitting = [
        context.catalogue.text(
            "%(kind)s (%(companies)s)", kind=context.station(kind), companies=_builders(context, name, kind)
        )
        for kind in kinds
    ]
    return context.catalogue.text(
        "Stations that fit there, and their prices: %(stations)s.", stations=context.listed(fitting)
    )


def _builders(context: RenderContext, name: EndName, kind: Terrain) -> str:
    landscape, line = context.table.landscape, context.table.line
    able = [
        f"{context.company(company.id)} {prices}"
        for company in context.table.companies.values()
        if (prices := _prices(company, kind)) and check_company_site(landscape, line, name, company) is None
    ]
    return context.listed(able) or context.catalogue.text("no company can")


def _prices(company: Company, kind: Terrain) -> str:
    return "/".join(str(stock.price) for stock in company.stock if stock.terrain == kind and stock.left)


def _beyond(context: RenderContext, cell: Cell) -> ListEntry:
    head = context.catalogue.text("New tiles that fit beside %(tile)s:", tile=context.tile(cell))
    return ListEntry(head, tuple(_beside(context, cell, side) for side in SIDES))


def _beside(context: RenderContext, cell: Cell, side: Side) -> str:
    facts = {"side": context.heading(side), "tiles": _fitting(context, step_cell(cell, side))}
    return context.catalogue.text("%(side)s: %(tiles)s", **facts)


def _fitting(context: RenderContext, cell: Cell) -> str:
    landscape = context.table.landscape
    if cell in landscape.tiles:
        return context.catalogue.text("%(tile)s lies there", tile=context.tile(cell))
    fitting = context.listed(context.layout(layout) for layout in landscape.fitting(cell))
    return fitting or context.catalogue.text("none that is left")


def station_note(context: RenderContext, build: BuildStation) -> str:
    """A station's kind and price."""
    if build.terrain is None or build.pay is None:
        return ""
    return context.catalogue.text(
        "%(kind)s, costs %(count)s dice", kind=context.station(build.terrain), count=build.pay.total
    )


def run_note(context: RenderContext, run: LayRun) -> str:
    """The note on a run: its die and what is due besides, or where it leads to."""
    text = context.catalogue.text
    if any(isinstance(step, NewTile) for step in run.steps):
        return text("across the edge, onto any tile that fits")
    if len(run.steps) > 1:
        due = sum(
            event.paid.total
            for event in suggestions.outcome(context, suggestions.unpaid(run))
            if isinstance(event, ev.DuePaid)
        )
        if not due:
            return text("across the lake, which is already paid for")
        return context.catalogue.plural("across the lake, %(n)s die", "across the lake, %(n)s dice", due)
    die = suggestions.die_of(context, run)
    if run.pay is None or not run.pay.total:
        return die
    if context.table.landscape.terrain(_first_square(context, run)) == "mountain":
        return text("%(die)s, and 1 die for the mountains", die=die)
    return text("%(die)s, and 2 dice for the lake", die=die)


def _first_square(context: RenderContext, run: LayRun) -> Square:
    end = context.table.line.end(run.end)
    out = run.leave if end.heading is None else end.heading
    assert out is not None, "a station is left by a side that the run names"
    return step(end.square, out)


def track_help(context: RenderContext) -> list[Block]:
    """Explain how track is ordered, and how the tiles are named that can be laid."""
    text = context.catalogue.text
    track = text(
        "Track: one letter per piece, n, e, s or w, the side the line points to after it. The same side again is a "
        "straight, another side a curve. Add ? after a letter to use a ? for that piece. Write more letters to lay "
        'more pieces, and "onto" with a tile where the line crosses the edge.'
    )
    return [Paragraph(track)]


def tile_names(context: RenderContext) -> list[Block]:
    """The large tiles that are left, each named as it lies."""
    tiles = large_tiles(context)
    if not tiles.items:
        return []
    sentence = context.catalogue.text(
        "Large tiles are named by how they lie: a mountain tile by its mountain sides, a lake by where the north of "
        "this picture points (lake/e: east)."
    )
    return [Paragraph(sentence), tiles]
