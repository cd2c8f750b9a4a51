"""The start: the map, the start player, and where stations may stand (R2-2, R2-5, R2-6)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.components import (
    COMPONENTS,
    SEATS,
    TILE_NUMBERS,
    TILE_SIZES,
    TILES,
    NetworkComponents,
    components_from,
)
from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable
from rules_core.grid import SIDES, Square, step
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.options import chosen, meant

READING: Final = 1
"""The reading of the rules that new games are played by."""
GREY: Final[Mapping[int, int]] = {2: 4, 3: 2, 4: 1}
"""Grey stations for each player, by the number of players (R2-1)."""
DRAWN: Final = ("tile", "turn", "place")
"""The things that are drawn of each tile, in this order (R2-2)."""
SHARED: Final = 4
"""Squares of each tile that lie beside another tile (R2-2)."""
APART: Final = 3
"""How far stations stand apart at least: two squares are between them (R2-5)."""


def setup(
    options: Mapping[str, str], seats: int, draw: Draw, before: ev.NetworkBegan | None = None
) -> Sequence[ev.NetworkEvent]:
    """The events that begin a game, by the box of one begun `before` or by today's. Raises BadOptions (R2-1)."""
    named = chosen(OPTIONS, options, seats, SEATS, before)
    given = meant(OPTIONS, named)
    components = before.components if before else COMPONENTS
    reading = before.reading if before else READING
    box, size = components_from(components), given["tiles"]
    tiles = recommended(box, size) if given["arrangement"] == "recommended" else arranged(size, draw)
    start = draw(DrawKey(0, 0, "start", 0), seats)
    return (
        ev.NetworkBegan(
            kind="railroad_dice_2",
            seats=seats,
            options=named,
            components=components,
            reading=reading,
            grey=GREY[seats],
            locomotives=for_sale(box, seats),
        ),
        ev.MapArranged(tiles),
        ev.StartDrawn(start),
        ev.NetworkTurnBegan(start, 1),
    )


def for_sale(box: NetworkComponents, seats: int) -> tuple[int, ...]:
    """The locomotives at the start: with two players one of each number is taken out (R2-4)."""
    fewer = 1 if seats == 2 else 0
    return tuple(kind.number for kind in box.locomotives for _ in range(kind.supply - fewer))


def recommended(box: NetworkComponents, size: str) -> tuple[MapTile, ...]:
    """The tiles as the box recommends to lay them."""
    side = TILE_SIZES[size]
    return tuple(
        MapTile(number, 0, column * side, row * side)
        for row, numbers in enumerate(box.recommended)
        for column, number in enumerate(numbers)
    )


def arranged(size: str, draw: Draw) -> tuple[MapTile, ...]:
    """The tiles in an order, with turns and at places that are drawn; places are told from the first tile on."""
    tiles: list[MapTile] = []
    for at in range(TILES):
        numbers, turns, places = outcomes(size, tiles)
        number, turn, place = (
            draw(DrawKey(0, 0, f"map {what}", at), sides)
            for what, sides in zip(DRAWN, map(len, (numbers, turns, places)), strict=True)
        )
        tiles.append(MapTile(numbers[number], turns[turn], *places[place]))
    return tuple(tiles)


def outcomes(
    size: str, tiles: Sequence[MapTile]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The numbers, turns and places that the next tile may be drawn with, behind these."""
    numbers = tuple(number for number in TILE_NUMBERS if all(tile.number != number for tile in tiles))
    return numbers, (0, 1, 2, 3), tuple(_places(tiles, TILE_SIZES[size]))


def _places(tiles: Sequence[MapTile], side: int) -> Iterator[tuple[int, int]]:
    if not tiles:
        yield 0, 0
        return
    lying = {square for tile in tiles for square in _squares(tile.x, tile.y, side)}
    beside = {step(square, way) for square in lying for way in SIDES} - lying
    columns = range(min(tile.x for tile in tiles) - side, max(tile.x for tile in tiles) + side + 1)
    rows = range(min(tile.y for tile in tiles) - side, max(tile.y for tile in tiles) + side + 1)
    for y in rows:
        for x in columns:
            if any(abs(tile.x - x) < side and abs(tile.y - y) < side for tile in tiles):
                continue
            if sum(square in beside for square in _squares(x, y, side)) >= SHARED:
                yield x, y


def _squares(x: int, y: int, side: int) -> Iterator[Square]:
    return (Square(x + column, y + row) for row in range(side) for column in range(side))


def open_squares(table: NetworkTable) -> tuple[Square, ...]:
    """The squares on which the active player may place a station now (R2-5)."""
    network, land = table.network, building_land(table)
    free = [square for square in land if is_far_enough(table, square)]
    if network.home(table.turn.seat) is not None:
        return tuple(free)
    alone = [square for square in free if not network.stations_on(network.land.tile_of[square])]
    return tuple(alone or free or land)


def building_land(table: NetworkTable) -> list[Square]:
    """The squares off the border of the map and off water that no station stands on."""
    land = table.network.land
    return [
        square
        for square, plot in land.plots.items()
        if plot.terrain != "lake" and square not in land.border and square not in table.network.station_at
    ]


def is_far_enough(table: NetworkTable, square: Square) -> bool:
    """Whether two squares would be between a station there and every other one."""
    for station in table.network.stations:
        across, down = abs(station.square.x - square.x), abs(station.square.y - square.y)
        if (max(across, down) if table.options["station_distance"] == "diagonal" else across + down) < APART:
            return False
    return True
