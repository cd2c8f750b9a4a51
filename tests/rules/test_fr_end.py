"""FR-71 and FR-72: the collapse of the state, and who wins."""

from dataclasses import replace

import pytest

from rules.clauses import rule
from rules.orders import build, buy, end_turn, income, lay, roll
from rules.playing import hidden, passengers, play, refused
from rules.position import FIVE, FOOTHILLS, Tile, position
from rules_core.actions import Action, Income, LayRun, Roll
from rules_core.events import BankBroken, GameEnded, IncomeTaken, PassengersCarried, Rolled
from rules_core.games import first_rails
from rules_core.table import State

STATIONS = {(0, 0): Tile("grassland", FIVE), (0, 1): Tile("lake", stations="WI"), (0, 2): Tile("lake", stations="WE")}


def _poor(bank: int, front: str = "ss??") -> State:
    """A points west at the edge; the dice that are nowhere else lie behind the last seat's screen."""
    return position(
        STATIONS,
        a="T1 b4 w",
        b="T1 f4 e",
        seats=3,
        front=front,
        hidden=1,
        bank=bank,
        passengers=(3, 4, 5),
        directors={"weiden": 1, "insel": 0},
    )


CASES: list[tuple[int, Income | Roll | LayRun, int]] = [
    (3, income(), 4),
    (0, income(), 4),
    (1, roll(1, 2), 2),
    (0, roll(0, 1), 1),
    (1, lay("A w +grassland w"), 2),
    (0, lay("A w +grassland w w? w?"), 2),
]
"""What the bank has, and what breaks it: income, bonus dice, the two dice for a tile, also in the middle of a run."""


@rule("FR-71", "An order that would break the bank is refused unless it says so.")
@pytest.mark.parametrize(("bank", "action", "due"), CASES)
def test_the_bank_is_not_broken_unasked(bank: int, action: Action, due: int) -> None:
    refused(_poor(bank), action, "FR-71", "bank_would_break", due=due, bank=bank)


@rule("FR-71", "The four '?' of a player who lost office are due like any income.")
def test_income_after_losing_office_may_break_the_bank() -> None:
    state = position(seats=3, bank=3, lost_office=[0])
    refused(state, income(), "FR-71", "bank_would_break", due=4, bank=3)
    assert play(state, income(break_bank=True)).told(BankBroken) == [BankBroken(0, 4, 3)]


@rule("FR-71", "With the words the state collapses: play stops at once, and the action gives nothing at all.")
@pytest.mark.parametrize(("bank", "action", "due"), CASES)
def test_the_state_collapses(bank: int, action: Income | Roll | LayRun, due: int) -> None:
    state = _poor(bank)
    after = play(state, replace(action, break_bank=True))
    assert after.told(BankBroken) == [BankBroken(0, due, bank)]
    assert [told.reason for told in after.told(GameEnded)] == ["collapse"]
    table = after.state.table
    assert table.over
    assert (table.line, table.landscape, table.players) == (
        state.table.line,
        state.table.landscape,
        state.table.players,
    )
    assert (table.bank, hidden(after.state)) == (bank, 1)


@rule("FR-71", "The passengers of the broken year are counted for all companies, whoever had his turn.")
def test_passengers_of_the_broken_year() -> None:
    after = play(_poor(3), income(break_bank=True))
    assert after.told(PassengersCarried) == [PassengersCarried("weiden", 1, 2), PassengersCarried("insel", 0, 1)]
    assert [passengers(after.state, seat) for seat in range(3)] == [4, 6, 5]


@rule("FR-71", "While the bank can pay to the last die, nothing breaks, and the words do nothing.")
@pytest.mark.parametrize("words", [False, True])
def test_the_last_die_of_the_bank(words: bool) -> None:
    assert play(_poor(4), income(break_bank=words)).told(IncomeTaken)
    assert play(_poor(2), roll(1, 2, break_bank=words), dice="sssss").told(Rolled)
    assert play(_poor(2), lay("A w +grassland w", break_bank=words)).state.table.bank == 0


@rule("FR-71", "What is paid comes into the bank first: dues and stations pay for what is won by them.")
def test_payments_come_first() -> None:
    station = position(seats=3, bank=0, hidden=3, directors={"weiden": 0})
    assert play(station, build("A weiden")).state.table.bank == 1
    over = lay("B e e e e +mountain2/w e")
    enough = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="sssss", hidden=1, bank=1)
    assert play(enough, over).state.table.bank == 0
    short = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="sssss", hidden=1, bank=0)
    refused(short, over, "FR-71", "bank_would_break", due=2)


@rule("FR-71", "Nothing automatic breaks the bank: what it would cost is never among the actions listed.")
def test_breaking_the_bank_is_never_listed() -> None:
    listed = list(first_rails.legal(first_rails.view(_poor(0), 0)))
    assert not any(getattr(action, "break_bank", False) for action in listed)
    assert not any(isinstance(action, Income) or (isinstance(action, Roll) and action.wild) for action in listed)


# FR-72: who wins


def _standings(state: State) -> list[tuple[int, int]]:
    """Each seat with its place, best first, after the last turn of the game."""
    seat = state.table.turn.seat
    (ended,) = play(state, end_turn(seat=seat)).told(GameEnded)
    return [(standing.seat, standing.place) for standing in ended.standings]


def _final(passengers: tuple[int, ...], front: tuple[str, ...], hidden: tuple[int, ...]) -> State:
    return position(seats=3, seat=2, last_year="dead ends", passengers=passengers, front=front, hidden=hidden)


@rule("FR-72", "The player with the most passengers wins.")
def test_most_passengers_win() -> None:
    assert _standings(_final((4, 9, 5), ("???", "", ""), (9, 0, 0))) == [(1, 1), (2, 2), (0, 3)]


@rule("FR-72", "The passengers of the last year count.")
def test_passengers_of_the_last_year_count() -> None:
    tiles = {(0, 0): Tile("grassland", FIVE), (0, 1): Tile("lake", stations="W"), (0, 2): Tile("lake", stations="W")}
    state = position(
        tiles, a="T1 b4 w", b="T1 f4 e", seat=1, last_year="no tile", passengers=(4, 5), directors={"weiden": 0}
    )
    assert _standings(state) == [(0, 1), (1, 2)]


@rule("FR-72", "On a tie the one with the most '?' in front wins.")
def test_wild_dice_break_a_tie() -> None:
    assert _standings(_final((7, 7, 5), ("?", "??", "????"), (9, 0, 9))) == [(1, 1), (0, 2), (2, 3)]


@rule("FR-72", "Then the one with the most dice in front and hidden together, '?' included.")
def test_all_dice_break_a_tie() -> None:
    assert _standings(_final((7, 7, 7), ("?ss", "?", "?c"), (0, 3, 1))) == [(1, 1), (0, 2), (2, 2)]


@rule("FR-72", "If that is equal too, they share the victory.")
def test_a_shared_victory() -> None:
    assert _standings(_final((7, 7, 7), ("?s", "?", "?c"), (1, 2, 0))) == [(0, 1), (1, 1), (2, 3)]


@rule("FR-72", "When the game is over nothing more is played.")
def test_nothing_after_the_end() -> None:
    over = play(_final((1, 2, 3), ("s", "s", "s"), (1, 1, 1)), end_turn(seat=2)).state
    for action in (income(seat=0), roll(1, seat=0), buy("weiden"), lay("A w"), build("A weiden"), end_turn(seat=0)):
        refused(over, action, "FR-72", "game_over")
    assert list(first_rails.legal(first_rails.view(over, 0))) == []
