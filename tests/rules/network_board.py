"""What holds of every position of Railroad Dice 2, and of every event that leads from one to the next."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Piece
from rules_core.grid import LETTERS, Square

UNITS: Final = 280
PRICES: Final = {2: 5, 3: 10, 4: 15, 5: 20, 6: 25}
COSTS: Final = {"grassland": 0, "mountain": 1, "lake": 2}
BESIDE: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}
CAUSES: Final = ("connected", "bank", "complex", "dice")
"""What begins the closing phase, in the order in which it is checked (R2-30)."""


def check(before: NetworkTable | None, event: ev.NetworkEvent, after: NetworkTable) -> None:
    """Fail where an event, or the position behind it, is not as the rules have it."""
    if isinstance(event, ev.NetworkBegan | ev.MapArranged | ev.StartDrawn):
        return
    check_counts(after)
    assert before is not None
    if after.network is not before.network:
        check_stations(after)
        check_track(after)
    check_growth(before, after)
    _check_event(before, event, after)


def check_counts(table: NetworkTable) -> None:
    """Units, dice and locomotives are all there, and nothing is negative (R2-3, R2-4)."""
    units = [table.bank, *table.waiting, *(player.units for player in table.players)]
    assert min(units) >= 0 and table.extra >= 0, units
    assert sum(units) == UNITS + table.extra, units
    assert table.extra == 0 or (table.phase == "closing" and table.options["closing_issue"] == "full")
    lying = Counter(len(piece) for piece in table.network.track.values())
    assert min(table.simple, table.complex) >= 0
    assert table.simple + len(table.turn.simple) + lying[1] == 30
    assert table.complex + len(table.turn.complex) + lying[2] == 20
    assert set(lying) <= {1, 2}
    assert set(table.turn.simple) <= {*table.box.simple} and set(table.turn.complex) <= {*table.box.complex}
    assert table.phase == "play" or not (table.turn.simple or table.turn.complex)
    check_locomotives(table)
    for tile, number in enumerate(table.waiting, 1):
        assert number == 0 or table.network.stations_on(tile), f"{number} wait beside tile {tile}"


def check_locomotives(table: NetworkTable) -> None:
    """Nobody has any that are not of the box, and those of one number are scrapped all at once (R2-4, R2-15)."""
    owned = Counter(number for player in table.players for number in player.locomotives)
    known = owned + Counter(table.locomotives)
    supply = 3 if table.seats == 2 else 4
    assert all(known[number] == supply for number in range(3, 7)), known
    assert known[2] in (0, supply) and known.total() == 4 * supply + known[2]
    assert table.locomotives == tuple(sorted(table.locomotives))
    assert not Counter(table.turn.used) - Counter(table.active.locomotives)
    assert table.turn.served == () or len(set(table.turn.served)) == len(table.turn.served)


def check_stations(table: NetworkTable) -> None:
    """They stand where R2-5 lets them, one home on a tile at most, as many as R2-1 has."""
    stations, land = table.network.stations, table.network.land
    for at, one in enumerate(stations):
        assert one.square in land.plots and one.square not in land.border
        assert land.plots[one.square].terrain != "lake"
        for other in stations[:at]:
            across, down = abs(one.square.x - other.square.x), abs(one.square.y - other.square.y)
            assert max(across, down) >= 3 or (across + down >= 3 and table.options["station_distance"] == "orthogonal")
    homes = [station for station in stations if station.owner is not None]
    greys = [station.grey for station in stations if station.owner is None]
    assert [home.owner for home in homes] == [(table.start + step) % table.seats for step in range(len(homes))]
    assert len({land.tile_of[home.square] for home in homes}) == len(homes)
    assert greys == list(range(1, len(greys) + 1))
    assert len(greys) + sum(player.grey for player in table.players) <= {2: 8, 3: 6, 4: 4}[table.seats]


def check_track(table: NetworkTable) -> None:
    """No track off the map or on a station, and no end off the map or against a bare side (R2-13a)."""
    land, track = table.network.land, table.network.track
    for square, piece in track.items():
        assert square in land.plots and square not in table.network.station_at
        for letter, (across, down) in BESIDE.items():
            beside = Square(square.x + across, square.y + down)
            if has_end(piece, letter):
                assert beside in land.plots
                there = track.get(beside, ())
                assert len(there) != 2 or has_end(there, BACK[letter]), (square, beside)


def has_end(piece: Piece, letter: str) -> bool:
    """Whether a piece has track at a side."""
    return any(letter in pair for pair in piece)


def check_growth(before: NetworkTable, after: NetworkTable) -> None:
    """What never grows less, and what never changes once it is said."""
    for one, other in zip(before.players, after.players, strict=True):
        assert set(one.connected) <= set(other.connected)
        assert one.carried <= other.carried
    phases = ("placing", "play", "closing")
    assert phases.index(before.phase) <= phases.index(after.phase)
    assert before.closing in (None, after.closing)
    assert before.extra <= after.extra
    assert before.network.track.keys() <= after.network.track.keys()
    assert before.network.stations == after.network.stations[: len(before.network.stations)]


def _check_event(before: NetworkTable, event: ev.NetworkEvent, after: NetworkTable) -> None:
    match event:
        case ev.PassengersArrived():
            _check_arrival(before, event)
        case ev.ClosingBegan(cause):
            assert before.closing is None and before.phase == "play"
            assert cause == (closing_causes(before) or ["idle"])[0]
            assert cause != "idle" or before.is_idle
        case ev.TrackLaid(seat, square, pair, _face, cost):
            assert square not in before.network.track
            assert cost == COSTS[before.network.land.plots[square].terrain]
            assert is_joined(before, seat, square, (pair,))
        case ev.TrackExpanded(seat, square):
            old, new = before.network.track[square], after.network.track[square]
            assert len(old) == 1 and len(new) == 2 and set(old) < set(new)
            assert is_joined(before, seat, square, new)
        case ev.StationsConnected():
            _check_connection(before, event)
        case ev.LocomotiveBought(_seat, number, price):
            assert (number, price) == (before.locomotives[0], PRICES[number])
        case ev.LocomotivesScrapped(number):
            assert number == 2 and Counter(after.locomotives)[4] == (2 if after.seats == 2 else 3)
        case ev.PassengersTransported(seat, locomotive, station, number):
            assert number == min(locomotive, before.waiting_at(station)) > 0
            assert station not in before.turn.served and locomotive in before.unused(seat)
            assert (before.distance(seat, station) or 99) <= locomotive
        case ev.NetworkTurnBegan(seat):
            assert seat in (before.start, (before.turn.seat + 1) % before.seats)
        case ev.NetworkEnded(reason, standings):
            assert before.phase == "closing" and reason in ended_reasons(before)
            check_standings(before, standings)


def _check_arrival(before: NetworkTable, event: ev.PassengersArrived) -> None:
    """Five for each station, as far as the bank goes or extra counters make it up."""
    full = [5 * before.network.stations_on(tile) for tile in range(1, 7)]
    due = {
        "called": [number if event.tiles[at] else 0 for at, number in enumerate(full)],
        "lack": [0 if before.waiting[at] else number for at, number in enumerate(full)],
    }.get(event.cause, full)
    assert sum(event.tiles) == min(sum(due), before.bank + event.extra)
    assert all(0 <= came <= wanted for came, wanted in zip(event.tiles, due, strict=True))
    assert event.cause == "closing" or (event.extra == 0 and before.phase != "closing")
    if event.cause == "called":
        assert sum(map(bool, event.tiles)) <= 1
    if event.cause == "lack":
        assert len(bare_tiles(before)) >= 3
    if event.cause == "closing" and before.options["closing_issue"] == "full":
        assert list(event.tiles) == full


def _check_connection(before: NetworkTable, event: ev.StationsConnected) -> None:
    """Just those are joined that a line joins now and none did before; each owner gets 5 for each, if the bank can."""
    due = [0] * before.seats
    active = before.turn.seat
    for seat, station in event.joined:
        assert station not in before.players[seat].connected
        owner = before.network.stations[station].owner
        assert owner is None or (owner, before.network.home(seat)) in event.joined
        due[seat] += 5 * (before.options["connection_pays"] == "any" or active in (seat, owner))
    assert sum(event.paid) == min(sum(due), before.bank)
    assert all(paid <= wanted for paid, wanted in zip(event.paid, due, strict=True))


def is_joined(table: NetworkTable, seat: int, square: Square, piece: Piece) -> bool:
    """Whether a line from a seat's home arrives at an end of a piece."""
    reach = table.reach(seat)
    ends = [(square, LETTERS.index(letter)) for letter in LETTERS if has_end(piece, letter)]
    return reach is not None and any(end in reach.arrivals for end in ends)


def bare_tiles(table: NetworkTable) -> list[int]:
    """The tiles with stations beside which nobody waits (R2-18)."""
    return [tile for tile in range(1, 7) if table.network.stations_on(tile) and not table.waiting[tile - 1]]


def joined_stations(table: NetworkTable, seat: int) -> set[int]:
    """The stations that lines from a seat's home end at."""
    reach = table.reach(seat)
    return set() if reach is None else {table.network.station_at[square] for square in reach.distances}


def closing_causes(table: NetworkTable) -> list[str]:
    """All that begins the closing phase in a position, in the order in which it is checked (R2-30)."""
    complex_ = table.complex + len(table.turn.complex)
    holds = (
        any(len(player.connected) == len(table.network.stations) - 1 for player in table.players),
        table.bank == 0,
        complex_ == 0,
        complex_ + table.simple + len(table.turn.simple) <= 2,
    )
    return [cause for cause, is_so in zip(CAUSES, holds, strict=True) if is_so]


def ended_reasons(table: NetworkTable) -> list[str]:
    """All that ends the game in a position of the closing phase (R2-31)."""
    holds = {
        "no passengers": sum(table.waiting) == 0,
        "nobody able": not any(is_able(table, seat) for seat in range(table.seats)),
        "no transport": table.quiet >= table.seats,
    }
    return [reason for reason, is_so in holds.items() if is_so]


def is_able(table: NetworkTable, seat: int) -> bool:
    """Whether a player has a locomotive, or the units to buy those up to one, for some passengers (R2-31)."""
    numbers, units = list(table.players[seat].locomotives), table.players[seat].units
    for number in table.locomotives:
        units -= PRICES[number]
        if units >= 0:
            numbers.append(number)
    stations = [station for station in joined_stations(table, seat) if table.waiting_at(station)]
    return any((table.distance(seat, station) or 99) <= number for station in stations for number in numbers)


def check_standings(table: NetworkTable, standings: Sequence[ev.NetworkStanding]) -> None:
    """Units or passengers, then stations, then locomotives; who has as much of all shares the place (R2-31)."""
    rank = {}
    for seat, player in enumerate(table.players):
        first = player.carried if table.options["winner"] == "carried" else player.units
        rank[seat] = (first, len(player.connected), len(player.locomotives))
    assert [rank[one.seat] for one in standings] == sorted(rank.values(), reverse=True)
    assert sorted(one.seat for one in standings) == list(range(table.seats))
    for one in standings:
        assert one.place == 1 + sum(other > rank[one.seat] for other in rank.values())
        player = table.players[one.seat]
        assert (one.units, one.carried) == (player.units, player.carried)
        assert (one.score, one.connected, one.locomotives) == rank[one.seat]
