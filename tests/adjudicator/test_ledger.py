"""The turn in the hand: what counts as its position, what can be taken back, and what notes leave as it is."""

import pytest

from adjudicator.kit import World
from pbem.adjudicator.game_session import Ledger
from pbem.adjudicator.sessions import append_note, open_case, save
from pbem.clock import to_ms
from pbem.store import Tx
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Dice, DrawKey
from rules_core.kernel.log import Note
from rules_core.line.actions import BuyShare, EndTurn, Roll

LATE = Note("late", {"who": "Anna", "deadline_ms": 0})
BEGUN = 10
"""Where the ledger's turn began."""


def shares_always(key: DrawKey, sides: int) -> int:
    return 4 if key.purpose == "roll" else 0


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(first_rails, BEGUN, fold(first_rails, first_rails.setup({}, 2, shares_always)), [])


def test_notes_lengthen_the_log_and_leave_the_position(ledger: Ledger) -> None:
    assert (ledger.position, ledger.end) == (BEGUN, BEGUN)
    before = ledger.state
    ledger.note(0, LATE)
    ledger.note(None, LATE)
    assert (ledger.position, ledger.end, ledger.floor) == (BEGUN, BEGUN + 2, BEGUN)
    assert ledger.state == before == ledger.final_state()
    ledger.act(Roll(0, 0, 2), shares_always)
    assert (ledger.position, ledger.end, ledger.floor) == (BEGUN + 4, BEGUN + 4, BEGUN + 4)
    ledger.note(1, LATE)
    assert (ledger.position, ledger.end, ledger.floor) == (BEGUN + 4, BEGUN + 5, BEGUN + 4)
    assert [entry.position for entry in ledger.new] == list(range(BEGUN + 1, BEGUN + 6))


def test_what_can_be_taken_back_is_the_same_with_notes_in_between(ledger: Ledger) -> None:
    ledger.note(None, LATE)
    ledger.act(Roll(0, 0, 3), shares_always)
    rolled = ledger.state
    ledger.note(None, LATE)
    ledger.act(BuyShare(0, "weiden"), shares_always)
    bought = ledger.state
    ledger.note(0, LATE)
    ledger.act(BuyShare(0, "insel"), shares_always)
    ledger.note(0, LATE)
    assert ledger.last_action() == BuyShare(0, "insel")
    assert ledger.take_back(0)
    assert (ledger.state, ledger.last_action()) == (bought, BuyShare(0, "weiden"))
    ledger.note(0, LATE)
    assert ledger.take_back(0)
    assert (ledger.state, ledger.last_action(), ledger.take_back(0)) == (rolled, None, False)
    ledger.act(BuyShare(0, "eisberg"), shares_always)
    assert ledger.restart(0)
    assert ledger.state == rolled
    assert [entry.note for entry in ledger.entries].count(LATE) == 5, "nothing voids a note"


def test_a_turn_that_begins_with_a_note_can_be_begun_again(ledger: Ledger) -> None:
    began = ledger.state
    ledger.note(None, LATE)
    ledger.act(BuyShare(0, "weiden", wild=True), shares_always)
    assert ledger.last_action() is not None
    assert ledger.restart(0)
    assert ledger.state == began
    again = Ledger(first_rails, BEGUN, ledger.start_state, ledger.entries)
    assert (again.state, again.position, again.end) == (began, ledger.position, ledger.end)


def test_reverting_forgets_a_note_that_is_not_saved(ledger: Ledger) -> None:
    mark = ledger.mark()
    ledger.note(None, LATE)
    ledger.revert(mark)
    assert (ledger.new, ledger.end) == ([], BEGUN)


def test_a_note_written_with_a_turns_end_leaves_the_next_turns_position(world: World) -> None:
    """Reports tell the position; a note behind it must not make them old."""
    game = world.open_game(("Anna", "Bert"))

    def end_with_note(tx: Tx) -> None:
        case = open_case(tx, game.id)
        case.ledger.act(EndTurn(0, Dice()), shares_always)
        case.ledger.note(0, LATE)
        save(tx, case, to_ms(world.clock()), None)

    def write_two(tx: Tx) -> None:
        for seat in (0, None):
            append_note(tx, game.id, seat, LATE, to_ms(world.clock()))

    world.database.write(end_with_note)
    told = game.row.position
    world.database.write(write_two)
    with world.database.read() as tx:
        ledger = open_case(tx, game.id).ledger
    assert ledger.position == game.row.position == told
    assert (ledger.end, len(game.entries)) == (told + 3, told + 3)
    assert game.send(1, "status").answer.position == told
    assert game.send(1, "end").letter.outcome == "Your orders were carried out."
    assert (game.row.year, game.row.turn) == (2, 1)
    assert game.row.position == game.entries[-1].position == game.row.final_position
