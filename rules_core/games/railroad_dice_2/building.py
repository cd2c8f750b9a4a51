"""The start, with where stations may stand, and laying and expanding track: what may lie where, and why it may not
(R2-2, R2-5, R2-6, R2-12 to R2-13a).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.actions import ExpandTrack, LayTrack
from rules_core.games.railroad_dice_2.components import (
    COMPONENTS,
    SEATS,
    TILE_NUMBERS,
    TILE_SIZES,
    TILES,
    NetworkComponents,
    components_from,
)
from rules_core.games.railroad_dice_2.network import Arrival, MapTile, Network, Reach
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable
from rules_core.games.railroad_dice_2.track import (
    PAIRS,
    SIDES_OF,
    TRACK_SIDES,
    WILD,
    Piece,
    complex_piece,
    pairs_of,
)
from rules_core.grid import SIDES, Square, Terrain, opposite, step
from rules_core.kernel.definition import chosen, meant
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Violation, violation

COSTS: Final[Mapping[Terrain, int]] = {"grassland": 0, "mountain": 1, "lake": 2}
"""Units for a die on each ground (R2-12)."""


def check_lay(table: NetworkTable, action: LayTrack) -> Violation | None:
    """The rule that laying a simple die would break; None where it may be laid (R2-12).

    To roll first is said only where a die could lie.
    """
    network, turn, square = table.network, table.turn, action.square
    named = {"square": f"{square.x},{square.y}", "pair": action.pair}
    if turn.rolled and action.face not in turn.simple:
        return violation("R2-12", "no_die", face=action.face)
    if square not in network.land.plots:
        return violation("R2-2", "off_map", **named)
    if square in network.station_at or square in network.track:
        return violation("R2-12", "occupied", **named)
    reach = table.reach(turn.seat)
    if reach is None or not joins(reach, square, (action.pair,)):
        return violation("R2-12", "not_joined", **named)
    broken = check_ends(network, square, (action.pair,))
    if broken is not None:
        return broken
    cost = cost_at(network, square)
    if cost > table.active.units:
        return violation("R2-12", "cost", cost=cost, units=table.active.units)
    return None if action.face in turn.simple else violation("R2-12", "not_rolled")


def check_expand(table: NetworkTable, action: ExpandTrack) -> Violation | None:
    """The rule that replacing a simple die by a complex one would break; None where it may be done (R2-13).

    To roll first is said only where some complex die could lie.
    """
    network, turn, square = table.network, table.turn, action.square
    named = {"square": f"{square.x},{square.y}", "pair": action.pair}
    if turn.rolled and not turn.complex:
        return violation("R2-13", "no_complex")
    if square not in network.land.plots:
        return violation("R2-2", "off_map", **named)
    lying = network.track.get(square, ())
    if len(lying) != 1:
        return violation("R2-13", "complex_there" if lying else "empty", **named)
    if action.pair in lying:
        return violation("R2-13", "same_track", **named)
    piece = complex_piece(*lying, action.pair)
    face = table.box.face_for(piece, action.wild)
    if turn.complex and face not in turn.complex:
        return violation("R2-13", "no_die", face=face, **named)
    reach = table.reach(turn.seat)
    if reach is None or not joins(reach, square, piece):
        return violation("R2-13", "not_joined", **named)
    broken = check_ends(network, square, piece)
    return broken if broken or turn.complex else violation("R2-13", "not_rolled")


def joins(reach: Reach, square: Square, piece: Piece) -> bool:
    """Whether a line arrives at a side where the piece, as it will lie, has track (R2-12, R2-13)."""
    return any((square, side) in reach.arrivals for side in TRACK_SIDES[piece])


def check_ends(network: Network, square: Square, piece: Piece) -> Violation | None:
    """The clause of R2-13a that a piece would break; None where it breaks none."""
    named = {"square": f"{square.x},{square.y}"}
    for side in SIDES:
        beside = step(square, side)
        there = network.track.get(beside)
        if side in TRACK_SIDES[piece]:
            if beside not in network.land.plots:
                return violation("R2-13a", "off_map", **named)
            if there is not None and len(there) == 2 and opposite(side) not in TRACK_SIDES[there]:
                return violation("R2-13a", "bare_side", beside=f"{beside.x},{beside.y}", **named)
        elif len(piece) == 2 and there is not None and opposite(side) in TRACK_SIDES[there]:
            return violation("R2-13a", "neighbour", beside=f"{beside.x},{beside.y}", **named)
    return None


def cost_at(network: Network, square: Square) -> int:
    """The units that a simple die costs on a square of the map (R2-12)."""
    return COSTS[network.land.plots[square].terrain]


def layings(table: NetworkTable) -> Iterator[LayTrack]:
    """Every way in which the active player may lay a simple die in hand now."""
    reach, network, seat = table.reach(table.turn.seat), table.network, table.turn.seat
    faces = sorted(set(table.turn.simple), key=("straight", "curve", "locomotive", WILD).index)
    if reach is None or not faces:
        return
    empty = dict.fromkeys(
        place.square
        for place in reach.arrivals
        if place.square not in network.track and place.square not in network.station_at
    )
    for square in empty:
        if cost_at(network, square) > table.active.units:
            continue
        fitting = [
            pair
            for pair in PAIRS
            if any(Arrival(square, side) in reach.arrivals for side in SIDES_OF[pair])
            and check_ends(network, square, (pair,)) is None
        ]
        for face in faces:
            known = pairs_of(face)
            yield from (LayTrack(seat, square, pair, face == WILD) for pair in fitting if pair in known)


def expansions(table: NetworkTable) -> Iterator[ExpandTrack]:
    """Every way in which the active player may replace a simple die now."""
    reach, network, seat = table.reach(table.turn.seat), table.network, table.turn.seat
    if reach is None or not table.turn.complex:
        return
    simple = dict.fromkeys(place.square for place in reach.arrivals if len(network.track.get(place.square, ())) == 1)
    for square in simple:
        (lying,) = network.track[square]
        for pair in PAIRS:
            if pair == lying:
                continue
            piece = complex_piece(lying, pair)
            wilds = [wild for wild in (False, True) if table.box.face_for(piece, wild) in table.turn.complex]
            if wilds and joins(reach, square, piece) and check_ends(network, square, piece) is None:
                yield from (ExpandTrack(seat, square, pair, wild) for wild in wilds)


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
