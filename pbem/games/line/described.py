"""What the drawn map shows, in sentences: for screen readers, and for whoever reads mail without pictures."""

from collections.abc import Iterable, Sequence

from pbem.games.line.drawing.board import ENDS
from pbem.games.line.ends import paid_for, place
from pbem.games.line.render_context import COLUMNS, Scene, on_tile
from rules_core import events as ev
from rules_core.geometry import SIZE, Cell, Mask, Square, cell_of, indices
from rules_core.line import Fixture


def alt(scene: Scene) -> str:
    """What stands in the place of the picture: what it is, and where the ends of the line are."""
    places = "; ".join(place(scene, name) for name in ENDS)
    return scene.catalogue.text("Map of the line and the landscape. %(ends)s.", ends=places)


def described(scene: Scene, news: Sequence[ev.Event] = ()) -> list[str]:
    """The map in paragraphs: the tiles being built on, the ends, the whole board, and what of `news` lies there."""
    paragraphs = [_tile(scene, cell) for cell in scene.presenter.cells(scene)]
    ends = [scene.catalogue.text("End %(place)s.", place=place(scene, name)) for name in ENDS]
    paragraphs.append(" ".join([*ends, paid_for(scene)] if scene.table.turn.paid else ends))
    paragraphs.append(scene.presenter.board_told(scene))
    new = _new(scene, news)
    return [*paragraphs, new] if new else paragraphs


def _tile(scene: Scene, cell: Cell) -> str:
    """A tile being built on: its ground, and what lies on it in the order it was laid."""
    sentences = [f"{scene.presenter.heading(scene, cell)}.", *scene.presenter.on_the_ground(scene, cell)]
    pieces = [_piece(scene, square, fixture) for square, fixture in scene.table.line.tiles.get(cell, {}).items()]
    if pieces:
        sentences.append(scene.catalogue.text("On it: %(pieces)s.", pieces="; ".join(pieces)))
    return " ".join(sentences)


def ground_told(scene: Scene, cell: Cell) -> list[str]:
    """Where a tile has mountains and water."""
    layout, text = scene.table.landscape.layout(cell), scene.catalogue.text
    sentences = []
    if layout.mountain:
        sentences.append(text("Mountain: %(squares)s.", squares=stretches(scene, layout.mountain)))
    if layout.water:
        sentences.append(text("Water: %(squares)s.", squares=stretches(scene, layout.water)))
    return sentences


def stretches(scene: Scene, mask: Mask) -> str:
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


def _new(scene: Scene, news: Sequence[ev.Event]) -> str:
    """What the drawing marks as new; nothing where there is nothing."""
    line, text = scene.table.line, scene.catalogue.text
    track = [event.square for event in news if isinstance(event, ev.PieceLaid) and line.fixture(event.square)]
    built = [
        text("%(company)s at %(square)s", company=scene.company(event.company), square=scene.square(event.square))
        for event in news
        if isinstance(event, ev.StationBuilt) and stands(scene, event)
    ]
    sentences = [
        *scene.presenter.news_told(scene, news),
        text("New track: %(squares)s.", squares=_listed_squares(scene, track)) if track else "",
        text("New stations: %(stations)s.", stations=scene.listed(built)) if built else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def stands(scene: Scene, event: ev.StationBuilt) -> bool:
    """Whether a station is on the map of a position."""
    fixture = scene.table.line.fixture(event.square)
    tile = scene.table.landscape.tiles.get(cell_of(event.square))
    return bool(fixture and fixture.company) or bool(tile and event.company in tile.stations)


def _listed_squares(scene: Scene, squares: Iterable[Square]) -> str:
    return scene.listed(scene.square(square) for square in squares)
