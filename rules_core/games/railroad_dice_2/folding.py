"""The state after each event. Nothing is judged here: what is given has happened."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import judging
from rules_core.games.railroad_dice_2.components import TILES, components_from
from rules_core.games.railroad_dice_2.network import Network, Station
from rules_core.games.railroad_dice_2.table import OPTIONS, NetworkPlayer, NetworkTable, NetworkTurn, without
from rules_core.games.railroad_dice_2.track import WILD, complex_piece
from rules_core.kernel.definition import meant
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.position import changed


def evolve(table: NetworkTable | None, event: object) -> NetworkTable:
    """The position after an event; None before the first."""
    if table is None:
        if not isinstance(event, ev.NetworkBegan):
            raise ValueError(f"a game begins with NetworkBegan, not {type(event).__name__}")
        return _begun(event)
    return _FOLDS[type(event)](table, event)


def _begun(event: ev.NetworkBegan) -> NetworkTable:
    box, options = components_from(event.components), meant(OPTIONS, event.options)
    return NetworkTable(
        kind=event.kind,
        reading=event.reading,
        options=options,
        network=Network(box, options["tiles"]),
        year=0,
        turn=NetworkTurn(0, 0),
        start=0,
        players=(NetworkPlayer(box.start, event.grey),) * event.seats,
        bank=box.units - box.start * event.seats,
        waiting=(0,) * TILES,
        extra=0,
        simple=box.simple_count,
        complex=box.complex_count,
        locomotives=event.locomotives,
    )


def _arranged(table: NetworkTable, event: ev.MapArranged) -> NetworkTable:
    west, north = min(tile.x for tile in event.tiles), min(tile.y for tile in event.tiles)
    tiles = tuple(replace(tile, x=tile.x - west, y=tile.y - north) for tile in event.tiles)
    return changed(table, network=replace(table.network, tiles=tiles))


def _start(table: NetworkTable, event: ev.StartDrawn) -> NetworkTable:
    return changed(table, start=event.seat)


def _placed(table: NetworkTable, event: ev.StationPlaced) -> NetworkTable:
    network = table.network
    station = Station(event.square, None if event.grey else event.seat, event.grey)
    table = changed(table, network=replace(network, stations=(*network.stations, station)))
    return table.with_player(event.seat, grey=table.players[event.seat].grey - 1) if event.grey else table


def _left_out(table: NetworkTable, _event: ev.StationsLeftOut) -> NetworkTable:
    return changed(table, players=tuple(replace(player, grey=0) for player in table.players))


def _arrived(table: NetworkTable, event: ev.PassengersArrived) -> NetworkTable:
    waiting = tuple(there + more for there, more in zip(table.waiting, event.tiles, strict=True))
    bank = table.bank - sum(event.tiles) + event.extra
    return changed(table, waiting=waiting, bank=bank, extra=table.extra + event.extra)


def _year(table: NetworkTable, event: ev.NetworkYearBegan) -> NetworkTable:
    return changed(table, year=event.year, is_idle=True)


def _turn(table: NetworkTable, event: ev.NetworkTurnBegan) -> NetworkTable:
    return changed(table, turn=NetworkTurn(event.seat, event.number))


def _thrown(table: NetworkTable, event: ev.DiceThrown) -> NetworkTable:
    simple, complex_ = event.faces[: event.simple], event.faces[event.simple :]
    table = table.with_turn(rolled=True, simple=simple, complex=complex_)
    return changed(table, simple=table.simple - len(simple), complex=table.complex - len(complex_), is_idle=False)


def _wild_taken(table: NetworkTable, _event: ev.WildTaken) -> NetworkTable:
    table = table.with_turn(rolled=True, complex=(WILD,))
    return changed(table, complex=table.complex - 1, is_idle=False)


def _passed(table: NetworkTable, _event: ev.RollPassed) -> NetworkTable:
    return changed(table.with_turn(rolled=True), is_idle=False)


def _laid(table: NetworkTable, event: ev.TrackLaid) -> NetworkTable:
    track = {**table.network.track, event.square: (event.pair,)}
    table = table.with_turn(simple=without(table.turn.simple, event.face))
    table = table.with_player(event.seat, units=table.players[event.seat].units - event.cost)
    network = replace(table.network, track=track)
    return changed(table, network=network, bank=table.bank + event.cost, is_idle=False)


def _expanded(table: NetworkTable, event: ev.TrackExpanded) -> NetworkTable:
    network, turn = table.network, table.turn
    (old,) = network.track[event.square]
    track = {**network.track, event.square: complex_piece(old, event.pair)}
    table = table.with_turn(simple=(*turn.simple, event.back), complex=without(turn.complex, event.face))
    return changed(table, network=replace(network, track=track), is_idle=False)


def _connected(table: NetworkTable, event: ev.StationsConnected) -> NetworkTable:
    for seat, player in enumerate(table.players):
        more = {station for home, station in event.joined if home == seat}
        connected = tuple(sorted(more.union(player.connected)))
        table = table.with_player(seat, connected=connected, units=player.units + event.paid[seat])
    return changed(table, bank=table.bank - sum(event.paid))


def _bought(table: NetworkTable, event: ev.LocomotiveBought) -> NetworkTable:
    player = table.players[event.seat]
    owned = tuple(sorted((*player.locomotives, event.number)))
    table = table.with_player(event.seat, locomotives=owned, units=player.units - event.price)
    left = without(table.locomotives, event.number)
    return changed(table, locomotives=left, bank=table.bank + event.price, is_idle=False)


def _scrapped(table: NetworkTable, event: ev.LocomotivesScrapped) -> NetworkTable:
    for seat, player in enumerate(table.players):
        table = table.with_player(seat, locomotives=_all_but(player.locomotives, event.number))
    table = table.with_turn(used=_all_but(table.turn.used, event.number))
    return changed(table, locomotives=_all_but(table.locomotives, event.number))


def _transported(table: NetworkTable, event: ev.PassengersTransported) -> NetworkTable:
    player, turn = table.players[event.seat], table.turn
    table = table.with_turn(used=tuple(sorted((*turn.used, event.locomotive))), served=(*turn.served, event.station))
    table = table.with_player(event.seat, units=player.units + event.number, carried=player.carried + event.number)
    return changed(table.with_waiting(table.tile_of(event.station), -event.number), is_idle=False)


def _called(table: NetworkTable, event: ev.PassengersCalled) -> NetworkTable:
    table = table.with_turn(simple=without(table.turn.simple, event.face))
    return changed(table, simple=table.simple + 1, is_idle=False)


def _closing(table: NetworkTable, event: ev.ClosingBegan) -> NetworkTable:
    return changed(_return_dice(table), closing=event.cause)


def _turn_ended(table: NetworkTable, _event: ev.NetworkTurnEnded) -> NetworkTable:
    is_quiet = table.phase == "closing" and not table.turn.served
    return changed(_return_dice(table), quiet=table.quiet + 1 if is_quiet else 0)


def _return_dice(table: NetworkTable) -> NetworkTable:
    """The dice in hand go back to the dice bank (R2-10)."""
    table = changed(table, simple=table.simple_left, complex=table.complex_left)
    return table.with_turn(simple=(), complex=())


def _ended(table: NetworkTable, event: ev.NetworkEnded) -> NetworkTable:
    return changed(table, ended=event.reason, standings=event.standings)


def _cancelled(table: NetworkTable, _event: GameCancelled) -> NetworkTable:
    return changed(table, ended="cancelled")


def _all_but(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(other for other in numbers if other != number)


_FOLDS: Final[Mapping[type, Callable[[NetworkTable, Any], NetworkTable]]] = {
    ev.MapArranged: _arranged,
    ev.StartDrawn: _start,
    ev.StationPlaced: _placed,
    ev.StationsLeftOut: _left_out,
    ev.PassengersArrived: _arrived,
    ev.NetworkYearBegan: _year,
    ev.NetworkTurnBegan: _turn,
    ev.DiceThrown: _thrown,
    ev.WildTaken: _wild_taken,
    ev.RollPassed: _passed,
    ev.TrackLaid: _laid,
    ev.TrackExpanded: _expanded,
    ev.StationsConnected: _connected,
    ev.LocomotiveBought: _bought,
    ev.LocomotivesScrapped: _scrapped,
    ev.PassengersTransported: _transported,
    ev.PassengersCalled: _called,
    ev.ClosingBegan: _closing,
    ev.NetworkTurnEnded: _turn_ended,
    ev.NetworkEnded: _ended,
    GameCancelled: _cancelled,
    **judging.FOLDS,
}
