"""What things are called in The First Rails."""

from pbem.games.line.render_context import RenderContext, on_tile
from pbem.i18n import Catalogue
from pbem.reports.document import Sign
from rules_core.grid.geometry import Side, Square, cell_of, step

TITLE = "First Rails"
LETTER = "T"
SYMBOL: Sign = "share"


def square(context: RenderContext, square: Square) -> str:
    """A square as orders name it: "T2 f4"; where no tile lies yet, its place on one."""
    if cell_of(square) not in context.table.landscape.tiles:
        return context.catalogue.text("%(square)s of the new tile", square=on_tile(square))
    return context.numbered(square)


def ground(context: RenderContext, square: Square) -> str:
    """What a square of a laid tile is made of."""
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
    """What the board is called."""
    return catalogue.text("The landscape")
