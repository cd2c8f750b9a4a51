"""The public JSON of a position of Railroad Dice 2, and of its end.

These classes are the format. Their names and meanings stay; what is new is added.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from pbem.games.parts import PublicData
from pbem.games.railroad_dice_2.names import NetworkNames, square_name
from pbem.i18n import ENGLISH, N_, catalogue
from rules_core.games.railroad_dice_2.events import ClosingCause
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView, Phase
from rules_core.grid import SIGNS, Square


class NetworkTileData(Struct, frozen=True):
    """A tile of the map, and the passengers who wait beside it."""

    number: Annotated[int, Meta(description=N_("The number printed on the tile, 1 to 6."))]
    turn: Annotated[int, Meta(description=N_("By how many quarter turns clockwise it lies turned."))]
    square: Annotated[str, Meta(description=N_("Its north-west square, as orders name it."))]
    waiting: Annotated[int, Meta(description=N_("The passengers who wait beside it."))]


class NetworkStationData(Struct, frozen=True):
    """A station on the map."""

    name: Annotated[str, Meta(description=N_("The name by which orders call it, in English: green, grey 3."))]
    square: Annotated[str, Meta(description=N_("The square it stands on."))]
    tile: Annotated[int, Meta(description=N_("The number of its tile."))]
    owner: Annotated[int | None, Meta(description=N_("The seat whose home it is; nothing for a grey one."))]


class NetworkTrackData(Struct, frozen=True):
    """A die that lies on the map as track."""

    square: Annotated[str, Meta(description=N_("The square it lies on."))]
    pairs: Annotated[
        tuple[str, ...],
        Meta(
            description=N_("The pairs of sides that trains pass between: one for a simple die, two for a complex one.")
        ),
    ]


class NetworkPlayerData(Struct, frozen=True):
    """A player: what they have, and the stations connected to their home."""

    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    units: Annotated[int, Meta(description=N_("The units held, which are money and passengers in one."))]
    carried: Annotated[int, Meta(description=N_("The passengers carried so far."))]
    locomotives: Annotated[tuple[int, ...], Meta(description=N_("The numbers of the locomotives."))]
    connected: Annotated[tuple[str, ...], Meta(description=N_("The stations connected to the home."))]
    grey: Annotated[int, Meta(description=N_("Grey stations that are still to be placed."))]


class NetworkTurnData(Struct, frozen=True):
    """The dice in hand of the player to move."""

    rolled: Annotated[bool, Meta(description=N_("Whether the roll was made or passed in this turn."))]
    simple: Annotated[tuple[str, ...], Meta(description=N_("The faces of the simple dice in hand."))]
    complex: Annotated[tuple[str, ...], Meta(description=N_("The faces of the complex dice in hand."))]
    used: Annotated[tuple[int, ...], Meta(description=N_("The locomotives that made their trip in this turn."))]


class NetworkBanks(Struct, frozen=True):
    """The contents of the banks."""

    units: Annotated[int, Meta(description=N_("Units in the bank."))]
    extra: Annotated[int, Meta(description=N_("Extra counters in play, which the last passengers brought."))]
    simple: Annotated[int, Meta(description=N_("Simple dice in the dice bank."))]
    complex: Annotated[int, Meta(description=N_("Complex dice in the dice bank."))]
    locomotives: Annotated[
        tuple[int, ...], Meta(description=N_("The numbers of the locomotives for sale, in the order of sale."))
    ]


class NetworkStateData(Struct, frozen=True):
    """A position as public data, which hides nothing."""

    phase: Annotated[Phase, Meta(description=N_("Whether stations are placed, or it is played, or the end is near."))]
    closing: Annotated[
        ClosingCause | None, Meta(description=N_("What began the closing phase; nothing before it begins."))
    ]
    start: Annotated[int, Meta(description=N_("The seat that begins each year."))]
    ground: Annotated[
        tuple[str, ...],
        Meta(
            description=N_(
                "The map by rows from north to south, a sign for each square: . grass, ^ mountain, ~ water, blank "
                "where there is no map."
            )
        ),
    ]
    tiles: Annotated[tuple[NetworkTileData, ...], Meta(description=N_("The tiles of the map."))]
    stations: Annotated[tuple[NetworkStationData, ...], Meta(description=N_("The stations, in the order placed."))]
    track: Annotated[tuple[NetworkTrackData, ...], Meta(description=N_("The dice on the map, in the order laid."))]
    players: Annotated[tuple[NetworkPlayerData, ...], Meta(description=N_("The players, by seat."))]
    hand: Annotated[NetworkTurnData, Meta(description=N_("The dice in hand of the player whose turn it is."))]
    banks: Annotated[NetworkBanks, Meta(description=N_("What is left in the banks."))]


class NetworkRank(Struct, frozen=True):
    """The final place of a player, and what decided it."""

    place: Annotated[int, Meta(description=N_("The place, from 1; players may share one; 0 where nobody has won."))]
    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    units: Annotated[int, Meta(description=N_("The units held."))]
    carried: Annotated[int, Meta(description=N_("The passengers carried."))]
    connected: Annotated[int, Meta(description=N_("The number of stations connected."))]
    locomotives: Annotated[int, Meta(description=N_("The number of locomotives."))]


class NetworkResultData(Struct, frozen=True):
    """The end of a game: its reason, and the final standings."""

    reason: Annotated[str, Meta(description=N_("What ended the game."))]
    standings: Annotated[tuple[NetworkRank, ...], Meta(description=N_("The players, best first."))]


def _state(view: NetworkView, seats: Sequence[str]) -> NetworkStateData:
    table = view.table
    names = NetworkNames(table, seats, catalogue(ENGLISH))  # stations are called alike in every language's data
    turn = table.turn
    return NetworkStateData(
        phase=table.phase,
        closing=table.closing,
        start=table.start,
        ground=_terrain(table),
        tiles=tuple(
            NetworkTileData(tile.number, tile.turn, square_name(Square(tile.x, tile.y)), table.waiting[tile.number - 1])
            for tile in table.network.tiles
        ),
        stations=tuple(
            NetworkStationData(names.station(at), square_name(station.square), table.tile_of(at), station.owner)
            for at, station in enumerate(table.network.stations)
        ),
        track=tuple(NetworkTrackData(square_name(square), piece) for square, piece in table.network.track.items()),
        players=tuple(
            NetworkPlayerData(
                seat,
                player.units,
                player.carried,
                player.locomotives,
                tuple(map(names.station, player.connected)),
                player.grey,
            )
            for seat, player in enumerate(table.players)
        ),
        hand=NetworkTurnData(turn.rolled, turn.simple, turn.complex, turn.used),
        banks=NetworkBanks(table.bank, table.extra, table.simple, table.complex, table.locomotives),
    )


def _terrain(table: NetworkTable) -> tuple[str, ...]:
    land = table.network.land
    signs = {terrain: sign for sign, terrain in SIGNS.items()}
    signs_at = {square: signs[plot.terrain] for square, plot in land.plots.items()}
    return tuple("".join(signs_at.get(Square(x, y), " ") for x in range(land.width)) for y in range(land.height))


def _result(table: NetworkTable) -> NetworkResultData:
    assert table.ended is not None, "the game is over"
    return NetworkResultData(
        table.ended,
        tuple(
            NetworkRank(one.place, one.seat, one.units, one.carried, one.connected, one.locomotives)
            for one in table.standings
        ),
    )


PUBLIC_DATA: Final = PublicData(NetworkStateData, _state, NetworkResultData, _result)
