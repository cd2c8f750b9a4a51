"""GE-32: stations abroad, and how the line comes back."""

import pytest

from rules.clauses import rule
from rules.german_position import FIVE, START, cell, german_position, place, sheet
from rules.orders import build, end_turn, income, lay
from rules.playing import front, hidden, play, refused, stations
from rules_core.line.events import (
    BonusPaid,
    IncomeTaken,
    PassengersCame,
    PassengersTaken,
    PieceLaid,
    StationBuilt,
    TileLeft,
)
from rules_core.line.table import State

ROAD = "x...... x...... ....... x──.... x...... ....... x......"
"""Sector 13 with a track that points at Luxland from b4."""


def _before_luxland(hidden: int = 9, front: str = "") -> State:
    return german_position({13: ROAD, 14: START}, a="S13 b4 w", b="S14 d4 s", hidden=hidden, front=front)


@rule("GE-32", "A track that points at a coloured square abroad may be followed by any company's station, for 5 dice.")
@pytest.mark.parametrize("company", ["eisberg", "ueberall", "weiden", "insel", "bergtal"])
def test_a_station_abroad(company: str) -> None:
    after = play(_before_luxland(), build(f"A {company}"))
    (built,) = after.events_of(StationBuilt)
    assert (built.square, built.company, built.price, built.paid.total) == (place("S13 a4"), company, 5, 5)
    assert after.events_of(BonusPaid) == [BonusPaid(0, wild=2, reason="station")]
    assert hidden(after.state) == 4 and front(after.state) == "??"


@rule("GE-32", "Five dice it costs, no fewer, whatever is named.")
def test_five_dice() -> None:
    refused(_before_luxland(4), build("A weiden"), "FR-50", "cannot_pay", due=5)
    refused(_before_luxland(), build("A weiden", price=3), "GE-31", "price_is_printed", price=5)
    refused(_before_luxland(), build("A weiden", pay="3h"), "FR-50", "paid_wrong", due=5, paid=3)
    assert play(_before_luxland(), build("A weiden", price=5)).events_of(StationBuilt)


@rule("GE-32", "Then all dice of the sector the line came from go back to the bank, and its stations stay.")
def test_the_dice_go_back() -> None:
    road = ROAD.replace("x──....", "x──W──.")
    state = german_position({13: road, 21: FAR}, a="S13 b4 w", b="S21 d1 s", hidden=5)
    after = play(state, build("A insel"))
    assert after.events_of(TileLeft) == [TileLeft(cell(13), 4)]
    line = after.state.table.line
    assert line.dice == 1 and line.fixture(place("S13 d4")) is not None
    assert after.state.table.bank == state.table.bank + 5 + 4 - 2


@rule("GE-32", "No five pieces are needed to leave for a country.")
def test_no_five_pieces_to_leave() -> None:
    assert len(_before_luxland().table.line.tiles[cell(13)]) == 2
    assert play(_before_luxland(), build("A weiden")).events_of(TileLeft) == [TileLeft(cell(13), 2)]


@rule("GE-32", "The dice of the start sector wait, as for any sector, while the other end is there.")
def test_leaving_the_start_sector_for_a_country() -> None:
    state = german_position({14: FIVE}, a="S14 d2 n", b="S14 d6 s", hidden=5, front="s", box=NEAR)
    after = play(state, lay("A n"), build("A weiden"))
    assert after.events_of(StationBuilt)[0].square == place("S10 d7")
    assert after.events_of(TileLeft) == []
    assert after.state.table.line.dice == 6


FAR = "...│... ....... ....... ....... ....... ....... ......."
NEAR = sheet(
    ground={10: "....... ....... ....... ....... ....... ....... xxx.xxx"},
    rivers={4: "QQ..... ....... ....... ....... ....... ....... ......."},
    towns={"Mitte": "S14 b2 red 3"},
    countries={"Südland": "S22 d7", "Alpland": "S24 d7", "Nahland": "S10 d7", "Norland": "S2 d1", "Seeland": "S4 d1"},
)
"""Nahland lies right north of the start sector."""


# the way back


def _in_luxland(front: str = "ssscc", **abroad: str) -> State:
    used = {"Luxland": "W", **abroad}
    return german_position({14: START}, a="Luxland from e", b="S14 d4 s", abroad=used, front=front, hidden=9)


@rule("GE-32", "The line goes on into Germany by any side, the one it came in by too.")
@pytest.mark.parametrize(("side", "text", "at"), [("e", "A e", "S13 b4"), ("n", "A e", "S13 a3")])
def test_back_by_any_side(side: str, text: str, at: str) -> None:
    after = play(_in_luxland(), lay(text, leave=side))
    assert after.state.table.line.a.square == place(at)


@rule("GE-32", "So it is right after the building too: the die on that side is gone.")
def test_back_at_once_by_the_side_it_came_in() -> None:
    after = play(_before_luxland(front="s"), build("A weiden"), lay("A e", leave="e"))
    assert after.state.table.line.a.square == place("S13 b4")


@rule("GE-32", "By which side has to be said, and it must be a side.")
def test_the_side_has_to_be_said() -> None:
    refused(_in_luxland(), lay("A e"), "GE-32", "leave_which_side")


@rule("GE-32", "Not over land abroad: it goes back into Germany.")
def test_back_into_germany() -> None:
    refused(_in_luxland(), lay("A w", leave="w"), "GE-23", "not_in_germany", square="-1,24")
    refused(_in_luxland(), lay("A s", leave="s"), "GE-23", "not_in_germany", square="0,25")


@rule("GE-32", "No five pieces are needed to come back.")
def test_no_five_pieces_to_come_back() -> None:
    assert play(_in_luxland("s"), lay("A e", leave="e")).events_of(PieceLaid)


@rule("GE-32", "Coming back obeys GE-20: not into the sector in which the other end is.")
def test_not_where_the_other_end_is() -> None:
    track = "x...... x...... ....... x....── x...... ....... x......"
    state = german_position({13: track}, a="Luxland from e", b="S13 f4 w", abroad={"Luxland": "W"}, front="sscc")
    for side, text in (("e", "A e"), ("n", "A e")):
        refused(state, lay(text, leave=side), "GE-20", "other_end_there", sector=13)


@rule("GE-32", "It wins no dice for the sector it came from.")
def test_no_bonus_for_the_sector_it_came_from() -> None:
    after = play(_in_luxland(), lay("A e", leave="e"))
    assert after.events_of(BonusPaid) == [] and after.events_of(TileLeft) == []


@rule("GE-32", "For another sector without a station it does; with a station in it there are none.")
@pytest.mark.parametrize(("south", "won"), [("", 1), ("....... ...W... ....... ....... ....... ....... .......", 0)])
def test_bonus_for_another_sector(south: str, won: int) -> None:
    sectors = {14: START, **({17: south} if south else {})}
    state = german_position(sectors, a="Eckland from n", b="S14 d4 s", abroad={"Eckland": "W"}, front="s")
    after = play(state, lay("A s", leave="s"))
    assert after.state.table.line.a.square == place("S17 a1")
    assert len(after.events_of(BonusPaid)) == won


@rule("GE-32", "The sector come back to is left as any other: with five pieces.")
def test_leaving_it_again() -> None:
    used = {"Luxland": "W"}
    state = german_position({21: FAR}, a="Luxland from e", b="S21 d1 s", abroad=used, front="s" * 7)
    after = play(state, lay("A e e e e e e e", leave="e"))
    assert after.events_of(TileLeft) == [TileLeft(cell(13), 6)]
    three = "x...... x...... ....... x...─── x...... ....... x......"
    few = german_position({13: three, 21: FAR}, a="S13 g4 e", b="S21 d1 s", abroad=used, front="s")
    refused(few, lay("A e"), "FR-35", "too_few_pieces", pieces=3)


@rule("GE-32", "Never from one country directly to another.")
def test_never_from_country_to_country() -> None:
    refused(_in_luxland(), build("A insel", leave="s"), "GE-32", "needs_track", country="Belland")
    refused(_in_luxland(Belland="I"), build("A insel", leave="s"), "GE-32", "needs_track", country="Belland")


@rule("GE-32", "A country is reached by track: not from a station beside it.")
def test_not_from_a_station() -> None:
    line = "x...... x...... ....... xW─.... x...... ....... x......"
    state = german_position({13: line, 14: START}, a="S13 b4 from e", b="S14 d4 s", hidden=9)
    refused(state, build("A insel", leave="w"), "GE-32", "needs_track", country="Luxland")


@rule("GE-32", "One station in each country; then no track points there any more, and none is built.")
def test_one_station_in_each_country() -> None:
    built = play(_before_luxland(14, "ccc"), build("A weiden")).state
    refused(built, lay("A e s w", leave="n"), "GE-23", "points_at_used_country", country="Luxland")
    assert play(built, lay("A e s", leave="n")).events_of(PieceLaid)


@rule("GE-32", "A start abroad is used up like a country with a station.")
def test_a_start_is_used_up() -> None:
    state = german_position({}, a="Luxland", b="Südland", front="ccc", hidden=9)
    refused(state, lay("A e s w", leave="n"), "GE-23", "points_at_used_country", country="Luxland")


# what it counts for


@rule("GE-32", "It counts for its company: passengers, director, and the stations that are left.")
def test_it_counts_for_the_company() -> None:
    state = german_position({13: ROAD, 14: START}, a="S13 b4 w", b="S14 d4 s", hidden=5, waiting={"weiden": 3})
    after = play(state, build("A weiden"))
    assert after.events_of(PassengersTaken) == [PassengersTaken(0, "weiden", 3)]
    weiden = after.state.table.companies["weiden"]
    assert (weiden.director, weiden.stations_left, after.state.table.built("weiden")) == (0, 6, 1)
    assert stations(after.state) == 39


@rule("GE-32", "It counts for the income of its director, and for the passengers of the year.")
def test_it_counts_for_income() -> None:
    state = german_position(
        {13: ROAD, 14: START},
        a="S13 b4 w",
        b="S14 d4 s",
        hidden=5,
        waiting={"weiden": 3},
        built={"weiden": 2},
    )
    after = play(state, build("A weiden"), income(), end_turn(), end_turn(seat=1))
    assert after.events_of(IncomeTaken)[0].hidden == 4 + 3
    assert after.events_of(PassengersCame) == [PassengersCame((1, 1, 3, 1, 1))]


@rule("GE-32", "It stands in no sector and in no town: the company builds there as if it stood nowhere near.")
def test_it_stands_in_no_sector() -> None:
    after = play(_before_luxland(), build("A weiden")).state
    assert all(tile.stations == () for tile in after.table.landscape.tiles.values())
