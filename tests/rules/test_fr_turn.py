"""FR-10 to FR-14: a turn, income, rolling, the "?", and reducing to five dice."""

from typing import TypeAlias

import pytest

from rules.clauses import rule
from rules.orders import build, buy, end_turn, income, lay, payment, roll, transport
from rules.playing import front, hidden, play, refused
from rules.position import FOOTHILLS, position
from rules_core.grid import Terrain
from rules_core.line.actions import Dice, EndTurn
from rules_core.line.events import DuePaid, IncomeTaken, Rolled, StationBuilt, TurnBegan

# FR-10: a turn


@rule("FR-10", "The actions may be done in any order, shares, track and stations as often as wanted.")
def test_actions_in_any_order_and_often() -> None:
    state = position(front="ss$$", hidden=9, directors={"weiden": 0, "insel": 0})
    after = play(
        state,
        lay("A w"),
        buy("weiden"),
        build("B weiden"),
        roll(1),
        build("A insel", "grassland"),
        buy("insel"),
        lay("B n", leave="n"),
        income(),
        dice="c",
    )
    assert len(after.events_of(StationBuilt)) == 2
    assert after.state.table.turn.seat == 0


@rule("FR-10", "Transport symbols belong to Germany: in The First Rails there is nothing to carry with a share die.")
def test_no_transport_symbols() -> None:
    refused(position(front="$"), transport("weiden"), "FR-10", "no_transport")


@rule("FR-10", "Income is taken once a turn.")
def test_income_once() -> None:
    refused(play(position(), income()).state, income(), "FR-10", "income_taken")


@rule("FR-10", "Dice are rolled once a turn.")
def test_roll_once() -> None:
    after = play(position(hidden=2), roll(1), dice="s").state
    refused(after, roll(1), "FR-10", "rolled")


@rule("FR-10", "Only the player whose turn it is may act.")
@pytest.mark.parametrize("seat", [1, 2, 7, -1])
def test_only_the_player_on_turn(seat: int) -> None:
    state = position(seats=3, front=("s", "s", "s"))
    for action in (income(seat=seat), roll(0, seat=seat), buy("insel", seat=seat), end_turn(seat=seat)):
        refused(state, action, "FR-10", "not_your_turn")


@rule("FR-10", "Dice won during the turn can be used at once.")
def test_dice_won_are_used_at_once() -> None:
    state = position(hidden=3, directors={"weiden": 0})
    after = play(state, build("A weiden"), buy("weiden"), lay("A w", leave="w"))
    assert front(after.state) == ""


@rule("FR-10", "After a turn the next player clockwise follows, each once in a year.")
def test_order_of_turns() -> None:
    state = position(seats=3, seat=1, start=1)
    after = play(state, end_turn(seat=1), end_turn(seat=2))
    assert [(began.seat, began.number) for began in after.events_of(TurnBegan)] == [(2, 2), (0, 3)]
    assert after.state.table.year == 2


@rule("FR-10", "What counts once a turn counts anew for the next player.")
def test_a_new_turn_begins_afresh() -> None:
    after = play(position(hidden=(1, 1)), income(), roll(1), end_turn(), income(seat=1), roll(1, seat=1), dice="ss")
    assert [event.seat for event in after.events_of(IncomeTaken)] == [0, 1]


# FR-11: income

Cards: TypeAlias = dict[str, dict[tuple[Terrain, int], int]]
ALL_BUT: Cards = {"weiden": {("grassland", 3): 0, ("grassland", 5): 3}}
"""Weiden Express has built five stations."""


@rule("FR-11", "There is no income in year 1.")
def test_no_income_in_year_one() -> None:
    refused(position(year=1), income(), "FR-11", "no_income_in_year_one")


@rule("FR-11", "(a) A director of companies with up to four stations in all gets four dice behind the screen.")
@pytest.mark.parametrize("left", [5, 3, 1])
def test_income_of_a_director_with_few_stations(left: int) -> None:
    state = position(directors={"weiden": 0}, stock={"weiden": {("grassland", 3): left}})
    after = play(state, income())
    assert after.events == (IncomeTaken(0, hidden=4, wild=0, clause="a"),)
    assert hidden(after.state) == 4
    assert after.state.table.bank == state.table.bank - 4


@rule("FR-11", "(b) A director of companies with more than four stations in all gets as many dice as stations.")
def test_income_of_a_director_with_many_stations() -> None:
    after = play(position(directors={"weiden": 0}, stock=ALL_BUT), income())
    assert after.events == (IncomeTaken(0, hidden=5, wild=0, clause="b"),)
    assert hidden(after.state) == 5


@rule("FR-11", "(b) The stations of all companies of a director count together, those of others do not.")
def test_income_counts_all_companies_of_the_director() -> None:
    stock: Cards = {
        "weiden": {("grassland", 3): 2},
        "insel": {("lake", 3): 0},
        "bergtal": {("mountain", 3): 0},
    }
    state = position(directors={"weiden": 0, "insel": 0, "bergtal": 1}, stock=stock)
    assert play(state, income()).events == (IncomeTaken(0, hidden=6, wild=0, clause="b"),)


@rule("FR-11", "(c) Who lost the last directorship at the last year's end gets four '?' in front instead.")
def test_income_after_losing_office() -> None:
    after = play(position(lost_office=[0]), income())
    assert after.events == (IncomeTaken(0, hidden=0, wild=4, clause="c"),)
    assert (front(after.state), hidden(after.state)) == ("????", 0)


@rule("FR-11", "(c) That income is for the one year after: the year after next it is four hidden dice again.")
def test_losing_office_pays_once() -> None:
    state = position(directors={"weiden": 0}, shares={"weiden": (1, 2)})
    year_lost = (end_turn(), end_turn(seat=1))
    year_after = (end_turn(seat=1), income(), end_turn())
    after = play(state, *year_lost, *year_after, income())
    assert [event.clause for event in after.events_of(IncomeTaken)] == ["c", "d"]


@rule("FR-11", "(c) Who is director again of anything is paid as a director.")
def test_new_office_at_the_same_time() -> None:
    state = position(directors={"weiden": 0}, shares={"weiden": (1, 2), "insel": (1, 0)})
    after = play(state, end_turn(), end_turn(seat=1), end_turn(seat=1), income())
    assert after.events_of(IncomeTaken) == [IncomeTaken(0, hidden=4, wild=0, clause="a")]


@rule("FR-11", "(c) Who lost one company but is still director of another is paid as a director.")
def test_losing_one_of_two_companies() -> None:
    state = position(directors={"weiden": 0, "insel": 0}, shares={"weiden": (1, 2), "insel": (1, 0)})
    after = play(state, end_turn(), end_turn(seat=1), end_turn(seat=1), income())
    assert after.events_of(IncomeTaken) == [IncomeTaken(0, hidden=4, wild=0, clause="a")]


@rule("FR-11", "(d) Anyone else gets four dice behind the screen.")
def test_income_of_others() -> None:
    after = play(position(shares={"weiden": (2, 3)}, directors={"weiden": 1}), income())
    assert after.events == (IncomeTaken(0, hidden=4, wild=0, clause="d"),)


# FR-12: rolling


@rule("FR-12", "Any number of hidden dice may be rolled; the results lie in front.")
def test_rolling_hidden_dice() -> None:
    after = play(position(hidden=5, front="s"), roll(3), dice="c$?")
    assert (front(after.state), hidden(after.state)) == ("sc$?", 2)
    assert after.events == (Rolled(0, 3, 0, 0, ("curve", "share", "?")),)


@rule("FR-12", "For each '?' rolled the bank adds one bonus die.")
def test_bonus_dice() -> None:
    state = position(hidden=2, front="???")
    after = play(state, roll(2, 2), dice="ssccs$")
    assert (front(after.state), hidden(after.state)) == ("ssscc$?", 0)
    assert after.state.table.bank == state.table.bank - 2
    assert after.events_of(Rolled)[0].bonus == 2


@rule("FR-12", "'?' alone may be rolled.")
def test_rolling_wild_dice_alone() -> None:
    assert front(play(position(front="?"), roll(0, 1), dice="sc").state) == "sc"


@rule("FR-12", "A roll needs at least one die, and no number below none.")
@pytest.mark.parametrize(("behind", "wild"), [(0, 0), (-1, 2), (2, -1), (-3, 3)])
def test_rolling_nothing(behind: int, wild: int) -> None:
    refused(position(hidden=5, front="????"), roll(behind, wild), "FR-12", "no_dice")


@rule("FR-12", "Nobody rolls more hidden dice than there are.")
def test_too_few_hidden_dice() -> None:
    refused(position(hidden=(2, 9)), roll(3), "FR-12", "too_few_hidden", asked=3, there=2)


@rule("FR-12", "Of the dice in front only '?' may be rolled.")
def test_only_wild_dice_in_front_are_rolled() -> None:
    refused(position(front="ssc$?"), roll(0, 2), "FR-12", "too_few_wild", asked=2, there=1)


@rule("FR-12", "Results are fixed: a straight thrown is not turned into a curve or a share.")
def test_results_are_fixed() -> None:
    after = play(position(hidden=1), roll(1), dice="s").state
    refused(after, lay("A n"), "FR-30", "no_die", face="curve")
    refused(after, buy("weiden"), "FR-20", "no_share_die")


@rule("FR-12", "Dice in front are never put behind the screen: they pay for nothing that hidden dice pay.")
def test_dice_in_front_stay_there() -> None:
    state = position(front="sssss$", directors={"weiden": 0})
    refused(state, build("A weiden"), "FR-50", "cannot_pay", due=3)


# FR-13: the "?"


@rule("FR-13", "A '?' may be laid as a straight or as a curve.")
@pytest.mark.parametrize("way", ["w", "n", "s"])
def test_wild_as_track(way: str) -> None:
    assert front(play(position(front="?"), lay(f"A {way}?")).state) == ""


@rule("FR-13", "A '?' may buy a share.")
def test_wild_as_share() -> None:
    after = play(position(front="$?"), buy("weiden", wild=True)).state
    assert front(after) == "$"


@rule("FR-13", "A '?' may be one die of a payment.")
def test_wild_as_payment() -> None:
    after = play(position(front="??", hidden=5, directors={"weiden": 0}), build("A weiden", pay="1h 2?"))
    assert hidden(after.state) == 4
    assert front(after.state) == "??"


@rule("FR-13", "A '?' may pay in the mountains.")
def test_wild_pays_in_the_mountains() -> None:
    after = play(position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="s?"), lay("B e"))
    assert front(after.state) == ""
    assert [event.paid for event in after.events_of(DuePaid)] == [payment("1?")]


@rule("FR-13", "A '?' may be kept: plain faces are used first, and it stays at the turn's end.")
def test_wild_kept() -> None:
    after = play(position(front="s$?"), lay("A w"), buy("weiden"), end_turn()).state
    assert front(after) == "?"


# FR-14: down to five


@rule("FR-14", "At the end of the turn at most five dice stay in front; the player picks which go back.")
@pytest.mark.parametrize(("discard", "kept"), [("ss", "sc$$?"), ("s?", "ssc$$"), ("c$", "sss$?")])
def test_the_player_picks_what_goes_back(discard: str, kept: str) -> None:
    state = position(front="sssc$$?")
    after = play(state, end_turn(discard)).state
    assert front(after) == kept
    assert after.table.bank == state.table.bank + 2


@rule("FR-14", "More than five may not stay.")
def test_too_few_given_back() -> None:
    refused(position(front="sssc$$?"), end_turn("s"), "FR-14", "discard_more", surplus=2, discard=1)


@rule("FR-14", "Only the surplus goes back.")
def test_too_many_given_back() -> None:
    refused(position(front="sssc$$?"), end_turn("sss"), "FR-14", "discard_less", surplus=2, discard=3)
    refused(position(front="s"), end_turn("s"), "FR-14", "discard_less", surplus=0)


@rule("FR-14", "Only dice that lie in front go back.")
def test_only_dice_in_front_are_given_back() -> None:
    refused(position(front="ssssss"), end_turn("c"), "FR-14", "not_in_front")
    refused(position(front="ssssss"), EndTurn(0, Dice(straight=2, curve=-1)), "FR-14", "not_in_front")


@rule("FR-14", "Hidden dice are not counted.")
def test_hidden_dice_are_not_reduced() -> None:
    assert hidden(play(position(front="sssss", hidden=12), end_turn()).state) == 12


@rule("FR-14", "During the turn there is no limit.")
def test_no_limit_during_the_turn() -> None:
    after = play(position(front="sssss", hidden=5), roll(5), dice="ccccc").state
    assert front(after) == "sssssccccc"
