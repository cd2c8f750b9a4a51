"""GE-20 to GE-22, FR-33, FR-35 and FR-38: from sector to sector."""

import pytest

from rules.clauses import rule
from rules.german_position import FIVE, START, cell, german_position, place
from rules.orders import lay
from rules.playing import front, play, refused
from rules_core.line.events import BonusPaid, PieceLaid, TileLeft
from rules_core.line.table import State

BACK = "....... ....... ....... ....... ...┌┐.. ...││.. ...│..."
"""Sector 10 with five pieces, the end pointing south from e6, towards S14."""
FAR = "...│... ....... ....... ....... ....... ....... ......."
"""A single piece, the end pointing south from d1."""


def _at_the_border(front: str = "ssss", bank: int | None = None) -> State:
    return german_position({14: FIVE}, a="S14 d2 n", b="S14 d6 s", front=front, bank=bank)


# GE-20: one end in a sector


@rule("GE-20", "While both ends are on the start sector, both may be built on there.")
def test_both_ends_on_the_start_sector() -> None:
    assert len(play(german_position(front="cs"), lay("A n"), lay("B e")).events_of(PieceLaid)) == 2


@rule("GE-20", "The line may not enter the sector in which the other end is: not the start sector either.")
def test_not_where_the_other_end_is() -> None:
    state = german_position({14: FIVE, 10: BACK}, a="S10 e6 s", b="S14 d6 s", front="ss")
    refused(state, lay("A s s"), "GE-20", "other_end_there", end="A", sector=14)


@rule("GE-20", "That holds for either end.")
def test_not_where_the_other_end_went() -> None:
    line = {
        14: "...││.. ...││.. ...││.. ...││.. ...││.. ...└┘.. .......",
        10: "....... ....... ....... ....... ....... ....... ...│...",
    }
    state = german_position(line, a="S10 d7 n", b="S14 e1 n", front="s")
    refused(state, lay("B n"), "GE-20", "other_end_there", end="B", sector=10)


@rule("GE-20", "Nor may it, where the run would lead out of that sector again.")
def test_not_even_to_cross_it() -> None:
    state = german_position({14: START, 10: BACK}, a="S10 e6 s", b="S14 d4 s", front="s" * 9 + "c")
    refused(state, lay("A s e"), "GE-20", "other_end_there")
    refused(state, lay("A s s s s s s s s s"), "GE-20", "other_end_there")


@rule("GE-20", "When the other end has gone, the line may come back to a sector it has visited.")
def test_coming_back() -> None:
    state = german_position({10: BACK, 21: FAR}, a="S10 e6 s", b="S21 d1 s", front="ss")
    after = play(state, lay("A s s"))
    assert after.state.table.line.a.square == place("S14 e1")
    assert after.events_of(TileLeft) == [TileLeft(cell(10), 6)]


@rule("GE-20", "Old stations there are obstacles.")
def test_old_stations_are_obstacles() -> None:
    old = "....... ....W.. ....... ....... ....... ....... ......."
    state = german_position({14: old, 10: BACK, 21: FAR}, a="S10 e6 s", b="S21 d1 s", front="ssc")
    refused(state, lay("A s s"), "FR-31", "points_at_occupied", square="11,21", ahead="11,22")
    assert play(state, lay("A s e")).events_of(PieceLaid)


@rule("GE-20", "An end abroad is in no sector, so the sectors beside it are open to the other end.")
def test_an_end_abroad_is_in_no_sector() -> None:
    west = "....... ....... ....... ─────.. ....... ....... ......."
    state = german_position({14: west}, a="Luxland from e", b="S14 a4 w", abroad={"Luxland": "W"}, front="s")
    after = play(state, lay("B w"))
    assert after.state.table.line.b.square == place("S13 g4")


@rule("GE-20", "From abroad too the line may not enter the sector in which the other end is.")
def test_not_from_abroad_where_the_other_end_is() -> None:
    track = "x...... x...... ....... x....── x...... ....... x......"
    state = german_position({13: track}, a="Eckland from n", b="S13 f4 w", abroad={"Eckland": "W"}, front="sc")
    refused(state, lay("A e", leave="e"), "GE-20", "other_end_there", sector=13)
    assert play(state, lay("A s", leave="s")).events_of(PieceLaid)


# FR-33, FR-35: over a border


@rule("FR-33", "In Germany a run may lead over a border only if it goes on with a piece beyond.")
def test_no_run_stops_at_the_border() -> None:
    refused(_at_the_border(), lay("A n"), "FR-33", "stops_at_border", square="10,21")
    assert play(_at_the_border(), lay("A n n")).state.table.line.a.square == place("S10 d7")


@rule("FR-33", "Nobody is told to go on over a border where that cannot be: too few pieces, the other end, no die.")
def test_no_run_is_sent_over_a_border_in_vain() -> None:
    refused(german_position(front="sssss"), lay("A n n n n"), "FR-35", "too_few_pieces")
    refused(german_position(front="sssss"), lay("A n n n n n"), "FR-35", "too_few_pieces")
    refused(german_position(front="sssss"), lay("A n n n n +lake n"), "FR-35", "too_few_pieces")
    refused(_at_the_border("s"), lay("A n"), "FR-33", "no_way_on", square="10,21")


@rule("FR-33", "A run may lead over several borders.")
def test_over_two_borders_in_one_run() -> None:
    after = play(_at_the_border("ssccssssccccssss"), lay("A n n n e e e e e"))
    assert after.state.table.line.a.square == place("S11 a5")
    assert len(after.events_of(BonusPaid)) == 2


@rule(
    "FR-35",
    "In Germany too a sector is left with five pieces, the first straight and that at the border included.",
)
def test_too_few_pieces() -> None:
    refused(german_position(front="ssss"), lay("A n n n n"), "FR-35", "too_few_pieces", pieces=4, missing=1)
    assert play(german_position(front="sssss"), lay("B s"), lay("A n n n n")).events_of(BonusPaid)


VISITED = "....... ....... ....... ...{}{}.. ....... .....┌. .....│."
"""Sector 10 with two pieces of track, the end pointing east from f6; two town squares to fill."""


@rule("FR-35", "Every station standing in the sector counts, old ones too.")
@rule("GE-21", "For the five pieces every station standing in the sector counts.")
@pytest.mark.parametrize("stations", ["W.", ".I", "WI"])
def test_old_stations_count(stations: str) -> None:
    state = german_position({10: VISITED.format(*stations), 21: FAR}, a="S10 f6 e", b="S21 d1 s", front="ss")
    if "." in stations:
        refused(state, lay("A e e"), "FR-35", "too_few_pieces", pieces=4, missing=1)
    else:
        assert play(state, lay("A e e")).state.table.line.a.square == place("S11 a6")


@rule("FR-35", "A station abroad counts for no sector.")
def test_stations_abroad_count_nowhere() -> None:
    track = "x...... x...... ....... x..│... x..│... ...│... x......"
    state = german_position({13: track, 21: FAR}, a="S13 d6 s", b="S21 d1 s", abroad={"Luxland": "W"}, front="ss")
    refused(state, lay("A s s"), "FR-35", "too_few_pieces", pieces=4)


# GE-21, FR-38: the sector that is left


@rule("GE-21", "On entering a sector the dice of the one that was left go back to the bank.")
@rule("FR-38", "In Germany a sector counts as entered with the first die on it.")
def test_dice_of_the_sector_left_go_back() -> None:
    state = german_position({10: BACK, 21: FAR}, a="S10 e6 s", b="S21 d1 s", front="sss")
    after = play(state, lay("A s s s"))
    events = [type(event) for event in after.events]
    assert events == [PieceLaid, PieceLaid, TileLeft, BonusPaid, PieceLaid]
    assert after.events_of(TileLeft) == [TileLeft(cell(10), 6)]
    assert after.state.table.bank == state.table.bank + 6 - 2
    assert after.state.table.line.dice == 2 + 1


@rule("GE-21", "Stations stay on the map.")
def test_stations_stay() -> None:
    state = german_position({10: VISITED.format(*"WI"), 21: FAR}, a="S10 f6 e", b="S21 d1 s", front="ss")
    after = play(state, lay("A e e"))
    line = after.state.table.line
    assert after.events_of(TileLeft) == [TileLeft(cell(10), 3)]
    standing = [line.fixture(place(at)) for at in ("S10 d4", "S10 e4")]
    assert [piece and piece.company for piece in standing] == ["weiden", "insel"]
    assert line.fixture(place("S10 f6")) is None


@rule("GE-21", "The dice of the start sector go back when both ends have left it.")
@rule("FR-38", "In Germany too the dice of the start wait until both ends have left.")
@pytest.mark.parametrize(("first", "second"), [("A n n", "B s s"), ("B s s", "A n n")])
def test_the_start_sector_waits_for_both_ends(first: str, second: str) -> None:
    state = _at_the_border()
    one = play(state, lay(first))
    assert one.events_of(TileLeft) == [] and one.events_of(BonusPaid) == [BonusPaid(0, 2, "tile")]
    assert one.state.table.bank == state.table.bank - 2
    both = play(one.state, lay(second))
    assert both.events_of(TileLeft) == [TileLeft(cell(14), 7)]
    assert both.state.table.line.dice == 2


@rule("FR-38", "In Germany too the dice go back first: they pay the two '?' where the bank is empty.")
def test_dice_go_back_before_the_bonus_is_paid() -> None:
    state = german_position({10: BACK, 21: FAR}, a="S10 e6 s", b="S21 d1 s", front="ss", bank=0)
    assert play(state, lay("A s s")).state.table.bank == 6 - 2


# GE-22: dice for a sector


@rule("GE-22", "Whoever leads the line into a sector without a station gets two '?' in front.")
def test_bonus_for_a_sector() -> None:
    after = play(_at_the_border(), lay("A n n"))
    assert after.events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="tile")]
    assert front(after.state) == "ss??"


@rule("GE-22", "Where a station stands, of whatever company, there is none.")
@pytest.mark.parametrize("station", "EUWIB")
def test_no_bonus_where_a_station_stands(station: str) -> None:
    north = f"....... ....... ....... ...{station}... ....... ....... ......."
    after = play(german_position({14: FIVE, 10: north}, a="S14 d2 n", b="S14 d6 s", front="ss"), lay("A n n"))
    assert after.events_of(BonusPaid) == [] and front(after.state) == ""


@rule("GE-22", "A sector without a station wins dice each time it is entered.")
def test_bonus_for_the_same_sector_twice() -> None:
    state = _at_the_border("s" * 12 + "ccc")
    after = play(state, lay("A n n n n n e e e e e n n w w w"))
    assert after.state.table.line.a.square == place("S10 g1")
    assert after.events_of(TileLeft) == [TileLeft(cell(10), 8), TileLeft(cell(11), 6 - 1)]
    assert len(after.events_of(BonusPaid)) == 3


@rule("GE-22", "A station abroad stands in no sector.")
def test_a_station_abroad_is_in_no_sector() -> None:
    west = "....... ....... ....... ─────.. ....... ....... ......."
    state = german_position({14: west}, a="S14 a4 w", b="S14 e4 e", abroad={"Luxland": "W"}, front="s")
    assert play(state, lay("A w")).events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="tile")]


@rule("GE-22", "Dice won on the way may be used in the same run.")
def test_dice_won_on_the_way() -> None:
    assert front(play(_at_the_border("ss"), lay("A n n e? e?")).state) == ""


# FR-34a: dice won on the way


@rule("FR-34a", "The two dice won by entering a sector may be laid later in the same run.")
def test_dice_won_on_the_way_may_be_laid() -> None:
    after = play(_at_the_border(front="ss"), lay("A n n n n"))
    assert [piece.face for piece in after.events_of(PieceLaid)] == ["straight", "straight", "?", "?"]
    refused(_at_the_border(front="ss"), lay("A n n n n n"), "FR-30", "no_die", face="straight")
