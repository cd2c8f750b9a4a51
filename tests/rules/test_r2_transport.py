"""R2-15 and R2-16: locomotives and transport."""

import pytest

from rules.clauses import rule
from rules.network import network_position
from rules.network_playing import carry, listed, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.table import NetworkTable

BUY = act.BuyLocomotive(0)
GREEN, BLUE, ONE, TWO = range(4)
EACH = 3
"""Locomotives of each number with two players."""

# R2-15: buying locomotives


@rule("R2-15", "Locomotives 2, 3, 4, 5 and 6 cost 5, 10, 15, 20 and 25 units, paid to the bank.")
@pytest.mark.parametrize(("number", "price"), [(2, 5), (3, 10), (4, 15), (5, 20), (6, 25)])
def test_prices_of_locomotives(number: int, price: int) -> None:
    table = network_position(units=(price,), for_sale=(number, number))
    after = play(table, BUY)
    assert after.events_of(ev.LocomotiveBought) == [ev.LocomotiveBought(0, number, price)]
    assert after.table.players[0].locomotives == (number,) and after.table.locomotives == (number,)
    assert after.units[0] == 0 and after.table.bank == table.bank + price
    poor = network_position(units=(price - 1,), for_sale=(number,))
    refused(poor, BUY, "R2-15", "price", locomotive=number, price=price, units=price - 1)


@rule("R2-15", "The next number is for sale only when the one before is sold out.")
def test_locomotives_are_sold_in_order() -> None:
    table = network_position(units=(240,))
    after = play(table, *(BUY,) * 5 * EACH)
    assert [event.number for event in after.events_of(ev.LocomotiveBought)] == sorted((2, 3, 4, 5, 6) * EACH)
    refused(after.table, BUY, "R2-15", "sold_out")


@rule("R2-15", "As many as a player likes and can pay, in one turn.")
def test_several_locomotives_in_a_turn() -> None:
    after = play(network_position(units=(14,)), BUY, BUY)
    assert after.table.players[0].locomotives == (2, 2)
    refused(after.table, BUY, "R2-15", "price", units=4)


@rule("R2-15", "When the first 4 is bought every 2 is scrapped, wherever it is; the others stay.")
def test_every_two_is_scrapped() -> None:
    table = network_position(units=(15,), for_sale=(4, 4, 5), locomotives=[(2, 2, 3), (2,)])
    after = play(table, BUY)
    assert after.kinds == ["LocomotiveBought", "LocomotivesScrapped"]
    assert [player.locomotives for player in after.table.players] == [(3, 4), ()]
    assert after.table.locomotives == (4, 5)


@rule("R2-15", "They are scrapped once: there are no more behind the first 4.")
def test_two_is_scrapped_once() -> None:
    after = play(network_position(units=(30,), for_sale=(4, 4), locomotives=[(2,)]), BUY, BUY)
    assert after.events_of(ev.LocomotivesScrapped) == [ev.LocomotivesScrapped(2)]
    refused(after.table, carry(2, ONE), "R2-16", "no_locomotive", locomotive=2)


@rule("R2-15", "The last 3 scraps nothing.")
def test_the_last_three_scraps_nothing() -> None:
    after = play(network_position(units=(10,), for_sale=(3, 4), locomotives=[(2,), (2,)]), BUY)
    assert [player.locomotives for player in after.table.players] == [(2, 3), (2,)]


# R2-16: transport

SIXTH = """
    ............
    ...┌───────┐
    ..B│.......│
    ...│......4s
    ...└3...5─┐│
    ......1┐..││
    ..2────t──G┘
    ............
"""
"""After illustration 6: home on tile 6, grey 5 on the same tile, 1 and 3 on tile 5, 2 on tile 4, 4 on tile 3."""
SWITCHES = {"s": "ns sw", "t": "ew ne"}
A, B, C, D, F = 2, 3, 4, 5, 6
"""The names that the illustration has for them."""


def _sixth(**waiting: int) -> NetworkTable:
    there = {6: 3, 5: 10, 4: 6, 1: 5, **{int(tile[1:]): number for tile, number in waiting.items()}}
    return network_position(SIXTH, dice=SWITCHES, locomotives=[(4, 5)], waiting=there)


@rule("R2-16", "Illustration 6: distances are tiles passed, both ends' included: F 1, A and D 2, B 3, C 6.")
def test_distances_of_illustration_six() -> None:
    table = _sixth()
    assert [table.distance(0, station) for station in (F, A, D, B, C)] == [1, 2, 2, 3, 6]


@rule("R2-16", "Illustration 6: locomotives 4 and 5 carry the three from F, the first from A and from B.")
def test_transport_of_illustration_six() -> None:
    trips = {
        (action.locomotive, action.station) for action in listed(_sixth()) if isinstance(action, act.CarryPassengers)
    }
    assert trips == {(4, F), (4, A), (4, B), (5, F), (5, A), (5, B)}
    after = play(_sixth(), carry(4, F), carry(5, A))
    assert [event.number for event in after.events_of(ev.PassengersTransported)] == [3, 5]
    assert after.units[0] == 18 and after.table.waiting == (5, 0, 0, 6, 5, 0)


@rule("R2-16", "Illustration 6: C is too far for both, and D is of no help while nobody waits there.")
def test_refusals_of_illustration_six() -> None:
    for number in (4, 5):
        refused(_sixth(), carry(number, C), "R2-16", "too_far", distance=6, locomotive=number)
        refused(_sixth(), carry(number, D), "R2-16", "nobody", station=D)
    play(_sixth(t3=1), carry(4, D))


@rule("R2-16", "Two stations of one tile are served by a locomotive each, from the same passengers.")
def test_two_stations_of_a_tile() -> None:
    table = network_position(SIXTH, dice=SWITCHES, locomotives=[(6, 6)], waiting={5: 10, 4: 1, 6: 1, 1: 1})
    after = play(table, carry(6, A), carry(6, C))
    assert [event.number for event in after.events_of(ev.PassengersTransported)] == [6, 4]
    assert after.table.waiting == (1, 0, 0, 1, 0, 1)


TWICE = """
    ............
    .Gxy┐.....B.
    ..│└┘.......
    ..└1........
    ............
    ............
    .2..........
"""


@rule("R2-16", "A tile that the line enters twice counts twice.")
def test_a_tile_entered_twice() -> None:
    table = network_position(TWICE, dice={"x": "ew se", "y": "ew sw"}, locomotives=[(2, 3)])
    assert table.distance(0, ONE) == 3, "tile 1, tile 2, and tile 1 again"
    refused(table, carry(2, ONE), "R2-16", "too_far", distance=3)
    play(table, carry(3, ONE))


@rule("R2-16", "The line with fewest tiles counts, however many squares it has.")
def test_the_shortest_line_counts() -> None:
    drawing = """
        ............
        .G─┐........
        .│.└┐.....B.
        .└┐┌┘.......
        ..└1........
        ............
        .2..........
    """
    assert network_position(drawing).distance(0, ONE) == 2
    assert network_position(drawing.replace("└┐┌┘", "└.┌┘")).distance(0, ONE) == 4


@rule("R2-16", "Within one tile the distance is 1.")
def test_within_a_tile() -> None:
    table = network_position(".... .G─┐ ...│ ...1 ............ ......B.....")
    assert table.distance(0, ONE) == 1


@rule("R2-16", "Both ends' tiles count even without track there.")
def test_tiles_without_track_count() -> None:
    assert network_position("............ ...G────1..B").distance(0, ONE) == 3


@rule("R2-16", "What moves is the smaller of number and waiting, never 0.")
@pytest.mark.parametrize(("number", "there", "moved"), [(2, 5, 2), (3, 3, 3), (6, 4, 4), (2, 1, 1)])
def test_how_many_move(number: int, there: int, moved: int) -> None:
    table = network_position(JOINED, locomotives=[(number,)], waiting={1: there, 3: 5, 5: 5})
    after = play(table, carry(number, ONE))
    assert after.events == (ev.PassengersTransported(0, number, ONE, moved),)
    assert (after.units[0], after.table.players[0].carried) == (10 + moved, moved)
    assert after.table.waiting[0] == there - moved and after.table.bank == table.bank


JOINED = """
    ............
    .G─1......B.
    ............
    ............
    ............
    .....2......
"""


@rule("R2-16", "Where nobody waits no trip is made.")
def test_no_trip_for_nobody() -> None:
    table = network_position(JOINED, locomotives=[(2,)], waiting={3: 5, 5: 5})
    refused(table, carry(2, ONE), "R2-16", "nobody", station=ONE)


@rule("R2-16", "Each locomotive makes one trip a turn.")
def test_one_trip_for_each_locomotive() -> None:
    around = ".... .G─1. .│.... .│.... .└─2........ ............ ..........B."
    table = network_position(around, locomotives=[(2, 3)])
    after = play(table, carry(2, ONE))
    refused(after.table, carry(2, TWO), "R2-16", "used", locomotive=2)
    play(after.table, carry(3, TWO))
    twins = network_position(around, locomotives=[(2, 2)])
    after = play(twins, carry(2, ONE), carry(2, TWO))
    assert after.units[0] == 14


@rule("R2-16", "Each destination is served once a turn, by one locomotive.")
def test_a_station_is_served_once() -> None:
    table = network_position(JOINED, locomotives=[(2, 3)])
    after = play(table, carry(3, ONE))
    refused(after.table, carry(2, ONE), "R2-16", "served", station=ONE)
    later = play(after.table, act.FinishTurn(0), act.FinishTurn(1)).table
    play(later, carry(3, ONE))


@rule("R2-16", "A locomotive bought in this turn may make its trip; one of the same number that is new too.")
def test_a_new_locomotive_makes_its_trip() -> None:
    around = ".... .G─1. .│.... .│.... .└─2........ ............ ..........B."
    table = network_position(around, locomotives=[(2,)])
    play(table, carry(2, ONE), BUY, carry(2, TWO))


@rule("R2-16", "Another player's home is a destination like any other.")
def test_transport_from_another_home() -> None:
    drawing = "............ .G──B....... ............ ............ ............ ......1....."
    table = network_position(drawing, locomotives=[(2,)])
    after = play(table, carry(2, BLUE))
    assert after.events_of(ev.PassengersTransported) == [ev.PassengersTransported(0, 2, BLUE, 2)]


@rule("R2-16", "Only with an own locomotive, from a station that a line joins to the own one.")
def test_other_refusals_of_transport() -> None:
    table = network_position(JOINED, locomotives=[(2,), (6,)])
    refused(table, carry(6, ONE), "R2-16", "no_locomotive", locomotive=6)
    refused(table, carry(2, TWO), "R2-16", "not_connected", station=TWO)
    refused(table, carry(2, GREEN), "R2-16", "own_station", station=GREEN)
    for station in (-1, 4, 99):
        refused(table, carry(2, station), "R2-16", "no_station", station=station)


@rule("R2-16", "Stations interrupt the line: there is no trip past one.")
def test_no_trip_past_a_station() -> None:
    table = network_position("............ .G─1─2....B.", locomotives=[(6,)])
    refused(table, carry(6, TWO), "R2-16", "not_connected", station=TWO)
