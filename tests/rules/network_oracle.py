"""The rules of Railroad Dice 2 once more, slowly: an independent reading of them to hold the engine against.

Written from the digest on plain data, without the engine's checks and without its search. `network_judged` takes an
action in a copy of the position and gives the new position, or None where the rules forbid it; `all_actions` spells
out everything that could be asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeAlias, get_args

from rules.network_chains import are_ends_right, is_joined
from rules.network_desk import NetworkDesk
from rules.network_plain import BOX, PRICES, PlainNetwork, Spot, Ways
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2.track import Pair
from rules_core.grid import Square

Throw: TypeAlias = Callable[[int, int], Sequence[str]]
"""The faces of so many simple and so many complex dice, the simple ones first."""
PAIRS: tuple[Pair, ...] = get_args(Pair)
STRAIGHTS = ("ns", "ew")
COST = {".": 0, "^": 1, "~": 2}
CLOCKWISE = dict(zip("nesw", "eswn", strict=True))


class Forbidden(Exception):
    """The rules do not allow it."""


def demand(holds: object) -> None:
    """Go on only where something holds."""
    if not holds:
        raise Forbidden


def network_judged(before: PlainNetwork, action: act.NetworkAction, throw: Throw) -> PlainNetwork | None:
    """The position after an action, or None where it is forbidden."""
    if not is_allowed(before, action):
        return None
    referee = NetworkReferee(before.copied())
    referee.take(action, throw)
    return referee.now


def is_allowed(now: PlainNetwork, action: act.NetworkAction) -> bool:
    """Whether the rules allow an action."""
    try:
        NetworkReferee(now).check(action)
    except Forbidden:
        return False
    return True


def all_actions(now: PlainNetwork) -> Iterator[act.NetworkAction]:
    """Everything that could be asked for by whoever is to play, sensible or not."""
    seat, both = now.seat, (False, True)
    yield from (act.RollDice(seat, simple, complex_) for simple in range(6) for complex_ in range(4))
    yield from (act.TakeWild(seat), act.PassRoll(seat), act.BuyLocomotive(seat), act.FinishTurn(seat))
    for x, y in now.map.tile:
        yield act.PlaceStation(seat, Square(x, y))
        for pair, wild in product(PAIRS, both):
            yield act.LayTrack(seat, Square(x, y), pair, wild)
            yield act.ExpandTrack(seat, Square(x, y), pair, wild)
    stations = range(-1, len(now.stations) + 1)
    yield from (act.CarryPassengers(seat, number, station) for number in range(8) for station in stations)
    yield from (act.CallPassengers(seat, tile, wild) for tile in range(8) for wild in both)


def face_of(piece: frozenset[Ways]) -> str:
    """The face of a complex die that shows two pairs of sides, however it is turned (R2-21)."""
    for face, printed in BOX["faces"].items():
        turned = frozenset(frozenset(pair) for pair in printed)
        for _ in range(4):
            if turned == piece:
                return str(face)
            turned = frozenset(frozenset(CLOCKWISE[side] for side in pair) for pair in turned)
    raise AssertionError(f"no die shows {piece}")


def laid_face(action: act.LayTrack) -> str:
    """The face of the simple die that is laid."""
    return "?" if action.wild else "straight" if action.pair in STRAIGHTS else "curve"


class NetworkReferee(NetworkDesk):
    """A position that actions are judged and taken in."""

    def check(self, action: act.NetworkAction) -> None:
        """Raise Forbidden where the rules do not allow an action; change nothing."""
        now = self.now
        demand(now.ended is None and action.seat == now.seat)
        demand((now.phase == "placing") == isinstance(action, act.PlaceStation))
        if now.phase == "closing":
            demand(isinstance(action, act.BuyLocomotive | act.CarryPassengers | act.FinishTurn))
        match action:
            case act.PlaceStation():
                demand(self.fits((action.square.x, action.square.y), is_home=self.is_home_next))
            case act.RollDice():
                demand(not now.rolled and (action.simple, action.complex) in ((4, 0), (2, 1), (0, 2)))
                demand(min(action.simple, now.simple) + min(action.complex, now.complex))
            case act.TakeWild():
                demand(not now.rolled and now.complex)
            case act.PassRoll():
                demand(not now.rolled)
            case act.LayTrack():
                self.check_lay((action.square.x, action.square.y), action.pair, laid_face(action))
            case act.ExpandTrack():
                self.check_expand((action.square.x, action.square.y), frozenset(action.pair), action.wild)
            case act.BuyLocomotive():
                demand(now.for_sale and now.players[now.seat].units >= PRICES[now.for_sale[0]])
            case act.CarryPassengers():
                self.check_carry(action.locomotive, action.station)
            case act.CallPassengers():
                demand(now.hand["?" if action.wild else "locomotive"] and self.on(action.tile))
            case act.FinishTurn():
                pass

    def take(self, action: act.NetworkAction, throw: Throw) -> None:
        """Take an action that is allowed, with all that follows it (R2-32)."""
        now = self.now
        match action:
            case act.PlaceStation():
                self.place((action.square.x, action.square.y))
            case act.RollDice():
                self.roll(action.simple, action.complex, throw)
            case act.TakeWild():
                now.complex -= 1
                now.complex_hand["?"] += 1
                now.rolled = True
            case act.PassRoll():
                self.arrive(range(1, 7))
                now.rolled = True
            case act.LayTrack():
                self.lay((action.square.x, action.square.y), action.pair, laid_face(action))
            case act.ExpandTrack():
                self.expand((action.square.x, action.square.y), frozenset(action.pair), action.wild)
            case act.BuyLocomotive():
                self.buy()
            case act.CarryPassengers():
                self.carry(action.locomotive, action.station)
            case act.CallPassengers():
                self.call(action.tile, "?" if action.wild else "locomotive")
            case act.FinishTurn():
                self.finish_turn()
        if not isinstance(action, act.PlaceStation | act.FinishTurn):
            now.busy = True
            self.look_around()

    # R2-5: placing

    def fits(self, spot: Spot, *, is_home: bool) -> bool:
        """Whether a station may stand on a square."""
        now = self.now
        if spot not in now.map.tile or now.map.is_on_border(spot) or now.map.sign[spot] == "~":
            return False
        for (x, y), _ in now.stations:
            across, down = abs(x - spot[0]), abs(y - spot[1])
            if (max(across, down) if now.options["station_distance"] == "diagonal" else across + down) < 3:
                return False
        return not (is_home and self.on(now.map.tile[spot]))

    @property
    def is_home_next(self) -> bool:
        """Whether the next station is a home."""
        return sum(owner is not None for _, owner in self.now.stations) < len(self.now.players)

    def place(self, spot: Spot) -> None:
        """A station placed; when all stand, passengers come and the first year begins."""
        now, is_home = self.now, self.is_home_next
        now.stations.append((spot, now.seat if is_home else None))
        if not is_home:
            now.players[now.seat].grey -= 1
        if not self.is_home_next and not any(self.fits(other, is_home=False) for other in now.map.tile):
            for player in now.players:
                player.grey = 0
        if not self.is_home_next and not any(player.grey for player in now.players):
            self.arrive(range(1, 7))
            now.phase, now.year, now.seat, now.number = "play", 1, now.start, 1
        else:
            now.seat, now.number = self.clockwise[1], now.number + 1

    # R2-10 to R2-13: dice and track

    def roll(self, simple: int, complex_: int, throw: Throw) -> None:
        """Dice taken and rolled, fewer where the bank holds fewer."""
        now = self.now
        simple, complex_ = min(simple, now.simple), min(complex_, now.complex)
        faces = list(throw(simple, complex_))
        assert len(faces) == simple + complex_
        now.simple -= simple
        now.complex -= complex_
        now.hand.update(faces[:simple])
        now.complex_hand.update(faces[simple:])
        now.rolled = True

    def check_lay(self, spot: Spot, pair: Pair, face: str) -> None:
        """A simple die lies on an empty square, and is paid for."""
        now = self.now
        demand(now.hand[face] and spot in now.map.tile and spot not in now.track and spot not in self.at)
        demand(now.players[now.seat].units >= COST[now.map.sign[spot]])
        self.check_track(spot, frozenset((frozenset(pair),)))

    def lay(self, spot: Spot, pair: Pair, face: str) -> None:
        """A simple die on an empty square."""
        now = self.now
        now.track[spot] = frozenset((frozenset(pair),))
        now.hand = now.hand - Counter((face,))
        now.players[now.seat].units -= COST[now.map.sign[spot]]
        now.bank += COST[now.map.sign[spot]]

    def check_expand(self, spot: Spot, pair: Ways, wild: bool) -> None:
        """A complex die takes the place of a simple one, whose track it has too."""
        now = self.now
        lying = now.track.get(spot, frozenset())
        demand(len(lying) == 1 and pair not in lying)
        demand(now.complex_hand["?" if wild else face_of(lying | {pair})])
        self.check_track(spot, lying | {pair})

    def expand(self, spot: Spot, pair: Ways, wild: bool) -> None:
        """A complex die in place of a simple one, which is in hand then."""
        now = self.now
        lying = now.track[spot]
        now.track[spot] = lying | {pair}
        now.complex_hand = now.complex_hand - Counter(("?" if wild else face_of(lying | {pair}),))
        now.hand["straight" if lying <= set(map(frozenset, STRAIGHTS)) else "curve"] += 1

    def check_track(self, spot: Spot, piece: frozenset[Ways]) -> None:
        """A line from the own home comes to the piece, and all ends are right."""
        track = {**self.now.track, spot: piece}
        demand(is_joined(track, self.at, self.home(self.now.seat), spot))
        demand(are_ends_right(self.now.map, track, spot))

    # R2-15 to R2-17: locomotives and passengers

    def buy(self) -> None:
        """The next locomotive; the first 4 scraps every 2, and no 2 is left for the others."""
        now = self.now
        number, player = now.for_sale[0], now.players[now.seat]
        if number == 4:
            now.for_sale = [one for one in now.for_sale if one != 2]
            for other in now.players:
                other.locomotives = [one for one in other.locomotives if one != 2]
            now.unused = Counter({one: count for one, count in now.unused.items() if one != 2})
        now.for_sale.remove(number)
        player.locomotives = sorted([*player.locomotives, number])
        player.units -= PRICES[number]
        now.bank += PRICES[number]
        now.unused[number] += 1

    def check_carry(self, locomotive: int, station: int) -> None:
        """A locomotive comes to a station where somebody waits, which was not served before."""
        now = self.now
        demand(now.unused[locomotive] > 0 and station not in now.served)
        demand(self.lines(now.seat).get(station, 1000) <= locomotive)
        demand(now.waiting[now.map.tile[now.stations[station][0]]])

    def carry(self, locomotive: int, station: int) -> None:
        """A trip."""
        now = self.now
        tile = now.map.tile[now.stations[station][0]]
        number = min(locomotive, now.waiting[tile])
        now.waiting[tile] -= number
        now.players[now.seat].units += number
        now.players[now.seat].carried += number
        now.unused = now.unused - Counter((locomotive,))
        now.served.add(station)

    def call(self, tile: int, face: str) -> None:
        """A die back to the bank for passengers beside one tile."""
        now = self.now
        now.hand = now.hand - Counter((face,))
        now.simple += 1
        self.arrive([tile])

    def finish_turn(self) -> None:
        """The turn is over; the next one begins, in a new year where all have had one."""
        now = self.now
        self.give_back()
        if now.phase == "closing":
            now.quiet = 0 if now.served else now.quiet + 1
        is_year_over = now.number == len(now.players)
        self.look_around(is_idle=is_year_over and not now.busy)
        if now.ended is not None:
            return
        if is_year_over:
            now.year, now.number, now.busy = now.year + 1, 0, False
        now.seat, now.number = self.clockwise[1], now.number + 1
        now.rolled = False
        now.served = set()
        now.unused = Counter(now.players[now.seat].locomotives)
