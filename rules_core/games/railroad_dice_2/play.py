"""A turn (R2-5, R2-10 to R2-17): what may be done, why it may not, and what comes of it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    ExpandTrack,
    FinishTurn,
    LayTrack,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.building import check_expand, check_lay, cost_at, expansions, layings
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS
from rules_core.games.railroad_dice_2.folding import evolve
from rules_core.games.railroad_dice_2.following import NetworkTransition, follow, issue
from rules_core.games.railroad_dice_2.placing import building_land, is_far_enough, open_squares
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, WILD, complex_piece, simple_face
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Violation, Violations, violation
from rules_core.kernel.transition import Transition

GAME_OVER: Final = violation("R2-31", "game_over")
NOT_YOUR_TURN: Final = violation("R2-6", "not_your_turn")
ROLLS: Final = ((4, 0), (2, 1), (0, 2))
"""Simple and complex dice that may be rolled together (R2-10)."""
SCRAPPED: Final = 2
"""The number of the locomotives that are scrapped (R2-15)."""
SCRAPPING: Final = 4
"""The number of those whose first sale scraps them (R2-15)."""
CLOSING_ONLY: Final = violation("R2-30", "closing")
PLACING_ONLY: Final = violation("R2-5", "placing")


def legal(view: NetworkView) -> Iterator[NetworkAction]:
    """All that the viewer may do now."""
    table, seat = view.table, view.table.turn.seat
    if view.seat != seat or table.over:
        return
    if table.phase == "placing":
        yield from (PlaceStation(seat, square) for square in open_squares(table))
        return
    if table.is_rolling_allowed:
        yield from (RollDice(seat, *dice) for dice in ROLLS if any(dice_for(table, *dice)))
        if table.complex:
            yield TakeWild(seat)
        yield PassRoll(seat)
    yield from layings(table)
    yield from expansions(table)
    yield from _callings(table)
    yield from carryings(table)
    purchase = BuyLocomotive(seat)
    if _check_buy(table, purchase) is None:
        yield purchase
    yield FinishTurn(seat)


def dice_for(table: NetworkTable, simple: int, complex_: int) -> tuple[int, int]:
    """The dice that a roll takes: in a short bank those that are there (R2-10)."""
    return min(simple, table.simple), min(complex_, table.complex)


def carryings(table: NetworkTable) -> Iterator[CarryPassengers]:
    """Every trip that the active player may make now, with each number of locomotive (R2-16)."""
    seat = table.turn.seat
    reach = table.reach(seat)
    if reach is None:
        return
    numbers = sorted(set(table.unused(seat)))
    for square, distance in reach.distances.items():
        station = table.network.station_at[square]
        if table.waiting_at(station) and station not in table.turn.served:
            yield from (CarryPassengers(seat, number, station) for number in numbers if number >= distance)


def _callings(table: NetworkTable) -> Iterator[CallPassengers]:
    for face in (LOCOMOTIVE, WILD):
        if face in table.turn.simple:
            for tile in TILE_NUMBERS:
                if table.network.stations_on(tile):
                    yield CallPassengers(table.turn.seat, tile, face == WILD)


def decide(table: NetworkTable, action: NetworkAction, draw: Draw) -> list[ev.NetworkEvent] | Violations:
    """Decide an action: the events that come of it, or the rule that it breaks."""
    if table.over:
        return Violations((GAME_OVER,))
    if action.seat != table.turn.seat:
        return Violations((NOT_YOUR_TURN,))
    broken = _check_phase(table, action) or _CHECKS[type(action)](table, action)
    if broken is not None:
        return Violations((broken,))
    transition: NetworkTransition = Transition(table, evolve)
    _EFFECTS[type(action)](transition, action, draw)
    return transition.events


def _check_phase(table: NetworkTable, action: NetworkAction) -> Violation | None:
    if (table.phase == "placing") != isinstance(action, PlaceStation):
        return PLACING_ONLY if table.phase == "placing" else violation("R2-5", "placed")
    if table.phase == "closing" and not isinstance(action, BuyLocomotive | CarryPassengers | FinishTurn):
        return CLOSING_ONLY
    return None


def _check_place(table: NetworkTable, action: PlaceStation) -> Violation | None:
    """The clause of R2-5 that a station there would break."""
    square, network = action.square, table.network
    named = {"square": f"{square.x},{square.y}"}
    plot = network.land.plots.get(square)
    if plot is None:
        return violation("R2-2", "off_map", **named)
    if square in open_squares(table):
        return None
    if square in network.station_at:
        return violation("R2-5", "occupied", **named)
    if square in network.land.border:
        return violation("R2-5", "border", **named)
    if square not in building_land(table):
        return violation("R2-5", "water", **named)
    if not is_far_enough(table, square):
        return violation("R2-5", "too_near", **named)
    return violation("R2-5", "tile_taken", tile=plot.tile, **named)


def _check_roll(table: NetworkTable, action: RollDice) -> Violation | None:
    if not table.is_rolling_allowed:
        return violation("R2-10", "rolled")
    if (action.simple, action.complex) not in ROLLS:
        return violation("R2-10", "no_such_roll", simple=action.simple, complex=action.complex)
    return None if any(dice_for(table, action.simple, action.complex)) else violation("R2-10", "no_dice")


def _check_take(table: NetworkTable, _action: TakeWild) -> Violation | None:
    if not table.is_rolling_allowed:
        return violation("R2-10", "rolled")
    return None if table.complex else violation("R2-10", "no_dice")


def _check_pass(table: NetworkTable, _action: PassRoll) -> Violation | None:
    return None if table.is_rolling_allowed else violation("R2-11", "rolled")


def _check_buy(table: NetworkTable, _action: BuyLocomotive) -> Violation | None:
    if not table.locomotives:
        return violation("R2-15", "sold_out")
    number, units = table.locomotives[0], table.active.units
    price = table.box.price(number)
    return violation("R2-15", "price", locomotive=number, price=price, units=units) if units < price else None


def _check_carry(table: NetworkTable, action: CarryPassengers) -> Violation | None:
    """The clause of R2-16 that a trip would break."""
    seat, station, number = table.turn.seat, action.station, action.locomotive
    named = {"station": station, "locomotive": number}
    if number not in table.active.locomotives:
        return violation("R2-16", "no_locomotive", locomotive=number)
    if number not in table.unused(seat):
        return violation("R2-16", "used", locomotive=number)
    if station not in range(len(table.network.stations)):
        return violation("R2-16", "no_station", **named)
    if station == table.network.home(seat):
        return violation("R2-16", "own_station", **named)
    distance = table.distance(seat, station)
    if distance is None:
        return violation("R2-16", "not_connected", **named)
    if station in table.turn.served:
        return violation("R2-16", "served", **named)
    if distance > number:
        return violation("R2-16", "too_far", distance=distance, **named)
    return None if table.waiting_at(station) else violation("R2-16", "nobody", **named)


def _check_call(table: NetworkTable, action: CallPassengers) -> Violation | None:
    if action.face not in table.turn.simple:
        return violation("R2-17", "no_die", face=action.face)
    return None if table.network.stations_on(action.tile) else violation("R2-17", "no_station", tile=action.tile)


def _check_finish(_table: NetworkTable, _action: FinishTurn) -> Violation | None:
    return None


_CHECKS: Final[Mapping[type[NetworkAction], Callable[[NetworkTable, Any], Violation | None]]] = {
    PlaceStation: _check_place,
    RollDice: _check_roll,
    TakeWild: _check_take,
    PassRoll: _check_pass,
    LayTrack: check_lay,
    ExpandTrack: check_expand,
    BuyLocomotive: _check_buy,
    CarryPassengers: _check_carry,
    CallPassengers: _check_call,
    FinishTurn: _check_finish,
}


def _place(transition: NetworkTransition, action: PlaceStation, _draw: Draw) -> None:
    """Place a station, and go on to the next player, or to the first year (R2-5)."""
    stations = transition.state.network.stations
    grey = 0 if transition.state.network.home(action.seat) is None else 1 + sum(one.grey > 0 for one in stations)
    transition.happen(ev.StationPlaced(action.seat, action.square, grey))
    transition.happen(ev.NetworkTurnEnded(action.seat))
    table = transition.state
    following = ev.NetworkTurnBegan((action.seat + 1) % table.seats, table.turn.number + 1)
    then = evolve(table, following)
    if then.network.home(following.seat) is None or (then.active.grey and open_squares(then)):
        transition.happen(following)
        return
    left = sum(player.grey for player in table.players)
    if left:
        transition.happen(ev.StationsLeftOut(left))
    transition.happen(ev.PassengersArrived("setup", issue(transition.state, TILE_NUMBERS)))
    transition.happen(ev.NetworkYearBegan(1))
    transition.happen(ev.NetworkTurnBegan(table.start, 1))


def _roll(transition: NetworkTransition, action: RollDice, draw: Draw) -> None:
    table, box = transition.state, transition.state.box
    simple, complex_ = dice_for(table, action.simple, action.complex)
    dice = (*(box.simple,) * simple, *(box.complex,) * complex_)
    keys = (DrawKey(table.year, action.seat, "roll", number) for number in range(len(dice)))
    faces = tuple(sides[draw(key, len(sides))] for key, sides in zip(keys, dice, strict=True))
    transition.happen(ev.DiceThrown(action.seat, faces, simple))
    follow(transition)


def _take(transition: NetworkTransition, action: TakeWild, _draw: Draw) -> None:
    transition.happen(ev.WildTaken(action.seat))
    follow(transition)


def _pass(transition: NetworkTransition, action: PassRoll, _draw: Draw) -> None:
    transition.happen(ev.RollPassed(action.seat))
    transition.happen(ev.PassengersArrived("passed", issue(transition.state, TILE_NUMBERS)))
    follow(transition)


def _lay(transition: NetworkTransition, action: LayTrack, _draw: Draw) -> None:
    cost = cost_at(transition.state.network, action.square)
    transition.happen(ev.TrackLaid(action.seat, action.square, action.pair, action.face, cost))
    follow(transition)


def _expand(transition: NetworkTransition, action: ExpandTrack, _draw: Draw) -> None:
    (lying,) = transition.state.network.track[action.square]
    face = transition.state.box.face_for(complex_piece(lying, action.pair), action.wild)
    transition.happen(ev.TrackExpanded(action.seat, action.square, action.pair, face, simple_face(lying)))
    follow(transition)


def _buy(transition: NetworkTransition, action: BuyLocomotive, _draw: Draw) -> None:
    """Buy the next locomotive; with the first 4 every 2 is scrapped (R2-15)."""
    table = transition.state
    number = table.locomotives[0]
    transition.happen(ev.LocomotiveBought(action.seat, number, table.box.price(number)))
    table = transition.state
    is_left = SCRAPPED in table.locomotives or any(SCRAPPED in player.locomotives for player in table.players)
    if number == SCRAPPING and is_left:
        transition.happen(ev.LocomotivesScrapped(SCRAPPED))
    follow(transition)


def _carry(transition: NetworkTransition, action: CarryPassengers, _draw: Draw) -> None:
    number = min(action.locomotive, transition.state.waiting_at(action.station))
    transition.happen(ev.PassengersTransported(action.seat, action.locomotive, action.station, number))
    follow(transition)


def _call(transition: NetworkTransition, action: CallPassengers, _draw: Draw) -> None:
    transition.happen(ev.PassengersCalled(action.seat, action.tile, action.face))
    transition.happen(ev.PassengersArrived("called", issue(transition.state, (action.tile,))))
    follow(transition)


def _finish(transition: NetworkTransition, action: FinishTurn, _draw: Draw) -> None:
    """End the turn, and perhaps the year; one in which nobody did anything begins the closing phase (R2-33)."""
    transition.happen(ev.NetworkTurnEnded(action.seat))
    table = transition.state
    seat = (action.seat + 1) % table.seats
    is_through = seat == table.start
    follow(transition, is_year_lost=is_through and table.is_idle)
    if transition.state.over:
        return
    if is_through:
        transition.happen(ev.NetworkYearBegan(table.year + 1))
    transition.happen(ev.NetworkTurnBegan(seat, 1 if is_through else table.turn.number + 1))


_EFFECTS: Final[Mapping[type[NetworkAction], Callable[[NetworkTransition, Any, Draw], None]]] = {
    PlaceStation: _place,
    RollDice: _roll,
    TakeWild: _take,
    PassRoll: _pass,
    LayTrack: _lay,
    ExpandTrack: _expand,
    BuyLocomotive: _buy,
    CarryPassengers: _carry,
    CallPassengers: _call,
    FinishTurn: _finish,
}
