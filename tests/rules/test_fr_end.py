"""FR-71 and FR-72: the collapse of the state, and who wins."""

from dataclasses import replace

import pytest

from rules.clauses import rule
from rules.orders import build, buy, end_turn, income, lay, roll
from rules.playing import After, front, hidden, passengers, play, refused
from rules.position import FIVE, FOOTHILLS, Tile, position
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import Square
from rules_core.line.actions import Action, Income, LayRun, Roll
from rules_core.line.events import (
    BankBroken,
    DuePaid,
    GameEnded,
    IncomeTaken,
    LastYearBegan,
    PassengersCarried,
    PieceLaid,
    Rolled,
    TileLaid,
)
from rules_core.line.table import READING, State

STATIONS = {(0, 0): Tile("grassland", FIVE), (0, 1): Tile("lake", stations="WI"), (0, 2): Tile("lake", stations="WE")}


def _poor(bank: int, front: str = "ss??", reading: int = READING) -> State:
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
        reading=reading,
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
    assert play(state, income(break_bank=True)).events_of(BankBroken) == [BankBroken(0, 4, 3)]


def _nothing_moved(state: State, after: After) -> bool:
    """Whether the board, the dice and the bank are as they were."""
    names = ("line", "landscape", "players", "bank")
    is_alike = all(getattr(state.table, name) == getattr(after.state.table, name) for name in names)
    return is_alike and hidden(after.state) == hidden(state)


@rule("FR-71", "With the words the state collapses: play stops at once; of income or a roll nothing moves.")
@pytest.mark.parametrize(("bank", "action", "due"), CASES)
def test_the_state_collapses(bank: int, action: Income | Roll | LayRun, due: int) -> None:
    state = _poor(bank)
    after = play(state, replace(action, break_bank=True))
    assert after.events_of(BankBroken) == [BankBroken(0, due, bank)]
    assert [event.reason for event in after.events_of(GameEnded)] == ["collapse"]
    assert after.state.table.over
    assert isinstance(action, LayRun) or _nothing_moved(state, after)


@rule("FR-71", "Of a run stands what was laid before the first payment that cannot be made; nothing behind it happens.")
def test_a_run_is_laid_up_to_what_the_bank_cannot_pay() -> None:
    after = play(_poor(0), lay("A w +grassland w w? w?", break_bank=True))
    done = [type(event) for event in after.events]
    assert done == [PieceLaid, TileLaid, PieceLaid, BankBroken, PassengersCarried, PassengersCarried, GameEnded]
    table = after.state.table
    assert (table.line.a.square, len(table.landscape.tiles)) == (Square(-1, 3), 4)
    assert (front(after.state), table.bank) == ("??", 0)


@rule("FR-71", "Dice that went back to the bank or were paid before the break stay there, and are told as its dice.")
def test_what_was_paid_before_the_break_stays() -> None:
    state = position({(0, 0): FOOTHILLS}, a="T1 b4 w", b="T1 c4 e", front="sssss", hidden=1, bank=0)
    after = play(state, lay("B e e e e +mountain2/w e", break_bank=True))
    assert [type(event) for event in after.events][-3:] == [PieceLaid, BankBroken, GameEnded]
    assert after.events_of(DuePaid) and after.events_of(BankBroken) == [BankBroken(0, 2, 1)]
    assert (after.state.table.bank, hidden(after.state)) == (1, 0)


@rule("FR-71", "An action is judged whole first, and an illegal one is refused, whatever words stand with it.")
@pytest.mark.parametrize("words", [False, True])
def test_what_is_illegal_breaks_nothing(words: bool) -> None:
    state = _poor(0, front="sscss??")
    refused(state, lay("A w +grassland w e", break_bank=words), "FR-30", "turns_back")
    refused(state, lay("A w +grassland s s s s", break_bank=words), "FR-35", "too_few_pieces")
    refused(state, lay("A w +grassland w", pay="1h", break_bank=words), "FR-39", "paid_too_much")


@rule("FR-71", "It is judged as if the bank paid everything: dice that are due may be used for the rest of the run.")
def test_dice_due_count_when_a_run_is_judged() -> None:
    assert play(_poor(0, front="ss"), lay("A w +grassland w w? w?", break_bank=True)).events_of(BankBroken)
    refused(_poor(0, front="ss"), lay("A w +grassland w w? w?"), "FR-71", "bank_would_break", due=2, bank=0)
    refused(_poor(0, front="ss"), lay("A w +grassland w w? w? w?", break_bank=True), "FR-30", "no_wild_die")


@rule("FR-71", "What FR-70 begins in the same action comes first: then nothing is due, and nothing breaks.")
@pytest.mark.parametrize("words", [False, True])
def test_the_last_year_comes_before_the_break(words: bool) -> None:
    supply = {"grassland": 1, "lake": 0, "mountain2": 0, "mountain3": 0}
    state = position(
        {(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="sss", bank=0, seats=3, supply=supply
    )
    after = play(state, lay("A w +grassland w", break_bank=words))
    assert (after.events_of(LastYearBegan), after.events_of(BankBroken)) == ([LastYearBegan("no tile")], [])


@rule("FR-71", "In the first reading, which games begun before keep, the action gives nothing, nor is its rest judged.")
def test_in_the_first_reading_nothing_stands() -> None:
    state = _poor(1, reading=1)
    for run in ("A w +grassland w", "A w +grassland w e"):
        after = play(state, lay(run, break_bank=True))
        assert after.events_of(BankBroken) == [BankBroken(0, 2, 1)] and _nothing_moved(state, after)
    refused(state, lay("A w +grassland w e"), "FR-71", "bank_would_break")


@rule("FR-71", "The passengers of the broken year are counted for all companies, whoever had his turn.")
def test_passengers_of_the_broken_year() -> None:
    after = play(_poor(3), income(break_bank=True))
    assert after.events_of(PassengersCarried) == [PassengersCarried("weiden", 1, 2), PassengersCarried("insel", 0, 1)]
    assert [passengers(after.state, seat) for seat in range(3)] == [4, 6, 5]


@rule("FR-71", "While the bank can pay to the last die, nothing breaks, and the words do nothing.")
@pytest.mark.parametrize("words", [False, True])
def test_the_last_die_of_the_bank(words: bool) -> None:
    assert play(_poor(4), income(break_bank=words)).events_of(IncomeTaken)
    assert play(_poor(2), roll(1, 2, break_bank=words), dice="sssss").events_of(Rolled)
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
    (ended,) = play(state, end_turn(seat=seat)).events_of(GameEnded)
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


@rule("FR-72", "Nobody's place can be told while a screen is down, since what lies behind it decides.")
def test_no_standings_without_all_screens() -> None:
    state = _final((7, 5, 4), ("?", "??", ""), (9, 0, 0))
    assert [standing.place for standing in first_rails.standings(state)] == [1, 2, 3]
    with pytest.raises(ValueError, match="zip"):
        first_rails.standings(first_rails.view(state, 0).state)


@rule("FR-72", "When the game is over nothing more is played.")
def test_nothing_after_the_end() -> None:
    over = play(_final((1, 2, 3), ("s", "s", "s"), (1, 1, 1)), end_turn(seat=2)).state
    for action in (income(seat=0), roll(1, seat=0), buy("weiden"), lay("A w"), build("A weiden"), end_turn(seat=0)):
        refused(over, action, "FR-72", "game_over")
    assert list(first_rails.legal(first_rails.view(over, 0))) == []
