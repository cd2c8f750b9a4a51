"""GE-10 to GE-13, and what they leave of FR-10 to FR-14: a turn, income, transport symbols, and down to five dice."""

import pytest

from rules.clauses import rule
from rules.german_position import SPOKE, german_position
from rules.orders import build, buy, end_turn, income, lay, roll, transport
from rules.playing import front, hidden, play, refused
from rules_core.games.germany import game as germany
from rules_core.games.germany.bots import use_by_default
from rules_core.line.actions import Dice, UseTransport
from rules_core.line.events import IncomeTaken, Rolled, StationBuilt, TransportUsed, TurnBegan, TurnEnded

# GE-10, FR-10: a turn


@rule("GE-10", "The actions may be done in any order, transport symbols, track and stations as often as wanted.")
@rule("FR-10", "In Germany too, what may be done often may be done in any order.")
def test_actions_in_any_order_and_often() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", front="ss$$", hidden=12)
    after = play(
        state,
        transport("bergtal"),
        build("A bergtal"),
        lay("B s"),
        roll(1),
        build("A weiden", leave="s"),
        transport("insel"),
        lay("B s"),
        income(),
        lay("A s?", leave="w"),
        dice="s",
    )
    assert len(after.events_of(StationBuilt)) == 2 and len(after.events_of(TransportUsed)) == 2
    assert after.state.table.turn.seat == 0


@rule("GE-10", "No shares are bought.")
def test_no_shares_are_bought() -> None:
    refused(german_position(front="$?"), buy("weiden"), "GE-10", "no_shares")
    refused(german_position(front="$?"), buy("weiden", "bank", wild=True), "GE-10", "no_shares")


@rule("GE-10", "Only the player whose turn it is may act.")
@pytest.mark.parametrize("seat", [1, 2, 7, -1])
def test_only_the_player_on_turn(seat: int) -> None:
    state = german_position(seats=3, front=("$", "$", "$"))
    for action in (income(seat=seat), roll(1, seat=seat), transport("insel", seat=seat), end_turn(seat=seat)):
        refused(state, action, "GE-10", "not_your_turn")


@rule("FR-10", "In Germany too income is taken once a turn, and dice are rolled once.")
def test_income_and_roll_once() -> None:
    after = play(german_position(hidden=2), income(), roll(1), dice="s").state
    refused(after, income(), "FR-10", "income_taken")
    refused(after, roll(1), "FR-10", "rolled")


@rule("GE-10", "Dice that are won can be used at once.")
def test_dice_won_are_used_at_once() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3)
    after = play(state, build("A bergtal"), transport("insel"), lay("A s?", leave="w"))
    assert front(after.state) == ""


@rule("FR-10", "In Germany too the next player clockwise follows, each once in a year.")
def test_order_of_turns() -> None:
    after = play(german_position(seats=3, seat=1, start=1), end_turn(seat=1), end_turn(seat=2))
    assert [(began.seat, began.number) for began in after.events_of(TurnBegan)] == [(2, 2), (0, 3)]
    assert after.state.table.year == 2


# GE-11, FR-11: income


@rule("GE-11", "Income is four hidden dice, and one more for each station of the companies the player directs.")
@pytest.mark.parametrize(("built", "dice"), [(0, 4), (1, 5), (4, 8), (6, 10)])
def test_income_of_a_director(built: int, dice: int) -> None:
    state = german_position(directors={"weiden": 0}, built={"weiden": built})
    after = play(state, income())
    assert after.events == (IncomeTaken(0, hidden=dice, wild=0, clause="stations"),)
    assert (front(after.state), hidden(after.state)) == ("", dice)
    assert after.state.table.bank == state.table.bank - dice


@rule("GE-11", "The stations of all his companies count, those of others' companies do not.")
def test_income_counts_all_companies_of_the_director() -> None:
    built = {"weiden": 2, "insel": 3, "bergtal": 5, "eisberg": 1}
    state = german_position(directors={"weiden": 0, "insel": 0, "bergtal": 1}, built=built)
    assert play(state, income()).events == (IncomeTaken(0, hidden=9, wild=0, clause="stations"),)


@rule("GE-11", "Stations abroad count too.")
def test_stations_abroad_count() -> None:
    state = german_position(abroad={"Luxland": "W", "Norland": "W"}, directors={"weiden": 0})
    assert play(state, income()).events_of(IncomeTaken)[0].hidden == 6


@rule("GE-11", "Whoever built a station: it counts for him who directs the company now.")
def test_whoever_built_counts() -> None:
    state = german_position(
        SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3, directors={"bergtal": 1}, carried={"bergtal": (0, 2)}
    )
    after = play(state, build("A bergtal"), end_turn(), income(seat=1))
    assert after.events_of(IncomeTaken)[0].hidden == 5


@rule("GE-11", "Who never was director gets four hidden dice.")
def test_income_of_others() -> None:
    state = german_position(directors={"weiden": 1}, built={"weiden": 3})
    assert play(state, income()).events == (IncomeTaken(0, hidden=4, wild=0, clause="stations"),)


@rule("GE-11", "Who becomes director this turn is paid as one, if he takes his income afterwards.")
def test_a_new_director_is_paid_as_one() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3, waiting={"bergtal": 1})
    assert play(state, build("A bergtal"), income()).events_of(IncomeTaken)[0].hidden == 5
    assert play(state, income(), build("A bergtal")).events_of(IncomeTaken)[0].hidden == 4


def _office_is_lost() -> tuple[IncomeTaken, ...]:
    """Seat 0 directs Berg & Tal as his turn ends; seat 1 carries more of it, and takes the office."""
    state = german_position(
        SPOKE,
        a="S14 c2 w",
        b="S14 d4 s",
        hidden=(0, 9),
        directors={"bergtal": 0},
        waiting={"bergtal": 3},
        carried={"bergtal": (2, 0)},
    )
    taking = (build("A bergtal", seat=1), end_turn(seat=1))
    return tuple(play(state, end_turn(), *taking, end_turn(seat=1), income(), end_turn()).events_of(IncomeTaken))


@rule("GE-11", "Who directed a company at his last turn's end, and none as he takes income, gets four '?' instead.")
@rule("FR-11", "In Germany the office is lost when another becomes director, not at a year's end.")
def test_income_after_losing_office() -> None:
    assert _office_is_lost() == (IncomeTaken(0, hidden=0, wild=4, clause="no office"),)
    after = play(german_position(held_office=[0]), income())
    assert (front(after.state), hidden(after.state)) == ("????", 0)


@rule("GE-11", "He gets it once: at the end of that turn he held no office.")
def test_losing_office_pays_once() -> None:
    state = german_position(held_office=[0])
    after = play(state, income(), end_turn(), end_turn(seat=1), end_turn(seat=1), income())
    assert [event.clause for event in after.events_of(IncomeTaken)] == ["no office", "stations"]


@rule("GE-11", "It is lost with the turn in which he takes no income.")
def test_losing_office_does_not_wait() -> None:
    state = german_position(held_office=[0])
    after = play(state, end_turn(), end_turn(seat=1), end_turn(seat=1), income())
    assert [event.clause for event in after.events_of(IncomeTaken)] == ["stations"]


@rule("GE-11", "Who is director again before he takes income is paid as a director.")
def test_office_regained_before_income() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3, waiting={"bergtal": 1}, held_office=[0])
    assert play(state, build("A bergtal"), income()).events_of(IncomeTaken) == [IncomeTaken(0, 5, 0, "stations")]
    assert play(state, income()).events_of(IncomeTaken) == [IncomeTaken(0, 0, 4, "no office")]


@rule("GE-11", "Who lost one company but directs another is paid as a director.")
def test_losing_one_of_two_companies() -> None:
    state = german_position(held_office=[0], directors={"insel": 0, "weiden": 1}, built={"insel": 2, "weiden": 2})
    assert play(state, income()).events_of(IncomeTaken) == [IncomeTaken(0, 6, 0, "stations")]


@rule("FR-11", "In Germany too there is no income in year 1.")
def test_no_income_in_year_one() -> None:
    refused(german_position(year=1), income(), "FR-11", "no_income_in_year_one")


# GE-12: transport symbols


@rule("GE-12", "The die goes to the bank, and one passenger waits for the company of the player's choice.")
@pytest.mark.parametrize("company", ["eisberg", "ueberall", "weiden", "insel", "bergtal"])
def test_using_a_symbol(company: str) -> None:
    state = german_position(front="s$", waiting=dict.fromkeys(("eisberg", "ueberall", "weiden", "insel", "bergtal"), 2))
    after = play(state, transport(company))
    assert after.events == (TransportUsed(0, company, "share"),)
    assert front(after.state) == "s"
    assert after.state.table.bank == state.table.bank + 1
    waiting = dict(zip(state.table.companies, after.state.table.waiting, strict=True))
    assert waiting == {name: 2 + (name == company) for name in waiting}
    assert [player.carried for player in after.state.table.players] == [(0,) * 5] * 2


@rule("GE-12", "A '?' in front may be used as one, where there is no symbol or the player says so.")
@rule("FR-13", "In Germany a '?' may be used as a transport symbol.")
@pytest.mark.parametrize(
    ("dice", "wild", "left"), [("?", False, ""), ("?", True, ""), ("$?", True, "$"), ("$?", False, "?")]
)
def test_wild_as_a_symbol(dice: str, wild: bool, left: str) -> None:
    assert front(play(german_position(front=dice), transport("insel", wild=wild)).state) == left


@rule("GE-12", "No other die is a symbol, and no hidden one.")
def test_no_other_die_is_a_symbol() -> None:
    refused(german_position(front="sc", hidden=4), transport("weiden"), "GE-12", "no_symbol")
    refused(german_position(front="$"), transport("weiden", wild=True), "GE-12", "no_wild_die")


@rule("GE-12", "All symbols must be used in the turn: it does not end while one lies in front.")
def test_symbols_must_be_used() -> None:
    state = german_position(front="s$$")
    refused(state, end_turn(), "GE-12", "symbols_left", symbols=2)
    after = play(state, transport("weiden")).state
    refused(after, end_turn(), "GE-12", "symbols_left", symbols=1)
    assert front(play(after, transport("insel"), end_turn()).state) == "s"


@rule("GE-12", "None may be given back unused, although more than five dice lie in front.")
@pytest.mark.parametrize("discard", ["$", "s"])
def test_symbols_are_not_given_back(discard: str) -> None:
    refused(german_position(front="sssss$"), end_turn(discard), "GE-12", "symbols_left", symbols=1)
    refused(german_position(front="ssssss"), end_turn("$"), "FR-14", "not_in_front")


@rule("GE-12", "A '?' may stay: only the face must be used.")
def test_wild_dice_may_stay() -> None:
    assert front(play(german_position(front="??"), end_turn()).state) == "??"


@rule("GE-12", "Symbols thrown in this turn must be used too.")
def test_symbols_thrown_must_be_used() -> None:
    after = play(german_position(hidden=2), roll(2), dice="$s").state
    refused(after, end_turn(), "GE-12", "symbols_left")


@rule("GE-12", "Where the server ends a turn, symbols go to the company for which the fewest wait, one by one.")
def test_symbols_by_default() -> None:
    waiting = {"eisberg": 3, "ueberall": 1, "weiden": 2, "insel": 0, "bergtal": 1}
    state = german_position(front="s$$$?", waiting=waiting)
    used = []
    while (action := use_by_default(germany.view(state, 0))) is not None:
        used.append(action)
        state = play(state, action).state
    assert used == [UseTransport(0, "insel"), UseTransport(0, "ueberall"), UseTransport(0, "insel")]
    assert front(play(state, end_turn()).state) == "s?"


# GE-13, FR-12, FR-14: rolling, and down to five


@rule("FR-12", "In Germany too hidden dice and '?' are rolled, and the bank adds one die for each '?'.")
def test_rolling() -> None:
    state = german_position(hidden=2, front="s??")
    after = play(state, roll(2, 2), dice="ssccs$")
    assert after.events == (Rolled(0, 2, 2, 2, ("straight", "straight", "curve", "curve", "straight", "share")),)
    assert (front(after.state), hidden(after.state)) == ("sssscc$", 0)
    assert after.state.table.bank == state.table.bank - 2


@rule("FR-12", "In Germany too nobody rolls dice that are not there.")
def test_rolling_what_is_not_there() -> None:
    refused(german_position(hidden=2), roll(3), "FR-12", "too_few_hidden", asked=3, there=2)
    refused(german_position(hidden=2, front="$"), roll(0, 1), "FR-12", "too_few_wild", asked=1, there=0)
    refused(german_position(hidden=2, front="?"), roll(0, 0), "FR-12", "no_dice")


@rule("GE-13", "At the end of the turn at most five dice stay in front; the player picks which go back.")
@rule("FR-14", "In Germany too the player picks which dice go back.")
@pytest.mark.parametrize(("discard", "kept"), [("ss", "scc??"), ("s?", "sscc?"), ("cc", "sss??")])
def test_the_player_picks_what_goes_back(discard: str, kept: str) -> None:
    state = german_position(front="ssscc??", hidden=7)
    after = play(state, end_turn(discard))
    assert front(after.state) == kept and hidden(after.state) == 7
    assert after.state.table.bank == state.table.bank + 2
    assert after.events_of(TurnEnded)[0].discarded.total == 2


@rule("GE-13", "No more and no fewer than the surplus go back.")
def test_the_surplus_goes_back() -> None:
    state = german_position(front="ssscc??")
    refused(state, end_turn("s"), "FR-14", "discard_more", surplus=2, discard=1)
    refused(state, end_turn("sss"), "FR-14", "discard_less", surplus=2, discard=3)
    assert play(german_position(front="ssscc"), end_turn()).events_of(TurnEnded) == [TurnEnded(0, Dice())]
