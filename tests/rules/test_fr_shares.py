"""FR-20 to FR-22: buying shares."""

from typing import get_args

import pytest

from rules.clauses import rule
from rules.orders import buy, end_turn
from rules.playing import evolve_checked, front, hidden, play, refused
from rules.position import position
from rules_core.games.first_rails import game as first_rails
from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndTurn,
    Income,
    LayRun,
    Roll,
    SharesMoved,
    UseTransport,
)
from rules_core.line.events import ShareBought
from rules_core.line.table import State

# FR-20: from the bank


@rule("FR-20", "A share from the bank costs one die in front that shows a share, paid to the bank.")
def test_share_die_buys_a_share() -> None:
    state = position(front="s$")
    after = play(state, buy("weiden"))
    assert after.events == (ShareBought(0, "weiden", seller=None, face="share"),)
    assert front(after.state) == "s"
    assert after.state.table.bank == state.table.bank + 1
    assert after.state.table.companies["weiden"].unsold == 9
    assert after.state.table.players[0].shares == (0, 0, 1, 0, 0)


@rule("FR-20", "A '?' in front buys a share too, where there is no share die or the player says so.")
@pytest.mark.parametrize(
    ("dice", "wild", "left"), [("?", False, ""), ("?", True, ""), ("$?", True, "$"), ("$?", False, "?")]
)
def test_wild_buys_a_share(dice: str, wild: bool, left: str) -> None:
    assert front(play(position(front=dice), buy("insel", wild=wild)).state) == left


@rule("FR-20", "No other die buys a share, and no hidden die does.")
def test_no_other_die_buys_a_share() -> None:
    refused(position(front="sc", hidden=4), buy("weiden"), "FR-20", "no_share_die")


@rule("FR-20", "A '?' that is not there buys nothing.")
def test_no_wild_die_to_buy_with() -> None:
    refused(position(front="$"), buy("weiden", wild=True), "FR-20", "no_wild_die")


@rule("FR-20", "The bank has ten shares of each company and no more.")
def test_the_bank_has_no_share_left() -> None:
    state = position(front="$", shares={"weiden": (4, 6)})
    refused(state, buy("weiden", "bank"), "FR-20", "sold_out", company="weiden")


@rule("FR-20", "A share may be bought of any company, also of one that another player directs.")
@pytest.mark.parametrize("company", ["eisberg", "ueberall", "weiden", "insel", "bergtal"])
def test_any_company(company: str) -> None:
    state = position(front="$", directors={company: 1}, shares={company: (0, 3)})
    assert play(state, buy(company, "bank")).state.table.companies[company].unsold == 6


@rule("FR-20", "Shares that a moderator moves come out of the hand or the bank they were in, and into the other.")
@pytest.mark.parametrize(
    ("giver", "taker", "held", "unsold"),
    [(0, 1, [1, 3], 6), (0, None, [1, 1], 8), (None, 1, [3, 3], 4)],
)
def test_shares_moved_by_hand(giver: int | None, taker: int | None, held: list[int], unsold: int) -> None:
    after = evolve_checked(position(shares={"weiden": (3, 1)}), SharesMoved("weiden", 2, giver, taker))
    assert [player.shares[2] for player in after.table.players] == held
    assert after.table.companies["weiden"].unsold == unsold


# FR-21: from a director

OTHERS = ("eisberg", "ueberall", "insel", "bergtal")


def _market(seats: int, sold_out: int, front: str = "$$") -> State:
    """Seat 1 directs Weiden Express, of which the bank still sells; some other companies are sold out."""
    sold = dict.fromkeys(OTHERS[:sold_out], (0, 10))
    return position(seats=seats, front=front, directors={"weiden": 1}, shares={"weiden": (2, 3), **sold})


@rule("FR-21", "As many companies as there are players must be sold out before directors sell.")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_market_opens_with_as_many_companies_as_players(seats: int) -> None:
    closed = _market(seats, seats - 1)
    refused(closed, buy("weiden", "director"), "FR-21", "market_closed", needed=seats, sold_out=seats - 1)
    opened = _market(seats, seats)
    after = play(opened, buy("weiden", "director"))
    assert after.events == (ShareBought(0, "weiden", seller=1, face="share"),)
    for state, there in ((closed, False), (opened, True)):
        assert (buy("weiden", "director") in first_rails.legal(first_rails.view(state, 0))) == there


@rule("FR-21", "The die goes behind the director's screen, the share to the buyer; a director cannot refuse.")
def test_die_goes_behind_the_directors_screen() -> None:
    state = _market(2, 2)
    after = play(state, buy("weiden", "director")).state
    assert hidden(after, 1) == hidden(state, 1) + 1
    assert [player.shares[2] for player in after.table.players] == [3, 2]
    assert after.table.companies["weiden"].unsold == 5
    assert after.table.bank == state.table.bank


@rule("FR-21", "A '?' pays a director too.")
def test_wild_pays_a_director() -> None:
    after = play(_market(2, 2, front="$?"), buy("weiden", "director", wild=True)).state
    assert (front(after), hidden(after, 1)) == ("$", 1)


@rule("FR-21", "Directors sell shares of any company, sold out or not.")
@pytest.mark.parametrize("company", ["weiden", "eisberg"])
def test_sold_out_or_not(company: str) -> None:
    shares = {"eisberg": (3, 7), "ueberall": (10, 0), "weiden": (0, 1)}
    state = position(front="$", directors={"weiden": 1, "eisberg": 1}, shares=shares)
    assert play(state, buy(company, "director")).events_of(ShareBought)[0].seller == 1


@rule("FR-21", "The purchase that completes the condition opens the market at once, in the same turn.")
def test_market_opens_at_once() -> None:
    shares = {"eisberg": (0, 10), "insel": (9, 0), "weiden": (2, 3)}
    state = position(front="$$", directors={"weiden": 1}, shares=shares)
    refused(state, buy("weiden", "director"), "FR-21", "market_closed")
    after = play(state, buy("insel"), buy("weiden", "director"))
    assert [event.seller for event in after.events_of(ShareBought)] == [None, 1]


@rule("FR-21", "Where the bank has none left, a share is asked of the director unless the player says otherwise.")
def test_default_source() -> None:
    shares = {"eisberg": (3, 7), "insel": (10, 0)}
    state = position(front="$$", directors={"eisberg": 1, "weiden": 1}, shares={**shares, "weiden": (0, 2)})
    after = play(state, buy("eisberg"), buy("weiden"))
    assert [event.seller for event in after.events_of(ShareBought)] == [1, None]


@rule("FR-21", "A company without a director has nobody to buy from.")
def test_no_director_to_buy_from() -> None:
    state = position(front="$", shares={"eisberg": (0, 10), "insel": (0, 10)})
    refused(state, buy("insel"), "FR-21", "no_director", company="insel")


# FR-22: who sells


@rule("FR-22", "Another shareholder does not sell, even one with more shares than the director.")
def test_only_the_director_in_office_sells() -> None:
    shares = {"eisberg": (0, 0, 10), "ueberall": (0, 0, 10), "insel": (0, 10, 0), "weiden": (0, 1, 9)}
    state = position(seats=3, front="$$", directors={"weiden": 1}, shares=shares)
    after = play(state, buy("weiden", "director"))
    assert after.events_of(ShareBought)[0].seller == 1
    refused(after.state, buy("weiden", "director"), "FR-22", "director_has_none", company="weiden")


@rule("FR-22", "Who gets the majority during the year is no director yet: nobody buys those shares from him.")
def test_a_new_majority_does_not_sell_yet() -> None:
    shares = {"eisberg": (0, 10), "ueberall": (0, 10), "weiden": (2, 3)}
    state = position(front=("$$", "$"), directors={"weiden": 1}, shares=shares)
    after = play(state, buy("weiden", "director"), buy("weiden", "director"), end_turn())
    assert [player.shares[2] for player in after.state.table.players] == [4, 1]
    refused(after.state, buy("weiden", "director", seat=1), "FR-22", "own_company", company="weiden")


@rule("FR-22", "After the year's end the new director sells.")
def test_the_new_director_sells() -> None:
    shares = {"eisberg": (0, 10), "ueberall": (0, 10), "weiden": (4, 1)}
    state = position(seat=1, front=("", "$"), directors={"weiden": 1}, shares=shares)
    after = play(state, end_turn(seat=1), buy("weiden", "director", seat=1))
    assert after.events_of(ShareBought)[0].seller == 0


@rule("FR-22", "A director buys no share of his own company from players, but may from the bank.")
def test_a_director_and_his_own_company() -> None:
    shares = {"eisberg": (0, 10), "ueberall": (0, 10), "weiden": (3, 4)}
    state = position(front="$", directors={"weiden": 0}, shares=shares)
    refused(state, buy("weiden", "director"), "FR-22", "own_company", company="weiden")
    assert play(state, buy("weiden")).events_of(ShareBought)[0].seller is None


@rule("FR-22", "Nobody sells of his own accord: a share moves only when another player buys it.")
def test_there_is_no_action_to_sell() -> None:
    assert get_args(Action) == (Income, Roll, BuyShare, UseTransport, LayRun, BuildStation, EndTurn)
    shares = {"eisberg": (0, 10), "ueberall": (0, 10), "weiden": (2, 3)}
    state = position(front="$", directors={"weiden": 1}, shares=shares)
    (bought,) = play(state, buy("weiden", "director")).events_of(ShareBought)
    assert (bought.seat, bought.seller) == (0, 1)
