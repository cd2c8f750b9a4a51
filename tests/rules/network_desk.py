"""The part of the oracle of Railroad Dice 2 that follows every action (R2-32), and what a table tells at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.network_chains import distances
from rules.network_plain import PRICES, PlainNetwork, Spot


class NetworkDesk:
    """A position, and what follows an action in it."""

    def __init__(self, now: PlainNetwork) -> None:
        self.now = now

    @property
    def at(self) -> dict[Spot, int]:
        """The stations by their squares."""
        return {spot: station for station, (spot, _) in enumerate(self.now.stations)}

    @property
    def clockwise(self) -> list[int]:
        """The seats from the one to play on."""
        seats = len(self.now.players)
        return [(self.now.seat + one) % seats for one in range(seats)]

    def on(self, tile: int) -> int:
        """How many stations stand on a tile."""
        return sum(self.now.map.tile[spot] == tile for spot, _ in self.now.stations)

    def home(self, seat: int) -> Spot:
        """The square of a seat's home."""
        return next(spot for spot, owner in self.now.stations if owner == seat)

    def lines(self, seat: int) -> dict[int, int]:
        """The stations that a seat is joined to, and how far they are."""
        return distances(self.now.map, self.now.track, self.at, self.home(seat))

    def arrive(self, tiles: Sequence[int], *, extra: bool = False) -> None:
        """5 passengers for each station beside these tiles, as far as the bank goes, and where told beyond it."""
        now = self.now
        for tile in sorted(tiles):
            due = 5 * self.on(tile)
            paid = min(due, now.bank)
            now.bank -= paid
            if extra:
                now.extra += due - paid
                paid = due
            now.waiting[tile] += paid

    def give_back(self) -> None:
        """Dice in hand go back to the bank."""
        now = self.now
        now.simple += now.hand.total()
        now.complex += now.complex_hand.total()
        now.hand, now.complex_hand = Counter(), Counter()

    # R2-32: what follows

    def look_around(self, *, is_idle: bool = False) -> None:
        """Connections, lack of passengers, the closing phase, and the end; `is_idle` at the end of an idle year."""
        self.connect()
        self.lack()
        if self.now.phase == "play":
            cause = self.cause() or ("idle" if is_idle else None)
            if cause:
                self.close(cause)
        self.end()

    def connect(self) -> None:
        """Pay for homes that are joined to stations for the first time (R2-14)."""
        now = self.now
        dues = Counter[int]()
        new: set[frozenset[Spot]] = set()
        for seat, player in enumerate(now.players):
            joined = set(self.lines(seat))
            for station in joined - player.connected:
                new.add(frozenset((self.home(seat), now.stations[station][0])))
            player.connected |= joined
        owners = dict(now.stations)
        for pair in new:
            both = [owners[spot] for spot in pair]
            if now.options["connection_pays"] == "any" or now.seat in both:
                for owner in both:
                    if owner is not None:
                        dues[owner] += 5
        for seat in self.clockwise:
            paid = min(dues[seat], now.bank)
            now.bank -= paid
            now.players[seat].units += paid

    def lack(self) -> None:
        """Passengers where nobody waits beside three tiles with stations or more (R2-18)."""
        empty = [tile for tile, number in self.now.waiting.items() if not number and self.on(tile)]
        if self.now.phase == "play" and len(empty) >= 3:
            self.arrive(empty)

    def cause(self) -> str | None:
        """Why the closing phase begins now (R2-30)."""
        now = self.now
        simple, complex_ = now.simple + now.hand.total(), now.complex + now.complex_hand.total()
        if any(len(player.connected) == len(now.stations) - 1 for player in now.players):
            return "connected"
        if not now.bank:
            return "bank"
        if not complex_:
            return "complex"
        return "dice" if simple + complex_ <= 2 else None

    def close(self, cause: str) -> None:
        """The closing phase begins: dice go back, and passengers come once more."""
        now = self.now
        now.phase, now.closing = "closing", cause
        self.give_back()
        self.arrive(range(1, 7), extra=now.options["closing_issue"] == "full")

    # R2-31: the end

    def end(self) -> None:
        """Look whether the game is over."""
        now = self.now
        if now.phase != "closing":
            return
        if not any(now.waiting.values()):
            now.ended = "no passengers"
        elif not any(self.is_able(seat) for seat in range(len(now.players))):
            now.ended = "nobody able"
        elif now.quiet >= len(now.players):
            now.ended = "no transport"
        if now.ended is not None:
            self.rank()

    def is_able(self, seat: int) -> bool:
        """Whether a player could carry anybody, alone, with the units held now."""
        now = self.now
        player = now.players[seat]
        best = max(player.locomotives, default=0)
        units = player.units
        for number in now.for_sale:
            units -= PRICES[number]
            if units < 0:
                break
            best = max(best, number)
        reached = self.lines(seat).items()
        return any(far <= best and now.waiting[now.map.tile[now.stations[at][0]]] for at, far in reached)

    def rank(self) -> None:
        """Places by units held, or carried, then by stations connected, then by locomotives."""
        now = self.now

        def result(seat: int) -> tuple[int, int, int]:
            player = now.players[seat]
            counted = player.carried if now.options["winner"] == "carried" else player.units
            return counted, len(player.connected), len(player.locomotives)

        seats = range(len(now.players))
        places = [(1 + sum(result(other) > result(seat) for other in seats), seat) for seat in seats]
        now.places = sorted(places)
