"""A position: all of it lies on the table, for everybody to see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from rules_core.games.railroad_dice_2.components import NetworkComponents
from rules_core.games.railroad_dice_2.events import ClosingCause, NetworkStanding
from rules_core.games.railroad_dice_2.network import Network, Reach
from rules_core.kernel.codec import stored_as
from rules_core.kernel.definition import Option, Options
from rules_core.kernel.position import changed

Phase: TypeAlias = Literal["placing", "play", "closing"]
OPTIONS: Final[Options] = {
    "arrangement": Option("recommended", "random"),
    "tiles": Option("4x4", "7x7"),
    "station_distance": Option("orthogonal", "diagonal"),
    "connection_pays": Option("any", "active"),
    "closing_issue": Option("full", "bank"),
    "winner": Option("held", "carried"),
}
"""How the tiles lie (R2-2), how far stations stand apart (R2-5), what pays (R2-14), the end (R2-30, R2-31)."""


@stored_as("Turn")
@dataclass(frozen=True, slots=True)
class NetworkTurn:
    """The turn being played."""

    seat: int
    number: int
    rolled: bool = False
    """Whether the roll was made, or a die taken, or the roll passed (R2-10, R2-11)."""
    simple: tuple[str, ...] = ()
    """The faces of the simple dice in hand."""
    complex: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    """The numbers of the locomotives that made their trip (R2-16)."""
    served: tuple[int, ...] = ()


@stored_as("Player")
@dataclass(frozen=True, slots=True)
class NetworkPlayer:
    """The things that a player has."""

    units: int
    grey: int = 0
    """Grey stations that are still to be placed (R2-1)."""
    locomotives: tuple[int, ...] = ()
    """Their numbers, rising."""
    connected: tuple[int, ...] = ()
    """The stations that were joined to the home at some time, rising (R2-14)."""
    carried: int = 0
    """The passengers carried so far."""


@stored_as("Table")
@dataclass(frozen=True)
class NetworkTable:
    """A whole position: a `Position` of the kernel and its `PublicState` in one, as nothing is hidden."""

    kind: str
    reading: int
    options: Mapping[str, str]
    """The value of every option of the game."""
    network: Network
    year: int
    """0 while stations are placed."""
    turn: NetworkTurn
    start: int
    """The start player (R2-6)."""
    players: tuple[NetworkPlayer, ...]
    bank: int
    waiting: tuple[int, ...]
    """Passengers beside the tiles 1 to 6."""
    extra: int
    """Extra counters that the closing issue brought (R2-30)."""
    simple: int
    """Simple dice in the dice bank."""
    complex: int
    locomotives: tuple[int, ...]
    """The numbers of those for sale, in the order in which they are sold (R2-4)."""
    is_idle: bool = True
    """Whether nobody has done anything in this year that keeps the game going (R2-33)."""
    quiet: int = 0
    """Turns in a row that ended in the closing phase without transport (R2-31)."""
    closing: ClosingCause | None = None
    """What began the closing phase, once it has begun (R2-30, R2-33)."""
    ended: str | None = None
    standings: tuple[NetworkStanding, ...] = ()

    @property
    def box(self) -> NetworkComponents:
        """The component data."""
        return self.network.box

    @property
    def table(self) -> "NetworkTable":
        """The part that everybody sees: all of it."""
        return self

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def active(self) -> NetworkPlayer:
        """The player whose turn it is."""
        return self.players[self.turn.seat]

    @property
    def phase(self) -> Phase:
        """Placing before the first year (R2-5), closing once that has begun (R2-30), and play in between."""
        if self.year == 0:
            return "placing"
        return "play" if self.closing is None else "closing"

    @property
    def is_rolling_allowed(self) -> bool:
        """Whether the active player may still roll, take a die, or pass the roll."""
        return self.phase == "play" and not self.turn.rolled

    @property
    def simple_left(self) -> int:
        """The simple dice that count as in the bank: those in hand do too (R2-30)."""
        return self.simple + len(self.turn.simple)

    @property
    def complex_left(self) -> int:
        """The complex dice that count as in the bank."""
        return self.complex + len(self.turn.complex)

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats from the active one on."""
        return tuple((self.turn.seat + step) % self.seats for step in range(self.seats))

    def reach(self, seat: int) -> Reach | None:
        """All that trains reach from the home of a seat; None while it has none."""
        home = self.network.home(seat)
        return None if home is None else self.network.reach(home)

    def distance(self, seat: int, station: int) -> int | None:
        """The tiles that the shortest line from a seat's home to a station passes; None where there is none (R2-16)."""
        reach = self.reach(seat)
        return None if reach is None else reach.distances.get(self.network.stations[station].square)

    def waiting_at(self, station: int) -> int:
        """The passengers beside the tile of a station."""
        return self.waiting[self.tile_of(station) - 1]

    def tile_of(self, station: int) -> int:
        """The number of the tile that a station stands on."""
        return self.network.land.tile_of[self.network.stations[station].square]

    def unused(self, seat: int) -> tuple[int, ...]:
        """The locomotives of a seat that may still make a trip, by rising number; all, out of its turn."""
        left = list(self.players[seat].locomotives)
        for number in self.turn.used if seat == self.turn.seat else ():
            if number in left:
                left.remove(number)
        return tuple(left)

    def with_player(self, seat: int, **changes: Any) -> "NetworkTable":
        """The table with something of a player changed."""
        player = replace(self.players[seat], **changes)
        return changed(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_waiting(self, tile: int, more: int) -> "NetworkTable":
        """The table with more passengers beside a tile, or fewer."""
        return changed(self, waiting=(*self.waiting[: tile - 1], self.waiting[tile - 1] + more, *self.waiting[tile:]))

    def with_turn(self, **changes: Any) -> "NetworkTable":
        """The table with something of the turn changed."""
        return changed(self, turn=replace(self.turn, **changes))


@dataclass(frozen=True, slots=True)
class NetworkView:
    """A position as a seat sees it, or a spectator (None); all see the same."""

    seat: int | None
    table: NetworkTable

    @property
    def kind(self) -> str:
        """The kind of game."""
        return self.table.kind

    @property
    def state(self) -> NetworkTable:
        """The position as far as it is seen: all of it."""
        return self.table


def view(table: NetworkTable, seat: int | None) -> NetworkView:
    """Show a position, which hides nothing, to a seat or a spectator."""
    return NetworkView(seat, table)


def without(items: Sequence[Any], item: object) -> tuple[Any, ...]:
    """The items less one of them. Raises ValueError where it is not among them."""
    at = tuple(items).index(item)
    return (*items[:at], *items[at + 1 :])
