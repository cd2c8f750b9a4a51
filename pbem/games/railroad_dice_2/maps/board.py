"""The map of Railroad Dice 2 as a drawing shows it: tiles, stations, and track on dice."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from pbem.drawing.terrain import UNIT, middle
from pbem.games.railroad_dice_2.names import square_name
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.building import check_ends, joins, open_squares, recommended
from rules_core.games.railroad_dice_2.components import NetworkComponents, components_from
from rules_core.games.railroad_dice_2.network import MapTile, Network, Reach
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import EXITS, PAIRS, PIECES, SIDES_OF, Pair, pair_of, piece_after
from rules_core.grid import SIDES, Side, Square, opposite, step, turned_rows


class NetworkTile(Struct, frozen=True, omit_defaults=True):
    """A tile as it lies, with what is beside it."""

    number: int
    x: int
    y: int
    ground: tuple[str, ...]
    """Rows of the signs of `rules_core.grid.SIGNS`, northernmost first."""
    waiting: int = 0
    takes_passengers: bool = False
    """Whether any come to wait there: it has a station, and all are placed."""
    has_new: bool = False
    """Whether passengers came to wait there lately."""


class NetworkStation(Struct, frozen=True, omit_defaults=True):
    """A station: the home of a seat, or a grey one with its number."""

    square: Square
    owner: int | None = None
    grey: int = 0
    is_new: bool = False


class NetworkDie(Struct, frozen=True, omit_defaults=True):
    """A die on the map: a simple one is one pair of sides, a complex one two."""

    square: Square
    pairs: tuple[Pair, ...]
    is_new: bool = False


class LitDie(Struct, frozen=True, array_like=True):
    """The track of a die that trains from a home run on."""

    square: Square
    pairs: tuple[Pair, ...]


class OpenSquare(Struct, frozen=True, array_like=True):
    """A square where a line can be built on: the sides at which it comes there."""

    square: Square
    sides: tuple[Side, ...]


class NetworkReach(Struct, frozen=True):
    """All that trains reach from the home of a seat, and where its line can be built on (R2-12, R2-13, R2-20)."""

    seat: int
    stations: tuple[Square, ...]
    dice: tuple[LitDie, ...]
    open: tuple[OpenSquare, ...]
    """Squares without a die, and those of simple dice where the line has no track yet."""


class NetworkBoard(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The parts of a position that a drawing shows."""

    tiles: tuple[NetworkTile, ...]
    stations: tuple[NetworkStation, ...] = ()
    dice: tuple[NetworkDie, ...] = ()
    players: tuple[str, ...] = ()
    """The players' names, by seat."""
    reach: NetworkReach | None = None
    """What is lit: all that one player's trains reach."""
    sites: tuple[Square, ...] = ()
    """While stations are placed, the squares where the next one may stand (R2-5)."""

    @property
    def columns(self) -> int:
        """The squares of the map from west to east; one before its tiles are laid."""
        return max((tile.x + len(tile.ground[0]) for tile in self.tiles), default=1)

    @property
    def rows(self) -> int:
        """The squares of the map from north to south; one before its tiles are laid."""
        return max((tile.y + len(tile.ground) for tile in self.tiles), default=1)


def network_board(
    table: NetworkTable, players: Sequence[str], news: Iterable[object] = (), seat: int | None = None
) -> NetworkBoard:
    """The board of a position; what the events of `news` put there is marked, and what `seat` reaches is lit."""
    network, latest = table.network, tuple(news)
    laid = {event.square for event in latest if isinstance(event, ev.TrackLaid | ev.TrackExpanded)}
    placed = {event.square for event in latest if isinstance(event, ev.StationPlaced)}
    came = _arrived(latest)
    return NetworkBoard(
        tiles=tuple(_tile(table, tile, came) for tile in sorted(network.tiles, key=lambda tile: tile.number)),
        stations=tuple(
            NetworkStation(station.square, station.owner, station.grey, station.square in placed)
            for station in network.stations
        ),
        dice=tuple(NetworkDie(square, piece, square in laid) for square, piece in sorted(network.track.items())),
        players=tuple(players),
        reach=None if seat is None else network_reach(table, seat),
        sites=tuple(sorted(open_squares(table))) if table.phase == "placing" and not table.over else (),
    )


def bare_board(components: str, size: str = "4x4") -> NetworkBoard:
    """The recommended arrangement of the tiles of a box with nothing on them (R2-2)."""
    box = components_from(components)
    tiles = sorted(recommended(box, size), key=lambda tile: tile.number)
    return NetworkBoard(tiles=tuple(NetworkTile(tile.number, tile.x, tile.y, _rows(box, size, tile)) for tile in tiles))


def _arrived(news: Iterable[object]) -> set[int]:
    issues = (event.tiles for event in news if isinstance(event, ev.PassengersArrived))
    return {number for tiles in issues for number, units in enumerate(tiles, 1) if units}


def network_reach(table: NetworkTable, seat: int) -> NetworkReach | None:
    """All that trains reach from the home of a seat; None while it has none."""
    reach, network = table.reach(seat), table.network
    if reach is None:
        return None
    return NetworkReach(
        seat=seat,
        stations=tuple(sorted(reach.distances)),
        dice=tuple(LitDie(square, tuple(pairs)) for square, pairs in sorted(_lit(reach, network).items())),
        open=tuple(
            OpenSquare(square, tuple(sides))
            for square, sides in sorted(_arrivals_without_track(reach, network).items())
            if table.phase != "closing" and not table.over and _can_be_built_on(reach, network, square)
        ),
    )


def _tile(table: NetworkTable, tile: MapTile, came: set[int]) -> NetworkTile:
    network = table.network
    waiting = table.waiting[tile.number - 1]
    return NetworkTile(
        number=tile.number,
        x=tile.x,
        y=tile.y,
        ground=_rows(network.box, network.size, tile),
        waiting=waiting,
        takes_passengers=table.phase != "placing" and network.stations_on(tile.number) > 0,
        has_new=tile.number in came and waiting > 0,
    )


def _rows(box: NetworkComponents, size: str, tile: MapTile) -> tuple[str, ...]:
    return turned_rows(box.tiles[size][tile.number - 1], tile.turn)


def _lit(reach: Reach, network: Network) -> Mapping[Square, list[Pair]]:
    found: dict[Square, set[Pair]] = {}
    for square, entered in reach.arrivals:
        for side in EXITS[network.track[square]][entered] if square in network.track else ():
            found.setdefault(square, set()).add(pair_of(entered, side))
    return {square: sorted(pairs, key=PAIRS.index) for square, pairs in found.items()}


def _arrivals_without_track(reach: Reach, network: Network) -> Mapping[Square, list[Side]]:
    found: dict[Square, list[Side]] = {}
    for square, side in sorted(reach.arrivals):
        lying = network.track.get(square, ())
        if square not in network.station_at and len(lying) < 2 and not (lying and EXITS[lying][side]):
            found.setdefault(square, []).append(side)
    return found


def _can_be_built_on(reach: Reach, network: Network, square: Square) -> bool:
    lying = network.track.get(square, ())
    pieces = [piece_after(lying, pair) for pair in PAIRS if pair not in lying]
    return any(joins(reach, square, piece) and check_ends(network, square, piece) is None for piece in pieces)


_HALF: Final = UNIT // 2
CROSSED: Final[tuple[Pair, ...]] = ("ns", "ew")
"""The two ways that cross: one is drawn as passing over the other, so that nobody takes it for a place to turn."""

Strand: TypeAlias = tuple[Pair, ...]
"""Ways whose rails run into each other, because they share a side; or one way alone."""


class DrawnStrand(NamedTuple):
    """A strand of a die: its name, whether it passes over what was drawn before, and which of its ways are lit."""

    name: str
    is_over: bool
    lit: tuple[Pair, ...]

    @property
    def is_all_lit(self) -> bool:
        """Whether every way of it is lit."""
        return len(self.lit) == len(STRANDS[self.name])


class DrawnDie(NamedTuple):
    """A die: its middle, and its strands from below to above."""

    name: str
    x: int
    y: int
    is_complex: bool
    is_new: bool
    strands: tuple[DrawnStrand, ...]


class Arrow(NamedTuple):
    """A sign at the side of a square, by which track comes there: its tip points into the square."""

    x: int
    y: int
    turn: int
    """Degrees from one that points southward."""
    is_lit: bool


def strands(pairs: Sequence[Pair]) -> list[Strand]:
    """The ways of a die as strands: two that share a side are one, and others are one each."""
    if len(pairs) == 2 and set(SIDES_OF[pairs[0]]) & set(SIDES_OF[pairs[1]]):
        return [tuple(pairs)]
    return [(pair,) for pair in sorted(pairs, key=lambda pair: pair == CROSSED[0])]


def strand_name(strand: Strand) -> str:
    """The name of a strand among the parts of a drawing: "ns-sw"."""
    return "-".join(strand)


STRANDS: Final[Mapping[str, Strand]] = {strand_name(strand): strand for piece in PIECES for strand in strands(piece)}
"""All strands by their names."""


class TrackPaths(NamedTuple):
    """The paths of a strand or way: each layer reaches farther into the squares beside than the one below it.

    So nothing of the lower layers of a die is seen on the track of the die beside, which was drawn before.
    """

    name: str
    bed: str
    """Sleepers, and the rim of what is lit."""
    light: str
    rails: str
    between: str
    """What is seen between the rails."""


_REACHES: Final = (0, 2, 4, 6)
"""How far the layers of track reach over the edges of their squares."""


def way(pair: Pair, beyond: int = 0) -> str:
    """The middle of the rails between two sides as a path, which goes on for a length in the squares beside."""
    (ax, ay), (bx, by) = (step(Square(0, 0), side) for side in SIDES_OF[pair])
    far = _HALF + beyond
    begin, end = f"M{ax * far} {ay * far}", f"L{bx * far} {by * far}"
    if ax == -bx and ay == -by:
        return begin + end
    sweep = int(ax * by < ay * bx)
    return f"{begin}L{ax * _HALF} {ay * _HALF}A{_HALF} {_HALF} 0 0 {sweep} {bx * _HALF} {by * _HALF}{end}"


def paths_of(strand: Strand) -> TrackPaths:
    """The paths of a strand."""
    layers = ("".join(way(pair, beyond) for pair in strand) for beyond in _REACHES)
    return TrackPaths(strand_name(strand), *layers)


HALF_WAY: Final = TrackPaths("half", *(f"M0-{_HALF + beyond}V0" for beyond in _REACHES))
"""Track from the north to the middle of a square, where a station is."""


def drawn_die(die: NetworkDie, lit: Sequence[Pair]) -> DrawnDie:
    """A die as drawn; `lit` are the ways that are."""
    x, y = middle(die.square)
    found = strands(die.pairs)
    is_crossing = set(die.pairs) == set(CROSSED)
    return DrawnDie(
        name=square_name(die.square),
        x=x,
        y=y,
        is_complex=len(die.pairs) > 1,
        is_new=die.is_new,
        strands=tuple(
            DrawnStrand(strand_name(strand), is_crossing and place > 0, tuple(pair for pair in strand if pair in lit))
            for place, strand in enumerate(found)
        ),
    )


def lit_ways(reach: NetworkReach | None) -> Mapping[Square, tuple[Pair, ...]]:
    """The ways that are lit, by the squares of their dice."""
    return {} if reach is None else {die.square: die.pairs for die in reach.dice}


def ends_at(pairs: Sequence[Pair], side: Side) -> bool:
    """Whether one of these ways ends at a side."""
    return any(side in SIDES_OF[pair] for pair in pairs)


def platforms(board: NetworkBoard, square: Square) -> dict[Side, bool]:
    """The sides of a station by which track comes to it, and whether that track is lit."""
    dice = {die.square: die.pairs for die in board.dice}
    lit = lit_ways(board.reach)
    found: dict[Side, bool] = {}
    for side in SIDES:
        beside = step(square, side)
        if ends_at(dice.get(beside, ()), opposite(side)):
            found[side] = ends_at(lit.get(beside, ()), opposite(side))
    return found


def arrows(board: NetworkBoard) -> list[Arrow]:
    """The ends of track on squares without any, and where the lit line goes on."""
    taken = {die.square for die in board.dice} | {station.square for station in board.stations}
    lit = {(place.square, side) for place in (board.reach.open if board.reach else ()) for side in place.sides}
    ends = {
        (step(die.square, side), opposite(side))
        for die in board.dice
        for side in SIDES
        if ends_at(die.pairs, side) and step(die.square, side) not in taken
    }
    return [_arrow(square, side, is_lit=(square, side) in lit) for square, side in sorted(ends | lit)]


def _arrow(square: Square, side: Side, *, is_lit: bool) -> Arrow:
    x, y = middle(square)
    dx, dy = step(Square(0, 0), side)
    return Arrow(x + 50 * dx, y + 50 * dy, 90 * side, is_lit)
