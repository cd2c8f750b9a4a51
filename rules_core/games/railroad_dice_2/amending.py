"""Corrections by a moderator: the reason why one cannot be made, and the position after it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.table import NetworkTable, without
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import CorrectionFault


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
