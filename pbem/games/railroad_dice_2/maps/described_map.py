"""The map in sentences, for readers who do not see it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pbem.games.railroad_dice_2.maps.board import NetworkBoard, NetworkDie, NetworkReach, NetworkTile, network_reach
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.i18n import N_
from rules_core.games.railroad_dice_2.track import Pair, simple_face
from rules_core.grid import Side, Square

_WAYS: Final[Mapping[Pair, str]] = {
    "ns": N_("north-south"),
    "ew": N_("east-west"),
    "ne": N_("north-east"),
    "se": N_("south-east"),
    "sw": N_("south-west"),
    "nw": N_("north-west"),
}
_SIDES: Final = (N_("north"), N_("east"), N_("south"), N_("west"))
_FACES: Final[Mapping[str, str]] = {
    "straight": N_("straight"),
    "curve": N_("curve"),
    "switch-left": N_("left switch"),
    "switch-right": N_("right switch"),
    "wye": N_("wye"),
    "crossing": N_("crossing"),
    "double-curve": N_("double curve"),
}


def described_board(board: NetworkBoard, names: NetworkNames) -> list[str]:
    """A board in paragraphs: the map, each tile, each player's line, where stations may stand, and what is new."""
    tiles = [_tile(board, tile, names) for tile in board.tiles]
    reaches = (network_reach(names.table, seat) for seat in range(names.table.seats))
    lines = [_line(reach, names) for reach in reaches if reach is not None]
    others = [sentence for sentence in (_sites(board, names), _new(board, names)) if sentence]
    return [_extent(board, names), *tiles, *lines, *others]


def waiting_in_words(board: NetworkBoard, names: NetworkNames) -> str:
    """The passengers beside the tiles with stations: "tile 1: 15, tile 2: 5"."""
    return ", ".join(
        names.catalogue.text("tile %(tile)s: %(number)s", tile=tile.number, number=tile.waiting)
        for tile in board.tiles
        if tile.takes_passengers
    )


def _extent(board: NetworkBoard, names: NetworkNames) -> str:
    return names.catalogue.text(
        "Columns a to %(column)s run from west to east, rows 1 to %(row)s from north to south.",
        column=square_name(Square(board.columns - 1, 0)).rstrip("1"),
        row=board.rows,
    )


def _tile(board: NetworkBoard, tile: NetworkTile, names: NetworkNames) -> str:
    """A tile in a sentence: its waiting passengers, ground, stations and dice."""
    text = names.catalogue.text
    size = len(tile.ground)
    stretch = _stretch(Square(tile.x, tile.y), Square(tile.x + size - 1, tile.y + size - 1), names)
    head = text("Tile %(tile)s (%(squares)s).", tile=tile.number, squares=stretch)
    stations = [
        names.station_in_full(at)
        for at, station in enumerate(names.table.network.stations)
        if _is_on(tile, station.square)
    ]
    dice = [_die(die, names) for die in board.dice if _is_on(tile, die.square)]
    mountain, water = (", ".join(_stretches(tile, sign, names)) for sign in "^~")
    return " ".join(
        [
            head,
            *([_waiting(tile, names)] if stations else []),
            *([text("Stations: %(stations)s.", stations=", ".join(stations))] if stations else []),
            *([text("Mountain: %(squares)s.", squares=mountain)] if mountain else []),
            *([text("Water: %(squares)s.", squares=water)] if water else []),
            *([text("Dice: %(dice)s.", dice="; ".join(dice))] if dice else []),
        ]
    )


def _waiting(tile: NetworkTile, names: NetworkNames) -> str:
    return names.catalogue.plural("%(n)s passenger waits.", "%(n)s passengers wait.", tile.waiting)


def _is_on(tile: NetworkTile, square: Square) -> bool:
    size = len(tile.ground)
    return tile.x <= square.x < tile.x + size and tile.y <= square.y < tile.y + size


def _die(die: NetworkDie, names: NetworkNames) -> str:
    """A die with its square: "e4 straight north-south", "f4 left switch north-south and south-west"."""
    text = names.catalogue.text
    face = simple_face(die.pairs[0]) if len(die.pairs) == 1 else names.components.face_of.get(die.pairs, "")
    facts = {"square": square_name(die.square), "face": text(_FACES[face]) if face in _FACES else face}
    ways = [text(_WAYS[pair]) for pair in die.pairs]
    if len(ways) == 1:
        return text("%(square)s %(face)s %(way)s", way=ways[0], **facts)
    return text("%(square)s %(face)s %(way)s and %(other)s", way=ways[0], other=ways[1], **facts)


def _stretches(tile: NetworkTile, sign: str, names: NetworkNames) -> Iterator[str]:
    """The squares of a tile with a sign, those beside each other in a row together: "c3 to f3"."""
    for y, row in enumerate(tile.ground):
        starts = [x for x, each in enumerate(row) if each == sign and row[x - 1 : x] != sign]
        stops = [x for x, each in enumerate(row) if each == sign and row[x + 1 : x + 2] != sign]
        for first, last in zip(starts, stops, strict=True):
            yield _stretch(Square(tile.x + first, tile.y + y), Square(tile.x + last, tile.y + y), names)


def _stretch(first: Square, last: Square, names: NetworkNames) -> str:
    if first == last:
        return square_name(first)
    return names.catalogue.text("%(first)s to %(last)s", first=square_name(first), last=square_name(last))


def _line(reach: NetworkReach, names: NetworkNames) -> str:
    text, table = names.catalogue.text, names.table
    player = names.player(reach.seat)
    joined = [
        names.catalogue.plural(
            "%(station)s (%(n)s tile)",
            "%(station)s (%(n)s tiles)",
            table.distance(reach.seat, at) or 0,
            station=names.station(at),
        )
        for at, station in enumerate(table.network.stations)
        if station.square in reach.stations
    ]
    facts = {"player": player, "stations": ", ".join(joined)}
    row = (
        text("The line of %(player)s reaches %(stations)s.", **facts)
        if joined
        else text("The line of %(player)s reaches no station.", **facts)
    )
    if not reach.open:
        return row
    places = ", ".join(_open(place.square, place.sides, names) for place in reach.open)
    return f"{row} " + text("It can be built on at %(places)s.", places=places)


def _open(square: Square, sides: Iterable[Side], names: NetworkNames) -> str:
    text = names.catalogue.text
    listed = "/".join(text(_SIDES[side]) for side in sides)
    return text("%(square)s from %(sides)s", square=square_name(square), sides=listed)


def _sites(board: NetworkBoard, names: NetworkNames) -> str:
    squares = ", ".join(map(square_name, board.sites))
    return names.catalogue.text("The next station may stand on: %(squares)s.", squares=squares) if squares else ""


def _new(board: NetworkBoard, names: NetworkNames) -> str:
    text = names.catalogue.text
    track = ", ".join(square_name(die.square) for die in board.dice if die.is_new)
    stations = ", ".join(names.station_in_full(at) for at, station in enumerate(board.stations) if station.is_new)
    tiles = ", ".join(str(tile.number) for tile in board.tiles if tile.has_new)
    sentences = [
        text("New track: %(squares)s.", squares=track) if track else "",
        text("New stations: %(stations)s.", stations=stations) if stations else "",
        text("Passengers came to tiles: %(tiles)s.", tiles=tiles) if tiles else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)
