"""Plans of Railroad Dice 2: the fewest dice that join two stations, and the trips that carry most passengers.

Plans are compared with a search through everything that can be done with the dice in hand, trips with every way to make
them, in the positions of games played by bots.
"""

from dataclasses import replace
from functools import cache
from typing import Final

import pytest
from soak import few

from rules.clauses import rule
from rules.network_bots import bot_game
from rules.network_position import after, at, position
from rules_core.games.railroad_dice_2.actions import CarryPassengers, ExpandTrack, LayTrack, NetworkAction
from rules_core.games.railroad_dice_2.building import expansions, layings
from rules_core.games.railroad_dice_2.planning import (
    NetworkNeed,
    best_trips,
    connection,
    needed,
    towards,
    waiting_after,
)
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Pair, Piece

LINE: Final[dict[str, Piece]] = dict.fromkeys(("e4", "f4", "g4"), ("ew",))
"""Track from the home d4 to a station on h4."""


def lay(name: str, pair: Pair, wild: bool = False) -> LayTrack:
    """Seat 0 lays a simple die."""
    return LayTrack(0, at(name), pair, wild)


def expand(name: str, pair: Pair, wild: bool = False) -> ExpandTrack:
    """Seat 0 replaces a simple die by a complex one."""
    return ExpandTrack(0, at(name), pair, wild)


@rule("R2-12", "simple dice are laid from the home on, each joining what the ones before it reach")
def test_a_line_is_laid_die_by_die() -> None:
    table = position("h4", simple="s ? s")
    moves = connection(table, 0, 2)
    assert moves == (lay("e4", "ew"), lay("f4", "ew"), lay("g4", "ew", wild=True))
    assert after(table, moves).distance(0, 2) == 2


def test_track_that_lies_is_used() -> None:
    assert connection(position("h4", track={"f4": ("ew",)}, simple="s s s s"), 0, 2) == (
        lay("e4", "ew"),
        lay("g4", "ew"),
    )


def test_dice_that_do_not_suffice_bring_the_line_as_near_as_they_can() -> None:
    table = position("h4", simple="s l s")
    assert connection(table, 0, 2) is None
    assert towards(table, 0, 2) == (lay("e4", "ew"), lay("f4", "ew"))
    assert needed(after(table, towards(table, 0, 2)), 0, 2) == NetworkNeed(1, 0, (), 0)


def test_dice_that_bring_the_line_no_nearer_are_not_laid() -> None:
    table = position("h4", track={"e4": ("ew",), "f4": ("ew",)}, simple="c")
    assert needed(table, 0, 2) == NetworkNeed(1, 0, (), 0)
    assert towards(table, 0, 2) == ()


@rule("R2-13", "a complex die takes the place of a simple one, which may be laid in the same turn")
def test_the_die_that_a_complex_one_replaces_is_laid() -> None:
    table = position("h4", "f6", track=LINE, complex_=("?",))
    assert needed(table, 0, 3) == NetworkNeed(1, 0, ("switch-right",), 0)
    assert connection(table, 0, 3) == (expand("f4", "sw", wild=True), lay("f5", "ns"))
    assert connection(table.with_turn(complex=("wye",)), 0, 3) is None


@rule("R2-13", "the die replaced goes to the player with the same face up")
def test_a_complex_die_gives_back_the_simple_one_that_is_missing() -> None:
    moves = connection(position("g4", simple="s", complex_=("crossing",)), 0, 2)
    assert moves == (lay("e4", "ew"), expand("e4", "ns"), lay("f4", "ew"))


@rule("R2-12", "a water square costs two units")
def test_a_line_is_no_dearer_than_its_player_can_pay() -> None:
    straight = position("a4", simple="s s c c c c", units=2)
    assert connection(straight, 0, 2) == (lay("c4", "ew"), lay("b4", "ew"))
    assert needed(straight, 0, 2) == NetworkNeed(2, 0, (), 2)
    around = connection(straight.with_player(0, units=1), 0, 2)
    assert around is not None and at("b4") not in {move.square for move in around} and len(around) > 2


@rule("R2-13a", "no end faces the trackless side of a complex die")
def test_a_line_goes_around_the_bare_side_of_a_complex_die() -> None:
    table = position("h4", track={"g4": ("ne", "se")}, simple="s s s c c c")
    need, moves = needed(table, 0, 2), connection(table, 0, 2)
    assert need is not None and moves is not None and len(moves) == need.dice == 4
    assert after(table, moves).distance(0, 2) is not None


@rule("R2-20", "a line ends at the next station")
def test_no_line_goes_through_a_station() -> None:
    table = position("f4", "h4", simple="s s s")
    assert connection(table, 0, 2) == (lay("e4", "ew"),)
    assert connection(table, 0, 3) is None
    need = needed(table, 0, 3)
    assert need is not None and need.dice > 3


def test_nothing_is_planned_that_is_done_already_or_cannot_be() -> None:
    joined = position("h4", track=LINE, simple="s s")
    assert (connection(joined, 0, 2), towards(joined, 0, 2), needed(joined, 0, 2)) == ((), (), None)
    assert (connection(joined, 0, 0), towards(joined, 0, 0), needed(joined, 0, 0)) == (None, (), None)
    assert connection(position("h4"), 0, 2) is None


def test_another_seat_is_told_what_it_needs_and_has_no_dice() -> None:
    table = position("k4", simple="s s s s")
    assert needed(table, 1, 2) == NetworkNeed(2, 0, (), 0)
    assert (connection(table, 1, 2), towards(table, 1, 2)) == (None, ())


@cache
def positions() -> tuple[NetworkTable, ...]:
    """The positions of two games of bots."""
    games = (bot_game(["heuristic"] * 2, 0), bot_game(["heuristic"] * 3, 1, {"arrangement": "random"}))
    return tuple(table for game in games for table in game if table.phase == "play")


def building(table: NetworkTable) -> list[NetworkAction]:
    """Everything that can be done with the dice in hand."""
    return [*layings(table), *expansions(table)]


def fewest(table: NetworkTable) -> dict[int, int]:
    """The stations that the dice in hand can join with the home of the active player, with the fewest moves for it."""
    seat, joined = table.turn.seat, dict[int, int]()
    layer, known, moves = [table], set[object](), 0
    apart = [station for station in range(len(table.network.stations)) if table.distance(seat, station) is None]
    while layer:
        moves += 1
        following: list[NetworkTable] = []
        for before in layer:
            for move in building(before):
                then = after(before, [move])
                for station in apart:
                    if then.distance(seat, station) is not None:
                        joined.setdefault(station, moves)
                key = frozenset(then.network.track.items()), tuple(sorted(then.turn.simple)), then.turn.complex
                if key not in known and then.phase == "play":
                    known.add(key)
                    following.append(then)
        layer = following
    return joined


@pytest.mark.parametrize(
    ("simple", "complex_", "every"),
    few(
        [("straight curve", "", 120), ("? straight", "", 120), ("", "?", 30), ("curve", "switch-left", 60)],
        2,
        several=True,
    ),
)
def test_no_way_through_all_moves_takes_fewer_dice(simple: str, complex_: str, every: int) -> None:
    found = 0
    for table in positions()[::every]:
        seat = table.turn.seat
        supposed = table.with_turn(simple=tuple(simple.split()), complex=tuple(complex_.split()))
        joined = fewest(supposed)
        for station in range(len(table.network.stations)):
            if station != table.network.home(seat) and table.distance(seat, station) is None:
                moves = connection(supposed, seat, station)
                assert (None if moves is None else len(moves)) == joined.get(station)
                need = needed(supposed, seat, station)
                assert moves is None or (need is not None and need.dice <= len(moves))
                nearer = after(supposed, towards(supposed, seat, station))
                assert not moves or nearer.distance(seat, station) is not None
                found += moves is not None
    assert found


@rule("R2-16", "each locomotive makes one trip, each station is served once, and a tile's passengers are shared")
def test_no_other_trips_carry_more() -> None:
    compared = 0
    for table in positions()[::16]:
        trips = best_trips(table)
        carried = sum(table.waiting) - sum(waiting_after(table, trips))
        assert carried == most_carried(table, table.waiting, frozenset(), table.unused(table.turn.seat))
        done = after(table, trips[:1])
        assert done.active.units - table.active.units == (
            min(trips[0].locomotive, table.waiting_at(trips[0].station)) if trips else 0
        )
        compared += len(trips) > 1
    assert compared > 5


def most_carried(
    table: NetworkTable, waiting: tuple[int, ...], served: frozenset[int], locomotives: tuple[int, ...]
) -> int:
    """The most passengers that some trips carry, each locomotive sent to each station in turn."""
    best = 0
    for which, number in enumerate(locomotives):
        rest = locomotives[which + 1 :]
        for station in range(len(table.network.stations)):
            distance, tile = table.distance(table.turn.seat, station), table.tile_of(station) - 1
            if distance is None or distance > number or station in {*served, *table.turn.served} or not waiting[tile]:
                continue
            carried = min(number, waiting[tile])
            left = (*waiting[:tile], waiting[tile] - carried, *waiting[tile + 1 :])
            best = max(best, carried + most_carried(table, left, served | {station}, rest))
    return best


def carrying(*locomotives: int, waiting: int) -> tuple[CarryPassengers, ...]:
    """The best trips from two stations, one tile and two tiles far, with so many waiting at each."""
    track: dict[str, Piece] = {"d5": ("ns",), "e4": ("ew",)}
    table = position("d6", "f4", track=track).with_player(0, locomotives=locomotives)
    return best_trips(replace(table, waiting=(waiting,) * 6))


@rule("R2-16", "up to its number of passengers travel with a locomotive")
def test_fewer_trips_and_smaller_locomotives_carry_as_many() -> None:
    assert carrying(2, 2, 4, waiting=2) == (CarryPassengers(0, 2, 3), CarryPassengers(0, 2, 2))
    assert carrying(2, 3, waiting=9) == (CarryPassengers(0, 2, 3), CarryPassengers(0, 3, 2))
    assert carrying(waiting=9) == carrying(2, waiting=0) == ()
