"""The map of Railroad Dice 2 as text: in signs, and in sentences for whoever hears it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pbem.games.railroad_dice_2.maps.board import (
    NetworkBoard,
    NetworkDie,
    NetworkReach,
    NetworkStation,
    NetworkTile,
    ends_at,
    network_reach,
    strands,
)
from pbem.games.railroad_dice_2.names import HOMES, NetworkNames, square_name
from pbem.i18n import N_
from pbem.reports.plain import WIDTH, flow
from rules_core.games.railroad_dice_2.track import CURVES, PIECES, Pair, Piece, simple_face
from rules_core.grid import SIGNS, E, N, S, Side, Square, W

TRACK_SIGNS: Final[Mapping[Piece, str]] = dict(zip(PIECES, "│─└┌┐┘┼┞┟┧┦┶┮┭┵┝╄┸┰╃┥", strict=True))
"""The sign of each piece, in the order of `PIECES`."""
ASCII_SIGNS: Final[Mapping[Piece, str]] = dict(zip(PIECES, "|-LF7J+TTTTTTTTYXYYXY", strict=True))
"""The signs in ASCII: curves as letters, and a letter for each kind of complex die."""
_ACROSS: Final = {False: "─", True: "-"}
_DOWN: Final = {False: "│", True: "|"}
_LEGEND: Final = " "
_MARGIN: Final = 4
_BAND: Final = (WIDTH - 2 * _MARGIN) // 3
"""How many columns stand beside each other before the map goes on below."""
_TERRAIN: Final = {"grassland": N_("grass"), "mountain": N_("mountain"), "lake": N_("water")}


def map_lines(board: NetworkBoard, names: NetworkNames, *, ascii_only: bool = False) -> list[str]:
    """The map of a board, in bands from west to east where it is wide, and below it what its signs mean."""
    drawing = _TextMap(board, ascii_only)
    lines: list[str] = []
    for first in range(0, board.columns, _BAND):
        if lines:
            lines += ["", names.catalogue.text("Further east:")]
        lines += drawing.band(range(first, min(first + _BAND, board.columns)))
    return [*lines, "", *flow(_legend(board, names, ascii_only), indent=_LEGEND), *_complex_dice(board, names)]


def station_sign(station: NetworkStation) -> str:
    """A station on the map: the first letter of its colour in English, or its number."""
    return f"[{station.grey if station.owner is None else HOMES[station.owner][0].upper()}]"


class _TextMap:
    def __init__(self, board: NetworkBoard, ascii_only: bool) -> None:
        self._signs = ASCII_SIGNS if ascii_only else TRACK_SIGNS
        self._across, self._down = _ACROSS[ascii_only], _DOWN[ascii_only]
        self._rows = board.rows
        self._dice: Mapping[Square, Piece] = {die.square: die.pairs for die in board.dice}
        self._stations = {station.square: station_sign(station) for station in board.stations}
        self._open = {place.square for place in (board.reach.open if board.reach else ())} | set(board.sites)
        self._tiles: dict[Square, int] = {}
        self._ground: dict[Square, str] = {}
        for tile in board.tiles:
            for y, row in enumerate(tile.ground):
                for x, sign in enumerate(row):
                    self._tiles[Square(tile.x + x, tile.y + y)] = tile.number
                    self._ground[Square(tile.x + x, tile.y + y)] = sign
        self._corners = {Square(tile.x, tile.y): str(tile.number) for tile in board.tiles}
        self._edges = {tile.y for tile in board.tiles} | {tile.y + len(tile.ground) for tile in board.tiles}

    def band(self, columns: range) -> list[str]:
        """The lines of some columns: their names, the rows with edges of tiles between them, and the names again."""
        margin = " " * _MARGIN
        letters = margin + "".join(f"{square_name(Square(x, 0)).rstrip('1'):^3}" for x in columns).rstrip()
        lines = [letters]
        for y in range(self._rows + 1):
            if y in self._edges:
                lines.append((margin + self._edge(columns, y)).rstrip())
            if y < self._rows:
                lines.append(f"{y + 1:>3} {self._row(columns, y)} {y + 1}")
        return [*lines, letters]

    def _row(self, columns: range, y: int) -> str:
        squares = "".join(self._square(Square(x, y)) for x in columns)
        return squares + (":" if self._is_edge(Square(columns.stop, y), Square(columns.stop - 1, y)) else " ")

    def _square(self, square: Square) -> str:
        if square in self._stations:
            return self._stations[square]
        before = ":" if self._is_edge(square, Square(square.x - 1, square.y)) else " "
        if square in self._dice:
            piece = self._dice[square]
            before = self._across if ends_at(piece, W) else before
            return f"{before}{self._signs[piece]}{self._across if ends_at(piece, E) else ' '}"
        sign = self._ground.get(square, " ")
        return f"({sign})" if square in self._open else f"{before}{sign} "

    def _edge(self, columns: range, y: int) -> str:
        return "".join(self._edge_above(Square(x, y)) for x in columns)

    def _edge_above(self, square: Square) -> str:
        above = Square(square.x, square.y - 1)
        number = self._corners.get(square, "")
        is_passed = ends_at(self._dice.get(square, ()), N) and ends_at(self._dice.get(above, ()), S)
        if self._is_edge(square, above):
            return f"{number or '-'}{self._down if is_passed else ' '}-"
        return f" {self._down if is_passed else ' '} "

    def _is_edge(self, one: Square, other: Square) -> bool:
        return self._tiles.get(one) != self._tiles.get(other)


def _legend(board: NetworkBoard, names: NetworkNames, ascii_only: bool) -> list[str]:
    text = names.catalogue.text
    ground = {sign for tile in board.tiles for row in tile.ground for sign in row}
    items = [f"{sign} {text(_TERRAIN[terrain])}" for sign, terrain in SIGNS.items() if sign in ground]
    items.append(text("1 -- tile 1"))
    homes = {station.owner: station for station in board.stations if station.owner is not None}
    for seat, station in sorted(homes.items()):
        home = text("%(colour)s: %(player)s", colour=names.home_colour(seat), player=names.player(seat))
        items.append(f"{station_sign(station)} {home}")
    if any(station.owner is None for station in board.stations):
        items.append(text("[1] grey 1"))
    if board.sites:
        items.append(text("(.) where the next station may stand"))
    if board.reach and board.reach.open:
        items.append(text("(.) where the line of %(player)s can go on", player=names.player(board.reach.seat)))
    return [*items, *(_ascii_track(board, names) if ascii_only else _heavy_arms(board, names))]


def _heavy_arms(board: NetworkBoard, names: NetworkNames) -> list[str]:
    is_needed = any(len(die.pairs) > len(strands(die.pairs)) for die in board.dice)
    return [names.catalogue.text("a heavy arm: where two ways meet")] if is_needed else []


def _ascii_track(board: NetworkBoard, names: NetworkNames) -> list[str]:
    """The letters of track in ASCII that are on the map: curves by their sides, complex dice by their kind."""
    text, there = names.catalogue.text, {die.pairs for die in board.dice}
    items = [f"{ASCII_SIGNS[(pair,)]} {pair}" for pair in CURVES if (pair,) in there]
    kinds = {"T": text("switch"), "Y": text("wye"), "X": text("double curve"), "+": text("crossing")}
    complex_signs = {ASCII_SIGNS[piece] for piece in there if len(piece) > 1}
    return items + [f"{sign} {kind}" for sign, kind in kinds.items() if sign in complex_signs]


def _complex_dice(board: NetworkBoard, names: NetworkNames) -> list[str]:
    ways = [_ways(die) for die in board.dice if len(die.pairs) > 1]
    heading = names.catalogue.text("Complex dice:")
    return ["", *flow([heading, *ways], gap="  ", indent=_LEGEND)] if ways else []


def _ways(die: NetworkDie) -> str:
    """The ways of a die as orders write them: "e4 ns+sw"."""
    return f"{square_name(die.square)} {'+'.join(die.pairs)}"


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
