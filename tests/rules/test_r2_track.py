"""R2-12, R2-13, R2-13a and R2-21: laying and expanding track."""

from itertools import combinations

import pytest

from rules.clauses import rule
from rules.network import network_position, pairs, piece, square
from rules.network_playing import BOX, expand, lay, listed, play, refused
from rules_core.games.railroad_dice_2 import actions as act
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.track import PAIRS, Pair

WEST_EAST = """
    ............
    ............
    .G─.......B.
    ............
    ............
    ............
    .1..........
"""
"""The green home at b3 with a straight east of it."""


def _laid(table_hand: str, drawing: str = WEST_EAST, **dice: str) -> set[tuple[str, Pair, bool]]:
    """The squares, pairs and kinds of dice that green may lay."""
    table = network_position(drawing, dice=dice, hand=table_hand)
    found = (action for action in listed(table) if isinstance(action, act.LayTrack))
    return {(f"{'abcdefghijkl'[one.square.x]}{one.square.y + 1}", one.pair, one.wild) for one in found}


# R2-12: where a simple die may lie


@rule("R2-12", "A piece lies next to the own station, with an end that joins it.")
def test_next_to_the_own_station() -> None:
    assert {(at, pair) for at, pair, _ in _laid("straight")} == {("b2", "ns"), ("b4", "ns"), ("d3", "ew")}
    curves = {(at, pair) for at, pair, _ in _laid("curve") if at in ("b2", "b4")}
    assert curves == {("b2", "se"), ("b2", "sw"), ("b4", "ne"), ("b4", "nw")}
    refused(network_position(WEST_EAST, hand="straight"), lay("b2", "ew"), "R2-12", "not_joined")


@rule("R2-12", "Or at the end of a line from the own station.")
def test_at_the_end_of_a_line() -> None:
    after = play(network_position(WEST_EAST, hand="straight curve"), lay("d3", "ew"), lay("e3", "sw"))
    assert after.table.network.track[square("d3")] == ("ew",) and after.table.network.track[square("e3")] == ("sw",)
    assert after.events == (
        ev.TrackLaid(0, square("d3"), "ew", "straight", 0),
        ev.TrackLaid(0, square("e3"), "sw", "curve", 0),
    )


@rule("R2-12", "Illustration 3: A beside the own station and B at the end of a line, not C, which no line reaches.")
def test_illustration_three() -> None:
    drawing = """
        ............
        ............
        .G──...─.─B.
        ............
        ............
        ............
        .1.─........
    """
    table = network_position(drawing, hand="straight")
    for allowed in (lay("b2", "ns"), lay("b4", "ns"), lay("e3", "ew")):
        play(table, allowed)
    for at in ("g3", "i3", "c7", "e7", "f5", "b8", "b6"):
        refused(table, lay(at, "ew" if at != "b8" else "ns"), "R2-12", "not_joined")


@rule("R2-12", "A line that ends at another station does not go on behind it.")
def test_not_behind_a_station() -> None:
    drawing = "............ ............ .G─1──....B. "
    refused(network_position(drawing, hand="straight"), lay("g3", "ew"), "R2-12", "not_joined")
    assert all(at[0] in "abc" for at, _, _ in _laid("straight ?", drawing))


@rule("R2-12", "Track belongs to nobody: a line over what others laid is as good.")
def test_track_belongs_to_nobody() -> None:
    table = network_position(WEST_EAST, hand="straight", seat=1)
    refused(table, lay("d3", "ew", seat=1), "R2-12", "not_joined")
    joined = "............ ............ .G─.─────.B."
    after = play(network_position(joined, hand="straight straight"), lay("d3", "ew"), lay("j3", "ew"))
    assert after.events_of(ev.StationsConnected)[0].joined == ((0, 1), (1, 0))


@rule("R2-12", "Only on an empty square: not on a die, nor on a station.")
@pytest.mark.parametrize("at", ["c3", "b3", "b7", "k3"])
def test_only_on_an_empty_square(at: str) -> None:
    refused(
        network_position(WEST_EAST, hand="straight ?"),
        lay(at, "ew"),
        "R2-12",
        "occupied",
        square=f"{square(at).x},{square(at).y}",
    )


@rule("R2-12", "With a die that shows it: a straight for straights, a curve for curves.")
def test_the_die_must_show_it() -> None:
    refused(network_position(WEST_EAST, hand="curve"), lay("d3", "ew"), "R2-12", "no_die", face="straight")
    refused(network_position(WEST_EAST, hand="straight locomotive"), lay("d3", "sw"), "R2-12", "no_die", face="curve")
    refused(
        network_position(WEST_EAST, hand="curve", complex_hand="?"),
        lay("d3", "ew", wild=True),
        "R2-12",
        "no_die",
        face="?",
    )
    refused(network_position(WEST_EAST), lay("d3", "ew"), "R2-12", "not_rolled")
    refused(network_position(WEST_EAST), lay("d3", "ns"), "R2-12", "not_joined")
    refused(network_position(WEST_EAST, rolled=True), lay("d3", "ew"), "R2-12", "no_die")


@rule("R2-12", "'?' is laid as a straight or a curve and stays so.")
@pytest.mark.parametrize(("pair", "back"), [("ew", "straight"), ("sw", "curve"), ("nw", "curve")])
def test_a_wild_die_is_turned(pair: Pair, back: str) -> None:
    table = network_position(WEST_EAST, hand="?", complex_hand="?")
    after = play(table, lay("d3", pair, wild=True))
    assert after.events == (ev.TrackLaid(0, square("d3"), pair, "?", 0),) and after.table.turn.simple == ()
    after = play(after.table, expand("d3", "ew" if pair != "ew" else "sw", wild=True))
    assert after.table.turn.simple == (back,)


@rule("R2-12", "A mountain square costs 1 unit, a water square 2, to the bank.")
@pytest.mark.parametrize(("at", "pair", "cost"), [("d3", "ew", 0), ("c2", "sw", 1), ("b4", "ns", 2)])
def test_ground_costs_units(at: str, pair: Pair, cost: int) -> None:
    home = "............ .G........B." if at == "c2" else "............ ............ .G─.......B."
    table = network_position(home, hand="straight curve", units=(2, 10))
    after = play(table, lay(at, pair))
    assert after.events_of(ev.TrackLaid)[0].cost == cost
    assert (after.units[0], after.table.bank) == (2 - cost, table.bank + cost)


@rule("R2-12", "Who cannot pay does not lay.")
def test_ground_must_be_paid() -> None:
    mountain = "............ .G........B."
    refused(network_position(mountain, hand="curve", units=(0,)), lay("c2", "sw"), "R2-12", "cost", cost=1, units=0)
    water = "............ ............ .G........B."
    refused(network_position(water, hand="straight", units=(1,)), lay("b4", "ns"), "R2-12", "cost", cost=2, units=1)


@rule("R2-12", "What is dear is left to others: who has nothing lays on grass all the same.")
def test_who_has_nothing_lays_on_grass() -> None:
    home = "............ .G........B."
    assert {at for at, _, _ in _laid("? ?", home)} == {"a2", "b1", "b3", "c2"}
    table = network_position(home, hand="? ?", units=(0,))
    squares = {action.square for action in listed(table) if isinstance(action, act.LayTrack)}
    assert squares == {square(at) for at in ("a2", "b1", "b3")}


@rule("R2-12", "A die that shows a straight is taken before '?' unless the player says '?'.")
def test_either_die_may_be_named() -> None:
    table = network_position(WEST_EAST, hand="straight ?")
    assert play(table, lay("d3", "ew")).table.turn.simple == ("?",)
    assert play(table, lay("d3", "ew", wild=True)).table.turn.simple == ("straight",)


# R2-13: expanding


@rule("R2-13", "A complex die replaces a simple one and keeps its track; the simple die is the player's, same face up.")
@pytest.mark.parametrize(
    ("pair", "face"), [("ns", "crossing"), ("nw", "switch-left"), ("se", "switch-left"), ("sw", "switch-right")]
)
def test_a_die_is_expanded(pair: Pair, face: str) -> None:
    after = play(network_position(WEST_EAST, complex_hand=face), expand("c3", pair))
    assert after.events == (ev.TrackExpanded(0, square("c3"), pair, face, "straight"),)
    assert set(after.table.network.track[square("c3")]) == {"ew", pair}
    assert after.table.turn.simple == ("straight",) and after.table.turn.complex == ()


@rule("R2-13", "It costs nothing, in mountains and on water neither.")
def test_expanding_costs_nothing() -> None:
    drawing = "............ .G┐.......B. ..│......... ............ ............ ............ .1.........."
    table = network_position(drawing, units=(0,), complex_hand="?")
    assert play(table, expand("c2", "ew", wild=True)).units[0] == 0


@rule("R2-13", "The die that was replaced may be laid in the same turn.")
def test_the_die_replaced_is_laid() -> None:
    after = play(network_position(WEST_EAST, complex_hand="crossing"), expand("c3", "ns"), lay("d3", "ew"))
    assert after.table.network.track[square("d3")] == ("ew",)


@rule("R2-13", "Never on an empty square, never in place of another complex die.")
def test_only_a_simple_die_is_replaced() -> None:
    drawing = WEST_EAST.replace("G─", "Gx")
    table = network_position(drawing, dice={"x": "ew ns"}, complex_hand="? wye")
    refused(table, expand("d3", "ew", wild=True), "R2-13", "empty")
    refused(table, expand("b3", "ew", wild=True), "R2-13", "empty")
    refused(table, expand("c3", "sw", wild=True), "R2-13", "complex_there")


@rule("R2-13", "With a complex die in hand that shows the piece, or '?'.")
def test_the_complex_die_must_show_it() -> None:
    refused(network_position(WEST_EAST, hand="?"), expand("c3", "ns"), "R2-13", "no_complex")
    refused(network_position(WEST_EAST), expand("c3", "ns"), "R2-13", "not_rolled")
    refused(network_position(WEST_EAST), expand("a1", "ns"), "R2-13", "empty")
    table = network_position(WEST_EAST, complex_hand="crossing", hand="?")
    refused(table, expand("c3", "sw"), "R2-13", "no_die")
    refused(table, expand("c3", "ns", wild=True), "R2-13", "no_die", face="?")
    refused(table, expand("c3", "ew"), "R2-13", "same_track")


@rule("R2-13", "'?' is any complex piece that keeps the track, and stays it.")
def test_a_complex_wild_die() -> None:
    table = network_position(WEST_EAST, complex_hand="?")
    taken = {action.pair for action in listed(table) if isinstance(action, act.ExpandTrack)}
    assert taken == set(PAIRS) - {"ew"}
    for pair in taken:
        assert set(play(table, expand("c3", pair, wild=True)).table.network.track[square("c3")]) == {"ew", pair}


@rule("R2-13", "All track that was there stays: no rotation takes any away.")
def test_track_is_kept() -> None:
    table = network_position(WEST_EAST, complex_hand="wye double-curve")
    assert [action for action in listed(table) if isinstance(action, act.ExpandTrack)] == []
    curve = WEST_EAST.replace("G─", "G┐")
    table = network_position(curve, complex_hand="wye double-curve")
    assert {action.pair for action in listed(table) if isinstance(action, act.ExpandTrack)} == {"se", "nw", "ne"}


@rule("R2-13", "Only where a line from the own station reaches the die, or reaches it through the exchange itself.")
def test_reached_through_the_exchange() -> None:
    bare = "............ ............ .G─│......B. ............ ............ ............ .1.........."
    table = network_position(bare, complex_hand="? ?", seat=0)
    for pair in pairs("ew sw nw"):
        play(table, expand("d3", pair, wild=True))
    for pair in pairs("ne se"):
        refused(table, expand("d3", pair, wild=True), "R2-13", "not_joined")
    refused(
        network_position(WEST_EAST, complex_hand="?", seat=1),
        expand("c3", "ns", wild=True, seat=1),
        "R2-13",
        "not_joined",
    )


@rule(
    "R2-13", "Illustration 5: one die, several dice of the line to replace, each in the rotations that keep the track."
)
def test_illustration_five() -> None:
    drawing = "............ ............ .G──┐.....B. ....│....... ............ ............ .1.........."
    table = network_position(drawing, complex_hand="switch-left")
    choices = {(action.square, action.pair) for action in listed(table) if isinstance(action, act.ExpandTrack)}
    expected = {"c3": "nw se", "d3": "nw se", "e3": "ns", "e4": "sw ne"}
    assert choices == {(square(at), pair) for at, added in expected.items() for pair in pairs(added)}


# R2-13a: ends


@rule("R2-13a", "Illustration 4: no end of a piece runs off the map.")
def test_no_end_off_the_map() -> None:
    table = network_position(WEST_EAST, hand="?")
    refused(table, lay("a3", "ew", wild=True), "R2-13a", "off_map", square="0,2")
    for pair in pairs("ne se"):
        play(table, lay("a3", pair, wild=True))
    drawing = ".G─......... ............ .........B.."
    table = network_position(drawing, hand="?")
    refused(table, lay("d1", "nw", wild=True), "R2-13a", "off_map", square="3,0")
    for pair in pairs("ew sw"):
        play(table, lay("d1", pair, wild=True))


@rule("R2-13a", "Nor an end of a complex piece.")
def test_no_end_of_a_complex_piece_off_the_map() -> None:
    table = network_position(".G─......... ............ .........B..", complex_hand="? ?")
    for pair in pairs("ns ne nw"):
        refused(table, expand("c1", pair, wild=True), "R2-13a", "off_map", square="2,0")
    for pair in pairs("se sw"):
        play(table, expand("c1", pair, wild=True))


@rule("R2-13a", "Illustration 4: no end faces the trackless side of a complex die.")
def test_no_end_at_a_bare_side() -> None:
    drawing = "............ ............ .G─.s.....B. ............ ............ ............ .1.........."
    table = network_position(drawing, dice={"s": "ns se"}, hand="straight curve")
    refused(table, lay("d3", "ew"), "R2-13a", "bare_side", beside="4,2")
    play(table, lay("d3", "sw"))


@rule("R2-13a", "Nor do ends of the neighbours face a side that the complex die leaves bare.")
def test_no_neighbours_end_at_a_bare_side() -> None:
    drawing = "............ ...│........ .G─┐......B. ............ ............ ............ .1.........."
    table = network_position(drawing, complex_hand="? ?")
    for pair in pairs("ew se"):
        refused(table, expand("d3", pair, wild=True), "R2-13a", "neighbour", beside="3,1")
    for pair in pairs("ns nw ne"):
        play(table, expand("d3", pair, wild=True))


@rule("R2-13a", "Ends may face the bare side of a simple die, an empty square or a station.")
def test_ends_may_face_a_bare_side_of_a_simple_die() -> None:
    drawing = "............ ............ .G─.│.....B. ............ ............ ............ .1.........."
    table = network_position(drawing, hand="straight curve")
    play(table, lay("d3", "ew"))
    play(network_position(WEST_EAST, hand="straight"), lay("d3", "ew"))


# R2-21: complex dice


@rule("R2-21", "The five faces are all the fifteen ways to join two pairs of sides, whichever way they are turned.")
def test_the_faces_of_complex_dice() -> None:
    every = [piece(f"{one} {other}") for one, other in combinations(PAIRS, 2)]
    assert sorted(BOX.face_of) == sorted(every) and len(every) == 15
    counts = {face: len(pieces) for face, pieces in BOX.faces.items()}
    assert counts == {"switch-left": 4, "switch-right": 4, "wye": 4, "crossing": 1, "double-curve": 2}


@rule("R2-21", "Unrotated: switches N-S and S-W or S-E, the wye S-W and S-E, crossing, double curve N-E and S-W.")
@pytest.mark.parametrize(
    ("pairs", "face"),
    [
        ("ns sw", "switch-left"),
        ("ns se", "switch-right"),
        ("sw se", "wye"),
        ("ns ew", "crossing"),
        ("ne sw", "double-curve"),
        ("ew nw", "switch-left"),
        ("ew sw", "switch-right"),
        ("ne nw", "wye"),
        ("se nw", "double-curve"),
    ],
)
def test_faces_turned(pairs: str, face: str) -> None:
    assert BOX.face_of[piece(pairs)] == face


@rule("R2-21", "There are 20 complex dice, each with one of the five faces a side and '?' on the sixth.")
def test_sides_of_complex_dice() -> None:
    assert sorted(BOX.complex) == sorted([*BOX.faces, "?"]) and BOX.complex_count == 20
