"""Wishes among orders, met as far as they can be, and orders written out as they may be typed."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pbem.commands.orders.notation import OrderCursor, Part
from pbem.commands.orders.script import Wish
from pbem.commands.tokens import Fault, ParseError
from pbem.commands.vocabulary import phrases_of
from pbem.games.railroad_dice_2.names import square_name
from pbem.games.railroad_dice_2.orders.arguments import (
    FILLING,
    WORDS,
    BuyNumber,
    NamedStation,
    fault,
    skip_before,
    station,
    station_word,
)
from pbem.games.railroad_dice_2.orders.moves import POSSIBLE, purchases, trips
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
from rules_core.games.railroad_dice_2.building import cost_at
from rules_core.games.railroad_dice_2.planning import BuildingMove, best_trips, connection, needed, towards
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.games.railroad_dice_2.track import Pair
from rules_core.grid import Square

_BEFORE: Final = (
    "or",
    "joining",
    "nearing",
    "going",
    "to",
    "joiner",
    "self",
    "turn",
    "label",
    "home",
    "station",
    *FILLING,
)
"""Meanings of words that may stand before a station that is to be joined."""
Plan: TypeAlias = Callable[[NetworkTable, int, int], Sequence[BuildingMove] | None]
"""Moves of a seat for a station at a table; none where there are none to make."""


@dataclass(frozen=True, slots=True)
class CarryAll(Wish):
    """`carry all`: the best trip, again and again, so that passengers who come in between are carried too."""

    seat: int

    def next_action(self, view: NetworkView, done: int) -> CarryPassengers | Fault | None:
        """The best trip of those left; a Fault where there was none to begin with."""
        found = best_trips(view.table)
        if found:
            return found[0]
        return None if done else self._hindrance(view)

    def _hindrance(self, view: NetworkView) -> Fault:
        table = view.table
        owned = table.players[self.seat].locomotives
        if table.phase == "placing":
            return fault("still_placing", view)
        if owned:
            return fault("all_used" if len(table.turn.used) == len(owned) else "no_trip", view)
        if not table.locomotives:
            return fault("sold_out", view)
        return fault("no_locomotive", view, price=table.box.price(table.locomotives[0]))


@dataclass(frozen=True, slots=True)
class BuyIfPossible(Wish):
    """`buy if possible`, `buy 3 if possible`: the next locomotive, if it can be paid and has the number."""

    seat: int
    number: int | None = None

    def next_action(self, view: NetworkView, done: int) -> BuyLocomotive | Fault | None:
        """The purchase; a Fault where it cannot be made."""
        table = view.table
        if done:
            return None
        if table.phase == "placing":
            return fault("still_placing", view)
        if not table.locomotives:
            return fault("none_for_sale", view)
        following = table.locomotives[0]
        price, units = table.box.price(following), table.players[self.seat].units
        if self.number not in (None, following):
            return fault("other_number", view, following=following, price=price)
        if price > units:
            return fault("too_dear", view, following=following, price=price, units=units)
        return BuyLocomotive(self.seat)


@dataclass(slots=True)
class _LineWish(Wish, ABC):
    """A line to the first of these stations, or to `anywhere`, for which something can be done.

    The station is chosen when the first die is laid, and stays chosen: `chosen` is no part of what was wished for.
    """

    seat: int
    stations: tuple[NamedStation, ...] = ()
    anywhere: bool = False
    chosen: int | None = field(default=None, compare=False, repr=False)

    @property
    def _stations_text(self) -> str:
        return ", ".join(one.text for one in self.stations)

    def _next_move(self, view: NetworkView, done: int, plan: Plan) -> BuildingMove | None:
        if not done:
            self.chosen = self._choose(view.table, plan)
        moves = plan(view.table, self.seat, self.chosen) if self.chosen is not None else None
        return moves[0] if moves else None

    def _choose(self, table: NetworkTable, plan: Plan) -> int | None:
        for at in (*self._named(table), *self._by_preference(table)):
            if plan(table, self.seat, at):
                return at
        return None

    @abstractmethod
    def _by_preference(self, table: NetworkTable) -> Iterable[int]: ...

    def _named(self, table: NetworkTable) -> list[int]:
        found = (one.find(table.network) for one in self.stations)
        return [at for at in found if at is not None and self._is_open(table, at)]

    def _others(self, table: NetworkTable) -> list[int]:
        stations = range(len(table.network.stations)) if self.anywhere else ()
        return [at for at in stations if self._is_open(table, at)]

    def _is_open(self, table: NetworkTable, at: int) -> bool:
        return at != table.network.home(self.seat) and table.distance(self.seat, at) is None

    def _hindrance(self, view: NetworkView) -> Fault | None:
        """The reason why nothing at all can be done for these stations; None where it must be the dice."""
        table, turn = view.table, view.table.turn
        if table.phase != "play":
            return fault("still_placing" if table.phase == "placing" else "no_building", view)
        if self.stations and all(one.find(table.network) is None for one in self.stations) and not self.anywhere:
            return fault("no_such_station", view, station=self._stations_text)
        if not self._named(table) and not self._others(table):
            return fault("joined_already", view, stations=self._stations_text)
        return None if turn.simple or turn.complex else fault("no_dice", view)


@dataclass(slots=True)
class ConnectTo(_LineWish):
    """`connect to grey 3 or blue or any`: a line to the first that the dice in hand can complete."""

    def next_action(self, view: NetworkView, done: int) -> BuildingMove | Fault | None:
        """The next die of the line; a Fault where no line can be completed."""
        move = self._next_move(view, done, connection)
        return move if move is not None or done else self._unmet(view)

    def _by_preference(self, table: NetworkTable) -> Iterable[int]:
        plans = {at: moves for at in self._others(table) if (moves := connection(table, self.seat, at))}
        return sorted(plans, key=lambda at: (len(plans[at]), _cost(table, plans[at])))

    def _unmet(self, view: NetworkView) -> Fault:
        hindrance = self._hindrance(view)
        if hindrance is not None:
            return hindrance
        missing = self._named(view.table)
        need = needed(view.table, self.seat, missing[0]) if len(missing) == 1 and not self.anywhere else None
        if need is None:
            return fault("no_line" if self.anywhere else "no_connection", view, stations=self._stations_text)
        return fault("connection_takes", view, stations=self._stations_text, dice=need.faces)


@dataclass(slots=True)
class BuildTowards(_LineWish):
    """`build towards grey 3`: the dice in hand that bring a line nearest to it."""

    def next_action(self, view: NetworkView, done: int) -> BuildingMove | Fault | None:
        """The next die; a Fault where none brings the line nearer."""
        move = self._next_move(view, done, towards)
        if move is not None or done:
            return move
        hindrance = self._hindrance(view)
        return hindrance or fault(
            "no_step" if self.stations else "no_step_anywhere", view, stations=self._stations_text
        )

    def _by_preference(self, table: NetworkTable) -> Iterable[int]:
        needs = {at: need.dice for at in self._others(table) if (need := needed(table, self.seat, at))}
        return sorted(needs, key=needs.__getitem__)


def _cost(table: NetworkTable, moves: Sequence[BuildingMove]) -> int:
    return sum(cost_at(table.network, move.square) for move in moves if isinstance(move, LayTrack))


def connect(cursor: OrderCursor) -> tuple[Part, ...]:
    """`connect to grey 3 or blue or any`."""
    return (ConnectTo(cursor.context.seat, *_stations(cursor)),)


def build_towards(cursor: OrderCursor) -> tuple[Part, ...]:
    """`build towards grey 3 or blue`."""
    return (BuildTowards(cursor.context.seat, *_stations(cursor)),)


def _stations(cursor: OrderCursor) -> tuple[tuple[NamedStation, ...], bool]:
    """Stations in the order of preference, and whether any other will do; the writer's own home may come first."""
    found: list[NamedStation] = []
    anywhere = False
    while True:
        skip_before(cursor, *_BEFORE)
        token = cursor.peek()
        if token is None and (found or anywhere):
            return tuple(found), anywhere
        if cursor.take("any"):
            anywhere = True
            cursor.skip("station", "where")
            continue
        named = station(cursor)
        if named.owner != cursor.context.seat:
            found.append(named)
        elif found or not cursor.sees("joining", "nearing", "going", "joiner"):
            raise ParseError("own_home", token)


def buy(cursor: OrderCursor) -> tuple[Part, ...]:
    """`buy`, `buy 3`, and either of them `if possible` (R2-15)."""
    found = purchases(cursor)
    if not cursor.take_phrase(phrases_of(POSSIBLE, WORDS)):
        return found
    cursor.skip(*FILLING)
    cursor.done()
    seat = cursor.context.seat
    return tuple(BuyIfPossible(seat, one.number if isinstance(one, BuyNumber) else None) for one in found)


def carry(cursor: OrderCursor) -> tuple[Part, ...]:
    """`carry all`, or trips one by one: `carry 4 to grey 3` (R2-16)."""
    skip_before(cursor, "a", *FILLING)
    if not cursor.take("all"):
        return trips(cursor)
    cursor.skip("passenger", "locomotive", "locomotives", *FILLING)
    cursor.done()
    return (CarryAll(cursor.context.seat),)


Apart: TypeAlias = tuple[int, ...]
"""How far two actions are apart: the first number tells most."""
_FAR: Final = 1_000


def write(action: NetworkAction, table: NetworkTable, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language.

    Raises IndexError for a station that is not on the map.
    """
    match action:
        case PlaceStation(_, square):
            return WORDS.fill(f"{{place}} {square_name(square)}", language)
        case RollDice(_, simple, 0):
            return WORDS.fill(f"{{roll}} {simple}", language) if simple == 4 else _sorted(action, language)
        case RollDice():
            return _sorted(action, language)
        case TakeWild():
            return WORDS.fill("{take} ?", language)
        case PassRoll():
            return WORDS.word("pass", language)
        case LayTrack(_, square, pair, wild):
            return WORDS.fill(f"{{lay}} {square_name(square)} {pair}{_with_wild(wild)}", language)
        case ExpandTrack(_, square, pair, wild):
            return WORDS.fill(f"{{expand}} {square_name(square)} +{pair}{_with_wild(wild)}", language)
        case BuyLocomotive():
            return WORDS.word("buy", language)
        case CarryPassengers(_, locomotive, station):
            place = station_word(station, table.network, language)
            return WORDS.fill(f"{{carry}} {locomotive} {{going}} {place}", language)
        case CallPassengers(_, tile, wild):
            return WORDS.fill(f"{{passengers}} {tile}{_with_wild(wild)}", language)
        case FinishTurn():
            return WORDS.word("end", language)


def _sorted(roll: RollDice, language: str) -> str:
    if roll.simple and roll.complex:
        return WORDS.fill(f"{{roll}} {roll.simple}+{roll.complex}", language)
    sort, number = ("simple", roll.simple) if roll.simple else ("complex", roll.complex)
    return WORDS.fill(f"{{roll}} {number} {{{sort}}}", language)


def _with_wild(wild: bool) -> str:
    return " {with} ?" if wild else ""


def nearest(action: NetworkAction, legal: Sequence[NetworkAction], table: NetworkTable) -> NetworkAction | None:
    """The legal action nearest in meaning to a refused one; None where none is near.

    Track is near on the same square, by whichever die, then beside it; a trip to the same station, then with the same
    locomotive. Where the roll can no longer be passed, ending the turn may be meant.
    """
    match action:
        case LayTrack(_, square, pair) | ExpandTrack(_, square, pair):
            track = [other for other in legal if isinstance(other, LayTrack | ExpandTrack)]
            return min(track, key=lambda other: _track_apart(action, square, pair, other), default=None)
        case PlaceStation(_, square):
            places = [other for other in legal if isinstance(other, PlaceStation)]
            return min(places, key=lambda other: _squares_apart(square, other.square), default=None)
        case CarryPassengers():
            trips = [other for other in legal if isinstance(other, CarryPassengers)]
            return min(trips, key=lambda other: _trips_apart(action, other, table), default=None)
        case RollDice(_, simple, complex_):
            rolls = [other for other in legal if isinstance(other, RollDice)]
            return min(
                rolls, key=lambda other: abs(simple - other.simple) + abs(complex_ - other.complex), default=None
            )
        case CallPassengers(_, tile):
            calls = [other for other in legal if isinstance(other, CallPassengers)]
            return min(calls, key=lambda other: (tile != other.tile, action.wild != other.wild), default=None)
        case PassRoll():
            return next((other for other in legal if isinstance(other, FinishTurn)), None)
        case _:
            return None


def _track_apart(refused: LayTrack | ExpandTrack, square: Square, pair: Pair, other: LayTrack | ExpandTrack) -> Apart:
    return (
        _squares_apart(square, other.square),
        2 - len(set(pair) & set(other.pair)),
        type(refused) is not type(other),
        refused.wild != other.wild,
    )


def _squares_apart(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _trips_apart(refused: CarryPassengers, other: CarryPassengers, table: NetworkTable) -> Apart:
    stations = table.network.stations
    is_known = refused.station in range(len(stations))
    far = _squares_apart(stations[refused.station].square, stations[other.station].square) if is_known else _FAR
    return (
        refused.station != other.station,
        refused.locomotive != other.locomotive,
        far,
        abs(refused.locomotive - other.locomotive),
    )
