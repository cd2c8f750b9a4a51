"""FR-34, FR-34a and FR-40: across lakes."""

from dataclasses import replace

import pytest

from rules.clauses import rule
from rules.orders import end_turn, lay, payment
from rules.playing import front, hidden, play, refused
from rules.position import FIVE, Tile, box_with, position, square
from rules_core.grid import Cell
from rules_core.line.actions import Payment
from rules_core.line.events import DuePaid
from rules_core.line.table import State

SHORE = {
    (0, 0): Tile("grassland", "....... ....... ....... ..───── ....... ....... ......."),
    (1, 0): Tile("lake", "....... ...~~.. ┌.~~~~. ┘~~~~.. .~~~... ..~~... ......."),
}
"""A points west at T1 b4; B points east at T2 b3, beyond which four squares of water lie."""
BRIDGE = "B e e e e e"
"""From b3 over c3, d3, e3 and f3, pointing at g3."""


def _shore(front: str = "sssss", hidden: int = 2, paid: tuple[str, ...] = ()) -> State:
    return position(SHORE, a="T1 c4 w", b="T2 a3 e", front=front, hidden=hidden, paid=paid)


# FR-34: onto water


@rule("FR-34", "No run ends pointing at water.")
@pytest.mark.parametrize("text", ["B e", "B e e", "B e e e e"])
def test_no_run_stops_at_water(text: str) -> None:
    refused(_shore(), lay(text), "FR-34", "stops_at_water")


@rule("FR-34", "Where no bridge can be laid or paid, nobody is told to lay one.")
def test_a_bridge_that_cannot_be() -> None:
    refused(_shore("s"), lay("B e"), "FR-34", "no_way_on", square="8,2")
    refused(_shore(hidden=1), lay("B e"), "FR-40", "cannot_pay", due=2)
    refused(_shore("sssss?", hidden=1), lay("B e", pay="1h"), "FR-34", "stops_at_water")


@rule("FR-34", "A run may enter water if it goes on until its end points at land; the far shore need not be built on.")
def test_a_bridge_from_shore_to_shore() -> None:
    after = play(_shore(), lay(BRIDGE)).state
    assert after.table.line.b.square == square("f3", Cell(1, 0))
    assert after.table.line.b.ahead == square("g3", Cell(1, 0))


@rule("FR-34", "A bridge may turn on the water.")
def test_a_bridge_with_a_curve() -> None:
    after = play(_shore("ssssc"), lay("B e s s s s")).state
    assert after.table.line.b.ahead == square("c7", Cell(1, 0))


@rule("FR-34", "A station on the shore is left onto water only by a bridge.")
def test_from_a_station_onto_water() -> None:
    tiles = {**SHORE, (1, 0): Tile("lake", "....... ...~~.. ┌I~~~~. ┘~~~~.. .~~~... ..~~... .......")}
    state = position(tiles, a="T1 c4 w", b="T2 b3 from w", front="ssss", hidden=2)
    refused(state, lay("B e", leave="e"), "FR-34", "stops_at_water")
    assert play(state, lay("B e e e e", leave="e")).events_of(DuePaid)


@rule("FR-34", "The lake of a new tile is bridged in the same run.")
def test_a_lake_on_a_new_tile() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="sssssss", hidden=2)
    refused(state, lay("A w +lake w w w"), "FR-34", "stops_at_water")
    assert play(state, lay("A w +lake w w w w w w")).events_of(DuePaid)


@rule("FR-34", "A lake on the current tile and one on the next may be bridged in one run, each at its own cost.")
def test_lakes_on_two_tiles_in_one_run() -> None:
    after = play(_shore("s" * 12, hidden=4), lay(BRIDGE + " e +lake e e e e e e"))
    assert [event.paid for event in after.events_of(DuePaid)] == [payment("2h"), payment("2h")]


@rule("FR-34", "A lake that goes on over the edge is bridged over the edge.")
@rule("FR-40", "Water squares that touch are one lake, over tile borders too.")
def test_one_lake_on_two_tiles() -> None:
    tiles = {
        (0, 0): Tile("grassland"),
        (1, 0): Tile("lake", "....... ....... ....... ───.~~~ ....... ....... ......."),
        (-1, 0): Tile("grassland", "....... ....... ....... ......─ ....... ....... ......."),
    }
    box = box_with(lake="....... ....... ....... ....~~~ ....... ....... .......")
    state = position(tiles, a="T3 g4 w", b="T2 c4 e", front="s" * 7, hidden=2, box=box)
    refused(state, lay("B e e e e +lake/s e e"), "FR-34", "stops_at_water")
    assert len(play(state, lay("B e e e e +lake/s e e e")).events_of(DuePaid)) == 1


@rule("FR-40", "Water squares that do not touch are two lakes, on one tile too, each to be paid for.")
def test_two_lakes_on_one_tile() -> None:
    tiles = {
        (0, 0): Tile("grassland"),
        (1, 0): Tile("lake", "....... ....... ....... ──.~.~. ....... ....... ......."),
        (-1, 0): Tile("grassland", "....... ....... ....... ......─ ....... ....... ......."),
    }
    box = box_with(lake="....... ....... ....... ...~.~. ....... ....... .......")
    after = play(position(tiles, a="T3 g4 w", b="T2 b4 e", front="ssss", hidden=4, box=box), lay("B e e e e"))
    assert [event.paid for event in after.events_of(DuePaid)] == [payment("2h"), payment("2h")]


# FR-34a: dice won on the way


def _edge(front: str, hidden: int = 0) -> State:
    return position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front=front, hidden=hidden)


@rule("FR-34a", "The two dice won by connecting may be laid later in the same run.")
def test_dice_won_are_laid_in_the_same_run() -> None:
    after = play(_edge("ss"), lay("A w +grassland w n? w?")).state
    assert front(after) == ""


@rule("FR-34a", "The two dice won by connecting may pay for a lake or a mountain later in the same run.")
def test_dice_won_pay_in_the_same_run() -> None:
    after = play(_edge("sssssss"), lay("A w +lake w w w w w w"))
    assert [event.paid for event in after.events_of(DuePaid)] == [payment("2?")]
    assert play(_edge("ssssss"), lay("A w +mountain2/s w w w w", pay="1?")).events_of(DuePaid)


@rule("FR-34a", "They are won by the first piece on the new tile, and so not there for it.")
def test_dice_are_not_won_before_the_tile_is_connected() -> None:
    refused(_edge("s"), lay("A w +grassland w?"), "FR-30", "no_wild_die")


# FR-40: the cost of a lake


@rule("FR-40", "Laying track on water costs two dice: hidden, '?' in front, or one of each.")
@pytest.mark.parametrize(("pay", "left"), [("2h", (3, "???")), ("1h 1?", (4, "??")), ("2?", (5, "?"))])
def test_two_dice_for_a_lake(pay: str, left: tuple[int, str]) -> None:
    state = _shore("sssss???", hidden=5)
    after = play(state, lay(BRIDGE, pay=pay))
    assert (hidden(after.state), front(after.state)) == left
    assert after.events_of(DuePaid) == [DuePaid(0, "lake", square("c3", Cell(1, 0)), payment(pay))]
    assert after.state.table.bank == state.table.bank + 2


@rule("FR-40", "Unless the player says otherwise hidden dice pay first.")
def test_hidden_dice_pay_first() -> None:
    after = play(_shore("sssss??", hidden=1), lay(BRIDGE))
    assert [event.paid for event in after.events_of(DuePaid)] == [payment("1h 1?")]


@rule("FR-40", "Nobody crosses a lake without two dice to pay with.")
@pytest.mark.parametrize(("front", "behind", "pay"), [("sssss$", 1, None), ("sssss?", 0, None), ("sssss", 1, "2h")])
def test_a_lake_that_cannot_be_paid(front: str, behind: int, pay: str | None) -> None:
    refused(_shore(front, hidden=behind), lay(BRIDGE, pay=pay), "FR-40", "cannot_pay", due=2)


@rule("FR-40", "The payment named is neither more nor less than what is due, and no die is ever paid out.")
def test_wrong_payments_for_a_lake() -> None:
    state = _shore("sssss????", hidden=5)
    refused(state, lay(BRIDGE, pay="1h"), "FR-40", "paid_too_little", due=2)
    refused(state, lay(BRIDGE, pay="0h"), "FR-40", "paid_too_little", due=2)
    refused(state, lay(BRIDGE, pay="2h 1?"), "FR-40", "paid_too_much", due=2, paid=3)


@rule("FR-40", "A lake is paid once a turn, for any number of its squares and any number of bridges.")
def test_a_lake_is_paid_once_a_turn() -> None:
    assert play(_shore(hidden=0, paid=("T2 d6",)), lay(BRIDGE)).events_of(DuePaid) == []


def _bay(bridges: str) -> State:
    tiles = {
        (0, 0): Tile("grassland"),
        (1, 0): Tile("lake", "....... ....... ....... ──.~.~. ...~~~. ....... ......."),
        (-1, 0): Tile("grassland", "....... ....... ....... ......─ ....... ....... ......."),
    }
    box = box_with(lake="....... ....... ....... ...~.~. ...~~~. ....... .......")
    return position(tiles, a="T3 g4 w", b="T2 b4 e", front="sssss", hidden=6, box=box, options={"bridges": bridges})


@rule("FR-40", "Two bridges over one lake are paid for once, or each where the variant says so, in one run or in two.")
@pytest.mark.parametrize(("bridges", "times"), [("lake", 1), ("each", 2)])
@pytest.mark.parametrize("texts", [("B e e e e",), ("B e e", "B e e")])
def test_two_bridges_over_one_lake(bridges: str, times: int, texts: tuple[str, ...]) -> None:
    state, number = _bay(bridges), 0
    for text in texts:
        played = play(state, lay(text))
        state, number = played.state, number + len(played.events_of(DuePaid))
    assert (number, hidden(state)) == (times, 6 - 2 * times)


@rule("FR-40", "A bridge of several squares is paid for once in either variant.")
def test_a_long_bridge_is_one() -> None:
    state = _shore()
    each = replace(state, table=replace(state.table, options={**state.table.options, "bridges": "each"}))
    assert len(play(each, lay(BRIDGE)).events_of(DuePaid)) == 1


@rule("FR-40", "Another lake is paid for by itself.")
def test_each_lake_is_paid() -> None:
    refused(_shore("s" * 12, hidden=1), lay(BRIDGE + " e +lake e e e e e e"), "FR-40", "cannot_pay", due=2)
    refused(
        _shore("s" * 12, hidden=2), lay(BRIDGE + " e +lake e e e e e e", pay="2h"), "FR-40", "paid_too_little", due=4
    )


@rule("FR-40", "In the next turn a lake is paid for again.")
def test_the_next_turn_pays_again() -> None:
    state = position(SHORE, a="T1 c4 w", b="T2 a3 e", front=("", "sssss"), hidden=(3, 1), paid=("T2 d5",))
    refused(play(state, end_turn()).state, lay(BRIDGE, seat=1), "FR-40", "cannot_pay")


@rule("FR-40", "A payment takes dice and never gives any.")
def test_nobody_is_paid_for_a_bridge() -> None:
    action = replace(lay(BRIDGE), pay=Payment(hidden=-1, wild=3))
    refused(_shore("sssss???"), action, "FR-40", "not_there", hidden=2, wild=3)
