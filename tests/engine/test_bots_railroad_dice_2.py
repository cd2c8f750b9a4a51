"""How the bots of Railroad Dice 2 play, position by position and in whole games."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from rules.network_bots import bot_game, end_of_game
from rules.network_position import after, at, position
from soak import few

from rules_core.games.railroad_dice_2 import game
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
from rules_core.games.railroad_dice_2.bots import heuristic, passing
from rules_core.games.railroad_dice_2.planning import best_trips
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import Piece
from rules_core.grid import Square
from rules_core.kernel.definition import fold

LINE: dict[str, Piece] = dict.fromkeys(("e4", "f4", "g4"), ("ew",))
"""Track from the home d4 to a station on h4, through two tiles."""
SPOKES: dict[str, Piece] = {**LINE, "c4": ("ew",), "d5": ("ns",), "d3": ("ns",)}
"""Track from the home to stations on h4, b4, d6 and d2."""
CAUSES = {"connected", "bank", "complex", "dice"}
ENDS = {"no passengers", "nobody able", "no transport"}


def refuse_chance(_number: int) -> int:
    """A source of chance that must not be asked."""
    raise AssertionError("nothing is left to chance")


def asked(table: NetworkTable, actions: Iterable[NetworkAction] | None = None) -> NetworkAction:
    """What the heuristic bot does in a position, out of all that is legal or of what is given."""
    view = game.view(table, table.turn.seat)
    return heuristic(view, game.legal(view) if actions is None else actions, refuse_chance)


def turn_of(table: NetworkTable) -> list[NetworkAction]:
    """What the bot does, without rolling, up to the end of its turn."""
    done: list[NetworkAction] = []
    while not done or not isinstance(done[-1], FinishTurn):
        done.append(asked(table))
        table = after(table, done[-1:])
    return done


def test_dice_that_join_a_station_are_laid() -> None:
    done = turn_of(position("h4", simple="s s s c"))
    assert done[:3] == [LayTrack(0, at(name), "ew") for name in ("e4", "f4", "g4")]


def test_dice_that_join_nothing_bring_the_line_nearer() -> None:
    done = turn_of(position("h4", simple="s s l"))
    assert done[:2] == [LayTrack(0, at(name), "ew") for name in ("e4", "f4")]


def test_a_wild_die_is_taken_where_it_joins_a_station_for_certain() -> None:
    table = position("h4", "f6", track=LINE, rolled=False).with_player(0, connected=(2,))
    assert asked(table) == TakeWild(0)
    assert turn_of(after(table, [TakeWild(0)]))[:2] == [
        ExpandTrack(0, at("f4"), "sw", wild=True),
        LayTrack(0, at("f5"), "ns"),
    ]


def test_simple_dice_are_rolled_where_nothing_lies() -> None:
    assert asked(position("h4", "g7", rolled=False)) == RollDice(0, 4, 0)


def test_the_roll_is_passed_where_many_locomotives_find_nobody() -> None:
    bare = position(
        "h4", "b4", "d6", "d2", track=SPOKES, rolled=False, waiting=(0, 5, 0, 0, 0, 0), locomotives=(4, 5, 5, 6)
    )
    assert asked(bare) == PassRoll(0)
    crowded = position("h4", "b4", "d6", "d2", track=SPOKES, rolled=False, waiting=(20,) * 6, locomotives=(4, 5, 5, 6))
    assert asked(crowded) != PassRoll(0)


def test_passengers_are_carried_by_the_best_trips() -> None:
    table = position("h4", "b4", "d6", track=SPOKES, locomotives=(2, 4), units=0)
    assert asked(table) == best_trips(table)[0]
    assert {trip for trip in turn_of(table) if isinstance(trip, CarryPassengers)} >= set(best_trips(table))


def test_passengers_are_called_where_they_can_be_carried() -> None:
    nobody = (0, 5, 0, 0, 0, 0)
    table = position("b4", "h7", track=SPOKES, simple="l", waiting=nobody, locomotives=(4,), units=0)
    assert asked(table) == CallPassengers(0, 1)
    idle = position("b4", "h7", track=SPOKES, simple="l", waiting=nobody, units=0)
    assert not isinstance(asked(idle), CallPassengers)


def test_a_locomotive_is_bought_where_it_earns_its_price() -> None:
    assert asked(position("h4", "b4", "d6", track=SPOKES, units=12)) == BuyLocomotive(0)
    assert asked(position("h4", units=12)) == FinishTurn(0), "there is nowhere to go"


def test_no_locomotive_is_bought_for_a_last_trip_that_does_not_pay_for_it() -> None:
    for waiting, action in ((3, FinishTurn(0)), (12, BuyLocomotive(0))):
        table = position("h4", "b4", "d6", track=SPOKES, waiting=(0, waiting, 0, 0, 0, 0))
        assert asked(replace(table, closing="bank")) == action


@pytest.mark.parametrize(("units", "is_joined"), [(0, True), (90, False)])
def test_the_last_station_is_not_joined_for_another_to_win(units: int, is_joined: bool) -> None:
    table = position("h4", track={"e4": ("ew",), "f4": ("ew",)}, simple="s").with_player(0, connected=(1,))
    assert (asked(table.with_player(1, units=units)) == LayTrack(0, at("g4"), "ew")) == is_joined


def test_only_what_is_offered_is_done() -> None:
    table = position("h4", track=LINE, simple="s s", locomotives=(2,))
    assert asked(table, [FinishTurn(0)]) == FinishTurn(0)
    assert asked(table, [CarryPassengers(0, 2, 2), FinishTurn(0)]) == CarryPassengers(0, 2, 2)


def test_the_home_stands_in_the_middle_and_grey_stations_near_it() -> None:
    table = fold(game, game.setup({}, 2, lambda _key, _sides: 0))
    squares: dict[Square, int] = {}
    while table.phase == "placing":
        action = asked(table)
        assert isinstance(action, PlaceStation)
        squares[action.square] = action.seat
        table = after(table, [action])
    homes = [table.network.stations[seat].square for seat in (0, 1)]
    greys = [station.square for station in table.network.stations if station.owner is None]
    assert all(home not in table.network.land.border for home in homes)
    own = sum(apart(square, homes[squares[square]]) for square in greys)
    assert own < sum(apart(square, homes[1 - squares[square]]) for square in greys)


def apart(one: Square, other: Square) -> int:
    """The distance of two squares along the grid."""
    return abs(one.x - other.x) + abs(one.y - other.y)


@pytest.mark.parametrize("seats", few([3, 2, 4], 1))
def test_games_of_sensible_players_end_by_the_rules(seats: int) -> None:
    table = end_of_game(["heuristic"] * seats, seats)
    assert table.closing in CAUSES and table.ended in ENDS
    assert 5 <= table.year <= 25
    assert sum(player.carried for player in table.players) > 30


@pytest.mark.parametrize(("options", "seed"), [({"arrangement": "random", "station_distance": "diagonal"}, 5)])
def test_variants_are_played_to_their_end(options: dict[str, str], seed: int) -> None:
    assert end_of_game(["heuristic"] * 3, seed, options).over


@pytest.mark.parametrize("seats", few([3, 2, 4], 1))
@pytest.mark.parametrize("games", [1, pytest.param(40, marks=pytest.mark.soak)])
def test_sense_beats_chance(seats: int, games: int) -> None:
    won = 0.0
    for number in range(games):
        bots = ["random"] * seats
        bots[number % seats] = "heuristic"
        first = [one.seat for one in end_of_game(bots, number).standings if one.place == 1]
        won += (number % seats in first) / len(first)
    assert won >= 0.9 * games


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_most_games_close_by_connections_or_the_bank(
    seats: int, record_property: Callable[[str, object], None]
) -> None:
    ends = [end_of_game(["heuristic"] * seats, seed) for seed in range(60)]
    which = f"railroad_dice_2, {seats} heuristic players"
    record_property("ended", [(which, table.closing, table.ended, table.year) for table in ends])
    causes = Counter(table.closing for table in ends)
    assert causes["connected"] + causes["bank"] >= 0.9 * len(ends), causes
    assert all(table.ended in ENDS for table in ends)


def test_the_turn_of_who_does_not_come_to_it_is_ended() -> None:
    for number, table in enumerate(bot_game(["random"] * 2, 8)):
        if number % 20 == 0 and not table.over:
            view = game.view(table, table.turn.seat)
            action = passing(view, game.legal(view), refuse_chance)
            assert isinstance(action, PlaceStation if table.phase == "placing" else FinishTurn)
            then = after(table, [action])
            assert then.over or then.turn != table.turn


def test_nobody_plays_for_another() -> None:
    table = position("h4")
    for viewer in (1, None):
        for player in (passing, heuristic):
            with pytest.raises(ValueError, match="not the turn"):
                player(game.view(table, viewer), game.legal(game.view(table, viewer)), refuse_chance)
