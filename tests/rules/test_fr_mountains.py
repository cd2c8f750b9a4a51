"""FR-39: in the mountains."""

import pytest

from rules.clauses import rule
from rules.orders import end_turn, lay, payment
from rules.playing import front, hidden, play, refused
from rules.position import FIVE, FOOTHILLS, Tile, box_with, position, square
from rules_core.grid import Cell
from rules_core.line.events import DuePaid
from rules_core.line.table import State


def _foothills(front: str = "ssssss", hidden: int = 1, paid: tuple[str, ...] = ()) -> State:
    return position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front=front, hidden=hidden, paid=paid)


@rule("FR-39", "Laying on a mountain square costs one die, hidden or a '?' in front, paid to the bank.")
@pytest.mark.parametrize(("pay", "left"), [("1h", (1, "??")), ("1?", (2, "?"))])
def test_one_die_for_a_mountain(pay: str, left: tuple[int, str]) -> None:
    state = _foothills("s??", hidden=2)
    after = play(state, lay("B e", pay=pay))
    assert (hidden(after.state), front(after.state)) == left
    assert after.events_of(DuePaid) == [DuePaid(0, "mountain", square("d4"), payment(pay))]
    assert after.state.table.bank == state.table.bank + 1


@rule("FR-39", "Pointing at a mountain costs nothing, nor does laying on grass.")
def test_only_laying_on_a_mountain_costs() -> None:
    assert play(_foothills("c", hidden=0), lay("A n")).events_of(DuePaid) == []


@rule("FR-39", "Unless the player says otherwise a hidden die pays; a '?' does where there is none.")
@pytest.mark.parametrize(("behind", "pay"), [(1, "1h"), (0, "1?")])
def test_a_hidden_die_pays_first(behind: int, pay: str) -> None:
    after = play(_foothills("s?", hidden=behind), lay("B e"))
    assert [event.paid for event in after.events_of(DuePaid)] == [payment(pay)]


@rule("FR-39", "Nobody lays on a mountain without a die to pay with.")
@pytest.mark.parametrize(("front", "pay"), [("ssc$", None), ("s", "1h"), ("s", "1?"), ("s", "0h")])
def test_a_mountain_that_cannot_be_paid(front: str, pay: str | None) -> None:
    refused(_foothills(front, hidden=0), lay("B e", pay=pay), "FR-39", "cannot_pay", due=1)


@rule("FR-39", "What is named as payment must be there, though other dice would pay.")
def test_dice_named_for_a_mountain_that_are_not_there() -> None:
    refused(_foothills("s?", hidden=0), lay("B e", pay="1h"), "FR-39", "not_there", hidden=0, wild=1)


@rule("FR-39", "Where too little is named, all that the run costs is told, and what else is wrong with it comes first.")
def test_all_dues_of_a_run_are_told_at_once() -> None:
    both = position(TWO_RANGES, a="T2 e4 w", b="T3 c4 e", front="sss", hidden=3)
    refused(both, lay("B e", pay=""), "FR-39", "paid_too_little", due=1)
    refused(both, lay("B e w", pay=""), "FR-30", "turns_back")


@rule("FR-39", "A '?' that pays is not laid as well.")
def test_one_wild_die_does_not_do_both() -> None:
    refused(_foothills("?", hidden=0), lay("B e?"), "FR-30", "no_wild_die")
    assert play(_foothills("??", hidden=0), lay("B e?")).events_of(DuePaid)


@rule("FR-39", "The payment named is neither more nor less than what is due.")
def test_wrong_payments_for_a_mountain() -> None:
    refused(_foothills("s?"), lay("B e", pay="0h"), "FR-39", "paid_too_little", due=1)
    refused(_foothills("s?"), lay("B e", pay="1h 1?"), "FR-39", "paid_too_much", due=1, paid=2)
    refused(_foothills("c?"), lay("A n", pay="1h"), "FR-39", "paid_too_much", due=0, paid=1)


@rule("FR-39", "A range is paid once a turn, in one run or in several.")
def test_a_range_is_paid_once_a_turn() -> None:
    assert len(play(_foothills("sss"), lay("B e e"), lay("B e")).events_of(DuePaid)) == 1


@rule("FR-39", "Leaving a range and coming back to it in the same turn is free.")
def test_leaving_a_range_and_coming_back() -> None:
    after = play(_foothills("scc"), lay("B s e e"))
    assert len(after.events_of(DuePaid)) == 1
    assert after.state.table.line.b.square == square("e5")


@rule("FR-39", "A range goes on over tile borders.")
def test_a_range_goes_on_over_tile_borders() -> None:
    after = play(_foothills("ssssss"), lay("B e e e e +mountain2/w e e"))
    assert len(after.events_of(DuePaid)) == 1


TWO_RANGES = {
    (0, 0): Tile("grassland"),
    (-1, 0): Tile("mountain2/s", "....... ^^..... ^^^.... ^^^^─── ^^^^^.. ^^^^^^. ^^^^^^."),
    (1, 0): Tile("mountain2", ".^^^^^^ .^^^^^^ ..^^^^^ ───^^^^ ....^^^ .....^^ ......."),
}
"""A points west and B east, each at a range of its own."""


@rule("FR-39", "Each range is paid for by itself.")
def test_each_range_is_paid() -> None:
    state = position(TWO_RANGES, a="T2 e4 w", b="T3 c4 e", front="ss", hidden=2)
    assert len(play(state, lay("A w"), lay("B e")).events_of(DuePaid)) == 2
    poor = position(TWO_RANGES, a="T2 e4 w", b="T3 c4 e", front="ss", hidden=1)
    refused(play(poor, lay("A w")).state, lay("B e"), "FR-39", "cannot_pay", due=1)


@rule("FR-39", "Two ranges on one tile are two, also where they touch at a corner; side by side they are one.")
@pytest.mark.parametrize(("below", "dues"), [(".^.....", 2), (".^^....", 1)])
def test_ranges_on_one_tile(below: str, dues: int) -> None:
    rows = f"....... ....... ..^.... {below} ....... ....... ......."
    tiles = {(0, 0): Tile("lake", rows.replace("^.... ", "^─... ", 1))}
    state = position(tiles, a="T1 d3 w", b="T1 d3 e", front="scs", hidden=2, box=box_with(lake=rows))
    assert len(play(state, lay("A w s s")).events_of(DuePaid)) == dues


@rule("FR-39", "In the next turn a range is paid for again.")
def test_the_next_turn_pays_again() -> None:
    state = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front=("s", "s"), hidden=(1, 0))
    after = play(state, lay("B e"), end_turn()).state
    refused(after, lay("B e", seat=1), "FR-39", "cannot_pay", due=1)


NEIGHBOUR = Tile("mountain2", ".^^^^^^ .^^^^^^ ..^^^^^ ..┌^^^^ ..│.^^^ ..│..^^ ..│....")
"""Entered from the south; A points east at its range, which reaches its north side."""


@rule("FR-39", "A new tile may join its range, in the middle of a run, to one that was paid for in this turn.")
def test_a_new_tile_joins_a_range_already_paid() -> None:
    tiles = {(0, 0): Tile("grassland", FIVE), (1, 1): NEIGHBOUR}
    state = position(tiles, a="T2 c4 e", b="T1 f4 e", front="s" * 7, hidden=1)
    after = play(state, lay("A e"), lay("B e +mountain2/e e e e e"))
    assert [event.square for event in after.events_of(DuePaid)] == [square("d4", Cell(1, 1))]


@rule("FR-39", "Two ranges that a new tile joins in the middle of a run are one from then on.")
def test_a_new_tile_joins_two_ranges() -> None:
    tiles = {
        (0, 0): Tile("mountain2", ".^^^^^^ .^^^^^^ ..^^^^^ ───^^^^ ....^^^ .....^^ ......."),
        (1, 1): NEIGHBOUR,
    }
    state = position(tiles, a="T2 c4 e", b="T1 c4 e", front="s" * 6, hidden=2)
    over = lay("B e e e e +mountain2/s e")
    assert len(play(state, over, lay("A e")).events_of(DuePaid)) == 1
    assert len(play(state, lay("A e"), over).events_of(DuePaid)) == 2
