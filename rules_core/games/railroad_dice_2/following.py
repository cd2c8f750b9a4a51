"""The things that follow every action (R2-32): connections, lack of passengers, the closing phase, the end."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.transition import Transition

CONNECTION: Final = 5
"""Units for a connection to the owner of each station (R2-14)."""
ISSUE: Final = 5
"""Passengers for each station of a tile (R2-5, R2-11, R2-17, R2-18, R2-30)."""
LACKING: Final = 3
"""Tiles without passengers that make a lack (R2-18)."""
FEW_DICE: Final = 2
"""Dice in the bank, or fewer, that begin the closing phase (R2-30)."""


NetworkTransition: TypeAlias = Transition[NetworkTable, ev.NetworkEvent]


def follow(transition: NetworkTransition, *, is_year_lost: bool = False) -> None:
    """Let everything happen that follows an action (R2-32); `is_year_lost` where it ended an idle year (R2-33)."""
    connect(transition)
    if transition.state.phase == "play":
        relieve_lack(transition)
        cause = closing_cause(transition.state) or ("idle" if is_year_lost else None)
        if cause is not None:
            begin_closing(transition, cause)
    if transition.state.phase == "closing":
        reason = end_reason(transition.state)
        if reason is not None:
            transition.happen(ev.NetworkEnded(reason, standings(transition.state)))


def connect(transition: NetworkTransition) -> None:
    """Note stations that are joined for the first time, and pay their owners (R2-14)."""
    table, active = transition.state, transition.state.turn.seat
    joined = tuple(
        (seat, station)
        for seat in table.clockwise
        for station in stations_reached(table, seat)
        if station not in table.players[seat].connected
    )
    if not joined:
        return
    home = table.network.home(active)
    dues = [0] * table.seats
    for seat, station in joined:
        if table.options["connection_pays"] == "any" or active == seat or station == home:
            dues[seat] += CONNECTION
    transition.happen(ev.StationsConnected(joined, _paid(table, dues)))


def stations_reached(table: NetworkTable, seat: int) -> list[int]:
    """The stations at the ends of lines from a seat's home, rising."""
    reach = table.reach(seat)
    return [] if reach is None else sorted(table.network.station_at[square] for square in reach.distances)


def _paid(table: NetworkTable, dues: Sequence[int]) -> tuple[int, ...]:
    """The dues as the bank can pay them: the active player first, then clockwise (R2-19)."""
    paid, bank = dict[int, int](), table.bank
    for seat in table.clockwise:
        paid[seat] = min(dues[seat], bank)
        bank -= paid[seat]
    return tuple(paid[seat] for seat in range(table.seats))


def issue(table: NetworkTable, tiles: Container[int]) -> tuple[int, ...]:
    """The passengers that come to wait beside these tiles, 5 for each station, as far as the bank goes (R2-19)."""
    bank, found = table.bank, []
    for tile in TILE_NUMBERS:
        number = min(bank, ISSUE * table.network.stations_on(tile)) if tile in tiles else 0
        found.append(number)
        bank -= number
    return tuple(found)


def relieve_lack(transition: NetworkTransition) -> None:
    """Bring new passengers where three tiles with stations have none (R2-18)."""
    table = transition.state
    bare = [tile for tile in TILE_NUMBERS if table.network.stations_on(tile) and not table.waiting[tile - 1]]
    if len(bare) >= LACKING and table.bank:
        transition.happen(ev.PassengersArrived("lack", issue(table, bare)))


def closing_cause(table: NetworkTable) -> ev.ClosingCause | None:
    """The first cause that begins the closing phase; None while there is none (R2-30)."""
    others = len(table.network.stations) - 1
    if any(len(player.connected) == others for player in table.players):
        return "connected"
    if table.bank == 0:
        return "bank"
    if table.complex_left == 0:
        return "complex"
    if table.simple_left + table.complex_left <= FEW_DICE:
        return "dice"
    return None


def begin_closing(transition: NetworkTransition, cause: ev.ClosingCause) -> None:
    """Begin the closing phase with the last issue of passengers (R2-30)."""
    transition.happen(ev.ClosingBegan(cause))
    table = transition.state
    wanted = issue(replace(table, bank=ISSUE * len(table.network.stations)), TILE_NUMBERS)
    if table.options["closing_issue"] == "bank":
        wanted = issue(table, TILE_NUMBERS)
    transition.happen(ev.PassengersArrived("closing", wanted, max(0, sum(wanted) - table.bank)))


def end_reason(table: NetworkTable) -> ev.EndReason | None:
    """The reason why the game is over now; None while it goes on (R2-31)."""
    if not any(table.waiting):
        return "no passengers"
    if not any(is_able(table, seat) for seat in range(table.seats)):
        return "nobody able"
    return "no transport" if table.quiet >= table.seats else None


def is_able(table: NetworkTable, seat: int) -> bool:
    """Whether a player could carry passengers some time: with a locomotive they own, or could buy alone (R2-31)."""
    reach = table.reach(seat)
    if reach is None:
        return False
    far = [
        distance
        for square, distance in reach.distances.items()
        if table.waiting[table.network.land.tile_of[square] - 1]
    ]
    return bool(far) and min(far) <= max((*table.players[seat].locomotives, *_affordable(table, seat)), default=0)


def _affordable(table: NetworkTable, seat: int) -> Iterator[int]:
    units = table.players[seat].units
    for number in table.locomotives:
        units -= table.box.price(number)
        if units < 0:
            return
        yield number


def standings(table: NetworkTable) -> tuple[ev.NetworkStanding, ...]:
    """All players, best first, if the game ended as it stands (R2-31)."""
    found = [
        ev.NetworkStanding(
            seat=seat,
            place=1,
            units=player.units,
            carried=player.carried,
            connected=len(player.connected),
            locomotives=len(player.locomotives),
            counted=player.carried if table.options["winner"] == "carried" else player.units,
        )
        for seat, player in enumerate(table.players)
    ]
    ranks: Mapping[int, tuple[int, int, int]] = {
        one.seat: (one.counted, one.connected, one.locomotives) for one in found
    }
    best = sorted(found, key=lambda one: ranks[one.seat], reverse=True)
    return tuple(replace(one, place=1 + sum(ranks[one.seat] < rank for rank in ranks.values())) for one in best)
