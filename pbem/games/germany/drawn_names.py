"""The names on a stretch of a printed board: of towns, countries and rivers."""

from collections.abc import Iterator
from typing import Final

from pbem.drawing.lettering import Frame, Label, Name, around, placed
from pbem.drawing.outline import UNIT, Point
from pbem.games.germany.drawn_sectors import sectors
from pbem.games.germany.drawn_terrain import BoardStretch, bends, ground_of
from pbem.games.line.drawing.board import Board
from pbem.games.line.drawing.drawn_line import local
from pbem.games.line.drawing.printed_board import Printed, River
from rules_core.grid.geometry import Square, step
from rules_core.line.chart import LAND, WATER

_RIM: Final = 34
"""How far names keep from the edges of a stretch, where its columns and rows are named."""
_BANK: Final = 10
"""How far the bank of a river is from its middle, about."""
_PLACES: Final = 6
"""Beside how many squares of a river its name may stand."""
_OF_RIVERS: Final = 0.8
"""How large the names of rivers are beside others."""
_TOWN, _COUNTRY, _RIVER = "town", "country", "river"


def labels(board: Board, printed: Printed, stretch: BoardStretch, size: int) -> list[Label]:
    """The names of towns, countries and rivers, where they hide least."""
    origin = stretch.origin
    names = [
        Name(town.name, size, _TOWN, (around(local(site.square, origin) for site in town.sites),))
        for town in printed.towns
        if any(stretch.holds(site.square) for site in town.sites)
    ]
    names += [
        Name(country.name, size, _COUNTRY, (around([local(country.square, origin)]),))
        for country in printed.countries
        if stretch.holds(country.square)
    ]
    names += [
        Name(river.name, round(size * _OF_RIVERS), _RIVER, places)
        for river in printed.rivers
        if (places := tuple(_banks(river, stretch)))
    ]
    weights = _weights(board, printed, stretch)
    return placed(names, weights, (_RIM, _RIM, stretch.columns * UNIT - _RIM, stretch.rows * UNIT - _RIM))


def _banks(river: River, stretch: BoardStretch) -> Iterator[Frame]:
    """The places on a river, those in the middle of what is seen of it first."""
    seen = [at for square, at in bends(river, stretch.origin).items() if stretch.holds(square)]
    for x, y in sorted(seen, key=lambda at: abs(seen.index(at) - len(seen) // 2))[:_PLACES]:
        yield x - _BANK, y - _BANK, x + _BANK, y + _BANK


def _marked(board: Board, printed: Printed, stretch: BoardStretch) -> Iterator[Square]:
    """The squares where sectors are numbered, and the ends named on the frames of theirs."""
    for sector in sectors(board, printed, stretch):
        yield from _around(stretch, sector.x, sector.y, 0)
        for badge in sector.ends:
            yield from _around(stretch, sector.x + badge.x, sector.y + badge.y, 1)


def _around(stretch: BoardStretch, x: int, y: int, before: int) -> Iterator[Square]:
    """The square that begins at a corner of the drawing, or all four that meet there."""
    for dy in range(before + 1):
        for dx in range(before + 1):
            yield Square(stretch.origin.x + x // UNIT - dx, stretch.origin.y + y // UNIT - dy)


def _weights(board: Board, printed: Printed, stretch: BoardStretch) -> dict[str, dict[Point, float]]:
    """What a name must not cover, and how much, by what it names."""
    water = (square for square in stretch.around() if printed.sign(square) == WATER)
    weights: dict[Square, float] = dict.fromkeys(water, 0.1)
    weights |= dict.fromkeys(ground_of(printed, stretch).bearing, 0.4)
    weights |= dict.fromkeys(_marked(board, printed, stretch), 2.0)
    weights |= dict.fromkeys((step(tip.square, side) for tip in board.ends for side in tip.ways), 8.0)
    weights |= dict.fromkeys((piece.square for piece in board.pieces), 6.0)
    weights |= dict.fromkeys(site_squares(printed) | {country.square for country in printed.countries}, 12.0)
    towns = {local(square, stretch.origin): weight for square, weight in weights.items()}
    own = {local(square, stretch.origin): 3.0 for square in stretch.around() if printed.sign(square) in LAND}
    return {_TOWN: towns, _COUNTRY: {**own, **towns}, _RIVER: towns}


def site_squares(printed: Printed) -> set[Square]:
    """All town squares."""
    return {site.square for town in printed.towns for site in town.sites}
