"""FR-32 and FR-37: dead ends and closed sides."""

from rules.clauses import rule
from rules.orders import end_turn, lay
from rules.playing import play, refused
from rules.position import START, Tile, position
from rules_core.events import PieceLaid, TileLaid
from rules_core.table import State

SPIRAL = Tile(
    "grassland",
    """
    .......
    .┌───┐.
    .│...│.
    .│.──┘.
    .......
    .......
    .......
    """,
)
"""A points west at c4, from where it is two steps out by c5, and three into the pocket by c3."""

POCKET = Tile(
    "grassland",
    """
    .......
    .┌───┐.
    .│...│.
    .│.──┘.
    .└─....
    .......
    .......
    """,
)
"""The same after B went on below: A is shut in with four free squares."""


@rule("FR-32", "A piece may not cut its end off from every way out of the tile.")
def test_no_piece_leads_into_a_pocket() -> None:
    state = position({(0, 0): SPIRAL}, a="T1 d4 w", b="T1 b4 s", front="sc")
    refused(state, lay("A n"), "FR-32", "dead_end", square="2,3", ahead="2,2")
    assert play(state, lay("A s")).told(PieceLaid)


@rule("FR-32", "That holds for every piece of a run.")
def test_every_piece_of_a_run_keeps_a_way_out() -> None:
    tile = Tile("grassland", "....... .┌───┐. .│...│. .│..─┘. ....... ....... .......")
    state = position({(0, 0): tile}, a="T1 e4 w", b="T1 b4 s", front="sc")
    refused(state, lay("A w n"), "FR-32", "dead_end", square="2,3", ahead="2,2")
    assert play(state, lay("A w s")).told(PieceLaid)


@rule("FR-32", "Only the end built on is protected: a piece may close the other end's way out.")
def test_the_other_end_is_not_protected() -> None:
    state = position({(0, 0): SPIRAL}, a="T1 d4 w", b="T1 b4 s", front=("sc", "c"))
    after = play(state, lay("B e e"), end_turn()).state
    refused(after, lay("A s", seat=1), "FR-31", "points_at_occupied")
    assert play(after, lay("A n", seat=1)).told(PieceLaid)


@rule("FR-32", "Where no way out was left before, the end may be built on within its tile, until nothing fits.")
def test_building_on_without_a_way_out() -> None:
    state = position({(0, 0): POCKET}, a="T1 d4 w", b="T1 c5 e", front="ssscccc")
    after = play(state, lay("A n"), lay("A e e")).state
    for way in "nes":
        refused(after, lay(f"A {way}"), "FR-31", "points_at_occupied", square="4,2")


@rule("FR-32", "A station is left only so that a way out remains, where one of its sides had one.")
def test_leaving_a_station_into_a_pocket() -> None:
    tile = Tile("grassland", "....... .┌───┐. .│...│. .│.W─┘. ....... ....... .......")
    state = position({(0, 0): tile}, a="T1 d4 from e", b="T1 b4 s", front="sc")
    refused(state, lay("A e", leave="n"), "FR-32", "dead_end", square="3,2", ahead="4,2")
    assert play(state, lay("A w", leave="n")).told(PieceLaid)
    assert play(state, lay("A s", leave="s")).told(PieceLaid)


WALL = "...┐... ...│... ...│... ...│... ...│... ...│... ......."
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)


def _walled(drawing: str, a: str, b: str, *closed: tuple[int, int], front: str = "sc") -> State:
    """A start tile with tiles lying beside it, so that the line cannot go there."""
    tiles = {(0, 0): Tile("grassland", drawing), **{cell: Tile("grassland") for cell in closed}}
    return position(tiles, a=a, b=b, front=front)


@rule("FR-32", "A way out leads to a side where a tile could be attached now, not to one where a tile lies.")
def test_a_side_with_a_tile_is_no_way_out() -> None:
    state = _walled(WALL, "T1 d1 w", "T1 d6 s", NORTH, EAST, SOUTH)
    refused(state, lay("B e"), "FR-32", "dead_end", square="3,6", ahead="4,6")
    assert play(state, lay("B w")).told(PieceLaid)
    open_east = _walled(WALL, "T1 d1 w", "T1 d6 s", NORTH, SOUTH)
    assert play(open_east, lay("B e")).told(PieceLaid)


LOOP = "...──┐. └┐...│. .│...│. .└───┘. ....... ....... ......."
"""A points west at c1, B north at a1: A's only way west is by the square that B points at."""


@rule("FR-32", "A square that only the other end points at counts as free.")
def test_the_square_before_the_other_end_is_free() -> None:
    state = _walled(LOOP, "T1 d1 w", "T1 a2 n", NORTH, EAST, SOUTH)
    refused(state, lay("A s"), "FR-32", "dead_end", square="2,0", ahead="2,1")
    assert play(state, lay("A w")).told(PieceLaid)
    shut_in = _walled(LOOP, "T1 d1 w", "T1 a2 n", NORTH, EAST, SOUTH, WEST)
    assert play(shut_in, lay("A s")).told(PieceLaid)


@rule("FR-32", "The minimum of five pieces is ignored: a side is a way out although the tile may not be left yet.")
def test_the_minimum_of_five_is_ignored() -> None:
    state = _walled(START, "T1 d4 w", "T1 d4 e", NORTH, EAST, SOUTH, front="ssss")
    refused(state, lay("A w w w +lake w"), "FR-35", "too_few_pieces")
    assert play(state, lay("A w w")).told(PieceLaid)


@rule("FR-32", "Water counts as free: a way out may lead over a lake.")
def test_a_way_out_over_water() -> None:
    tiles = {
        (0, 0): Tile("grassland", "....... ....... .....┌─ ...──┘. ....... ....... ......."),
        (1, 0): Tile("lake", "┌─..... │..~~.. ┘.~~~~. .~~~~.. .~~~... ..~~... ......."),
        (1, -1): Tile("grassland"),
        (1, 1): Tile("grassland"),
    }
    state = position(tiles, a="T1 d4 w", b="T2 b1 e", front="c")
    assert play(state, lay("B s")).told(PieceLaid)


# FR-37: closed sides

RANGE = ".^^┐^^^ .^^│^^^ ..^│^^^ ...│^^^ ...│^^^ ...│.^^ ......."
"""The line divides a tile with mountains north and east."""


def _range(supply: dict[str, int]) -> State:
    tiles = {(0, 0): Tile("mountain2", RANGE), (0, 1): Tile("grassland")}
    return position(tiles, a="T1 d1 w", b="T1 d6 s", front="c", supply=supply)


@rule("FR-37", "A side where no tile that is left fits is closed: it is no way out.")
def test_a_closed_side_is_no_way_out() -> None:
    refused(_range({"mountain2": 0, "mountain3": 0}), lay("B e"), "FR-32", "dead_end")
    for left in ({"mountain2": 1, "mountain3": 0}, {"mountain2": 0, "mountain3": 1}):
        assert play(_range(left), lay("B e")).told(PieceLaid)


@rule("FR-37", "Where no tile that is left fits, the line cannot leave by that side, but by another.")
def test_the_line_does_not_leave_by_a_closed_side() -> None:
    tiles = {(0, 0): Tile("mountain2", ".^^^^^^ .^^^^^^ ..^^^^^ ...^^^^ ....^^^ .────^^ .......")}
    none = {"mountain2": 0, "mountain3": 0}
    state = position(tiles, a="T1 b6 w", b="T1 e6 e", front="sssc", hidden=1, supply=none)
    for tile in ("mountain2/w", "mountain3"):
        refused(state, lay(f"B e e +{tile} e"), "FR-4", "none_left")
    for tile in ("grassland", "lake"):
        refused(state, lay(f"B e e +{tile} e"), "FR-36", "does_not_fit")
    assert play(state, lay("B s s +lake s")).told(TileLaid)
