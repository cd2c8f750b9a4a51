"""FR-50 to FR-55: stations."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

import pytest

from rules.clauses import rule
from rules.orders import build, buy, lay, payment
from rules.playing import front, hidden, play, refused
from rules.position import FIVE, FOOTHILLS, STANDARD, Tile, box_with, position, square
from rules_core.grid import Cell, E, Terrain, square_at
from rules_core.line.actions import Payment
from rules_core.line.events import BonusPaid, DuePaid, StationBuilt
from rules_core.line.legality import kinds_fitting
from rules_core.line.table import State

Cards: TypeAlias = Mapping[str, Mapping[tuple[Terrain, int], int]]

# FR-50: building


@rule("FR-50", "Only the director builds the company's stations, whoever has more shares.")
def test_only_the_director_builds() -> None:
    state = position(hidden=5, directors={"weiden": 1}, shares={"weiden": (6, 2)})
    refused(state, build("A weiden"), "FR-50", "not_director", company="weiden")
    refused(position(hidden=5), build("A weiden"), "FR-50", "not_director", company="weiden")


@rule("FR-50", "The station stands where the end points, and the line goes on from it.")
def test_the_station_becomes_the_end() -> None:
    after = play(position(hidden=3, directors={"weiden": 0}), build("A weiden")).state
    end = after.table.line.a
    assert (end.square, end.back, end.is_station) == (square("c4"), E, True)
    assert after.table.landscape.tiles[Cell(0, 0)].stations == ("weiden",)


@rule("FR-50", "It is paid with hidden dice and '?' in front in any mix, to the bank.")
@pytest.mark.parametrize("pay", ["3h", "2h 1?", "1h 2?", "3?"])
def test_a_station_is_paid_in_any_mix(pay: str) -> None:
    state = position(hidden=3, front="???", directors={"weiden": 0})
    after = play(state, build("A weiden", pay=pay))
    (built,) = after.events_of(StationBuilt)
    assert built.paid == payment(pay)
    assert (hidden(after.state), len(front(after.state))) == (3 - built.paid.hidden, 3 - built.paid.wild + 2)
    assert after.state.table.bank == state.table.bank + 3 - 2


@rule("FR-50", "Unless the player says otherwise hidden dice pay first.")
def test_hidden_dice_pay_first() -> None:
    after = play(position(hidden=2, front="??", directors={"weiden": 0}), build("A weiden"))
    assert after.events_of(StationBuilt)[0].paid == payment("2h 1?")


@rule("FR-50", "No other dice in front pay for a station.")
@pytest.mark.parametrize(
    ("front", "behind", "pay"), [("sssc$", 2, None), ("??", 0, None), ("sssc$", 2, "2h"), ("", 2, "3?")]
)
def test_a_station_that_cannot_be_paid(front: str, behind: int, pay: str | None) -> None:
    state = position(hidden=behind, front=front, directors={"weiden": 0})
    refused(state, build("A weiden", pay=pay), "FR-50", "cannot_pay", due=3)


@rule("FR-50", "What is named as payment must be there, though other dice would pay.")
@pytest.mark.parametrize(("front", "behind", "pay"), [("???", 2, "3h"), ("", 5, "3?")])
def test_dice_named_for_a_station_that_are_not_there(front: str, behind: int, pay: str) -> None:
    state = position(hidden=behind, front=front, directors={"weiden": 0})
    refused(state, build("A weiden", pay=pay), "FR-50", "not_there", hidden=behind, wild=len(front))


@rule("FR-50", "The payment named is what the card says, and no die is ever paid out.")
def test_wrong_payments_for_a_station() -> None:
    state = position(hidden=5, front="?????", directors={"weiden": 0})
    for pay in ("2h", "0h", "3h 1?"):
        refused(state, build("A weiden", pay=pay), "FR-50", "paid_wrong", due=3)
    for given in (Payment(hidden=-1, wild=4), Payment(hidden=4, wild=-1)):
        refused(state, replace(build("A weiden"), pay=given), "FR-50", "not_there", hidden=5, wild=5)


@rule("FR-50", "A station costs 3 or 5 dice as printed; the director chooses, the cheaper one by default.")
@pytest.mark.parametrize(("price", "left"), [(None, (4, 3)), (3, (4, 3)), (5, (5, 2))])
def test_the_director_chooses_the_price(price: int | None, left: tuple[int, int]) -> None:
    after = play(position(hidden=5, directors={"weiden": 0}), build("A weiden", price=price))
    assert after.events_of(StationBuilt)[0].paid == payment(f"{price or 3}h")
    assert tuple(stock.left for stock in after.state.table.companies["weiden"].stock) == left


@rule("FR-50", "Once the cheap ones are used up the dear ones are left.")
def test_the_dear_ones_are_left() -> None:
    state = position(hidden=5, directors={"weiden": 0}, stock={"weiden": {("grassland", 3): 0}})
    for price in (3, 4, 0):
        refused(state, build("A weiden", price=price), "FR-50", "no_such_price", price=price)
    assert play(state, build("A weiden")).events_of(StationBuilt)[0].price == 5


@rule("FR-50", "The company must have a station left of a kind that fits the square.")
def test_no_station_of_the_kind_is_left() -> None:
    refused(position(hidden=5, directors={"eisberg": 0}), build("A eisberg"), "FR-50", "no_station_left")
    none: Cards = {"insel": {("grassland", 3): 0, ("grassland", 5): 0}}
    state = position(hidden=5, directors={"insel": 0}, stock=none)
    refused(state, build("A insel"), "FR-50", "no_station_left", company="insel")


def _foothills(hidden: int, paid: tuple[str, ...] = (), front: str = "ss") -> State:
    tiles = {(0, 0): FOOTHILLS}
    return position(tiles, a="T1 b4 w", b="T1 c4 e", hidden=hidden, paid=paid, front=front, directors={"bergtal": 0})


@rule("FR-50", "In the mountains it costs one die more, where the range was not paid for in this turn.")
def test_a_station_in_the_mountains_costs_one_more() -> None:
    refused(_foothills(3), build("B bergtal"), "FR-50", "cannot_pay", due=4)
    refused(_foothills(5), build("B bergtal", pay="3h"), "FR-50", "paid_wrong", due=4)
    after = play(_foothills(4), build("B bergtal"))
    assert after.events_of(StationBuilt)[0].paid == payment("4h")


@rule("FR-50", "A range paid for in this turn, for track or for a station, costs a station nothing more.")
def test_a_range_already_paid() -> None:
    assert play(_foothills(3, paid=("T1 g1",)), build("B bergtal")).events_of(StationBuilt)[0].paid == payment("3h")
    after = play(_foothills(4), lay("B e"), build("B bergtal"))
    assert [event.paid.total for event in after.events_of(DuePaid)] == [1]
    assert after.events_of(StationBuilt)[0].paid == payment("3h")


@rule("FR-39", "What a station in the mountains cost covers track in that range in the same turn.")
def test_a_station_pays_for_track_too() -> None:
    after = play(_foothills(4), build("B bergtal"), lay("B e", leave="e"))
    assert after.events_of(DuePaid) == []


# FR-51: where a station may stand


@rule("FR-51", "Not at the border of its tile.")
def test_not_at_the_border() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", hidden=5, directors={"weiden": 0})
    for end in "AB":
        refused(state, build(f"{end} weiden"), "FR-51", "at_border")


@rule("FR-51", "Not side by side with another station; diagonally is fine.")
def test_not_beside_another_station() -> None:
    director = {"insel": 0}
    beside = {(0, 0): Tile("grassland", "....... ....... .┌┐.... .│W─... .└..... ....... .......")}
    state = position(beside, a="T1 b5 e", b="T1 d4 e", hidden=5, directors=director)
    refused(state, build("A insel"), "FR-51", "beside_station", square="2,4")
    diagonal = {(0, 0): Tile("grassland", "....... ....... .┌┐.... .│W─... ....... ....... .......")}
    assert play(position(diagonal, a="T1 b4 s", b="T1 d4 e", hidden=5, directors=director), build("A insel")).events


@rule("FR-51", "Not on water.")
def test_not_on_water() -> None:
    tiles = {
        (0, 0): Tile("grassland", "....... ....... ....... ..───── ....... ....... ......."),
        (1, 0): Tile("lake", "....... ...~~.. ┌─~~~~. ┘~~~~.. .~~~... ..~~... ......."),
    }
    state = position(tiles, a="T1 c4 w", b="T2 b3 e", hidden=5, directors={"eisberg": 0})
    refused(state, build("B eisberg"), "FR-51", "on_water")


@rule("FR-51", "A station is pointed at by an end: from a station track leads on first.")
def test_not_next_to_the_station_at_the_end() -> None:
    tiles = {(0, 0): Tile("grassland", "....... ....... ....... ..W─... ....... ....... .......")}
    state = position(tiles, a="T1 c4 from e", b="T1 d4 e", hidden=9, directors={"insel": 0})
    refused(state, build("A insel"), "FR-51", "end_is_station", square="2,3")

    refused(state, build("A insel", leave="w"), "FR-51", "end_is_station", square="2,3")


@rule("FR-51", "Where track points at the square, no side to leave by is named.")
def test_no_side_to_leave_by_for_a_station() -> None:
    state = position(hidden=3, directors={"weiden": 0})
    refused(state, build("A weiden", leave="w"), "FR-30", "no_station_to_leave")


# FR-52: kinds


def _site(centre: str, around: str, company: str, stock: Cards | None = None) -> State:
    """A points at d4; the squares around are given from north-west to south-east, the southern one with track."""
    rows = ["......."] * 7
    rows[2] = f"..{around[:3]}.."
    rows[3] = f"..{around[3]}{centre}{around[4]}.."
    rows[4] = f"..{around[5:]}.."
    drawn = [row if y < 4 else f"{row[:3]}│{row[4:]}" for y, row in enumerate(rows)]
    tiles = {
        (0, 0): Tile("grassland", "...│... ...│... ...│... ...│... ....... ....... ......."),
        (0, -1): Tile("lake", " ".join(drawn)),
    }
    box = box_with(lake=" ".join(rows))
    return position(tiles, a="T2 d5 n", b="T1 d4 s", hidden=9, directors={company: 0}, stock=stock, box=box)


@rule("FR-52", "A mountain station stands on a mountain with three or more mountain squares around it.")
def test_mountains_around_a_mountain_station() -> None:
    assert play(_site("^", "^^^.....", "bergtal"), build("A bergtal")).events_of(StationBuilt)[0].terrain == "mountain"
    assert play(_site("^", "^.....^^", "eisberg"), build("A eisberg")).events_of(StationBuilt)[0].terrain == "mountain"
    refused(_site("^", "^.....^.", "bergtal"), build("A bergtal"), "FR-52", "no_kind_fits", square="3,-4")


@rule("FR-52", "A lake station stands on grass with three or more water squares around it.")
def test_water_around_a_lake_station() -> None:
    assert play(_site(".", "~~~^^^^^", "insel"), build("A insel")).events_of(StationBuilt)[0].terrain == "lake"
    assert play(_site(".", "^^^^^~~~", "eisberg"), build("A eisberg")).events_of(StationBuilt)[0].terrain == "lake"
    refused(_site(".", "~~^^^^^^", "insel"), build("A insel"), "FR-52", "no_kind_fits")


@rule("FR-52", "A grassland station stands on grass with three or more grass squares around it, track on them or not.")
def test_grass_around_a_grassland_station() -> None:
    assert play(_site(".", "...^^^^^", "weiden"), build("A weiden")).events_of(StationBuilt)[0].terrain == "grassland"
    assert play(_site(".", "^^^^^...", "bergtal"), build("A bergtal")).events_of(StationBuilt)[0].terrain == "grassland"
    refused(_site(".", "..^^^^^~", "weiden"), build("A weiden"), "FR-52", "no_kind_fits")


@rule("FR-52", "The ground of the square itself decides: no mountain station on grass, no other station on a mountain.")
def test_the_ground_of_the_square_itself() -> None:
    refused(_site(".", "^^^.....", "eisberg"), build("A eisberg"), "FR-50", "no_station_left")
    refused(_site("^", "^^......", "weiden"), build("A weiden"), "FR-52", "no_kind_fits")
    refused(_site("^", "^^^.....", "insel"), build("A insel"), "FR-50", "no_station_left")


@rule("FR-52", "On water no kind of station stands, whatever lies around.")
def test_no_kind_on_water() -> None:
    lake = STANDARD.layout("lake", 0)
    for index in range(49):
        assert (kinds_fitting(lake, square_at(Cell(0, 0), index)) == ()) >= (lake.terrain(index) == "lake")


@rule("FR-52", "Where two kinds fit, the director chooses.")
@pytest.mark.parametrize("kind", ["lake", "grassland"])
def test_the_director_chooses_the_kind(kind: Terrain) -> None:
    state = _site(".", "~~~.....", "insel")
    refused(state, build("A insel"), "FR-52", "which_kind", kinds="lake, grassland")
    after = play(state, build("A insel", kind)).state
    assert after.table.companies["insel"].left(kind) == 4


@rule("FR-52", "Where two kinds fit and one is used up, it is the other.")
def test_the_kind_that_is_left() -> None:
    state = _site(".", "~~~.....", "insel", {"insel": {("lake", 3): 0, ("lake", 5): 0}})
    refused(state, build("A insel", "lake"), "FR-50", "kind_used_up", kind="lake")
    assert play(state, build("A insel")).events_of(StationBuilt)[0].terrain == "grassland"


@rule("FR-52", "A kind that does not fit is not built.")
def test_a_kind_that_does_not_fit() -> None:
    state = _site(".", "........", "insel")
    refused(state, build("A insel", "lake"), "FR-52", "kind_does_not_fit", kind="lake", square="3,-4")


# FR-53: one per company and tile


@rule("FR-53", "A company has one station on a tile, other companies may build there too.")
def test_one_station_of_a_company_on_a_tile() -> None:
    tiles = {(0, 0): Tile("grassland", "....... ....... ....... ..─W... ....... ....... .......")}
    state = position(tiles, a="T1 c4 w", b="T1 d4 from w", hidden=9, directors={"weiden": 0, "insel": 0})
    refused(state, build("A weiden"), "FR-53", "has_station_here", company="weiden", tile=1)
    assert play(state, build("A insel")).events_of(StationBuilt)


@rule("FR-53", "On the next tile the company may build again.")
def test_a_station_on_the_next_tile() -> None:
    tiles = {(0, 0): Tile("grassland", "....... ....... ....... ..W─... ....... ....... .......")}
    state = position(tiles, a="T1 c4 from e", b="T1 d4 e", front="s" * 6, hidden=3, directors={"weiden": 0})
    after = play(state, lay("B e"), lay("A w w +grassland w", leave="w"), build("A weiden"))
    assert [event.square for event in after.events_of(StationBuilt)] == [square("f4", Cell(-1, 0))]


# FR-54: the premium


@rule("FR-54", "Who has built gets two '?' in front, to be used at once.")
def test_premium_for_a_station() -> None:
    after = play(position(hidden=3, directors={"weiden": 0}), build("A weiden"))
    assert after.events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="station")]
    assert front(after.state) == "??"
    assert play(after.state, lay("A w?", leave="w"), buy("insel")).events


@rule("FR-54", "The station is paid first, so the premium does not pay for it.")
def test_the_premium_does_not_pay_for_its_station() -> None:
    refused(position(hidden=1, directors={"weiden": 0}), build("A weiden"), "FR-50", "cannot_pay", due=3)


# FR-55: at a dead end


@rule("FR-55", "A station may be built where the line cannot go on.")
def test_a_station_at_a_dead_end() -> None:
    tile = Tile("grassland", "....... .┌───┐. .│┌─.│. .│└──┘. .└─.... ....... .......")
    state = position({(0, 0): tile}, a="T1 d3 e", b="T1 c5 e", hidden=3, front="s", directors={"weiden": 0})
    refused(state, lay("A e"), "FR-31", "points_at_occupied")
    assert play(state, build("A weiden")).state.table.line.a.square == square("e3")
