"""What the drawn map shows, in sentences: for screen readers, and for whoever reads mail without pictures."""

from collections.abc import Iterable, Sequence

from pbem.reports.board import ENDS, current_cells
from pbem.reports.ends import paid_for, place
from pbem.reports.map_text import heading
from pbem.reports.names import COLUMNS, Scene, on_tile
from rules_core import events as ev
from rules_core.geometry import SIZE, Cell, Mask, Square, cell_of, indices
from rules_core.line import Fixture


def alt(scene: Scene) -> str:
    """What stands in the place of the picture: what it is, and where the ends of the line are."""
    places = "; ".join(place(scene, name) for name in ENDS)
    return scene.catalogue.text("Map of the line and the landscape. %(ends)s.", ends=places)


def described(scene: Scene, news: Sequence[ev.Event] = ()) -> list[str]:
    """The map in paragraphs: the tiles being built on, the ends, the landscape, and what of `news` lies there."""
    line = scene.table.line
    paragraphs = [_tile(scene, cell) for cell in current_cells(line)]
    ends = [scene.catalogue.text("End %(place)s.", place=place(scene, name)) for name in ENDS]
    paragraphs.append(" ".join([*ends, paid_for(scene)] if scene.table.turn.paid else ends))
    paragraphs.append(_landscape(scene))
    new = _new(scene, news)
    return [*paragraphs, new] if new else paragraphs


def _tile(scene: Scene, cell: Cell) -> str:
    """A tile being built on: its ground, and what lies on it in the order it was laid."""
    layout = scene.table.landscape.layout(cell)
    text = scene.catalogue.text
    sentences = [f"{heading(scene, cell)}."]
    if layout.mountain:
        sentences.append(text("Mountain: %(squares)s.", squares=_squares(scene, layout.mountain)))
    if layout.water:
        sentences.append(text("Water: %(squares)s.", squares=_squares(scene, layout.water)))
    pieces = [_piece(scene, square, fixture) for square, fixture in scene.table.line.tiles.get(cell, {}).items()]
    if pieces:
        sentences.append(text("On it: %(pieces)s.", pieces="; ".join(pieces)))
    return " ".join(sentences)


def _squares(scene: Scene, mask: Mask) -> str:
    """Squares of a tile, those beside each other in a row together: "c3 to f3, d4"."""
    taken = indices(mask)
    starts = [index for index in taken if index % SIZE == 0 or index - 1 not in taken]
    stops = [index for index in taken if index % SIZE == SIZE - 1 or index + 1 not in taken]
    return scene.listed(_stretch(scene, start, stop) for start, stop in zip(starts, stops, strict=True))


def _stretch(scene: Scene, start: int, stop: int) -> str:
    first, last = (f"{COLUMNS[index % SIZE]}{index // SIZE + 1}" for index in (start, stop))
    return first if start == stop else scene.catalogue.text("%(first)s to %(last)s", first=first, last=last)


def _piece(scene: Scene, square: Square, fixture: Fixture) -> str:
    text = scene.catalogue.text
    if fixture.company is not None:
        return text("%(square)s station of %(company)s", square=on_tile(square), company=scene.company(fixture.company))
    one, other = sorted(fixture.sides)
    facts = {"square": on_tile(square), "one": scene.heading(one), "other": scene.heading(other)}
    if scene.table.landscape.terrain(square) == "lake":
        return text("%(square)s bridge from %(one)s to %(other)s", **facts)
    return text("%(square)s track from %(one)s to %(other)s", **facts)


def _landscape(scene: Scene) -> str:
    """All tiles, row by row from north to south."""
    cells = scene.table.landscape.tiles
    rows = sorted({cell.y for cell in cells})
    text = scene.catalogue.text
    sentences = [text("The landscape, by rows of tiles from north to south, each from west to east.")]
    west = min(cell.x for cell in cells)
    for y in rows:
        row = sorted(cell for cell in cells if cell.y == y)
        tiles = [text("column %(column)s: %(tile)s", column=c.x - west + 1, tile=_summary(scene, c)) for c in row]
        sentences.append(text("Row %(row)s: %(tiles)s.", row=y - rows[0] + 1, tiles="; ".join(tiles)))
    return " ".join(sentences)


def _summary(scene: Scene, cell: Cell) -> str:
    """A tile of the landscape: its number, how it lies, and whose stations are on it."""
    tile, kind = scene.tile(cell), scene.described(scene.table.landscape.layout(cell))
    stations = scene.table.landscape.tiles[cell].stations
    if not stations:
        return scene.catalogue.text("%(tile)s, %(kind)s", tile=tile, kind=kind)
    companies = scene.listed(scene.company(company) for company in stations)
    return scene.catalogue.text(
        "%(tile)s, %(kind)s, with stations of %(companies)s", tile=tile, kind=kind, companies=companies
    )


def _new(scene: Scene, news: Sequence[ev.Event]) -> str:
    """What the drawing marks as new; nothing where there is nothing."""
    line, tiles = scene.table.line, scene.table.landscape.tiles
    text = scene.catalogue.text
    laid = [scene.tile(event.cell) for event in news if isinstance(event, ev.TileLaid) and event.cell in tiles]
    track = [event.square for event in news if isinstance(event, ev.PieceLaid) and line.fixture(event.square)]
    built = [
        text("%(company)s at %(square)s", company=scene.company(event.company), square=scene.square(event.square))
        for event in news
        if isinstance(event, ev.StationBuilt) and event.company in tiles[cell_of(event.square)].stations
    ]
    sentences = [
        text("New tiles: %(tiles)s.", tiles=scene.listed(laid)) if laid else "",
        text("New track: %(squares)s.", squares=_listed_squares(scene, track)) if track else "",
        text("New stations: %(stations)s.", stations=scene.listed(built)) if built else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _listed_squares(scene: Scene, squares: Iterable[Square]) -> str:
    return scene.listed(scene.square(square) for square in squares)
