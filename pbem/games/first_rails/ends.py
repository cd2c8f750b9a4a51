"""The ends of the line in The First Rails, what an end, a station or a run costs, and its board as text."""

from collections.abc import Sequence
from typing import Final

from pbem.games.line import board, maps, suggestions
from pbem.games.line.board import current_cells, ways_out
from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import reason
from pbem.reports.document import Block, ListEntry, Paragraph, TilePicture, Tiles
from pbem.reports.plain import WIDTH, flow
from rules_core.grid import SIDES, Cell, E, N, S, Side, Square, Terrain, W, cell_of, opposite, step, step_cell
from rules_core.line import events as ev
from rules_core.line.actions import BuildStation, EndName, LayRun, NewTile
from rules_core.line.companies import Company
from rules_core.line.legality import check_company_site, check_site, dues_at, kinds_fitting

_INNER: Final = 5
_BAND: Final = (WIDTH - 2) // (_INNER + 1)
"""How many cells stand beside each other before the map goes on below."""
_MARGIN: Final = " "
_HORIZONTAL: Final = {"G": "-" * _INNER, "M": "^" * _INNER, "": " " * _INNER}
_VERTICAL: Final = {"G": "|", "M": "^", "": " "}


def landscape(context: RenderContext) -> list[str]:
    """All tiles laid, north above: number, lake or none, the companies with a station there; mountain sides drawn ^.

    A landscape wider than a mail is drawn in bands from west to east.
    """
    drawing = _Drawing(context)
    cells = context.table.landscape.tiles
    first, beyond = min(cell.x for cell in cells), max(cell.x for cell in cells) + 1
    lines: list[str] = []
    for west in range(first, beyond, _BAND):
        if lines:
            lines += ["", context.catalogue.text("Further east:")]
        lines += drawing.band(range(west, min(west + _BAND, beyond)))
    return [*lines, "", *_legend(context)]


def supply(context: RenderContext) -> str:
    """The small tiles left, by kind (FR-4)."""
    left = context.table.landscape.supply
    kinds = context.listed(f"{context.kind(kind)} {number}" for kind, number in left.items())
    return context.catalogue.text("Small tiles left (%(total)s): %(kinds)s", total=sum(left.values()), kinds=kinds)


class _Drawing:
    """The parts of a landscape's map: each tile's two lines, and the terrain along each side between cells."""

    def __init__(self, context: RenderContext) -> None:
        current = current_cells(context.table.line)
        landscape = context.table.landscape
        self.sides: dict[tuple[Cell, Side], str] = {}
        """G or M for the north and west side of a cell; nothing where no tile lies at either hand."""
        self.inner: dict[Cell, tuple[str, str]] = {}
        for cell, tile in landscape.tiles.items():
            layout = landscape.layout(cell)
            for side in SIDES:
                self.sides[_shared(cell, side)] = layout.sides[side]
            number = f"T{tile.number}{'*' if cell in current else ''}"
            letters = "".join(
                context.letter(card.id) for card in context.components.companies if card.id in tile.stations
            )
            self.inner[cell] = (f"{number:<{_INNER - 1}}{'~' if layout.water else ''}", letters)

    def band(self, columns: range) -> list[str]:
        ys = [cell.y for cell in self.inner if cell.x in columns]
        lines: list[str] = []
        for y in range(min(ys), max(ys) + 1):
            lines += [self._border(columns, y), self._row(columns, y, 0), self._row(columns, y, 1)]
        return [*lines, self._border(columns, max(ys) + 1)]

    def _border(self, columns: range, y: int) -> str:
        line = _MARGIN
        for x in columns:
            line += self._corner(x, y) + _HORIZONTAL[self._side(Cell(x, y), N)]
        return (line + self._corner(columns.stop, y)).rstrip()

    def _row(self, columns: range, y: int, part: int) -> str:
        line = _MARGIN
        for x in columns:
            cell = Cell(x, y)
            line += _VERTICAL[self._side(cell, W)] + self.inner.get(cell, ("", ""))[part].ljust(_INNER)
        return (line + _VERTICAL[self._side(Cell(columns.stop, y), W)]).rstrip()

    def _corner(self, x: int, y: int) -> str:
        meeting = ((Cell(x, y), N), (Cell(x - 1, y), N), (Cell(x, y), W), (Cell(x, y - 1), W))
        return "+" if any(side in self.sides for side in meeting) else " "

    def _side(self, cell: Cell, side: Side) -> str:
        return self.sides.get((cell, side), "")


def _shared(cell: Cell, side: Side) -> tuple[Cell, Side]:
    return (step_cell(cell, side), opposite(side)) if side in (E, S) else (cell, side)


def _legend(context: RenderContext) -> list[str]:
    text = context.catalogue.text
    landscape = context.table.landscape
    layouts = [landscape.layout(cell) for cell in landscape.tiles]
    items = [text("* tiles being built on")]
    if any(layout.water for layout in layouts):
        items.append(text("~ lake"))
    if any("M" in layout.sides for layout in layouts):
        items.append(text("^ mountain side"))
    if any(tile.stations for tile in landscape.tiles.values()):
        items.append(text("letters: companies with a station there"))
    return flow(items, indent=_MARGIN)


def heading(context: RenderContext, cell: Cell) -> str:
    """A tile being built on, and the ends of the line on it: "T2 (lake), end B"."""
    ends = maps.ends_on(context, cell)
    tile, kind = context.tile(cell), context.described(context.table.landscape.layout(cell))
    if len(ends) == 2:
        return context.catalogue.text("%(tile)s (%(kind)s), both ends", tile=tile, kind=kind)
    return context.catalogue.text("%(tile)s (%(kind)s), end %(end)s", tile=tile, kind=kind, end=ends)


def tile_map(context: RenderContext, cell: Cell) -> list[str]:
    """A tile with what lies on it."""
    rows = context.table.landscape.layout(cell).rows
    return maps.tile_map(context, cell, [f" {sign} " for row in rows for sign in row])


def legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """The meanings of the signs on the maps of these tiles; only of those that are there."""
    return [
        *maps.terrain_legend(context, cells),
        *maps.track_legend(context, cells),
        *maps.station_legend(context, cells),
        *maps.ends_legend(context),
    ]


def large_tiles(context: RenderContext) -> Tiles:
    """The kinds of tile that are left, one sign a square, each named as it lies here; plain grassland is left out."""
    left = [context.components.layout(kind, 0) for kind, number in context.table.landscape.supply.items() if number]
    layouts = [layout for layout in left if layout.mountain or layout.water]
    return Tiles(tuple(TilePicture(context.layout(way), tuple(" ".join(row) for row in way.rows)) for way in layouts))


def place(context: RenderContext, name: EndName) -> str:
    """Describe the place of an end and the ways it may go on."""
    end = context.table.line.end(name)
    if end.heading is None:
        return board.station_end(context, name, [context.heading(side) for side in ways_out(context.table.line, end)])
    return board.track_end(context, name)


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
    if square is None or cell_of(square) not in context.table.landscape.tiles:
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
    return board.pieces_laid(context, tile, len(context.table.line.tiles[cell]))


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
