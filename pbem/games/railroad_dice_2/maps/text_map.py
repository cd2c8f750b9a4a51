"""The map as lines of signs: three signs a square, coordinates around, and what the signs mean.

All pieces of track look different: of two ways that share a side, the arm there is heavy. In ASCII, where they do not,
the ways of complex dice are told below the map, as they are beside box-drawing signs too.
"""

from collections.abc import Mapping
from typing import Final

from pbem.games.railroad_dice_2.maps.board import NetworkBoard, NetworkDie, NetworkStation
from pbem.games.railroad_dice_2.maps.drawn_track import ends_at, strands
from pbem.games.railroad_dice_2.names import HOMES, NetworkNames, square_name
from pbem.i18n import N_
from pbem.reports.plain import WIDTH, flow
from rules_core.games.railroad_dice_2.track import CURVES, PIECES, Piece
from rules_core.grid import SIGNS, E, N, S, Square, W

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
