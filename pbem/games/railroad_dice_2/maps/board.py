"""A position as a drawing shows it: everything that is drawn, and nothing that is not.

A board stands on its own: whoever has it can draw it without the game it came from. It is JSON by msgspec, 2 to 6 KB.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.building import check_ends, joins
from rules_core.games.railroad_dice_2.components import NetworkComponents, components_from
from rules_core.games.railroad_dice_2.lines import Reach
from rules_core.games.railroad_dice_2.network import MapTile, Network
from rules_core.games.railroad_dice_2.placing import open_squares, recommended
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import EXITS, PAIRS, Pair, pair_of, piece_after
from rules_core.grid import Side, Square, turned_rows


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
