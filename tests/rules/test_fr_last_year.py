"""FR-70: the last year."""

from collections.abc import Mapping

import pytest

from rules.clauses import rule
from rules.orders import build, buy, end_turn, income, lay, roll
from rules.playing import front, hidden, play, refused
from rules.position import FIVE, START, Tile, position
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import Terrain
from rules_core.line.actions import Roll
from rules_core.line.events import (
    BonusPaid,
    DirectorsAssigned,
    GameEnded,
    LastYearBegan,
    LastYearReason,
    PassengersCarried,
    Rolled,
)
from rules_core.line.table import State

ONE_LEFT: Mapping[str, Mapping[tuple[Terrain, int], int]] = {"weiden": {("grassland", 3): 0, ("grassland", 5): 1}}


@rule("FR-70", "(a) A company's last station begins the last year; the bank pays no '?' for it.")
def test_last_station() -> None:
    after = play(position(hidden=5, directors={"weiden": 0}, stock=ONE_LEFT), build("A weiden"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("last station")]
    assert after.events_of(BonusPaid) == []
    assert after.state.table.last_year == "last station"


@rule("FR-70", "(a) The last of one kind is not the last station.")
def test_the_last_of_a_kind() -> None:
    state = position(hidden=5, directors={"weiden": 0}, stock={"weiden": {("grassland", 3): 0}})
    assert play(state, build("A weiden")).state.table.last_year is None


EDGE = {(0, 0): Tile("grassland", FIVE)}


def _edge(supply: dict[str, int], tiles: dict[tuple[int, int], Tile] | None = None) -> State:
    nothing = {"grassland": 0, "lake": 0, "mountain2": 0, "mountain3": 0}
    return position({**EDGE, **(tiles or {})}, a="T1 b4 w", b="T1 f4 e", front="sss", supply={**nothing, **supply})


@rule("FR-70", "(b) The last small tile begins the last year; the bank pays no '?' for it.")
def test_last_small_tile() -> None:
    after = play(_edge({"grassland": 1}), lay("A w +grassland w"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("no tile")]
    assert after.events_of(BonusPaid) == []
    assert play(_edge({"grassland": 1, "lake": 1}), lay("A w +grassland w")).events_of(LastYearBegan) == []


SURROUNDED = {cell: Tile("lake") for cell in ((-2, 0), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1))}
"""All cells beside the two tiles in play, but for (1, 0), which is to have grass on three sides."""


@rule("FR-70", "(b) So does a tile beside which, and beside the other tile in play, none that is left fits.")
def test_no_tile_that_fits() -> None:
    none = _edge({"grassland": 1, "mountain2": 5, "mountain3": 5}, SURROUNDED)
    assert play(none, lay("A w +grassland w")).events_of(LastYearBegan) == [LastYearBegan("no tile")]
    one = _edge({"grassland": 1, "lake": 1, "mountain2": 5}, SURROUNDED)
    assert play(one, lay("A w +grassland w")).events_of(LastYearBegan) == []


TWO_POCKETS = """
    .......
    .┌───┐.
    .│┌─.│.
    .│└─W┘.
    .└───┐.
    ..┌..{}.
    ..└──┘.
"""
"""A is dead: at e3 no track fits, and a station would stand beside another. B has two squares left."""


@rule("FR-70", "(c) The last year begins when neither end could take any piece or station, whatever the dice.")
def test_both_ends_dead() -> None:
    tiles = {(0, 0): Tile("grassland", TWO_POCKETS.format("I"))}
    after = play(position(tiles, a="T1 d3 e", b="T1 c6 e", front="s"), lay("B e"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("dead ends")]


@rule("FR-70", "(c) Not while one end could still take a station.")
def test_not_dead_while_a_station_fits() -> None:
    tiles = {(0, 0): Tile("grassland", TWO_POCKETS.format("│"))}
    state = position(tiles, a="T1 d3 e", b="T1 c6 e", front="s", hidden=3, directors={"insel": 0})
    after = play(state, lay("B e"))
    assert after.events_of(LastYearBegan) == []
    after = play(after.state, build("B insel"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("dead ends")]
    assert after.events_of(BonusPaid) == []


@rule("FR-70", "(c) A square where a station would stand counts only while a company has one for it.")
def test_dead_where_no_company_has_a_station_left() -> None:
    tiles = {(0, 0): Tile("grassland", TWO_POCKETS.format("│"))}
    none: dict[tuple[Terrain, int], int] = {("grassland", 3): 0, ("grassland", 5): 0}
    built = dict.fromkeys(("ueberall", "insel", "bergtal"), none)
    after = play(position(tiles, a="T1 d3 e", b="T1 c6 e", front="s", stock=built), lay("B e"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("dead ends")]


CORNER = ".┌──┐.. └┘..│.. ..└W┘.. ....... ....... ....... ......."
"""A has two squares left; B points north at the corner, from where it can only leave the tile."""


@rule("FR-70", "(c) Not while one end could go on over an edge.")
def test_not_dead_while_an_edge_is_open() -> None:
    tiles: dict[tuple[int, int], Tile] = {(0, 0): Tile("grassland", CORNER)}
    assert play(position(tiles, a="T1 c3 n", b="T1 a2 n", front="c"), lay("A e")).events_of(LastYearBegan) == []
    closed = {**tiles, (0, -1): Tile("grassland"), (-1, 0): Tile("grassland")}
    after = play(position(closed, a="T1 c3 n", b="T1 a2 n", front="c"), lay("A e"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("dead ends")]


@rule("FR-70", "(c) An end that could only leave its tile is dead while too few pieces lie there for that.")
@pytest.mark.parametrize(
    ("above", "below", "dead"),
    [
        (".└┐.... ..│.... ..│....", ".┌┘.... └┘..... .......", False),
        (".│..... .│..... .│.....", ".│..... └┘..... .......", True),
    ],
)
def test_pieces_missing_to_leave_the_tile(above: str, below: str, dead: bool) -> None:
    tiles = {
        (0, 0): Tile("grassland", f"....... .┌───┐. .│┌..│. .│└─W┘. {above}"),
        (0, 1): Tile("grassland", f"{below} ....... ....... ....... ......."),
    }
    after = play(position(tiles, a="T1 c3 e", b="T2 a2 n", front="s"), lay("A e"))
    assert after.events_of(LastYearBegan) == [LastYearBegan("dead ends")] * dead


ALL_AROUND = {cell: Tile("grassland") for cell in ((0, -1), (1, 0), (0, 1), (-1, 0))}


@rule("FR-70", "(c) An end that leads to water is not dead while a bridge could come to land.")
@rule("FR-34", "The line goes on over water while a run could bridge it.")
@pytest.mark.parametrize(("west", "south", "dead"), [(".", "~", False), ("│", "~", False), ("│", "─", True)])
def test_not_dead_while_a_bridge_is_possible(west: str, south: str, dead: bool) -> None:
    """B can only turn onto the lake at d2, and from there go on west, or south, where that is free."""
    lake = f"..─.│.. ..{west}~│.. ..~{south}~~. .~~~~.. .~~~..│ ..~~..│ ....─.."
    state = position({(0, 0): Tile("lake", lake), **ALL_AROUND}, a="T1 e7 e", b="T1 c1 e", front="s")
    assert play(state, lay("A e")).events_of(LastYearBegan) == [LastYearBegan("dead ends")] * dead


@rule("FR-70", "(c) One dead end is not the end, whichever it is.")
@pytest.mark.parametrize(("dead", "alive"), [("A", "B"), ("B", "A")])
def test_one_dead_end_is_not_enough(dead: str, alive: str) -> None:
    ends = {dead.lower(): "T1 c3 n", alive.lower(): "T1 a2 n"}
    state = position({(0, 0): Tile("grassland", CORNER)}, a=ends["a"], b=ends["b"], front="c")
    assert play(state, lay(f"{dead} e")).events_of(LastYearBegan) == []


# what the last year is like


def _last() -> State:
    return position(hidden=(4, 4), front=("??s", "??s"), last_year="no tile", directors={"weiden": 0, "insel": 1})


@rule("FR-70", "In the last year there is no income.")
def test_no_income_in_the_last_year() -> None:
    refused(_last(), income(), "FR-70", "no_income_in_last_year")
    refused(_last(), income(break_bank=True), "FR-70", "no_income_in_last_year")


@rule("FR-70", "In the last year the bank adds no bonus die to a '?' rolled.")
def test_no_bonus_dice_in_the_last_year() -> None:
    after = play(_last(), roll(2, 2), dice="sscc")
    assert after.events_of(Rolled) == [Rolled(0, 2, 2, 0, ("straight", "straight", "curve", "curve"))]


@rule("FR-70", "In the last year a '?' may be rolled though the bank has no die for it, since none is due.")
@rule("FR-12", "A '?' may be rolled only while the bank has a bonus die for it.")
@pytest.mark.parametrize(
    ("last_year", "bank", "most"), [("no tile", 0, 2), ("no tile", 1, 2), (None, 0, 0), (None, 1, 1), (None, 2, 2)]
)
def test_wild_dice_are_offered_to_be_rolled(last_year: LastYearReason | None, bank: int, most: int) -> None:
    state = position(front="??", hidden=1, bank=bank, last_year=last_year)
    offered = {(one.hidden, one.wild) for one in first_rails.legal(first_rails.view(state, 0)) if isinstance(one, Roll)}
    assert offered == {(hidden, wild) for hidden in (0, 1) for wild in range(most + 1)} - {(0, 0)}
    for own, wild in offered:
        assert play(state, roll(own, wild), dice="s" * 5).events_of(Rolled)


@rule("FR-70", "In the last year there is no '?' for stations, although dice flow back to the bank.")
def test_no_premium_for_stations_in_the_last_year() -> None:
    after = play(_last(), build("A weiden"))
    assert after.events_of(BonusPaid) == []
    assert (front(after.state), hidden(after.state)) == ("s??", 1)
    refused(after.state, income(), "FR-70", "no_income_in_last_year")


@rule("FR-70", "In the last year there is no '?' for tiles.")
def test_no_premium_for_tiles_in_the_last_year() -> None:
    state = position(EDGE, a="T1 b4 w", b="T1 f4 e", front="ss", last_year="last station")
    assert play(state, lay("A w +grassland w")).events_of(BonusPaid) == []


@rule("FR-70", "The last year begins once: what would begin it again changes nothing.")
def test_the_last_year_begins_once() -> None:
    state = position(hidden=5, last_year="no tile", directors={"weiden": 0}, stock=ONE_LEFT)
    after = play(state, build("A weiden"))
    assert after.events_of(LastYearBegan) == []
    assert after.state.table.last_year == "no tile"


@rule("FR-70", "In the last year shares, track and stations go on as before.")
def test_the_last_year_is_played() -> None:
    assert len(play(_last(), lay("B e"), buy("weiden"), build("A weiden")).events) == 3


@rule("FR-70", "The year is played to its end; then passengers are counted once more, and the game is over.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_year_is_played_to_its_end(seats: int) -> None:
    tiles = {(0, 0): Tile("grassland", START), (1, 0): Tile("lake", stations="W")}
    shares = {"weiden": (0, 2)}
    state = position(
        tiles, seats=seats, hidden=5, directors={"weiden": 0}, shares=shares, stock=ONE_LEFT, supply={"lake": 3}
    )
    after = play(state, build("A weiden"), *(end_turn(seat=seat) for seat in range(seats)))
    assert after.events_of(PassengersCarried) == [PassengersCarried("weiden", 0, 2)]
    assert after.events_of(DirectorsAssigned) == []
    assert [event.reason for event in after.events_of(GameEnded)] == ["last station"]
    assert after.state.table.over
