"""Players that are programs: they see what a person in their seat would see, and weigh it in units."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from rules_core.games.railroad_dice_2 import play
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    FinishTurn,
    NetworkAction,
    PassRoll,
    PlaceStation,
    RollDice,
    TakeWild,
)
from rules_core.games.railroad_dice_2.components import TILE_NUMBERS
from rules_core.games.railroad_dice_2.folding import evolve
from rules_core.games.railroad_dice_2.planning import (
    NetworkNeed,
    best_trips,
    connection,
    need_of,
    towards,
    waiting_after,
)
from rules_core.games.railroad_dice_2.play import CONNECTION, ISSUE, ROLLS, SCRAPPED, SCRAPPING, dice_for, issue
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkTurn, NetworkView
from rules_core.games.railroad_dice_2.track import LOCOMOTIVE, WILD
from rules_core.games.railroad_dice_2.ways import UNIT, ways_of
from rules_core.grid import SIDES, Square, step
from rules_core.kernel.definition import Choose
from rules_core.kernel.dice import no_draw

YEARLY: Final = 20
"""Units that leave the bank in a year, more or less."""
MOST_YEARS: Final = 10
"""The number of years ahead that anything is looked for."""
SERVED: Final = 0.5
"""How often a connection or a locomotive earns in a year what it could at best."""
EARNED: Final = 0.8
"""How much of what a locomotive could carry at best in a year it does carry."""
LIFE: Final = 2.0
"""The years, for each player, in which a locomotive is sold."""
PROGRESS: Final = 0.5
"""The share of its worth that the dice on the way to a station have before it is joined."""
OTHERS: Final = 0.5
"""How much of what another player gains counts against it."""
NEARLY: Final = 2
"""With so few stations missing somebody is near to all of them."""


class NetworkAppraisal:
    """The worth of things in one position, to the active player."""

    def __init__(self, table: NetworkTable) -> None:
        self.table = table
        self.seat = table.turn.seat
        home = table.network.home(self.seat)
        assert home is not None, "homes are placed first"
        self.survey = ways_of(table.network).survey(table.network.stations[home].square)
        self.others = [station for station in range(len(table.network.stations)) if station != home]

    @cached_property
    def years(self) -> float:
        """The years until the closing phase, about."""
        table = self.table
        return min(MOST_YEARS, table.bank / YEARLY, table.complex_left / table.seats * 2)

    @cached_property
    def needs(self) -> Mapping[int, NetworkNeed]:
        """The stations that the home may still be joined with, and the fewest dice for it."""
        table = self.table
        found = {
            station: need_of(table, self.survey, station)
            for station in self.others
            if table.distance(self.seat, station) is None
        }
        return {station: need for station, need in found.items() if need is not None and need.dice}

    @cached_property
    def stations(self) -> Mapping[int, float]:
        """The worth of joining each station: what the bank pays, and what can be carried from there later on."""
        return {station: self._station(station) for station in self.needs}

    def _station(self, station: int) -> float:
        table, owner = self.table, self.table.network.stations[station].owner
        pays = min(CONNECTION, table.bank) if station not in table.active.connected else 0
        shared = OTHERS * pays / (table.seats - 1) if owner is not None else 0
        return pays - shared + SERVED * self.years * self._trip_from(station) - self.needs[station].cost

    def _trip_from(self, station: int) -> float:
        place = self.survey.arrival_at(self.table.network.stations[station].square)
        distance = 1 + (self.survey.weights[place] % UNIT if place else 0)
        numbers = (*self.table.active.locomotives, *self.table.locomotives[:1])
        able = [number for number in numbers if number >= distance]
        return max(able, default=0) / 2 + 0.5 / distance

    @cached_property
    def rolls(self) -> Mapping[RollDice | TakeWild | PassRoll, float]:
        """The worth of each thing that may be done in place of the others: to roll, to take a "?", to pass."""
        table, found = self.table, dict[RollDice | TakeWild | PassRoll, float]()
        for simple, complex_ in ROLLS:
            dice = dice_for(table, simple, complex_)
            if any(dice):
                found[RollDice(self.seat, simple, complex_)] = self._roll(*dice)
        if table.complex:
            found[TakeWild(self.seat)] = self._take()
        found[PassRoll(self.seat)] = self._pass()
        return found

    def _roll(self, simple: int, complex_: int) -> float:
        worths = [0.0]
        for station, need in self.needs.items():
            chance = chance_of(self.table.box.simple, simple, need.straights, need.curves)
            if len(need.complex) > complex_:
                chance = 0.0
            elif need.complex:
                chance *= _chance_of_face(self.table.box.complex, complex_, need.complex)
            laid = min(simple * 5 / 6, need.straights + need.curves) + min(complex_ / 3, len(need.complex))
            worths.append(self.stations[station] * (chance + (1 - chance) * PROGRESS * laid / (need.dice + 1)))
        return max(worths) + 0.2 * sum(worths) + self._calls(simple)

    def _calls(self, simple: int) -> float:
        """The worth of the locomotives that simple dice show: new passengers (R2-17)."""
        return 0.5 * simple / 6 * sum(self.table.active.locomotives) / 2

    def _take(self) -> float:
        """The worth of a "?": what it joins for certain."""
        table = self.table.with_turn(complex=(WILD,))
        worths = [0.0]
        for station, need in self.needs.items():
            if need.complex:
                is_enough = need.dice <= 2 and connection(table, self.seat, station) is not None
                worths.append(self.stations[station] * (1.0 if is_enough else PROGRESS / (need.dice + 1)))
        return max(worths)

    def _pass(self) -> float:
        """The worth of passengers beside all tiles: what is carried more now, and of what others do then."""
        table = self.table
        waiting = tuple(map(sum, zip(table.waiting, issue(table, TILE_NUMBERS), strict=True)))
        gains = [carried_if(table, seat, waiting) - carried_if(table, seat, table.waiting) for seat in table.clockwise]
        return gains[0] - OTHERS * sum(gains[1:]) / (table.seats - 1)

    def locomotive(self) -> float:
        """The worth of the next locomotive, its price paid: what it carries in this turn and later on."""
        table = self.table
        number = table.locomotives[0]
        owned = tuple(sorted((*table.active.locomotives, number)))
        if number == SCRAPPING:
            owned = tuple(one for one in owned if one != SCRAPPED)
        richer = table.with_player(self.seat, locomotives=owned)
        if table.phase == "closing":
            gain: float = carried_to_the_end(richer)[self.seat] - carried_to_the_end(table)[self.seat]
        else:
            full = [max(there, ISSUE * table.network.stations_on(tile)) for tile, there in enumerate(table.waiting, 1)]
            yearly = carried_if(richer, self.seat, full) - carried_if(table, self.seat, full)
            now = carried_if(richer, self.seat, table.waiting) - carried_if(table, self.seat, table.waiting)
            gain = now + EARNED * min(self.years, self._life(number)) * yearly
        return gain - table.box.price(number)

    def _life(self, number: int) -> float:
        """The years until a locomotive is scrapped, about (R2-15)."""
        if number != SCRAPPED:
            return MOST_YEARS
        before = sum(one < SCRAPPING for one in self.table.locomotives)
        return 1 + before * LIFE / self.table.seats


def carried_if(table: NetworkTable, seat: int, waiting: Sequence[int]) -> int:
    """The passengers that a seat would carry in a turn of its own if `waiting` passengers were there."""
    return sum(waiting) - sum(_left(table, seat, waiting, is_now=seat == table.turn.seat))


def carried_to_the_end(table: NetworkTable) -> tuple[int, ...]:
    """The passengers that each seat carries until the game ends, if nobody buys any more (R2-31)."""
    waiting, carried, is_now = table.waiting, [0] * table.seats, True
    while True:
        before = waiting
        for seat in table.clockwise:
            left = _left(table, seat, waiting, is_now=is_now)
            carried[seat] += sum(waiting) - sum(left)
            waiting, is_now = left, False
        if waiting == before:
            return tuple(carried)


def closes_badly(table: NetworkTable, moves: Sequence[NetworkAction]) -> bool:
    """Whether moves begin the closing phase (R2-30), and somebody else than the active player would win then."""
    missing = [len(table.network.stations) - 1 - len(player.connected) for player in table.players]
    if min(missing) > NEARLY:
        return False
    for move in moves:
        events = play.decide(table, move, no_draw)
        for event in events if isinstance(events, list) else ():
            table = evolve(table, event)
        if table.phase == "closing":
            totals = [
                player.units + more for player, more in zip(table.players, carried_to_the_end(table), strict=True)
            ]
            return totals[table.turn.seat] < max(totals)
    return False


def _left(table: NetworkTable, seat: int, waiting: Sequence[int], *, is_now: bool) -> tuple[int, ...]:
    turn = table.turn if is_now else NetworkTurn(seat, table.turn.number)
    supposed = replace(table, waiting=tuple(waiting), turn=turn)
    return waiting_after(supposed, best_trips(supposed))


@lru_cache(maxsize=1024)
def chance_of(faces: tuple[str, ...], dice: int, straights: int, curves: int) -> float:
    """The chance that a number of simple dice show these straights and curves, "?" as either."""
    if straights + curves > dice:
        return 0.0
    good = 0
    for thrown in product(faces, repeat=dice):
        shown = Counter(thrown)
        missing = max(0, straights - shown["straight"]) + max(0, curves - shown["curve"])
        good += missing <= shown[WILD]
    return good / float(len(faces) ** dice)


@lru_cache(maxsize=1024)
def _chance_of_face(faces: tuple[str, ...], dice: int, wanted: tuple[str, ...]) -> float:
    good = 0
    for thrown in product(faces, repeat=dice):
        missing = Counter(wanted) - Counter(thrown)
        good += missing.total() <= thrown.count(WILD)
    return good / float(len(faces) ** dice)


LEAST: Final = 1.0
"""What a roll, or passing it, has to be worth."""


def passing(view: NetworkView, actions: Iterable[NetworkAction], choose: Choose) -> NetworkAction:
    """End the turn of somebody who did not come to it, or place their station well.

    Raises ValueError without a turn.
    """
    offers = list(actions)
    ends = [action for action in offers if isinstance(action, FinishTurn)]
    if ends:
        return ends[0]
    if not offers:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    return heuristic(view, offers, choose)


def heuristic(view: NetworkView, actions: Iterable[NetworkAction], _choose: Choose) -> NetworkAction:
    """Do what is worth most. Raises ValueError without a turn."""
    offers = list(actions)
    if not offers:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    places = [action for action in offers if isinstance(action, PlaceStation)]
    if places:
        return max(places, key=lambda action: _place(view.table, action.square))
    offered = frozenset(offers)
    found = (action for wishes in WISHES for action in wishes(view.table) if action in offered)
    return next(found, offers[-1])


def _place(table: NetworkTable, square: Square) -> float:
    """The worth of a square for a station: near the home, far from the others, with land all around."""
    network, seat = table.network, table.turn.seat
    free = sum(network.land.plots[step(square, side)].terrain == "grassland" for side in SIDES)
    home = network.home(seat)
    if home is None:
        middle = Square(network.land.width // 2, network.land.height // 2)
        return free - _apart(square, middle)
    homes = [station.square for station in network.stations if station.owner not in (None, seat)]
    others = sum(_apart(square, other) for other in homes) / len(homes)
    return 0.5 * free - _apart(square, network.stations[home].square) + 0.4 * others


def _apart(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _join(table: NetworkTable) -> Iterator[NetworkAction]:
    dice = len(table.turn.simple) + 2 * len(table.turn.complex)
    if dice:
        appraisal = NetworkAppraisal(table)
        for station in sorted(appraisal.stations, key=lambda one: appraisal.stations[one], reverse=True):
            if appraisal.needs[station].dice <= dice:
                moves = connection(table, table.turn.seat, station)
                if moves and not closes_badly(table, moves):
                    yield moves[0]
                    return


def _approach(table: NetworkTable) -> Iterator[NetworkAction]:
    if table.turn.simple or table.turn.complex:
        appraisal = NetworkAppraisal(table)
        worths = {station: worth / (1 + appraisal.needs[station].dice) for station, worth in appraisal.stations.items()}
        for station in sorted(worths, key=worths.__getitem__, reverse=True)[:3]:
            moves = towards(table, table.turn.seat, station)
            if moves and not closes_badly(table, moves):
                yield moves[0]
                return


def _roll(table: NetworkTable) -> Iterator[NetworkAction]:
    if table.is_rolling_allowed:
        rolls = NetworkAppraisal(table).rolls
        best = max(rolls, key=rolls.__getitem__)
        if rolls[best] >= LEAST:
            yield best


def _call(table: NetworkTable) -> Iterator[NetworkAction]:
    if not {LOCOMOTIVE, WILD}.intersection(table.turn.simple):
        return
    seat, now = table.turn.seat, carried_if(table, table.turn.seat, table.waiting)
    gains: dict[NetworkAction, int] = {}
    for tile in TILE_NUMBERS:
        more = min(table.bank, ISSUE * table.network.stations_on(tile))
        gain = carried_if(table, seat, table.with_waiting(tile, more).waiting) - now
        if gain > 0:
            gains |= {CallPassengers(seat, tile, wild): gain for wild in (False, True)}
    yield from sorted(gains, key=gains.__getitem__, reverse=True)


def _buy(table: NetworkTable) -> Iterator[NetworkAction]:
    if table.locomotives and NetworkAppraisal(table).locomotive() > 0:
        yield BuyLocomotive(table.turn.seat)


def _carry(table: NetworkTable) -> Iterator[NetworkAction]:
    yield from best_trips(table)


WISHES: Final[Sequence[Callable[[NetworkTable], Iterator[NetworkAction]]]] = (
    _join,
    _roll,
    _approach,
    _call,
    _buy,
    _carry,
)
"""What is wished for, in this order; where none can be met, the turn is ended."""
