"""Plans: the dice that join two stations, the nearest that a hand of dice gets to it, and the best trips (R2-12 to
R2-16).

A plan goes along a line from the home, die by die, each joining what the ones before it reach. `ways` finds the
lightest ways over places and hands of dice; each plan is tried on the position before it is returned.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from rules_core.games.railroad_dice_2 import play
from rules_core.games.railroad_dice_2.actions import CarryPassengers, ExpandTrack, LayTrack
from rules_core.games.railroad_dice_2.building import expansions
from rules_core.games.railroad_dice_2.components import NetworkComponents
from rules_core.games.railroad_dice_2.folding import evolve
from rules_core.games.railroad_dice_2.network import Arrival
from rules_core.games.railroad_dice_2.table import NetworkTable, without
from rules_core.games.railroad_dice_2.track import STRAIGHTS, WILD, simple_face
from rules_core.games.railroad_dice_2.ways import COMPLEX, DIE, UNIT, PlannedDie, Survey, ways_of
from rules_core.kernel.dice import no_draw

BuildingMove: TypeAlias = LayTrack | ExpandTrack
TRIED: Final = 12
"""Plans that are tried out before none is given."""


class NetworkNeed(NamedTuple):
    """The fewest dice that join a home with a station."""

    straights: int
    curves: int
    complex: tuple[str, ...]
    """The faces of the complex dice, in the order of the line."""
    cost: int
    """The units that the ground costs (R2-12)."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of all of them."""
        return ("straight",) * self.straights + ("curve",) * self.curves + self.complex

    @property
    def dice(self) -> int:
        """The number of all of them."""
        return self.straights + self.curves + len(self.complex)


class DiceHeld(NamedTuple):
    """The dice in hand, those of each kind sorted by their faces."""

    simple: tuple[str, ...]
    complex: tuple[str, ...]

    @property
    def most(self) -> int:
        """The most dice that can be placed: each complex one brings a simple one back (R2-13)."""
        return len(self.simple) + 2 * len(self.complex)

    def after(self, die: PlannedDie, box: NetworkComponents) -> "tuple[DiceHeld, bool] | None":
        """The hand without the die that a placing takes, and whether it shows "?"; None where there is no such die."""
        dice = self.complex if die.lying else self.simple
        face = box.face_of.get(die.piece, WILD) if die.lying else simple_face(die.pair)
        if face not in dice:
            face = WILD
        if face not in dice:
            return None
        left = without(dice, face)
        if not die.lying:
            return DiceHeld(left, self.complex), face == WILD
        back = simple_face(die.lying[0])
        return DiceHeld(tuple(sorted((*self.simple, back))), left), face == WILD


class LinePlan(NamedTuple):
    """A line from the home that takes dice, the last of them just behind it."""

    total: int
    """The weight of the whole line to the station."""
    ahead: int
    place: Arrival
    hand: DiceHeld
    moves: tuple[BuildingMove, ...]

    @property
    def dice_ahead(self) -> int:
        """The dice that are missing after it."""
        return self.ahead // DIE


def connection(table: NetworkTable, seat: int, station: int) -> tuple[BuildingMove, ...] | None:
    """Find the fewest dice in hand that join a seat's home with a station, in the order in which to place them.

    None where that is not possible, or it is not the seat's turn; empty where the two are joined already. Lines for
    which another connection has to pay first (R2-14) are not found.
    """
    if table.distance(seat, station) is not None:
        return ()
    if not _may_build(table, seat) or station == table.network.home(seat):
        return None
    hand = _hand(table)
    survey = Survey(ways_of(table.network), table.network.stations[station].square, DIE * (hand.most + 1))
    arrived = (plan for plan in lightest_plans(table, survey, hand, True) if not plan.dice_ahead and plan.moves)
    for plan, _try in zip(arrived, range(TRIED), strict=False):
        moves = _proved(table, plan.moves, station)
        if moves is not None:
            return moves
    return None


def towards(table: NetworkTable, seat: int, station: int) -> tuple[BuildingMove, ...]:
    """Find the dice in hand that bring a seat's line nearest to a station: so that the fewest are missing after them.

    Empty where none helps.
    """
    is_joined = station == table.network.home(seat) or table.distance(seat, station) is not None
    if is_joined or not _may_build(table, seat):
        return ()
    survey = ways_of(table.network).survey(table.network.stations[station].square)
    plans = sorted(lightest_plans(table, survey, _hand(table)), key=lambda plan: (plan.dice_ahead, plan.total))
    now = min((plan.dice_ahead for plan in plans if not plan.moves), default=0)
    for plan in plans[:TRIED]:
        if plan.dice_ahead >= now:
            break
        moves = _proved(table, plan.moves, None)
        if moves is not None:
            return moves
    return ()


def needed(table: NetworkTable, seat: int, station: int) -> NetworkNeed | None:
    """Count the fewest dice that would join a seat's home with a station, whatever dice there are to be had.

    None where they are joined already, or cannot be.
    """
    home = table.network.home(seat)
    if home is None or home == station or table.distance(seat, station) is not None:
        return None
    survey = ways_of(table.network).survey(table.network.stations[home].square)
    return need_of(table, survey, station)


def need_of(table: NetworkTable, survey: Survey, station: int) -> NetworkNeed | None:
    """Count the dice on the lightest line of a survey to a station; None where there is no line."""
    place = survey.arrival_at(table.network.stations[station].square)
    if place is None:
        return None
    dice = survey.dice_to(place)
    simple = [die.pair for die in dice if not die.lying]
    straights = sum(pair in STRAIGHTS for pair in simple)
    faces = tuple(table.box.face_of.get(die.piece, WILD) for die in dice if die.lying)
    return NetworkNeed(straights, len(simple) - straights, faces, survey.weights[place] % COMPLEX // UNIT)


def lightest_plans(
    table: NetworkTable, survey: Survey, hand: DiceHeld, must_arrive: bool = False
) -> Iterator[LinePlan]:
    """Find all that the active player can do with a hand of dice towards the station of a survey, lightest lines first.

    Of plans that reach the same place with the same dice left only one is found. A line that comes back to a square
    uses the dice it put there, or cannot pass. Lines that `must_arrive` are given up where the dice do not suffice.
    """
    reach, ways, units = table.reach(table.turn.seat), survey.ways, table.active.units
    assert reach is not None, "only who has a home builds"
    heap: list[tuple[int, int, int, LinePlan]] = []
    order = count()

    def queue(used: int, place: Arrival, left: DiceHeld, moves: tuple[BuildingMove, ...]) -> None:
        ahead = survey.beyond(place)
        if ahead is None or used % COMPLEX // UNIT > units or (must_arrive and ahead // DIE > left.most):
            return
        ahead -= ways.border_at(place)
        heappush(heap, (used + ahead, next(order), used, LinePlan(used + ahead, ahead, place, left, moves)))

    for left, moves in _exchanges(table, survey, hand):
        for place, far in reach.arrivals.items():
            queue(far + len(moves) * (DIE + COMPLEX), place, left, moves)
    found: set[tuple[Arrival, DiceHeld]] = set()
    while heap:
        _total, _order, used, plan = heappop(heap)
        if (plan.place, plan.hand) in found:
            continue
        found.add((plan.place, plan.hand))
        yield plan
        put = {move.square: move.pair for move in plan.moves}
        ways_on = ways.on(plan.place) + (ways.exchanging(plan.place) if plan.hand.complex else ())
        for then, weight, dice in ways_on:
            if not dice:
                queue(used + weight, then, plan.hand, plan.moves)
            elif dice[0].square not in put:
                taken = _take(table, plan.hand, dice)
                if taken is not None:
                    queue(used + weight, then, taken[0], (*plan.moves, *taken[1]))
            elif put[dice[0].square] == dice[-1].pair and len(dice) == 1:
                queue(used + weight % UNIT, then, plan.hand, plan.moves)


def _take(
    table: NetworkTable, hand: DiceHeld, dice: Sequence[PlannedDie]
) -> tuple[DiceHeld, tuple[BuildingMove, ...]] | None:
    moves: list[BuildingMove] = []
    for die in dice:
        taken = hand.after(die, table.box)
        if taken is None:
            return None
        hand, is_wild = taken
        kind = ExpandTrack if die.lying else LayTrack
        moves.append(kind(table.turn.seat, die.square, die.pair, is_wild))
    return hand, tuple(moves)


def _exchanges(
    table: NetworkTable, survey: Survey, hand: DiceHeld
) -> Iterator[tuple[DiceHeld, tuple[BuildingMove, ...]]]:
    """The hand as it is, and those that come of exchanging complex dice, away from the line, for simple ones.

    Each exchange is made as far from the station of the survey as it can be, so as not to stand in the way.
    """
    yield hand, ()
    known = {hand}
    dice = [PlannedDie(move.square, move.pair, table.network.track[move.square]) for move in expansions(table)]
    dice.sort(key=lambda die: survey.away(die.square), reverse=True)
    waves: list[tuple[DiceHeld, tuple[BuildingMove, ...]]] = [(hand, ())]
    for before, moves in waves:
        squares = {move.square for move in moves}
        for die in dice:
            taken = _take(table, before, (die,)) if die.square not in squares else None
            if taken is not None and taken[0] not in known:
                known.add(taken[0])
                waves.append((taken[0], (*moves, *taken[1])))
                yield waves[-1]


def _may_build(table: NetworkTable, seat: int) -> bool:
    has_dice = bool(table.turn.simple or table.turn.complex)
    return seat == table.turn.seat and has_dice and table.phase == "play" and table.reach(seat) is not None


def _hand(table: NetworkTable) -> DiceHeld:
    return DiceHeld(tuple(sorted(table.turn.simple)), tuple(sorted(table.turn.complex)))


def _proved(table: NetworkTable, moves: Sequence[BuildingMove], station: int | None) -> tuple[BuildingMove, ...] | None:
    seat = table.turn.seat
    for number, move in enumerate(moves, 1):
        events = play.decide(table, move, no_draw)
        if not isinstance(events, list):
            return None
        for event in events:
            table = evolve(table, event)
        if station is not None and table.distance(seat, station) is not None:
            return tuple(moves[:number])
    return tuple(moves) if station is None else None


def best_trips(table: NetworkTable) -> tuple[CarryPassengers, ...]:
    """Find the trips by which the active player carries most passengers now, with each unused locomotive and station
    once.

    Among equals, fewer trips are better, then those that leave larger locomotives unused. The stations of a tile share
    the passengers who wait there. New passengers that may arrive in between (R2-18, R2-30) are not counted.
    """
    seat, reach, unused = table.turn.seat, table.reach(table.turn.seat), table.unused(table.turn.seat)
    if reach is None or not unused:
        return ()
    stops: list[_Stop] = []
    for square, distance in reach.distances.items():
        station = table.network.station_at[square]
        if distance <= unused[-1] and station not in table.turn.served and table.waiting_at(station):
            stops.append(_Stop(table.tile_of(station), distance, station))
    trips = _best_trips(tuple(sorted(stops)), table.waiting, unused).trips
    return tuple(CarryPassengers(seat, number, station) for number, station in trips)


@lru_cache(maxsize=4096)
def _best_trips(stops: "tuple[_Stop, ...]", waiting: tuple[int, ...], locomotives: tuple[int, ...]) -> "_Trips":
    following = [
        next((after for after, other in enumerate(stops) if other.tile > stop.tile), len(stops)) for stop in stops
    ]

    @cache
    def best(at: int, carried: int, left: tuple[int, ...]) -> _Trips:
        if at == len(stops) or not left:
            return _NO_TRIPS
        stop, there = stops[at], waiting[stops[at].tile - 1] - carried
        if not there:
            return best(following[at], 0, left)
        found = best(at + 1, carried if at + 1 < following[at] else 0, left)
        for which, number in enumerate(left):
            if number >= stop.distance and number not in left[:which]:
                some, rest = min(number, there), left[:which] + left[which + 1 :]
                after = best(at + 1, carried + some if at + 1 < following[at] else 0, rest)
                total, fewer, spared = after.carried + some, after.fewer - 1, after.spared - number
                if (total, fewer, spared) > found[:3]:
                    found = _Trips(total, fewer, spared, ((number, stop.station), *after.trips))
        return found

    return best(0, 0, locomotives)


def waiting_after(table: NetworkTable, trips: Iterable[CarryPassengers]) -> tuple[int, ...]:
    """Count the passengers that trips leave behind beside each tile, if none come in between."""
    room = [0] * len(table.waiting)
    for trip in trips:
        room[table.tile_of(trip.station) - 1] += trip.locomotive
    return tuple(max(0, there - carried) for there, carried in zip(table.waiting, room, strict=True))


class _Stop(NamedTuple):
    tile: int
    distance: int
    station: int


class _Trips(NamedTuple):
    """Trips, and by what they are compared: the passengers carried, and less for each trip and its locomotive."""

    carried: int
    fewer: int
    spared: int
    trips: tuple[tuple[int, int], ...]
    """Each as the number of the locomotive, and the station."""


_NO_TRIPS: Final = _Trips(0, 0, 0, ())
