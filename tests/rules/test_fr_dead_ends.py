"""FR-32 and FR-37: dead ends and closed sides."""

from rules.clauses import rule
from rules.orders import end_turn, lay
from rules.playing import play, refused
from rules.position import START, Tile, position
from rules_core.games.first_rails.ending import is_dead
from rules_core.line.events import LastYearBegan, PieceLaid, TileLaid
from rules_core.line.table import READING, State

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
    assert play(state, lay("A s")).events_of(PieceLaid)


@rule("FR-32", "That holds for every piece of a run.")
def test_every_piece_of_a_run_keeps_a_way_out() -> None:
    tile = Tile("grassland", "....... .┌───┐. .│...│. .│..─┘. ....... ....... .......")
    state = position({(0, 0): tile}, a="T1 e4 w", b="T1 b4 s", front="sc")
    refused(state, lay("A w n"), "FR-32", "dead_end", square="2,3", ahead="2,2")
    assert play(state, lay("A w s")).events_of(PieceLaid)


@rule("FR-32", "Only the end built on is protected: a piece may close the other end's way out.")
def test_the_other_end_is_not_protected() -> None:
    state = position({(0, 0): SPIRAL}, a="T1 d4 w", b="T1 b4 s", front=("sc", "c"))
    after = play(state, lay("B e e"), end_turn()).state
    refused(after, lay("A s", seat=1), "FR-31", "points_at_occupied")
    assert play(after, lay("A n", seat=1)).events_of(PieceLaid)


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
    assert play(state, lay("A w", leave="n")).events_of(PieceLaid)
    assert play(state, lay("A s", leave="s")).events_of(PieceLaid)


@rule("FR-32", "A way out by any side of a station keeps the line from being led into a pocket by another.")
def test_a_station_has_the_ways_out_of_all_its_sides() -> None:
    tile = Tile("grassland", "....... .┌───┐. .│...│. .└┐W─┘. ....... ....... .......")
    state = position({(0, 0): tile}, a="T1 d4 from e", b="T1 c4 s", front="sc")
    for heading, ahead in (("e", "4,2"), ("w", "2,2")):
        refused(state, lay(f"A {heading}", leave="n"), "FR-32", "dead_end", square="3,2", ahead=ahead)
    assert play(state, lay("A s", leave="s")).events_of(PieceLaid)


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
    assert play(state, lay("B w")).events_of(PieceLaid)
    open_east = _walled(WALL, "T1 d1 w", "T1 d6 s", NORTH, SOUTH)
    assert play(open_east, lay("B e")).events_of(PieceLaid)


LOOP = "...──┐. └┐...│. .│...│. .└───┘. ....... ....... ......."
"""A points west at c1, B north at a1: A's only way west is by the square that B points at."""


@rule("FR-32", "A square that only the other end points at counts as free.")
def test_the_square_before_the_other_end_is_free() -> None:
    state = _walled(LOOP, "T1 d1 w", "T1 a2 n", NORTH, EAST, SOUTH)
    refused(state, lay("A s"), "FR-32", "dead_end", square="2,0", ahead="2,1")
    assert play(state, lay("A w")).events_of(PieceLaid)
    shut_in = _walled(LOOP, "T1 d1 w", "T1 a2 n", NORTH, EAST, SOUTH, WEST)
    assert play(shut_in, lay("A s")).events_of(PieceLaid)


@rule("FR-32", "A way on may be longer than the way to the edge: pieces missing to five are laid on the way.")
def test_a_way_on_may_go_round() -> None:
    state = _walled(START, "T1 d4 w", "T1 d4 e", NORTH, EAST, SOUTH, front="ssss")
    refused(state, lay("A w w w +lake w"), "FR-35", "too_few_pieces")
    assert play(state, lay("A w w")).events_of(PieceLaid)


# five pieces


def _corner(below: str, b: str, a: str = "T1 b2 n", reading: int = READING) -> State:
    """A beside the corner a1, from where the line could leave by two sides; `below` is drawn from the row of b2 on."""
    rows = [".......", *below.split()]
    tile = Tile("grassland", " ".join([*rows, *["......."] * (7 - len(rows))]))
    return position({(0, 0): tile}, a=a, b=b, front="sc", reading=reading)


@rule("FR-32", "By the time the line leaves the tile five pieces must lie there: those lying and those still to come.")
def test_a_pocket_too_small_for_five_pieces() -> None:
    refused(_corner("┌┘.....", "T1 a2 s"), lay("A w"), "FR-32", "dead_end", square="1,0", ahead="0,0")
    assert play(_corner("┌┘.....", "T1 a2 s"), lay("A e")).events_of(PieceLaid)
    assert play(_corner("┌┘..... │......", "T1 a3 s"), lay("A w")).events_of(PieceLaid)


@rule("FR-32", "In the first reading, which games begun before keep, the five pieces were ignored.")
def test_the_first_reading_ignores_the_five_pieces() -> None:
    assert play(_corner("┌┘.....", "T1 a2 s", reading=1), lay("A w")).events_of(PieceLaid)


@rule("FR-32", "Stations count among the five; out of a station every side but the one the line came by is a way on.")
def test_stations_count_among_the_five() -> None:
    few = _corner("┌W.....", "T1 a2 s", "T1 b2 from w")
    refused(few, lay("A w", leave="n"), "FR-32", "dead_end", square="1,0", ahead="0,0")
    for leave in "es":
        assert play(few, lay(f"A {leave}", leave=leave)).events_of(PieceLaid)
    enough = _corner("┌W..... │...... └I.....", "T1 b4 from w", "T1 b2 from w")
    assert play(enough, lay("A w", leave="n")).events_of(PieceLaid)


# a new tile


def _enter(*beside: tuple[int, int], supply: dict[str, int] | None = None) -> State:
    """A points west at a2 with five pieces lying; `beside` lie tiles around the cell beyond."""
    tile = Tile("grassland", "....... .┐..... .└───.. ....... ....... ....... .......")
    tiles = {(0, 0): tile, **{cell: Tile("grassland") for cell in beside}}
    return position(tiles, a="T1 b2 w", b="T1 e3 e", front="sssccc", supply=supply)


@rule("FR-32", "On a new tile what was before is that tile, empty, from the square entered.")
def test_no_run_ends_in_a_pocket_of_a_new_tile() -> None:
    refused(_enter(), lay("A w +grassland w n e"), "FR-32", "dead_end", square="-2,0", ahead="-1,0")
    assert play(_enter(), lay("A w +grassland w n w")).events_of(TileLaid)


@rule("FR-32", "So a tile to which nothing can be attached may be laid, and the line ends there.")
def test_a_hole_may_be_entered() -> None:
    assert play(_enter((-2, 0), (-1, -1), (-1, 1)), lay("A w +grassland w n e")).events_of(TileLaid)


@rule("FR-32", "So may the last tile of the box.")
def test_the_last_tile_may_be_entered() -> None:
    supply = {"grassland": 1, "lake": 0, "mountain2": 0, "mountain3": 0}
    assert play(_enter(supply=supply), lay("A w +grassland w n e")).events_of(TileLaid)


@rule("FR-32", "A way on by the square the other end points at counts, though that end may be dead.")
@rule("FR-70", "(c) Dead is asked separately, by all rules as they stand: FR-31 keeps that square closed.")
def test_a_way_on_that_only_the_other_end_could_take() -> None:
    tile = Tile("grassland", "┌──.┌┐. │┌..││. │└─W┘│. │....│. └────┘. ....... .......")
    after = play(position({(0, 0): tile}, a="T1 b2 e", b="T1 c1 e", front="s"), lay("A e"))
    assert is_dead(after.state.table, "A") and not is_dead(after.state.table, "B")
    assert after.events_of(LastYearBegan) == []


@rule("FR-32", "Water counts as free: a way out may lead over a lake.")
def test_a_way_out_over_water() -> None:
    tiles = {
        (0, 0): Tile("grassland", "....... ....... .....┌─ ...──┘. ....... ....... ......."),
        (1, 0): Tile("lake", "┌─..... │..~~.. ┘.~~~~. .~~~~.. .~~~... ..~~... ......."),
        (1, -1): Tile("grassland"),
        (1, 1): Tile("grassland"),
    }
    state = position(tiles, a="T1 d4 w", b="T2 b1 e", front="c")
    assert play(state, lay("B s")).events_of(PieceLaid)


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
        assert play(_range(left), lay("B e")).events_of(PieceLaid)


@rule("FR-37", "Where no tile that is left fits, the line cannot leave by that side, but by another.")
def test_the_line_does_not_leave_by_a_closed_side() -> None:
    tiles = {(0, 0): Tile("mountain2", ".^^^^^^ .^^^^^^ ..^^^^^ ...^^^^ ....^^^ .────^^ .......")}
    none = {"mountain2": 0, "mountain3": 0}
    state = position(tiles, a="T1 b6 w", b="T1 e6 e", front="sssc", hidden=1, supply=none)
    for run in (
        "B e e",
        "B e e e",
        *(f"B e e +{tile} e" for tile in ("mountain2/w", "mountain3", "grassland", "lake")),
    ):
        refused(state, lay(run), "FR-37", "nothing_fits", square="6,5")
    assert play(state, lay("B s s +lake s")).events_of(TileLaid)
