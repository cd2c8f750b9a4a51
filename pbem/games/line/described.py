"""What the drawn map shows, in sentences: for screen readers, and for whoever reads mail without pictures."""

from collections.abc import Iterable, Sequence

from pbem.games.line.drawing.board import ENDS
from pbem.games.line.ends import paid_for, place
from pbem.games.line.render_context import COLUMNS, RenderContext, on_tile
from rules_core.grid.geometry import SIZE, Cell, Mask, Square, cell_of, indices
from rules_core.line import events as ev
from rules_core.line.track import Fixture


def alt(context: RenderContext) -> str:
    """What stands in the place of the picture: what it is, and where the ends of the line are."""
    places = "; ".join(place(context, name) for name in ENDS)
    return context.catalogue.text("Map of the line and the landscape. %(ends)s.", ends=places)


def described(context: RenderContext, news: Sequence[ev.Event] = ()) -> list[str]:
    """The map in paragraphs: the tiles being built on, the ends, the whole board, and what of `news` lies there."""
    paragraphs = [_tile(context, cell) for cell in context.game.cells(context)]
    ends = [context.catalogue.text("End %(place)s.", place=place(context, name)) for name in ENDS]
    paragraphs.append(" ".join([*ends, paid_for(context)] if context.table.turn.paid else ends))
    paragraphs.append(context.game.describe_board(context))
    new = _new(context, news)
    return [*paragraphs, new] if new else paragraphs


def _tile(context: RenderContext, cell: Cell) -> str:
    """A tile being built on: its ground, and what lies on it in the order it was laid."""
    sentences = [f"{context.game.heading(context, cell)}.", *context.game.describe_tile(context, cell)]
    pieces = [_piece(context, square, fixture) for square, fixture in context.table.line.tiles.get(cell, {}).items()]
    if pieces:
        sentences.append(context.catalogue.text("On it: %(pieces)s.", pieces="; ".join(pieces)))
    return " ".join(sentences)


def describe_terrain(context: RenderContext, cell: Cell) -> list[str]:
    """Where a tile has mountains and water."""
    layout, text = context.table.landscape.layout(cell), context.catalogue.text
    sentences = []
    if layout.mountain:
        sentences.append(text("Mountain: %(squares)s.", squares=stretches(context, layout.mountain)))
    if layout.water:
        sentences.append(text("Water: %(squares)s.", squares=stretches(context, layout.water)))
    return sentences


def stretches(context: RenderContext, mask: Mask) -> str:
    """Squares of a tile, those beside each other in a row together: "c3 to f3, d4"."""
    taken = indices(mask)
    starts = [index for index in taken if index % SIZE == 0 or index - 1 not in taken]
    stops = [index for index in taken if index % SIZE == SIZE - 1 or index + 1 not in taken]
    return context.listed(_stretch(context, start, stop) for start, stop in zip(starts, stops, strict=True))


def _stretch(context: RenderContext, start: int, stop: int) -> str:
    first, last = (f"{COLUMNS[index % SIZE]}{index // SIZE + 1}" for index in (start, stop))
    return first if start == stop else context.catalogue.text("%(first)s to %(last)s", first=first, last=last)


def _piece(context: RenderContext, square: Square, fixture: Fixture) -> str:
    text = context.catalogue.text
    if fixture.company is not None:
        return text(
            "%(square)s station of %(company)s", square=on_tile(square), company=context.company(fixture.company)
        )
    one, other = sorted(fixture.sides)
    facts = {"square": on_tile(square), "one": context.heading(one), "other": context.heading(other)}
    if context.table.landscape.terrain(square) == "lake":
        return text("%(square)s bridge from %(one)s to %(other)s", **facts)
    return text("%(square)s track from %(one)s to %(other)s", **facts)


def _new(context: RenderContext, news: Sequence[ev.Event]) -> str:
    """What the drawing marks as new; nothing where there is nothing."""
    line, text = context.table.line, context.catalogue.text
    track = [event.square for event in news if isinstance(event, ev.PieceLaid) and line.fixture(event.square)]
    built = [
        text("%(company)s at %(square)s", company=context.company(event.company), square=context.square(event.square))
        for event in news
        if isinstance(event, ev.StationBuilt) and stands(context, event)
    ]
    sentences = [
        *context.game.describe_news(context, news),
        text("New track: %(squares)s.", squares=_listed_squares(context, track)) if track else "",
        text("New stations: %(stations)s.", stations=context.listed(built)) if built else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def stands(context: RenderContext, event: ev.StationBuilt) -> bool:
    """Whether a station is on the map of a position."""
    fixture = context.table.line.fixture(event.square)
    tile = context.table.landscape.tiles.get(cell_of(event.square))
    return bool(fixture and fixture.company) or bool(tile and event.company in tile.stations)


def _listed_squares(context: RenderContext, squares: Iterable[Square]) -> str:
    return context.listed(context.square(square) for square in squares)
