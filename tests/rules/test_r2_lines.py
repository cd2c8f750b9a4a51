"""R2-20 and R2-14: lines, and what connections pay."""

from collections.abc import Mapping

import pytest

from rules.clauses import rule
from rules.network import network_position, square
from rules.network_playing import expand, lay, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.play import stations_reached
from rules_core.games.railroad_dice_2.table import NetworkTable

GREEN, BLUE, ONE, TWO, THREE = range(5)
"""The stations of a position for two, in their order."""


def _reached(drawing: str, dice: Mapping[str, str] | None = None, seat: int = 0) -> set[int]:
    """The stations that lines from a home end at."""
    return set(stations_reached(network_position(drawing, dice=dice), seat))


# R2-20: lines

FORK = """
    ............
    ...1........
    .G─x─2....B.
    ...│........
    ...3........
"""
"""Green comes from the west to a die at d3, with stations behind its three other sides."""


@rule("R2-20", "A line runs along track, from side to side as the dice join them.")
@pytest.mark.parametrize(
    ("die", "stations"),
    [
        ("ew", {TWO}),
        ("nw", {ONE}),
        ("sw", {THREE}),
        ("ns", set()),
        ("ns ew", {TWO}),
        ("nw se", {ONE}),
        ("ne sw", {THREE}),
        ("ew nw", {ONE, TWO}),
        ("ew sw", {TWO, THREE}),
        ("sw nw", {ONE, THREE}),
        ("ns sw", {THREE}),
        ("sw se", {THREE}),
        ("ne nw", {ONE}),
        ("ew ne", {TWO}),
        ("ns se", set()),
    ],
)
def test_trains_pass_dice_from_side_to_side(die: str, stations: set[int]) -> None:
    assert _reached(FORK, {"x": die}) == stations


@rule("R2-20", "Never from branch to branch, whichever branch the train comes by.")
def test_never_from_branch_to_branch() -> None:
    for die, beyond in (("sw se", TWO), ("ne nw", TWO), ("ns sw", ONE), ("ns nw", THREE), ("ew ns", ONE)):
        assert beyond not in _reached(FORK, {"x": die})


@rule("R2-20", "A line is the same in both directions: who is joined to a home is joined from there.")
def test_lines_are_the_same_in_both_directions() -> None:
    drawing = "............ ............ .G─x─B...... ...│........ ...1........"
    for die, joined in (("ew sw", True), ("sw se", False), ("ns ew", True), ("ew ne", True)):
        assert (BLUE in _reached(drawing, {"x": die})) == (GREEN in _reached(drawing, {"x": die}, seat=1)) == joined


@rule("R2-20", "It ends at the next station: stations interrupt it.")
def test_stations_interrupt_lines() -> None:
    assert _reached("............ ............ .G─1─2────B.") == {ONE}
    assert _reached("............ ............ .G─1─2────B.", seat=1) == {TWO}
    around = "............ ..┌─┐....... .G┘1└2....B."
    assert _reached(around) == {TWO}


@rule("R2-20", "Any of the four sides of a home may begin a line, and any side of a station may end it.")
def test_lines_begin_and_end_at_every_side() -> None:
    drawing = "............ ..1......... ..│......... 2─G─3......B ..│......... ..4........."
    assert _reached(drawing) == {2, 3, 4, 5}


@rule("R2-20", "A train never turns round where track ends.")
def test_no_train_turns_at_the_end_of_track() -> None:
    drawing = "............ ............ .Gx──.....B. ..│......... ..1........."
    assert _reached(drawing, {"x": "ew se"}) == set()


LOOP = """
    ............
    ............
    .Gxy┐.....B.
    ..│└┘.......
    ..1.........
"""
"""Behind a switch at c3 the line goes round a loop and comes back: only then it may take the branch to grey 1."""
TURNING: Mapping[str, str] = {"x": "ew se", "y": "ew sw"}


@rule("R2-20", "Track may be used again in the other direction: a loop behind a switch turns the train.")
def test_a_loop_turns_the_train() -> None:
    assert _reached(LOOP, TURNING) == {ONE}
    for open_loop in (LOOP.replace("└┘", ".┘"), LOOP.replace("y┐", "y─")):
        assert _reached(open_loop, TURNING) == set()


@rule("R2-20", "So does a loop behind a wye, whose branches it joins.")
def test_a_loop_behind_a_wye_turns_the_train() -> None:
    drawing = """
        ............
        ....┌┐......
        .Gx─y│....B.
        ..│.└┘......
        ..1.........
    """
    dice = {"x": "ew se", "y": "nw sw"}
    assert _reached(drawing, dice) == {ONE}
    assert _reached(drawing.replace("┌┐", "┌─"), dice) == set()


@rule("R2-20", "The turned train may be what reaches a place to lay, and to expand.")
def test_a_turned_train_lays_track() -> None:
    drawing = LOOP.replace("..│└┘", "...└┘")
    table = network_position(drawing, dice=TURNING, hand="straight", complex_hand="?")
    after = play(table, lay("c4", "ns"))
    assert after.events_of(ev.StationsConnected)[0].joined == ((0, ONE),)
    refused(
        network_position(drawing.replace("y┐", "y─"), dice=TURNING, hand="straight"),
        lay("c4", "ns"),
        "R2-12",
        "not_joined",
    )
    crossed = network_position(LOOP.replace("..│└┘", "..─└┘"), dice=TURNING, complex_hand="?")
    play(crossed, expand("c4", "ns", wild=True))


@rule("R2-20", "A search over squares passed once would miss it: the line runs over c3 and d3 twice.")
def test_the_line_that_turns_is_told_square_by_square() -> None:
    table = network_position(LOOP, dice=TURNING)
    reach = table.reach(0)
    assert reach is not None
    run = [place.square for place in reach.run_to(square("c5"))]
    assert run == [square(at) for at in ("c3", "d3", "e3", "e4", "d4", "d3", "c3", "c4", "c5")] or run == [
        square(at) for at in ("c3", "d3", "d4", "e4", "e3", "d3", "c3", "c4", "c5")
    ]


# R2-14: connecting

GAP = """
    ............
    ............
    .G─.1.....B.
    ............
    ............
    ............
    .2..........
"""


def _paid(
    table: NetworkTable, *actions: act.NetworkAction
) -> list[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    return [(event.joined, event.paid) for event in play(table, *actions).events_of(ev.StationsConnected)]


@rule("R2-14", "A home joined to a grey station for the first time: 5 units from the bank to its owner, grey nothing.")
def test_a_connection_to_a_grey_station() -> None:
    table = network_position(GAP, hand="straight")
    after = play(table, lay("d3", "ew"))
    assert after.events_of(ev.StationsConnected) == [ev.StationsConnected(((0, ONE),), (5, 0))]
    assert after.units == (15, 10) and after.table.bank == table.bank - 5
    assert [player.connected for player in after.table.players] == [(ONE,), ()]


@rule("R2-14", "Home to home each owner gets 5, and each is connected to the other.")
def test_a_connection_of_two_homes() -> None:
    table = network_position("............ ............ .G─.B....... ............ ............ .1..", hand="straight")
    after = play(table, lay("d3", "ew"))
    assert after.events_of(ev.StationsConnected) == [ev.StationsConnected(((0, BLUE), (1, GREEN)), (5, 5))]
    assert after.units == (15, 15)
    assert [player.connected for player in after.table.players] == [(BLUE,), (GREEN,)]


@rule("R2-14", "Whoever laid the piece.")
def test_a_connection_made_by_another() -> None:
    drawing = """
        ............
        ...B........
        .G─│─1......
        ............
        ............
        ............
        .2..........
    """
    table = network_position(drawing, complex_hand="crossing", seat=1)
    assert _paid(table, expand("d3", "ew", seat=1)) == [(((0, ONE),), (5, 0))]


@rule("R2-14", "Expanding connects as laying does.")
def test_a_connection_by_expanding() -> None:
    drawing = "............ ............ .G─│─1....B. ............ ............ ............ .2.........."
    assert _paid(network_position(drawing, complex_hand="crossing"), expand("d3", "ew")) == [(((0, ONE),), (5, 0))]


@rule("R2-14", "Each pair pays once: another line between the same stations pays nothing.")
def test_a_pair_pays_once() -> None:
    drawing = """
        ............
        .┌──.┐......
        .G──1┘....B.
        ............
        ............
        ............
        .2..........
    """
    table = network_position(drawing, hand="straight straight")
    assert table.players[0].connected == (ONE,)
    after = play(table, lay("e2", "ew"))
    assert after.kinds == ["TrackLaid"] and after.units == (10, 10)


@rule("R2-14", "All dues of one action are paid together.")
def test_dues_of_one_action_are_summed() -> None:
    drawing = """
        ............
        ...1........
        .G─.x─B.....
        ....│.......
        ....2.......
        ............
        .3..........
    """
    table = network_position(drawing, dice={"x": "ew sw"}, hand="straight")
    after = play(table, lay("d3", "ew"))
    (connected,) = after.events_of(ev.StationsConnected)
    assert set(connected.joined) == {(0, BLUE), (0, TWO), (1, GREEN)}
    assert connected.paid == (10, 5) and after.units == (20, 15)


@rule("R2-14", "Somebody else's turn brings a third player what is due.")
def test_two_others_are_joined() -> None:
    paid = _paid(network_position(THREE_HOMES, seats=3, complex_hand="crossing"), expand("d3", "ew"))
    assert paid == [(((1, 2), (2, 1)), (0, 5, 5))]


THREE_HOMES = """
    ............
    ...G........
    .B─│─R......
    ............
    ............
    ............
    .1..........
"""
"""Green may join blue and red over d3."""
ACTIVE = {"connection_pays": "active"}


@rule("R2-14", "Variant `active`: only pairs with the active player's home pay, others count and are never paid.")
def test_only_the_active_players_connections_pay() -> None:
    table = network_position(THREE_HOMES, seats=3, complex_hand="crossing", options=ACTIVE)
    after = play(table, expand("d3", "ew"))
    assert after.events_of(ev.StationsConnected) == [ev.StationsConnected(((1, 2), (2, 1)), (0, 0, 0))]
    assert [player.connected for player in after.table.players] == [(), (2,), (1,)]
    later = play(after.table, act.FinishTurn(0), act.TakeWild(1), act.FinishTurn(1))
    assert later.events_of(ev.StationsConnected) == [] and later.units == (10, 10, 10)


@rule("R2-14", "Variant `active`: both owners of a pair with the active player's home are paid.")
def test_both_owners_are_paid_with_the_active_player() -> None:
    for seat in (1, 2):
        table = network_position(THREE_HOMES, seats=3, complex_hand="crossing", hand="curve", seat=seat, options=ACTIVE)
        assert _paid(table, expand("d3", "ew", seat=seat)) == [
            (((1, 2), (2, 1)) if seat == 1 else ((2, 1), (1, 2)), (0, 5, 5))
        ]


@rule("R2-14", "A line that a switch cannot be run over in that direction connects nothing.")
def test_a_switch_in_the_wrong_direction_connects_nothing() -> None:
    drawing = "............ ............ .G─x.1....B. ............ ............ ............ .2.........."
    after = play(network_position(drawing, dice={"x": "sw se"}, hand="straight"), lay("d4", "ns"))
    assert after.events_of(ev.StationsConnected) == [] and after.units == (10, 10)
