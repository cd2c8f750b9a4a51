"""A turn: what may be done, why it may not, what comes of it, and the things that follow every action (R2-5, R2-10
to R2-17, R2-32).
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

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
from rules_core.games.railroad_dice_2.building import (
    building_land,
    check_expand,
    check_lay,
    cost_at,
    expansions,
    is_far_enough,
    layings,
    open_squares,
)
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS
from rules_core.games.railroad_dice_2.folding import evolve
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, WILD, complex_piece, simple_face
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Transition
from rules_core.kernel.rulebook import Violation, Violations, violation

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
