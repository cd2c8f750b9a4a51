"""GE-23, GE-25, FR-30 to FR-32: where track may lie in Germany."""

import pytest

from rules.clauses import rule
from rules.german_position import START, german_position, place, sheet
from rules.orders import build, lay
from rules.playing import front, play, refused
from rules_core.line.events import PieceLaid, StationBuilt, TileLeft
from rules_core.line.table import READING, State

WEST = "x...... x{}..... .{}..... x{}..... x{}..... ....... x......"
"""Sector 13, with four squares of column b to draw on."""


def _west(drawing: str, at: str, front: str, used: str = "") -> State:
    sectors = {13: WEST.format(*drawing), 14: START}
    return german_position(sectors, a=at, b="S14 d4 s", front=front, abroad={used: "W"} if used else {})


# GE-23: the border


@rule("GE-23", "No track lies on a coloured square abroad.")
def test_no_track_on_coloured_squares() -> None:
    refused(_west("..─.", "S13 b4 w", front="sc"), lay("A w"), "GE-23", "not_in_germany", square="0,24")
    refused(_west("..─.", "S13 b4 w", front="sc"), lay("A n"), "GE-23", "not_in_germany", square="0,24")


@rule("GE-23", "Nor does track stay pointing at land abroad without colour, or off the board.")
@pytest.mark.parametrize(
    ("drawing", "at", "text"),
    [("..│.", "S13 b4 n", "A n w"), (".─..", "S13 b3 w", "A w"), (".─..", "S13 b3 w", "A n")],
)
def test_no_track_out_of_germany(drawing: str, at: str, text: str) -> None:
    refused(_west(drawing, at, front="sssccc"), lay(text), "GE-23", "points_out_of_germany")


@rule("GE-23", "Track may stay pointing at an open country.")
def test_pointing_at_an_open_country() -> None:
    after = play(_west("..│.", "S13 b4 s", front="c"), lay("A w"))
    assert after.state.table.line.a.ahead == place("S13 a5")


@rule("GE-23", "It never stays pointing at a used one.")
def test_pointing_at_a_used_country() -> None:
    state = _west("..│.", "S13 b4 s", front="c", used="Belland")
    refused(state, lay("A w"), "GE-23", "points_at_used_country", country="Belland", square="1,25")
    assert play(_west("..│.", "S13 b4 s", front="c", used="Luxland"), lay("A w")).events_of(PieceLaid)


@rule("GE-23", "Track may lie on town squares, and then nothing is built there.")
def test_track_on_town_squares() -> None:
    line = {14: "....... ....... ..─┐... ...│... ....... ....... ......."}
    state = german_position(line, a="S14 c3 w", b="S14 d4 s", front="cs")
    after = play(state, lay("A n")).state
    assert after.table.line.a.square == place("S14 b3")
    again = play(after, lay("A n")).state
    assert again.table.line.a.square == place("S14 b2")


# FR-30 and FR-31 as they stand


@rule("FR-30", "In Germany too track is laid with dice in front alone, straight on or in a curve.")
def test_dice_for_track() -> None:
    refused(german_position(front="c", hidden=3), lay("A n"), "FR-30", "no_die", face="straight")
    refused(german_position(front="s"), lay("A e"), "FR-30", "no_die", face="curve")
    refused(german_position(front="s"), lay("A n?"), "FR-30", "no_wild_die")
    refused(german_position(front="?"), lay("A s?"), "FR-30", "turns_back")
    refused(german_position(front="?"), lay("A"), "FR-30", "no_piece")
    assert front(play(german_position(front="s?"), lay("A n e?")).state) == ""


@rule("FR-31", "In Germany too no piece points at track or a station, nor where the other end points.")
def test_no_touching() -> None:
    hook = {14: "....... ....... ...┌┐.. ...│... ....... ....... ......."}
    state = german_position(hook, a="S14 e3 s", b="S14 d4 s", front="cccss")
    refused(state, lay("A w"), "FR-31", "points_at_occupied", square="11,24", ahead="10,24")
    refused(state, lay("A s w"), "FR-31", "points_where_other_points", square="11,25", ahead="10,25")
    before = {14: "....... ....... ...│... ...└┐.. ...│... ....... ......."}
    refused(german_position(before, a="S14 d3 n", b="S14 e4 s", front="sc"), lay("B w"), "FR-31", "points_at_occupied")


@rule("FR-31", "In Germany too neither track nor a station lies on the square that the other end points at.")
def test_the_square_before_the_other_end() -> None:
    line = {14: "....... ....... ...W.┐. ...│.│. ...└─┘. ....... ......."}
    state = german_position(line, a="S14 d3 from s", b="S14 f3 w", front="s")
    refused(state, lay("A e", leave="e"), "FR-31", "laid_before_other_end", square="11,23")
    town = {14: "....... ...W... ..││... ..└┘... ....... ....... ......."}
    state = german_position(town, a="S14 d2 from s", b="S14 c3 n", hidden=9)
    refused(state, build("A ueberall", leave="w"), "FR-31", "laid_before_other_end", square="9,22")
    assert play(state, build("B ueberall")).events_of(StationBuilt)


@rule("FR-31", "In Germany too nothing lies on track or a station that lies there already.")
def test_nothing_upon_anything() -> None:
    line = {14: "....... .B┌┐... .└┘│... ...│... ....... ....... ......."}
    state = german_position(line, a="S14 b2 from s", b="S14 d4 s", hidden=9, front="s")
    refused(state, lay("A e", leave="e"), "FR-31", "laid_on_occupied", square="9,22")
    refused(state, build("A ueberall", leave="e"), "FR-31", "laid_on_occupied", square="9,22")


# GE-25, FR-32: dead ends

CLOSED = " ".join(["xxxxxxx"] * 7)
ISLAND = sheet(
    ground={
        10: CLOSED,
        13: CLOSED,
        15: "xxxxxxx xxxxxxx xxxxxxx ....xxx xxxxxxx xxxxxxx xxxxxxx",
        18: CLOSED,
    },
    rivers={4: "QQ..... ....... ....... ....... ....... ....... ......."},
    towns={"Insel": "S14 f2 white 3"},
    countries={
        "Südland": "S22 d7",
        "Alpland": "S24 d7",
        "Westland": "S13 g4",
        "Norland": "S2 d1",
        "Seeland": "S4 d1",
    },
)
"""S14 is shut in but for Westland, beside its square a4, and a road into S15 by its square g4."""
WALL = "...│... ...│... ...│... ...│... ...│... ...│... ......."
"""The line divides sector 14; A points south at d7, which leads west and east."""


def _island(*, east: str = "", used: bool = False, front: str = "sc", reading: int = READING) -> State:
    """A at the south of the wall; `east` is drawn on the road into S15."""
    road = f"xxxxxxx xxxxxxx xxxxxxx {east:.<4}xxx xxxxxxx xxxxxxx xxxxxxx"
    b = f"S15 {'abcd'[east.index('─')]}4 w" if "─" in east else "S14 d1 n"
    abroad = {"Westland": "W"} if used else {}
    lie = {14: WALL, 15: road}
    return german_position(lie, a="S14 d6 s", b=b, abroad=abroad, front=front, box=ISLAND, reading=reading)


@rule("GE-25", "A way out is a border with a free German square beyond it, or an open country.")
@rule("FR-32", "In Germany too no piece may cut its end off from every way out.")
def test_ways_out() -> None:
    for way in "we":
        assert play(_island(), lay(f"A {way}")).events_of(PieceLaid)


@rule("GE-25", "A border beyond which no German square is free is no way out, nor one to land without colour.")
def test_an_occupied_border_is_no_way_out() -> None:
    refused(_island(east="W"), lay("A e"), "FR-32", "dead_end", square="10,27", ahead="11,27")
    assert play(_island(east="W"), lay("A w")).events_of(PieceLaid)


@rule("GE-25", "A country in which a station stands is no way out.")
@pytest.mark.parametrize("reading", [1, 2])
def test_a_used_country_is_no_way_out(reading: int) -> None:
    state = _island(used=True, reading=reading)
    refused(state, lay("A w"), "FR-32", "dead_end", square="10,27", ahead="9,27")
    assert play(state, lay("A e")).events_of(PieceLaid)


@rule("GE-25", "A border is a way out even while the other end closes the sector beyond.")
def test_a_sector_closed_by_the_other_end_is_a_way_out() -> None:
    state = _island(east="..──", used=True)
    refused(state, lay("A w"), "FR-32", "dead_end")
    assert play(state, lay("A e")).events_of(PieceLaid)


@rule("FR-32", "In Germany too a square that only the other end points at counts as free.")
def test_the_square_before_the_other_end_is_free() -> None:
    state = _island(east=".──", used=True)
    assert play(state, lay("A e")).events_of(PieceLaid)


@rule("FR-32", "In Germany too an end without any way out may be built on until nothing fits.")
def test_building_on_without_a_way_out() -> None:
    for way in "we":
        assert play(_island(east="W", used=True), lay(f"A {way}")).events_of(PieceLaid)


@rule("GE-25", "Dice beyond a border are not in the way, for they go back; only a station is.")
@pytest.mark.parametrize("reading", [1, 2])
def test_dice_beyond_a_border(reading: int) -> None:
    road = "xxxxxxx xxxxxxx xxxxxxx ──..xxx xxxxxxx xxxxxxx xxxxxxx"
    lie = {14: WALL, 15: road}
    state = german_position(lie, a="S14 d6 s", b="S15 b4 e", front="sc", box=ISLAND, reading=reading)
    if reading == 1:
        refused(state, lay("A e"), "FR-32", "dead_end", square="10,27", ahead="11,27")
    else:
        assert play(state, lay("A e")).events_of(PieceLaid)


CORNER = "....... ┌┘..... ....... ....... ....... ....... ......."
"""A points north at b1, beside the corner a1 with its two borders."""


@rule("GE-25", "Over a border five pieces are needed, those lying and those still to come.")
@rule("FR-32", "In Germany too five pieces must lie in the sector by the time the line leaves it.")
@pytest.mark.parametrize("reading", [1, 2])
def test_a_pocket_too_small_for_five_pieces(reading: int) -> None:
    state = german_position({14: CORNER}, a="S14 b2 n", b="S14 a2 s", front="sc", reading=reading)
    if reading == 1:
        assert play(state, lay("A w")).events_of(PieceLaid)
    else:
        refused(state, lay("A w"), "FR-32", "dead_end", square="8,21", ahead="7,21")
        longer = {14: CORNER.replace("┌┘..... .......", "┌┘..... │......")}
        assert play(german_position(longer, a="S14 b2 n", b="S14 a3 s", front="c"), lay("A w")).events_of(PieceLaid)


@rule("GE-25", "To an open country no five pieces are needed.")
def test_a_way_to_a_country_needs_no_five_pieces() -> None:
    lie = {13: "x...... x...... ..─.... x...... x...... ....... x......", 14: START}
    state = german_position(lie, a="S13 c3 w", b="S14 d4 s", front="s")
    assert play(state, lay("A w")).events_of(PieceLaid)
    used = german_position(lie, a="S13 c3 w", b="S14 d4 s", front="s", abroad={"Luxland": "W"})
    refused(used, lay("A w"), "FR-32", "dead_end", square="1,23", ahead="0,23")


BAY = sheet(
    ground={15: "xxxxxxx xxxxxxx .xxxxxx .xxxxxx ..xxxxx ..xxxxx xxxxxxx"},
    rivers={4: "QQ..... ....... ....... ....... ....... ....... ......."},
    towns={"Mitte": "S14 b2 white 3"},
    countries={"Südland": "S22 d7", "Alpland": "S24 d7", "Norland": "S2 d1", "Seeland": "S4 d1"},
)
"""S15 is open to the west alone: north of a4 is one square, south of it are four."""


def _bay(reading: int = READING) -> State:
    """A points east at the last square before the bay; dice lie on two squares beside it too."""
    lie = {14: "....... ....... ....... ...───. ......│ ......│ .......", 18: START}
    return german_position(lie, a="S14 f4 e", b="S18 d4 s", front="sc", box=BAY, reading=reading)


@rule("GE-25", "The dice of the sector that is left are gone before the way on is sought.")
def test_the_way_back_is_free() -> None:
    assert play(_bay(), lay("A e s")).events_of(TileLeft)
    refused(_bay(reading=1), lay("A e s"), "FR-32", "dead_end", square="14,24", ahead="14,25")


@rule("GE-25", "An entry into a pocket that cannot be left is always refused.")
def test_no_entry_into_a_pocket() -> None:
    refused(_bay(), lay("A e n"), "FR-32", "dead_end", square="14,24", ahead="14,23")
    lie = {1: START, 14: "....... ....... ....... ..────. ....... ....... ......."}
    first, second = (
        german_position(lie, a="S14 f4 e", b="S1 d4 s", front="ss", box=ISLAND, reading=reading) for reading in (1, 2)
    )
    assert play(first, lay("A e e")).events_of(TileLeft)
    refused(second, lay("A e e"), "FR-32", "dead_end", square="14,24", ahead="15,24")


@rule("GE-25", "Nor from abroad: the first sector must be one that can be left.")
def test_no_entry_into_a_pocket_from_abroad() -> None:
    box = sheet(
        ground={13: "xxxxxxx xxxxxxx ..xxxxx xxxxxxx xxxxxxx xxxxxxx xxxxxxx"},
        rivers={4: "QQ..... ....... ....... ....... ....... ....... ......."},
        towns={"Mitte": "S14 b2 white 3"},
        countries={"Luxland": "S13 a4", "Südland": "S22 d7", "Norland": "S2 d1", "Seeland": "S4 d1"},
    )
    state = german_position({}, a="Norland", b="Luxland", front="sc", box=box)
    refused(state, lay("B e", leave="n"), "FR-32", "dead_end", square="0,23", ahead="1,23")
    assert play(state, lay("A s", leave="s")).events_of(PieceLaid)


@rule("GE-25", "A station at a border is left over it at once, where five pieces lie.")
def test_out_of_a_station_at_a_border() -> None:
    box = sheet(
        ground={
            10: CLOSED,
            14: ".....x. .....x. .....x. ....... ....... ....... .......",
            15: "xxxxxxx xxxxxxx xxxxxxx ....... ....... ....... .......",
        },
        rivers={4: "QQ..... ....... ....... ....... ....... ....... ......."},
        towns={"Rand": "S14 g4 white 3"},
        countries={"Südland": "S22 d7", "Alpland": "S24 d7", "Norland": "S2 d1", "Seeland": "S4 d1"},
    )
    for track in ("...───W", "..────W"):
        lie = {14: f".....x. .....x. .....x. {track} ......┌ ....... ......."}
        state = german_position(lie, a="S14 g4 from w", b="S14 g5 s", front="s", box=box)
        refused(state, lay("A n", leave="n"), "FR-32", "dead_end", square="13,23", ahead="13,22")
    lie = {14: ".....x. .....x. .....x. ....──W ......┌ ....... ......."}
    few = german_position(lie, a="S14 g4 from w", b="S14 g5 s", front="s", box=box)
    assert play(few, lay("A n", leave="n")).events_of(PieceLaid)


@rule("FR-55", "In Germany too a station may be built where the line cannot go on.")
def test_a_station_in_a_pocket() -> None:
    pocket = {14: "....┌─┐ ....│.│ ....│││ ....│└┘ ....│.. ....... ......."}
    state = german_position(pocket, a="S14 f3 n", b="S14 e5 s", front="sc", hidden=3, box=ISLAND)
    for way in "nwe":
        refused(state, lay(f"A {way}"), "FR-31", "points_at_occupied")
    assert play(state, build("A weiden")).events_of(StationBuilt)
