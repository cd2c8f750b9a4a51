"""The turn in the hand: what counts as its position, what can be taken back, and what notes leave as it is."""

import pytest

from adjudicator.kit import World
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.sessions import append_note, load_game, save
from pbem.store import Tx
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.log import Note
from rules_core.line.actions import BuyShare, Dice, EndTurn, Roll

LATE = Note("late", {"who": "Anna", "deadline_ms": 0})
BEGUN = 10
"""Where the session's turn began."""


def shares_always(key: DrawKey, sides: int) -> int:
    return 4 if key.purpose == "roll" else 0


@pytest.fixture
def session() -> GameSession:
    return GameSession(first_rails, BEGUN, fold(first_rails, first_rails.setup({}, 2, shares_always)), [])


def test_notes_lengthen_the_log_and_leave_the_position(session: GameSession) -> None:
    assert (session.position, session.end) == (BEGUN, BEGUN)
    before = session.state
    session.note(0, LATE)
    session.note(None, LATE)
    assert (session.position, session.end, session.floor) == (BEGUN, BEGUN + 2, BEGUN)
    assert session.state == before == session.final_state()
    session.apply(Roll(0, 0, 2), shares_always)
    assert (session.position, session.end, session.floor) == (BEGUN + 4, BEGUN + 4, BEGUN + 4)
    session.note(1, LATE)
    assert (session.position, session.end, session.floor) == (BEGUN + 4, BEGUN + 5, BEGUN + 4)
    assert [entry.position for entry in session.new] == list(range(BEGUN + 1, BEGUN + 6))


def test_what_can_be_taken_back_is_the_same_with_notes_in_between(session: GameSession) -> None:
    session.note(None, LATE)
    session.apply(Roll(0, 0, 3), shares_always)
    rolled = session.state
    session.note(None, LATE)
    session.apply(BuyShare(0, "weiden"), shares_always)
    bought = session.state
    session.note(0, LATE)
    session.apply(BuyShare(0, "insel"), shares_always)
    session.note(0, LATE)
    assert session.last_action() == BuyShare(0, "insel")
    assert session.take_back(0)
    assert (session.state, session.last_action()) == (bought, BuyShare(0, "weiden"))
    session.note(0, LATE)
    assert session.take_back(0)
    assert (session.state, session.last_action(), session.take_back(0)) == (rolled, None, False)
    session.apply(BuyShare(0, "eisberg"), shares_always)
    assert session.restart(0)
    assert session.state == rolled
    assert [entry.note for entry in session.entries].count(LATE) == 5, "nothing voids a note"


def test_a_turn_that_begins_with_a_note_can_be_begun_again(session: GameSession) -> None:
    began = session.state
    session.note(None, LATE)
    session.apply(BuyShare(0, "weiden", wild=True), shares_always)
    assert session.last_action() is not None
    assert session.restart(0)
    assert session.state == began
    again = GameSession(first_rails, BEGUN, session.start_state, session.entries)
    assert (again.state, again.position, again.end) == (began, session.position, session.end)


def test_reverting_forgets_a_note_that_is_not_saved(session: GameSession) -> None:
    mark = session.mark()
    session.note(None, LATE)
    session.revert(mark)
    assert (session.new, session.end) == ([], BEGUN)


def test_a_note_written_with_a_turns_end_leaves_the_next_turns_position(world: World) -> None:
    """Reports tell the position; a note behind it must not make them old."""
    game = world.open_game(("Anna", "Bert"))

    def end_with_note(tx: Tx) -> None:
        loaded = load_game(tx, game.id)
        loaded.session.apply(EndTurn(0, Dice()), shares_always)
        loaded.session.note(0, LATE)
        save(world.unit(tx), loaded, None)

    def write_two(tx: Tx) -> None:
        for seat in (0, None):
            append_note(world.unit(tx), game.id, seat, LATE)

    world.database.write(end_with_note)
    number = game.row.position
    world.database.write(write_two)
    with world.database.read() as tx:
        session = load_game(tx, game.id).session
    assert session.position == game.row.position == number
    assert (session.end, len(game.entries)) == (number + 3, number + 3)
    assert game.send(1, "status").answer.position == number
    assert game.send(1, "end").letter.outcome == "Your orders were carried out."
    assert (game.row.year, game.row.turn) == (2, 1)
    assert game.row.position == game.entries[-1].position == game.row.final_position
