"""GE-24, and what FR-34, FR-39 and FR-40 come to in Germany: rivers, mountains and water."""

import pytest

from rules.clauses import rule
from rules.german_position import FIVE, START, german_position, place
from rules.orders import build, end_turn, lay, payment
from rules.playing import front, hidden, play, refused
from rules_core.line.events import DuePaid, StationBuilt
from rules_core.line.table import State

EAST = "....... ..^^^.. ..^^^.. ..^^^.. {} .~~~... ......."
"""Sector 15 with a line to draw below the river P, which flows through the fourth row."""


def _east(drawing: str, at: str, front: str = "ssscc", behind: int = 9, *paid: str) -> State:
    sectors = {14: START, 15: EAST.format(drawing)}
    return german_position(sectors, a=f"S15 {at}", b="S14 d4 s", front=front, hidden=behind, paid=paid)


# GE-24: rivers


@rule("GE-24", "Track on a river square costs one die.")
def test_a_river_costs_one_die() -> None:
    after = play(_east("....─┘.", "f5 n"), lay("A e"))
    assert after.events_of(DuePaid) == [DuePaid(0, "river", place("S15 f4"), payment("1h"))]
    assert hidden(after.state) == 8


@rule("GE-24", "A '?' in front pays it too, where the player says so or no hidden die is left.")
@pytest.mark.parametrize(("behind", "pay"), [(0, None), (3, "1?")])
def test_a_wild_die_pays_it(behind: int, pay: str | None) -> None:
    after = play(_east("....─┘.", "f5 n", "c?", behind), lay("A e", pay=pay))
    assert (front(after.state), hidden(after.state)) == ("", behind)


@rule("GE-24", "It is paid once in a turn for each river, wherever on it track is laid.")
def test_a_river_is_paid_once() -> None:
    after = play(_east("....─┘.", "f5 n"), lay("A e"), lay("A n"))
    assert len(after.events_of(DuePaid)) == 1
    assert play(_east("....─┘.", "f5 n", "c", 0, "S15 a4"), lay("A e")).events_of(DuePaid) == []


@rule("GE-24", "In the next turn it is paid again.")
def test_a_river_is_paid_in_each_turn() -> None:
    state = _east("....─┘.", "f5 n")
    after = play(state, lay("A e"), end_turn(), end_turn(seat=1), end_turn(seat=1), lay("A n"))
    assert [event.square for event in after.events_of(DuePaid)] == [place("S15 f4"), place("S15 g4")]


@rule("GE-24", "A tributary ends before its trunk: it is another river, and paid for itself.")
def test_a_tributary_is_another_river() -> None:
    after = play(_east("─┘.....", "b5 n"), lay("A n n n"))
    assert [(event.due, event.square) for event in after.events_of(DuePaid)] == [
        ("river", place("S15 b4")),
        ("river", place("S15 b3")),
    ]
    other = play(_east("─┘.....", "b5 n", "ss", 9, "S15 g4"), lay("A n n"))
    assert [event.square for event in other.events_of(DuePaid)] == [place("S15 b3")]


@rule("GE-24", "River and mountain on one square are both paid.")
@rule("FR-39", "In Germany too a mountain range costs one die, once a turn.")
@pytest.mark.parametrize(
    ("paid", "dues"),
    [
        ((), ["mountain", "river"]),
        (("S15 c2",), ["river"]),
        (("S15 a4",), ["mountain"]),
        (("S15 c2", "S15 a4"), []),
        (("S15 e4",), []),
        (("S15 b1",), ["mountain", "river"]),
    ],
)
def test_river_and_mountain(paid: tuple[str, ...], dues: list[str]) -> None:
    after = play(_east("..─┘...", "d5 n", "s", 9, *paid), lay("A n"))
    assert sorted(event.due for event in after.events_of(DuePaid)) == dues
    assert hidden(after.state) == 9 - len(dues)


@rule("GE-24", "Towns do not interrupt a river: beyond one it is the same.")
def test_towns_do_not_interrupt() -> None:
    after = play(_east("....─┘.", "f5 n"), build("A weiden"), lay("A n?", leave="e"))
    assert after.events_of(DuePaid) == []
    assert hidden(after.state) == 9 - 5 - 1


@rule("GE-24", "A station on a river square costs one die more, and with mountains one more again.")
@pytest.mark.parametrize(
    ("drawing", "at", "text", "paid", "price", "dues"),
    [
        ("....─┘.", "f5 n", "A weiden", (), 5, 1),
        ("....─┘.", "f5 n", "A weiden", ("S15 a4",), 5, 0),
        ("..─┘...", "d5 n", "A eisberg", (), 3, 2),
        ("..─┘...", "d5 n", "A eisberg", ("S15 c2",), 3, 1),
        ("..─┘...", "d5 n", "A eisberg", ("S15 g4",), 3, 1),
        ("..─┘...", "d5 n", "A eisberg", ("S15 e4",), 3, 0),
    ],
)
def test_stations_on_rivers(drawing: str, at: str, text: str, paid: tuple[str, ...], price: int, dues: int) -> None:
    after = play(_east(drawing, at, "", 9, *paid), build(text))
    assert hidden(after.state) == 9 - price - dues
    (built,) = after.events_of(StationBuilt)
    assert (built.price, built.paid.total) == (price, price + dues)
    assert (built.square in after.state.table.turn.paid) == bool(dues), "marked as paid where it was"


@rule("GE-24", "What a station paid on a river counts for track on it, and the other way round.")
def test_stations_and_track_pay_for_one_river() -> None:
    after = play(_east("..─┘...", "d5 n", "c", 9), build("A eisberg"), lay("A s", leave="e"))
    assert after.events_of(DuePaid) == []
    assert hidden(after.state) == 9 - 5


@rule("GE-24", "Without a die to pay it nothing is laid on a river.")
def test_cannot_pay() -> None:
    refused(_east("....─┘.", "f5 n", "sc", 0), lay("A e"), "GE-24", "cannot_pay", due=1, square="19,24")
    refused(_east("..─┘...", "d5 n", "s", 1), lay("A n"), "GE-24", "cannot_pay", due=2)
    refused(_east("..─┘...", "d5 n", "s", 4), build("A eisberg"), "FR-50", "cannot_pay", due=5)


@rule("GE-24", "What is named as payment must be there, though other dice would pay.")
def test_dice_named_that_are_not_there() -> None:
    refused(_east("....─┘.", "f5 n", "c?", 0), lay("A e", pay="1h"), "GE-24", "not_there", hidden=0, wild=1)


@rule("GE-24", "What is named as payment must be what is due.")
def test_paying_wrong() -> None:
    state = _east("....─┘.", "f5 n", "c??")
    refused(state, lay("A e", pay=""), "GE-24", "paid_too_little", due=1)
    refused(state, lay("A e", pay="1h 1?"), "GE-24", "paid_too_much", due=1, paid=2)
    both = _east("..─┘...", "d5 n", "s??")
    refused(both, lay("A n", pay="1h"), "GE-24", "paid_too_little", due=2)
    assert front(play(both, lay("A n", pay="1h 1?")).state) == "?"
    refused(both, build("A eisberg", pay="3h 1?"), "FR-50", "paid_wrong", due=5, paid=4)


# FR-34, FR-40: water

LAKE = "....... ....... ..~~~.. ..~~~.. ....... ....... ......."


def _lake(front: str = "sssssss", behind: int = 9) -> State:
    return german_position({14: FIVE, 18: LAKE}, a="S14 d2 n", b="S14 d6 s", front=front, hidden=behind)


@rule("FR-34", "In Germany too a run may enter water only if it bridges it.")
@pytest.mark.parametrize("text", ["B s s s", "B s s s s"])
def test_no_run_stops_at_water(text: str) -> None:
    refused(_lake(), lay(text), "FR-34", "stops_at_water")


@rule("FR-40", "In Germany too a lake costs two dice, once a turn.")
def test_a_lake_costs_two_dice() -> None:
    after = play(_lake(), lay("B s s s s s"))
    assert [(event.due, event.paid) for event in after.events_of(DuePaid)] == [("lake", payment("2h"))]
    assert after.state.table.line.b.ahead == place("S18 d5")
    refused(_lake(behind=0, front="s" * 7), lay("B s s s s s", pay="1h"), "FR-40", "paid_too_little")


@rule("GE-24", "A lake and a river that flows into it are paid each for itself.")
def test_a_lake_and_its_river() -> None:
    state = german_position({14: FIVE, 18: LAKE}, a="S14 d2 n", b="S14 d6 s", front="sscscss", hidden=9)
    after = play(state, lay("B s e s s s s"))
    assert [event.due for event in after.events_of(DuePaid)] == ["river", "lake"]
