"""FR-30 and FR-31: laying track, no touching."""

import pytest

from rules.clauses import rule
from rules.orders import build, lay
from rules.playing import front, play, refused
from rules.position import Tile, position, square
from rules_core.grid import N, S, W
from rules_core.line.actions import LayRun, NewTile, Piece
from rules_core.line.events import PieceLaid
from rules_core.line.table import State

# FR-30: laying track


@rule("FR-30", "A straight runs on, a curve turns left or right.")
@pytest.mark.parametrize(("text", "dice", "way"), [("A w", "s", W), ("A n", "c", N), ("A s", "c", S)])
def test_straights_and_curves(text: str, dice: str, way: int) -> None:
    after = play(position(front=dice), lay(text)).state
    assert (after.table.line.a.square, after.table.line.a.heading) == (square("c4"), way)
    assert front(after) == ""


@rule("FR-30", "Neither a straight nor a curve leads back to where the line came from, nor nowhere.")
@pytest.mark.parametrize("heading", [1, 4, -1, 99])
def test_no_piece_turns_back(heading: int) -> None:
    refused(position(front="sc?"), LayRun(0, "A", (Piece(heading),)), "FR-30", "turns_back", square="2,3")


@rule("FR-30", "Track is laid with dice in front only, with the face that is needed.")
@pytest.mark.parametrize(("text", "front", "face"), [("A w", "cc$", "straight"), ("A n", "ss$", "curve")])
def test_the_face_that_is_needed(text: str, front: str, face: str) -> None:
    refused(position(front=front, hidden=9), lay(text), "FR-30", "no_die", face=face)


@rule("FR-30", "A '?' is laid only while there is one.")
def test_no_wild_die_to_lay() -> None:
    refused(position(front="s"), lay("A w?"), "FR-30", "no_wild_die")
    refused(position(front="ss?"), lay("A w? w?"), "FR-30", "no_wild_die")


@rule("FR-30", "Track is laid on the square an end points at, at either end.")
def test_either_end() -> None:
    after = play(position(front="ss"), lay("B e"), lay("A w")).state
    assert [after.table.line.b.square, after.table.line.a.square] == [square("e4"), square("c4")]


@rule("FR-30", "A run has at least one piece.")
def test_a_run_needs_a_piece() -> None:
    refused(position(front="s"), lay("A"), "FR-30", "no_piece", end="A")
    refused(position(front="s"), LayRun(0, "A", (NewTile("lake", 0),)), "FR-30", "no_piece")


@rule("FR-30", "A run is judged as a whole: where its last piece is refused, none is laid.")
def test_a_run_is_judged_as_a_whole() -> None:
    refused(position(front="sss"), lay("A w w n"), "FR-30", "no_die", face="curve")
    assert front(play(position(front="ssc"), lay("A w w n")).state) == ""


@rule("FR-30", "The pieces of a run are laid one after another, each where the one before points.")
def test_pieces_of_a_run() -> None:
    after = play(position(front="sccc"), lay("A n n w s"))
    assert [event.square for event in after.events_of(PieceLaid)] == [square(at) for at in ("c4", "c3", "c2", "b2")]


STATION_AT_A = {(0, 0): Tile("grassland", "....... ....... ....... ..W─... ....... ....... .......")}


def _at_station(front: str = "sc") -> State:
    return position(STATION_AT_A, a="T1 c4 from e", b="T1 d4 e", front=front)


@rule("FR-30", "The next piece leaves a station by any side but the one the line came in by.")
@pytest.mark.parametrize(("side", "at"), [("n", "c3"), ("w", "b4"), ("s", "c5")])
def test_leaving_a_station(side: str, at: str) -> None:
    after = play(_at_station(), lay(f"A {side}", leave=side)).state
    assert after.table.line.a.square == square(at)
    assert front(after) == "c"


@rule("FR-30", "A piece that leaves a station may be a curve.")
def test_leaving_a_station_with_a_curve() -> None:
    after = play(_at_station(), lay("A n", leave="w")).state
    assert (after.table.line.a.square, after.table.line.a.heading) == (square("b4"), N)


@rule("FR-30", "A station is not left by the side the line came in by, nor by a side that is none.")
def test_not_back_out_of_a_station() -> None:
    refused(_at_station(), lay("A e", leave="e"), "FR-30", "came_in_by", back="e")
    refused(_at_station(), LayRun(0, "A", (Piece(0),), leave=9), "FR-30", "came_in_by")
    built = play(position(front="s", hidden=3, directors={"weiden": 0}), build("A weiden")).state
    refused(built, lay("A e", leave="e"), "FR-30", "came_in_by", back="e")


@rule("FR-30", "By which side a station is left has to be said, and only a station is left like that.")
def test_the_side_has_to_be_said() -> None:
    refused(_at_station(), lay("A w"), "FR-30", "leave_which_side", back="e")
    refused(position(front="s"), lay("A w", leave="w"), "FR-30", "no_station_to_leave")


# FR-31: no touching


@rule("FR-31", "No piece may leave its end pointing at track.")
def test_pointing_at_track() -> None:
    refused(position(front="ccc"), lay("A n e s"), "FR-31", "points_at_occupied", square="3,2", ahead="3,3")


@rule("FR-31", "No piece may leave its end pointing at a station: two lines lead out of it, never a third.")
def test_pointing_at_a_station() -> None:
    tiles = {(0, 0): Tile("grassland", "....... ....... .┌─┐... .│.│... .W.┘... .│..... .......")}
    state = position(tiles, a="T1 d5 w", b="T1 b6 s", front="s")
    refused(state, lay("A w"), "FR-31", "points_at_occupied", square="2,4", ahead="1,4")


@rule("FR-31", "No piece may lie on an occupied square: a station is not left onto track.")
def test_leaving_a_station_onto_track() -> None:
    tiles = {(0, 0): Tile("grassland", "....... ....... ..──┐.. ..W─┘.. ....... ....... .......")}
    state = position(tiles, a="T1 c4 from e", b="T1 c3 w", front="s")
    refused(state, lay("A n", leave="n"), "FR-31", "laid_on_occupied", square="2,2")


@rule("FR-31", "No piece may lie where the other end points: that end would touch it.")
def test_leaving_a_station_in_front_of_the_other_end() -> None:
    tiles = {(0, 0): Tile("grassland", "....... ....... ...─┐.. ..W─┘.. ....... ....... .......")}
    state = position(tiles, a="T1 c4 from e", b="T1 d3 w", front="s")
    refused(state, lay("A n", leave="n"), "FR-31", "laid_before_other_end", square="2,2")


@rule("FR-31", "Track may lie beside other track and beside stations.")
def test_lying_beside_is_allowed() -> None:
    after = play(position(front="sscc"), lay("A n e e"))
    assert len(after.events_of(PieceLaid)) == 3


@rule("FR-31", "No piece may point at the square the other end points at.")
def test_pointing_where_the_other_end_points() -> None:
    refused(position(front="sccc"), lay("A n e e s"), "FR-31", "points_where_other_points", square="4,2", ahead="4,3")
