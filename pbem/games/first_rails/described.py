"""What the drawn map of The First Rails shows beside the line, in sentences."""

from collections.abc import Sequence

from pbem.games.line.described import describe_terrain
from pbem.games.line.render_context import RenderContext
from rules_core.grid.geometry import Cell
from rules_core.line import events as ev


def describe_tile(context: RenderContext, cell: Cell) -> list[str]:
    """Where a tile has mountains and water."""
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
