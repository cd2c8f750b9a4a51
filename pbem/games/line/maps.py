"""The map of a position of one line: in lines of signs, in sentences, and as a drawing."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Final, Self

import msgspec

from pbem.drawing.page import Crop, around
from pbem.drawing.terrain import UNIT
from pbem.games.line.board import ENDS, Board, board_of, drawable, map_key, paid_for, place
from pbem.games.line.choices import spot_named
from pbem.games.line.map_page import map_svg, page_svg
from pbem.games.line.reference_sheet import printed_terrain
from pbem.games.line.render_context import COLUMNS, RenderContext, on_tile
from pbem.games.presenter import MapSign, MapTarget, TargetSpot, View, target_layer
from pbem.i18n import N_
from pbem.reports import document as doc
from pbem.reports.plain import flow, side_by_side
from rules_core.grid import LETTERS, SIGNS, SIZE, Cell, E, Mask, Square, Terrain, W, cell_of, index_of, indices, step
from rules_core.line import events as ev
from rules_core.line.events import Event
from rules_core.line.track import Fixture

_BADGE: Final = 0.9
"""The side of what can be pressed beside a square, in squares."""
_PAIRS: Final = ("ns", "ew", "ne", "nw", "es", "sw")
_TRACK: Final[dict[Terrain, str]] = {"grassland": "│─└┘┌┐", "mountain": "┃━┗┛┏┓", "lake": "║═╚╝╔╗"}
_ASCII_TRACK: Final[dict[Terrain, str]] = {"grassland": "|-++++", "mountain": "|-++++", "lake": "#=####"}
_ACROSS: Final = _PAIRS.index("ew")
_TRACK_ON: Final[dict[Terrain, str]] = {"mountain": N_("track in the mountains"), "lake": N_("bridge")}


def current_maps(context: RenderContext) -> list[str]:
    """The tiles or sectors being built on, two beside each other, and what their signs mean."""
    cells = context.game.cells(context)
    lines: list[str] = []
    for first in range(0, len(cells), 2):
        lines += [*side_by_side([context.game.tile_map(context, cell) for cell in cells[first : first + 2]]), ""]
    return [*lines, *flow(context.game.legend(context, cells), indent=" ")]


def tile_map(context: RenderContext, cell: Cell, ground: Sequence[str]) -> list[str]:
    """A tile with what lies on it: a line of heading, the columns' letters, seven rows, and the letters again.

    `ground` are its bare squares by rows, three signs each.
    """
    line = context.table.line
    squares = list(ground)
    for square, fixture in line.tiles.get(cell, {}).items():
        squares[index_of(square)] = _piece(context, square, fixture)
    for name in ENDS:
        ahead = line.end(name).ahead
        if ahead is not None and cell_of(ahead) == cell:
            squares[index_of(ahead)] = f"<{name}>"
    letters = "   " + "".join(f" {letter} " for letter in COLUMNS).rstrip()
    rows = ("".join(squares[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))
    head = context.game.heading(context, cell)
    return [head, letters, *(f" {n} {row} {n}" for n, row in enumerate(rows, 1)), letters]


def terrain_legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """The meanings of the terrain signs of these cells; only of those that are there."""
    signs = {sign for cell in cells for row in context.table.landscape.layout(cell).rows for sign in row}
    return [f"{sign} {context.terrain(terrain)}" for sign, terrain in SIGNS.items() if sign in signs]


def ends_legend(context: RenderContext) -> list[str]:
    """The meaning of the marks on squares that the ends point at, where one does."""
    line = context.table.line
    points = line.a.ahead or line.b.ahead
    return [context.catalogue.text("<A> <B> where the next piece goes")] if points else []


def ends_on(context: RenderContext, cell: Cell) -> str:
    """The names of the ends of the line that lie on a tile: "A", "AB"."""
    return "".join(name for name in ENDS if cell_of(context.table.line.end(name).square) == cell)


def _piece(context: RenderContext, square: Square, fixture: Fixture) -> str:
    if fixture.company is None:
        return track(fixture, context.table.landscape.terrain(square), context.ascii)
    ending = "".join(name for name in ENDS if context.table.line.end(name).square == square)
    letter = context.letter(fixture.company)
    return f"{ending}:{letter}" if ending else f"[{letter}]"


def track(fixture: Fixture, terrain: Terrain, ascii_only: bool) -> str:
    """A piece of track in three signs."""
    signs = (_ASCII_TRACK if ascii_only else _TRACK)[terrain]
    ways = sorted(fixture.sides)
    middle = signs[_PAIRS.index("".join(LETTERS[side] for side in ways))]
    across = signs[_ACROSS]
    return f"{across if W in ways else ' '}{middle}{across if E in ways else ' '}"


def track_legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """The meanings of the signs of track that is not on grass; only of those that are there."""
    under = {
        context.table.landscape.terrain(square)
        for cell in cells
        for square, fixture in context.table.line.tiles.get(cell, {}).items()
        if fixture.company is None
    }
    signs = _ASCII_TRACK if context.ascii else _TRACK
    plain = signs["grassland"]
    return [
        f"{signs[terrain][_ACROSS]} {context.catalogue.text(words)}"
        for terrain, words in _TRACK_ON.items()
        if terrain in under and signs[terrain] != plain
    ]


def station_legend(context: RenderContext, cells: Sequence[Cell]) -> list[str]:
    """Whose the stations are, and which of them are ends."""
    built = built_on(context, cells)
    items = [f"[{context.letter(card.id)}] {card.name}" for card in context.components.companies if card.id in built]
    return items + station_ends_legend(context)


def built_on(context: RenderContext, cells: Sequence[Cell]) -> set[str]:
    """The companies with a station on these cells."""
    pieces = [fixture for cell in cells for fixture in context.table.line.tiles.get(cell, {}).values()]
    return {fixture.company for fixture in pieces if fixture.company}


def station_ends_legend(context: RenderContext) -> list[str]:
    """The stations that are ends, with their signs."""
    items = []
    for name in ENDS:
        end = context.table.line.end(name)
        station = context.table.line.fixture(end.square)
        if station is not None and station.company is not None:
            called = context.catalogue.text("end %(end)s", end=name)
            items.append(f"{name}:{context.letter(station.company)} {called}")
    return items


def alt(context: RenderContext) -> str:
    """The text in place of the picture: what it is, and where the ends of the line are."""
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
    pieces = [
        _piece_in_words(context, square, fixture) for square, fixture in context.table.line.tiles.get(cell, {}).items()
    ]
    if pieces:
        sentences.append(context.catalogue.text("On it: %(pieces)s.", pieces="; ".join(pieces)))
    return " ".join(sentences)


def describe_terrain(context: RenderContext, cell: Cell) -> list[str]:
    """Describe where a tile has mountains and water."""
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


def _piece_in_words(context: RenderContext, square: Square, fixture: Fixture) -> str:
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


class LineMap:
    """The line and what it was laid on."""

    def __init__(self, context: RenderContext) -> None:
        self.context = context

    @property
    def is_cut(self) -> bool:
        """Whether it is cut: from close by only the tiles or sectors being built on are drawn."""
        return True

    def alt(self) -> str:
        """The text in place of the picture."""
        return alt(self.context)

    def described(self, news: Sequence[Event] = ()) -> list[str]:
        """The map in paragraphs."""
        return described(self.context, news)

    def for_seat(self, seat: int) -> Self:
        """The map for a seat, which is the same for all: they build one line."""
        return self

    def svg(self, news: Sequence[Event] = (), *, view: View = "close", title: str = "", description: str = "") -> str:
        """The map as an SVG element."""
        return map_svg(self.context.table.kind, self._board(news), view=view, title=title, description=description)

    def on_page(
        self,
        news: Sequence[Event] = (),
        *,
        title: str = "",
        ground: str = "",
        known: Collection[str] = (),
        id_prefix: str = "map",
    ) -> str:
        """The whole map for a page."""
        board = self._board(news)
        return page_svg(self.context.table.kind, board, title, id_prefix, ground, frozenset(known))

    @cached_property
    def crops(self) -> Sequence[Crop]:
        """The tiles or sectors of the ends, together or each by itself."""
        return self.context.game.on_page(self._board()).crops

    @property
    def printed_terrain(self) -> str:
        """The part of a printed board that never changes."""
        return printed_terrain(self.context.table.kind, self.context.components.text)

    def key(self, news: Sequence[Event] = ()) -> Sequence[MapSign]:
        """The companies with their directors, and the other signs on it."""
        return map_key(self.context, self._board(news))

    def _board(self, news: Sequence[Event] = ()) -> Board:
        return board_of(self.context.table, news, self.context.seats)

    def target_layer(self, targets: Sequence[MapTarget]) -> str:
        """Buttons over squares, over edges, and where stations could be built."""
        return target_layer(around(self.crops), targets, _spot) if targets else ""

    def text(self) -> list[str]:
        """The tiles or sectors being built on, and all of the board, as lines of signs."""
        return [*current_maps(self.context), "", *self.context.game.landscape(self.context)]

    def block(self, news: Sequence[Event]) -> doc.Drawing:
        """The map as a block of a document."""
        shown = drawable(self.context.table, news, self.context.seats)
        return doc.Drawing(msgspec.Raw(shown.board), self.alt(), tuple(current_maps(self.context)), shown.kind)


def _spot(place: str) -> TargetSpot:
    """The spot of a place, as `placing` names it.

    What crosses an edge stands on it, and what could be built before an end beside its square, each on a side of its
    own, so that neither lies over a square that can be pressed.
    """
    spot = spot_named(place)
    dx, dy = step(Square(0, 0), spot.side)
    x, y = spot.square.x + 0.5, spot.square.y + 0.5
    if spot.kind == "edge":
        x, y = x + dx / 2 - dy, y + dy / 2 + dx
    elif spot.kind == "station":
        x, y = x + dy, y - dx
    return TargetSpot(x * UNIT, y * UNIT, UNIT if spot.kind == "square" else UNIT * _BADGE)
