"""R2-5: placing stations."""

import json
from itertools import pairwise

import pytest

from rules.clauses import rule
from rules.network import first, network_position, set_up, square
from rules.network_oracle import NetworkReferee
from rules.network_plain import plain_from
from rules.network_playing import listed, place, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.definition import fold
from rules_core.kernel.rulebook import Violations

DIAGONAL = {"station_distance": "diagonal"}


def _after_homes(options: dict[str, str] | None = None) -> NetworkTable:
    """Two players have placed their homes at b2 and k7."""
    return play(set_up(2, options), place("b2"), place("k7", seat=1)).table


def _all_placed(table: NetworkTable) -> NetworkTable:
    """The position once all stations stand, each on the first square that is left."""
    while table.phase == "placing":
        table = play(table, listed(table)[0]).table
    return table


# The order


@rule("R2-5", "Clockwise from the start player each places a home; then, clockwise again, one grey station at a time.")
def test_homes_come_first() -> None:
    table = set_up(3, draw=lambda key, sides: 2)
    log: list[ev.NetworkEvent] = []
    while table.phase == "placing":
        after = play(table, listed(table)[0])
        table, log = after.table, [*log, *after.events]
    placed = [(event.seat, event.grey) for event in log if isinstance(event, ev.StationPlaced)]
    assert placed == [(2, 0), (0, 0), (1, 0), (2, 1), (0, 2), (1, 3), (2, 4), (0, 5), (1, 6)]
    assert [(station.owner, station.grey) for station in table.network.stations][:4] == [
        (2, 0),
        (0, 0),
        (1, 0),
        (None, 1),
    ]
    turns = [(event.seat, event.number) for event in log if isinstance(event, ev.NetworkTurnBegan)]
    assert turns == [(0, 2), (1, 3), (2, 4), (0, 5), (1, 6), (2, 7), (0, 8), (1, 9), (2, 1)]
    assert (table.year, table.turn.seat, table.phase) == (1, 2, "play")


@rule("R2-5", "Placing is compulsory: nothing else is done, and the turn does not end without it.")
def test_placing_is_compulsory() -> None:
    others: tuple[act.NetworkAction, ...] = (
        act.FinishTurn(0),
        act.RollDice(0, 4, 0),
        act.PassRoll(0),
        act.BuyLocomotive(0),
        act.TakeWild(0),
    )
    for action in others:
        refused(set_up(), action, "R2-5", "placing")
        refused(_after_homes(), action, "R2-5", "placing")
    table = set_up()
    view = railroad_dice_2.view(table, 0)
    chosen = railroad_dice_2.passing(view, railroad_dice_2.legal(view), lambda number: number - 1)
    assert isinstance(chosen, act.PlaceStation) and chosen in listed(table), "who does not come places one too"


@rule("R2-5", "Once all stand nothing is placed any more.")
def test_nothing_is_placed_later() -> None:
    refused(network_position(), place("e4"), "R2-5", "placed")
    refused(network_position(phase="closing", units=(10, 99)), place("e4"), "R2-5", "placed")


# Where stations may stand


@rule("R2-5", "A station may not stand on a square at the edge of the map.")
@pytest.mark.parametrize("at", ["a1", "c1", "a5", "l4", "f8", "l8"])
def test_not_at_the_edge(at: str) -> None:
    refused(set_up(), place(at), "R2-5", "border")
    refused(_after_homes(), place(at), "R2-5", "border")


@rule("R2-5", "A station may not stand on water.")
@pytest.mark.parametrize("at", ["b4", "g2", "f3", "j6"])
def test_not_on_water(at: str) -> None:
    refused(set_up(), place(at), "R2-5", "water")


@rule("R2-5", "It may stand in the mountains, and costs nothing there.")
def test_in_the_mountains() -> None:
    after = play(set_up(), place("b2"))
    assert after.units == (10, 10) and after.table.network.stations[0].square == square("b2")


@rule("R2-5", "Two stations do not stand on one square.")
def test_not_on_another_station() -> None:
    refused(_after_homes(), place("b2"), "R2-5", "occupied", square="1,1")


@rule("R2-5", "The shortest track between two stations has two squares at least: dx + dy >= 3.")
@pytest.mark.parametrize("at", ["b3", "c2", "d2", "c3"])
def test_too_near(at: str) -> None:
    refused(_after_homes(), place(at), "R2-5", "too_near")


@rule("R2-5", "dx + dy = 3 is far enough, straight or around corners.")
@pytest.mark.parametrize("at", ["e2", "d3", "c4", "b5"])
def test_far_enough(at: str) -> None:
    play(_after_homes(), place(at))


@rule("R2-5", "In the variant `diagonal` steps across corners count too: max(dx, dy) >= 3.")
def test_the_diagonal_distance() -> None:
    for at in ("d3", "c4", "d4", "c2"):
        refused(_after_homes(DIAGONAL), place(at), "R2-5", "too_near")
    for at in ("e2", "e4", "b5", "e5"):
        play(_after_homes(DIAGONAL), place(at))


@rule("R2-5", "There is at most one home on a tile; grey stations may stand on tiles that have stations.")
def test_one_home_on_a_tile() -> None:
    table = play(set_up(), place("b2")).table
    refused(table, place("d4", seat=1), "R2-5", "tile_taken", tile=1)
    assert {
        table.network.land.tile_of[action.square] for action in listed(table) if isinstance(action, act.PlaceStation)
    } == {
        2,
        3,
        4,
        5,
        6,
    }
    after = play(_after_homes(), place("d4"), place("h7", seat=1), place("e6"))
    assert [after.table.network.stations_on(tile) for tile in range(1, 7)] == [2, 0, 0, 0, 2, 1]


@rule("R2-5", "What is listed is just what the rules allow, whichever way stations are apart.")
@pytest.mark.parametrize("options", [{}, DIAGONAL, {"tiles": "7x7"}, {"arrangement": "random", **DIAGONAL}])
def test_open_squares(options: dict[str, str]) -> None:
    table = set_up(4, options)
    while table.phase == "placing":
        judge = NetworkReferee(plain_from(table))
        allowed = {at for at in judge.now.map.tile if judge.fits(at, is_home=judge.is_home_next)}
        actions = listed(table)
        assert {action.square for action in actions if isinstance(action, act.PlaceStation)} == allowed
        table = play(table, actions[len(actions) // 3]).table


# Stations that fit nowhere


@rule("R2-5", "When no grey station fits anywhere, all that are left are out of the game.")
@pytest.mark.parametrize("seats", [2, 3])
def test_grey_stations_left_out(seats: int) -> None:
    table, log = set_up(seats, DIAGONAL), list[ev.NetworkEvent]()
    while table.phase == "placing":
        after = play(table, listed(table)[0])
        table, log = after.table, [*log, *after.events]
    (left,) = [event.number for event in log if isinstance(event, ev.StationsLeftOut)]
    placed = [event for event in log if isinstance(event, ev.StationPlaced) and event.grey]
    assert left > 0 and len(placed) + left == {2: 8, 3: 6}[seats]
    judge = NetworkReferee(plain_from(table))
    assert not any(judge.fits(at, is_home=False) for at in judge.now.map.tile)
    assert [player.grey for player in table.players] == [0] * seats
    assert table.waiting == tuple(5 * table.network.stations_on(tile) for tile in range(1, 7))


@rule("R2-5", "While one fits anywhere none is left out.")
def test_grey_stations_stay_while_one_fits() -> None:
    table, seen = set_up(2, DIAGONAL), 0
    while table.phase == "placing":
        after = play(table, listed(table)[0])
        if after.table.phase == "placing":
            assert listed(after.table)
            seen += 1
        table = after.table
    assert seen > 4


def _with_land(*rows: str) -> NetworkTable:
    """A game for two whose tile 1 is drawn so, on a map that is water else."""
    data = json.loads(railroad_dice_2.components)
    data["tiles"]["4x4"] = {number: ["~~~~"] * 4 for number in "123456"}
    data["tiles"]["4x4"]["1"] = list(rows)
    options = tuple((name, values[0]) for name, values in railroad_dice_2.options.items())
    began = ev.NetworkBegan("railroad_dice_2", 2, options, json.dumps(data), 1, 4, ())
    return fold(railroad_dice_2, railroad_dice_2.setup({}, 2, first, before=began))


@rule("R2-5", "A home for which no tile has room stands on a tile that has one, as far apart as others.")
def test_a_home_that_finds_no_tile() -> None:
    table = play(_with_land("....", ".~..", "....", "...."), place("c2")).table
    squares = {action.square for action in listed(table) if isinstance(action, act.PlaceStation)}
    assert squares == {square(at) for at in ("b4", "d4")}
    refused(table, place("d3", seat=1), "R2-5", "too_near")


@rule("R2-5", "A home that fits nowhere else stands nearer to others, but never at the edge or on water.")
def test_a_home_that_finds_no_room() -> None:
    table = play(_with_land("....", ".~..", ".~..", ".~~~"), place("c2")).table
    assert listed(table) == [place("d2", seat=1), place("c3", seat=1), place("d3", seat=1)]
    refused(table, place("b2", seat=1), "R2-5", "water")
    after = play(table, place("d3", seat=1))
    assert after.events_of(ev.StationsLeftOut) == [ev.StationsLeftOut(8)]


# The first passengers


@rule("R2-5", "Then 5 passengers for each station wait beside its tile, out of the bank.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_passengers(seats: int) -> None:
    table = set_up(seats)
    bank = table.bank
    table = _all_placed(table)
    assert table.waiting == tuple(5 * table.network.stations_on(tile) for tile in range(1, 7))
    assert sum(table.waiting) == 5 * len(table.network.stations) == bank - table.bank


@rule("R2-5", "They come when the last station stands, and the start player begins the first year.")
def test_what_follows_the_last_station() -> None:
    table = set_up(4)
    steps = []
    while table.phase == "placing":
        steps.append(play(table, listed(table)[0]))
        table = steps[-1].table
    assert steps[-1].kinds == [
        "StationPlaced",
        "NetworkTurnEnded",
        "PassengersArrived",
        "NetworkYearBegan",
        "NetworkTurnBegan",
    ]
    assert all(after.kinds == ["StationPlaced", "NetworkTurnEnded", "NetworkTurnBegan"] for after in steps[:-1])
    assert all(one.table.turn.seat != other.table.turn.seat for one, other in pairwise(steps))


@rule("R2-5", "Nobody places for another.")
def test_nobody_places_for_another() -> None:
    answer = railroad_dice_2.decide(set_up(), place("e3", seat=1), first)
    assert isinstance(answer, Violations) and answer.violations[0].rule == "R2-6"
