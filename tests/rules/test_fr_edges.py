"""FR-33, FR-35, FR-36 and FR-38: over the edge onto a new tile."""

import pytest

from rules.clauses import rule
from rules.orders import lay
from rules.playing import front, play, refused
from rules.position import FIVE, LAKES, Tile, position, square, turn_of
from rules_core.grid import Cell
from rules_core.line.events import BonusPaid, PieceLaid, TileLaid, TileLeft
from rules_core.line.table import State

CROSSED = {(0, 0): Tile("grassland", FIVE)}


def _at_the_edge(front: str = "ssss", **supply: int) -> State:
    return position(CROSSED, a="T1 b4 w", b="T1 f4 e", front=front, supply=supply)


# FR-33: up to the edge


@rule("FR-33", "A run may point off the tile only if it goes on with at least one piece on a new tile there.")
@pytest.mark.parametrize("text", ["A w", "A w w", "A w +lake"])
def test_no_run_stops_at_the_edge(text: str) -> None:
    refused(_at_the_edge(), lay(text), "FR-33", "stops_at_edge", square="0,3")


@rule("FR-33", "Who has no die to go on with beyond the edge is not told to.")
def test_no_die_for_the_new_tile() -> None:
    refused(_at_the_edge("s"), lay("A w"), "FR-33", "no_way_on", square="0,3")
    refused(
        _at_the_edge("ss", grassland=0, lake=0, mountain2=0, mountain3=0),
        lay("A w"),
        "FR-37",
        "nothing_fits",
        square="0,3",
    )


@rule("FR-33", "With a piece on a new tile the run may lead over the edge.")
def test_over_the_edge() -> None:
    after = play(_at_the_edge(), lay("A w +lake w"))
    assert [event.cell for event in after.events_of(TileLaid)] == [Cell(-1, 0)]
    assert after.state.table.line.a.square == square("g4", Cell(-1, 0))
    assert [after.state.table.landscape.numbered(tile) for tile in (1, 2, 3)] == [Cell(0, 0), Cell(-1, 0), None]


@rule("FR-33", "A new tile is laid only where an end points over the edge.")
def test_new_tiles_only_over_the_edge() -> None:
    refused(_at_the_edge(), lay("A +lake w"), "FR-33", "not_at_edge", square="1,3")
    refused(_at_the_edge("sc"), lay("A n +lake n"), "FR-33", "not_at_edge", square="0,3")
    station = {(0, 0): Tile("grassland", "....... ....... ....... .W───.. ....... ....... .......")}
    state = position(station, a="T1 b4 from e", b="T1 e4 e", front="ss")
    refused(state, lay("A +lake w", leave="w"), "FR-33", "not_at_edge")


@rule("FR-33", "A run may go over several edges.")
def test_over_two_edges_in_one_run() -> None:
    after = play(_at_the_edge("sssscccs"), lay("A w +lake s w s s s +grassland s"))
    assert [event.cell for event in after.events_of(TileLaid)] == [Cell(-1, 0), Cell(-1, 1)]


# FR-35: five pieces before the tile is left


@rule("FR-35", "At least five pieces lie on the tile that is left; three straights from the start are too few.")
def test_three_straights_to_the_edge_are_too_few() -> None:
    refused(position(front="ssss"), lay("A w w w +lake w"), "FR-35", "too_few_pieces", pieces=4, missing=1)


@rule("FR-35", "Where too few pieces lie, a run up to the edge is told so, and not to go on over it.")
@pytest.mark.parametrize("run", ["B e e e", "B e e e e", "B e e e +grassland"])
def test_three_straights_are_not_sent_over_the_edge(run: str) -> None:
    refused(position(front="sssss"), lay(run), "FR-35", "too_few_pieces", pieces=4, missing=1)


@rule("FR-35", "The piece at the edge counts, so does the straight of the start, and so do pieces at the other end.")
def test_what_counts_as_pieces() -> None:
    assert play(position(front="sssss"), lay("B e"), lay("A w w w +lake w")).events_of(TileLaid)


@rule("FR-35", "Stations count as pieces.")
def test_stations_count() -> None:
    track = {(0, 0): Tile("grassland", "....... ....... ....... ..──... ....... ....... .......")}
    four = position(track, a="T1 c4 w", b="T1 d4 e", front="sss")
    refused(four, lay("A w w +lake w"), "FR-35", "too_few_pieces", pieces=4)
    station = {(0, 0): Tile("grassland", "....... ....... ....... ..─W─.. ....... ....... .......")}
    five = position(station, a="T1 c4 w", b="T1 e4 e", front="sss")
    assert play(five, lay("A w w +lake w")).events_of(TileLaid)


@rule("FR-35", "Pieces on other tiles do not count.")
def test_pieces_of_other_tiles_do_not_count() -> None:
    tiles = {
        (0, 0): Tile("grassland", "....... ....... ....... ──────. ....... ....... ......."),
        (-1, 0): Tile("lake", "....... ...~~.. ..~~~~. .~~~~.┌ .~~~..│ ..~~..│ ......."),
    }
    state = position(tiles, a="T2 g6 s", b="T1 f4 e", front="ss")
    refused(state, lay("A s +lake s"), "FR-35", "too_few_pieces", pieces=4, missing=1)


# FR-36: choosing the new tile

WESTWARD = ("grassland", "lake", "lake/e", "lake/s", "lake/w", "mountain2/s", "mountain2/w", "mountain3/w")
"""Every tile with grass on its east side."""


@rule("FR-36", "The player picks kind and rotation; where the tiles meet, grass meets grass.")
@pytest.mark.parametrize("name", WESTWARD)
def test_tiles_that_fit(name: str) -> None:
    state = position(CROSSED, a="T1 b4 w", b="T1 f4 e", front="sc")
    kind, turn = turn_of(name)
    after = play(state, lay(f"A w +{name} n"))
    assert [(event.kind, event.turn) for event in after.events_of(TileLaid)] == [(kind, turn)]


@rule("FR-36", "A tile whose mountains would meet grass is refused.")
@pytest.mark.parametrize(
    ("name", "sides"),
    [("mountain2", "ne"), ("mountain2/e", "es"), ("mountain3", "new"), ("mountain3/e", "nes"), ("mountain3/s", "esw")],
)
def test_tiles_that_do_not_fit(name: str, sides: str) -> None:
    kind, _ = turn_of(name)
    refused(_at_the_edge(), lay(f"A w +{name} w"), "FR-36", "does_not_fit", kind=kind, sides=sides)


@rule("FR-36", "From a mountain side only tiles with a mountain there go on: a lake or grassland never does.")
def test_mountains_go_on_as_mountains() -> None:
    tiles = {(0, 0): Tile("mountain2", ".^^^^^^ .^^^^^^ ..^^^^^ ...^^^^ ....^^^ .────^^ .......")}
    state = position(tiles, a="T1 b6 w", b="T1 e6 e", front="ssss", hidden=2)
    for name in ("mountain2/s", "mountain2/w", "mountain3", "mountain3/s", "mountain3/w"):
        assert play(state, lay(f"B e e +{name} e")).events_of(TileLaid)
    for name in ("grassland", "lake", "mountain2", "mountain2/e", "mountain3/e"):
        refused(state, lay(f"B e e +{name} e"), "FR-36", "does_not_fit")


@rule("FR-36", "All four sides must match the tiles that lie beside the new one, not only the one it is entered by.")
def test_all_four_sides_match() -> None:
    state = position({**CROSSED, (-1, 1): Tile("mountain2")}, a="T1 b4 w", b="T1 f4 e", front="ss", hidden=1)
    for name in WESTWARD:
        action = lay(f"A w +{name} w")
        if name in ("mountain2/s", "mountain3/w"):
            assert play(state, action).events_of(TileLaid)
        else:
            refused(state, action, "FR-36", "does_not_fit")


@rule("FR-36", "The line never goes back onto a tile that lies in the landscape already.")
@pytest.mark.parametrize("text", ["A w w", "A w +lake w", "A w +grassland w"])
def test_never_onto_a_tile_that_lies_there(text: str) -> None:
    state = position({**CROSSED, (-1, 0): Tile("grassland")}, a="T1 b4 w", b="T1 f4 e", front="ss")
    refused(state, lay(text), "FR-36", "cell_taken", tile=2)


@rule("FR-36", "Nor is a tile laid where one was laid in the same run.")
def test_no_tile_upon_a_tile() -> None:
    refused(_at_the_edge(), lay("A w +lake +lake w"), "FR-36", "cell_taken", tile=2)


# FR-38: connecting


def _two_lakes(bank: int | None = None) -> State:
    return position(LAKES, a="T2 f6 s", b="T3 a4 n", front="sss", bank=bank)


@rule("FR-38", "With the first piece on it a new tile is connected, once.")
def test_connected_by_the_first_piece() -> None:
    after = play(_two_lakes(), lay("A s +grassland s s"))
    kinds = (TileLaid, PieceLaid, TileLeft, BonusPaid)
    found = [type(event) for event in after.events if isinstance(event, kinds)]
    assert found == [PieceLaid, TileLaid, PieceLaid, TileLeft, BonusPaid, PieceLaid]


@rule("FR-38", "(1) The dice on the tile that was left go back to the bank.")
def test_dice_of_the_tile_left_go_back() -> None:
    state = _two_lakes()
    after = play(state, lay("A s +lake s"))
    assert after.events_of(TileLeft) == [TileLeft(Cell(-1, 0), dice=5)]
    assert after.state.table.bank == state.table.bank + 5 - 2
    assert set(after.state.table.line.tiles) == {Cell(-1, 1), Cell(1, 0)}


@rule("FR-38", "(2) The stations of the tile that was left stay with its place in the landscape.")
def test_stations_stay_in_the_landscape() -> None:
    tiles = {
        (0, 0): Tile("grassland", "....... ....... ....... ──W─B─. ....... ....... ......."),
        (-1, 0): Tile("grassland", "....... ....... ....... ......─ ....... ....... ......."),
    }
    after = play(position(tiles, a="T2 g4 w", b="T1 f4 e", front="ss"), lay("B e +grassland e"))
    assert after.events_of(TileLeft) == [TileLeft(Cell(0, 0), dice=5)]
    assert after.state.table.landscape.tiles[Cell(0, 0)].stations == ("weiden", "bergtal")


@rule("FR-38", "(3) The player who connected gets two '?' in front.")
def test_bonus_for_connecting() -> None:
    after = play(_two_lakes(), lay("A s +lake s"))
    assert after.events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="tile")]
    assert front(after.state) == "s??"


@rule("FR-38", "The dice go back first: they pay the two '?' where the bank is empty.")
def test_dice_go_back_before_the_bonus_is_paid() -> None:
    after = play(_two_lakes(bank=0), lay("A s +lake s")).state
    assert after.table.bank == 3


@rule("FR-38", "While the other end is on the start tile, that tile is not cleared; the two '?' are paid.")
def test_the_start_tile_waits_for_the_other_end() -> None:
    after = play(_at_the_edge("ss"), lay("A w +lake w"))
    assert after.events_of(TileLeft) == []
    assert after.events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="tile")]
    assert len(after.state.table.line.tiles[Cell(0, 0)]) == 6


@rule("FR-38", "Once both ends have left it the start tile is cleared.")
def test_the_start_tile_is_cleared_when_both_have_left() -> None:
    state = play(_at_the_edge("sssss"), lay("A w +grassland w")).state
    after = play(state, lay("B e +grassland e"))
    assert after.events_of(TileLeft) == [TileLeft(Cell(0, 0), dice=7)]
    assert set(after.state.table.line.tiles) == {Cell(-1, 0), Cell(1, 0)}


@rule("FR-38", "Only the start tile waits: another tile left meanwhile is cleared at once.")
def test_only_the_start_tile_waits() -> None:
    after = play(_at_the_edge("sssscccs"), lay("A w +lake s w s s s +grassland s"))
    assert after.events_of(TileLeft) == [TileLeft(Cell(-1, 0), dice=5)]
    assert set(after.state.table.line.tiles) == {Cell(0, 0), Cell(-1, 1)}
