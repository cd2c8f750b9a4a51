"""Judging games again, and corrections by a moderator: what differs between positions, and why one cannot be made."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.building import DRAWN, outcomes
from rules_core.games.railroad_dice_2.components import NetworkComponents, components_from
from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkTable, without
from rules_core.grid import Square
from rules_core.kernel.definition import EventDraws, meant
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.events import Begun
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import CorrectionFault, Fact


def dice(box: NetworkComponents) -> tuple[tuple[str, ...], ...]:
    """The two dice of a box: the simple and the complex one."""
    return box.simple, box.complex


def drawing(event: object, year: int, began: Begun) -> EventDraws | None:
    """The draws that an event tells of: of the map, of the start player, or of a roll."""
    box, options = components_from(began.components), meant(OPTIONS, began.options)
    match event:
        case ev.MapArranged(tiles) if options["arrangement"] == "random":
            return _map_draws(tiles, options["tiles"])
        case ev.StartDrawn(seat):
            return EventDraws("start", None, (DrawKey(0, 0, "start", 0),), (tuple(range(began.seats)),), (seat,))
        case ev.DiceThrown(seat, faces, simple):
            keys = tuple(DrawKey(year, seat, "roll", number) for number in range(len(faces)))
            sides = tuple(box.simple if number < simple else box.complex for number in range(len(faces)))
            return EventDraws("roll", seat, keys, sides, faces)
    return None


def _map_draws(tiles: tuple[MapTile, ...], size: str) -> EventDraws:
    keys: list[DrawKey] = []
    drawn: list[tuple[Fact, ...]] = []
    logged: list[Fact] = []
    for at, tile in enumerate(tiles):
        numbers, turns, places = outcomes(size, tiles[:at])
        keys += (DrawKey(0, 0, f"map {what}", at) for what in DRAWN)
        drawn += (numbers, turns, tuple(f"{x},{y}" for x, y in places))
        logged += (tile.number, tile.turn, f"{tile.x},{tile.y}")
    return EventDraws("map", None, tuple(keys), tuple(drawn), tuple(logged))


RULES_OF: Final[Mapping[type, tuple[str, ...]]] = {
    ev.MapArranged: ("R2-2",),
    ev.StartDrawn: ("R2-6",),
    ev.StationPlaced: ("R2-5",),
    ev.StationsLeftOut: ("R2-5",),
    ev.PassengersArrived: ("R2-5", "R2-11", "R2-17", "R2-18", "R2-19", "R2-30"),
    ev.DiceThrown: ("R2-10",),
    ev.WildTaken: ("R2-10",),
    ev.RollPassed: ("R2-11",),
    ev.TrackLaid: ("R2-12", "R2-13a"),
    ev.TrackExpanded: ("R2-13", "R2-13a"),
    ev.StationsConnected: ("R2-14", "R2-20"),
    ev.LocomotiveBought: ("R2-15",),
    ev.LocomotivesScrapped: ("R2-15",),
    ev.PassengersTransported: ("R2-16",),
    ev.PassengersCalled: ("R2-17",),
    ev.ClosingBegan: ("R2-30", "R2-33"),
    ev.NetworkEnded: ("R2-31",),
}
"""The rules that events come from."""


def varied(table: NetworkTable, options: Mapping[str, str]) -> NetworkTable:
    """A position as if it were judged by other options; the map stays as it lies."""
    return changed(table, options=dict(options))


What: TypeAlias = Literal[
    "turn", "rolled", "end", "bank", "extra", "waiting", "simple", "complex", "hand", "sale", "station", "track",
    "units", "carried", "locomotives", "connected",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class NetworkDiffers:
    """A difference of two positions: what it is, of which seat, tile or square, and its value in each."""

    what: What
    of: int | Square | None
    one: object
    other: object


def compare(one: NetworkTable, other: NetworkTable) -> tuple[NetworkDiffers, ...]:
    """The differences of two positions of a game."""
    mine, theirs = dict(_parts(one)), dict(_parts(other))
    return tuple(
        NetworkDiffers(*key, mine.get(key), theirs.get(key))
        for key in dict.fromkeys((*mine, *theirs))
        if mine.get(key) != theirs.get(key)
    )


def _parts(table: NetworkTable) -> Iterator[tuple[tuple[What, int | Square | None], object]]:
    turn = table.turn
    yield ("turn", None), (table.year, turn.number, turn.seat)
    yield ("rolled", None), turn.rolled
    yield ("end", None), table.ended or table.closing or ""
    yield ("bank", None), table.bank
    yield ("extra", None), table.extra
    yield ("simple", None), table.simple
    yield ("complex", None), table.complex
    yield ("hand", None), (*sorted(turn.simple), *sorted(turn.complex))
    yield ("sale", None), table.locomotives
    for tile, number in enumerate(table.waiting, 1):
        yield ("waiting", tile), number
    for seat, player in enumerate(table.players):
        yield ("units", seat), player.units
        yield ("carried", seat), player.carried
        yield ("locomotives", seat), player.locomotives
        yield ("connected", seat), player.connected
    for station in table.network.stations:
        yield ("station", station.square), (station.owner, station.grey)
    for square, piece in table.network.track.items():
        yield ("track", square), piece


def check_correction(table: NetworkTable, event: object) -> CorrectionFault | None:
    """The reason why a moderator's correction cannot be made; None where it can, as cancelling can until the end."""
    if table.over:
        return CorrectionFault("over")
    match event:
        case ev.UnitsMoved(number, source, target):
            return _units_fault(table, number, source, target)
        case ev.LocomotiveMoved(number, giver, taker):
            return _locomotive_fault(table, number, giver, taker)
        case ev.RollMarked(seat, done):
            return _roll_fault(table, seat, done)
    return None


def _units_fault(
    table: NetworkTable, number: int, source: ev.UnitPlace, target: ev.UnitPlace
) -> CorrectionFault | None:
    if source == target or number <= 0:
        return CorrectionFault("no change")
    for place in (source, target):
        if not _is_place(table, place):
            return CorrectionFault("no such place")
    there = _units_at(table, source)
    return CorrectionFault("too few", {"number": number, "there": there}) if there < number else None


def _is_place(table: NetworkTable, place: ev.UnitPlace) -> bool:
    match place.kind:
        case "bank":
            return place.number == 0
        case "seat":
            return place.number in range(table.seats)
        case "tile":
            return bool(table.network.stations_on(place.number))


def _units_at(table: NetworkTable, place: ev.UnitPlace) -> int:
    match place.kind:
        case "bank":
            return table.bank
        case "seat":
            return table.players[place.number].units
        case "tile":
            return table.waiting[place.number - 1]


def _locomotive_fault(table: NetworkTable, number: int, giver: int | None, taker: int | None) -> CorrectionFault | None:
    if giver == taker:
        return CorrectionFault("no change")
    if any(seat is not None and seat not in range(table.seats) for seat in (giver, taker)):
        return CorrectionFault("no such seat")
    owned = table.locomotives if giver is None else table.players[giver].locomotives
    return None if number in owned else CorrectionFault("no such locomotive", {"locomotive": number})


def _roll_fault(table: NetworkTable, seat: int, done: bool) -> CorrectionFault | None:
    if seat != table.turn.seat or table.phase != "play":
        return CorrectionFault("not to play")
    if table.turn.rolled == done:
        return CorrectionFault("no change")
    return CorrectionFault("dice in hand") if table.turn.simple or table.turn.complex else None


def _units_moved(table: NetworkTable, event: ev.UnitsMoved) -> NetworkTable:
    for place, number in ((event.source, -event.number), (event.target, event.number)):
        table = _with_units(table, place, number)
    return table


def _with_units(table: NetworkTable, place: ev.UnitPlace, number: int) -> NetworkTable:
    match place.kind:
        case "bank":
            return changed(table, bank=table.bank + number)
        case "seat":
            return table.with_player(place.number, units=table.players[place.number].units + number)
        case "tile":
            return table.with_waiting(place.number, number)


def _locomotive_moved(table: NetworkTable, event: ev.LocomotiveMoved) -> NetworkTable:
    number = event.number
    if event.giver is None:
        table = changed(table, locomotives=without(table.locomotives, number))
    else:
        table = table.with_player(event.giver, locomotives=without(table.players[event.giver].locomotives, number))
    if event.taker is None:
        table = changed(table, locomotives=tuple(sorted((*table.locomotives, number))))
    else:
        owned = tuple(sorted((*table.players[event.taker].locomotives, number)))
        table = table.with_player(event.taker, locomotives=owned)
    is_gone = table.turn.used.count(number) > table.active.locomotives.count(number)
    return table.with_turn(used=without(table.turn.used, number)) if is_gone else table


def _roll_marked(table: NetworkTable, event: ev.RollMarked) -> NetworkTable:
    return table.with_turn(rolled=event.done)


FOLDS: Final[Mapping[type, Callable[[NetworkTable, Any], NetworkTable]]] = {
    ev.UnitsMoved: _units_moved,
    ev.LocomotiveMoved: _locomotive_moved,
    ev.RollMarked: _roll_marked,
}
"""The position after each kind of correction."""
