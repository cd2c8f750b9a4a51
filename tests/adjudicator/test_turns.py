"""Orders across letters: what is carried out, what is final, what can be taken back, and what is only shown."""

import pytest
from rules.playing import front, hidden

from adjudicator.kit import Game, World
from adjudicator.letters import fates
from adjudicator.positions import plain

pytestmark = pytest.mark.both_engines

RESTARTED = "done: Everything that no roll has made final is undone."
NOTHING_BACK = "REFUSED: there is nothing to undo: rolls and finished turns are final"


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(), rolls={(2, 0): "sc$"})


# Before the first roll a letter is all-or-nothing.


@pytest.mark.parametrize(
    ("letter", "bad", "why"),
    [
        ("A n\nincome\nbuy weiden\nB e\nbuy insel\nbuy insel\nroll 3h", "buy insel", "FR-20"),
        ("income\nincome", "income", "FR-10"),
        ("A w\nB s\nroll 99h", "roll 99h", "FR-12"),
        ("buy weiden\nend discard s", "end discard s", "FR-14"),
        ("A w\nstation A weiden", "station A weiden", "FR-50"),
        ("A w e", "A w e", "FR-30"),
        ("keep s s s s\nend", "end", ""),
        ("undo", "undo", ""),
    ],
)
def test_a_letter_that_fails_before_a_roll_does_nothing(game: Game, letter: str, bad: str, why: str) -> None:
    before = game.written
    reply = game.send(0, letter)
    assert game.written == before
    assert len(reply.mails) == 1
    assert reply.text.startswith("Nothing was changed: line ")
    assert reply.fate(bad).startswith(f"REFUSED: {why}")
    for line, fate in fates(reply.answer.text).items():
        assert line == bad or fate == "not reached" or fate.startswith(("not done: fine by itself", "understood"))


@pytest.mark.parametrize(
    "letter", ["income\nbiu weiden\nend", "roll 3h\nbuy wieden", "A w\nstation C insel\nend", "end\nkeep s\ndiscard s"]
)
def test_a_letter_with_a_line_that_cannot_be_read_does_nothing(game: Game, letter: str) -> None:
    before = game.written
    reply = game.send(0, letter)
    assert game.written == before
    assert len(reply.mails) == 1
    assert reply.text.startswith("Nothing was changed: one line was not understood.")
    assert sum(fate.startswith("NOT UNDERSTOOD") for fate in fates(reply.answer.text).values()) == 1
    assert "done" not in {fate.split(":")[0] for fate in fates(reply.answer.text).values()}


def test_a_line_of_several_orders_tells_nothing_of_what_was_taken_back_with_it(game: Game) -> None:
    reply = game.send(0, "income; buy weiden; buy insel; buy insel")
    assert reply.fate("income; buy weiden; buy insel; buy insel").startswith("REFUSED: Order 4 of this line: FR-20")
    assert hidden(game.state) == 3


def test_a_refusal_names_the_nearest_legal_order(game: Game) -> None:
    assert "closest possible: roll 3h" in reply_to(game, "roll 9h")
    assert "closest possible: buy weiden" in reply_to(game, "buy weiden from director")
    assert "closest possible: end" in reply_to(game, "end discard s")


def reply_to(game: Game, line: str) -> str:
    return game.send(0, line).fate(line)


# A roll is final.


def test_what_was_legal_after_a_roll_stands(game: Game) -> None:
    reply = game.send(0, "income\nroll 3h\nbuy weiden\nbuy insel\nbuy 2 insel\nA w\nend")
    assert "carried out up to line 5, which is not possible. The dice are rolled" in reply.text
    assert reply.fate("roll 3h") == "done: Anna rolls 3 hidden dice: 1 straight, 1 curve, 1 share."
    assert reply.fate("buy weiden").startswith("done: ")
    assert reply.fate("buy insel").startswith("done: ")
    assert reply.fate("buy 2 insel").startswith(
        "REFUSED: Anna buys a share of Insel Hopper from the bank for a ?. Order 2 of this line: FR-20"
    )
    assert reply.fate("A w") == "not reached"
    assert reply.fate("end") == "not reached"
    assert reply.others == {}
    assert front(game.state) == "ssscc"
    assert game.state.table.players[0].shares == (0, 0, 1, 2, 0)
    assert hidden(game.state) == 4
    after = game.send(0, "A w\nend")
    assert after.text.startswith("Your orders were carried out.")
    assert game.state.table.turn.seat == 1


def test_a_line_that_cannot_be_read_stops_a_letter_before_it_rolls(game: Game) -> None:
    before = game.written
    reply = game.send(0, "roll 3h\nbuy weiden\nA wxw")
    assert game.written == before
    assert reply.fate("roll 3h") == "not reached"


def test_a_letter_that_ends_the_turn_leaves_nothing_behind_it(game: Game) -> None:
    reply = game.send(0, "buy weiden\nend\n\nsee you next week! I shall roll 3h then\nbuy insel")
    assert reply.text.startswith("Your orders were carried out.")
    assert reply.fate("buy insel") == "comment"
    assert game.state.table.players[0].shares == (0, 0, 1, 0, 0)


# Taking back.


def test_undo_takes_back_one_order_after_another_whatever_letter_it_came_in(game: Game) -> None:
    start = game.written.state
    game.send(0, "income\nbuy weiden")
    game.send(0, "A w\nB e")
    assert game.send(0, "undo").fate("undo") == 'done: "B e" is undone.'
    assert game.state.table.line.dice == 2
    assert (
        game.send(0, "undo; undo # the other piece, and the share").fate("undo; undo # the other piece, and the share")
        == 'done: "A w" is undone. "buy weiden" is undone.'
    )
    assert game.state.table.players[0].shares == (0,) * 5
    assert hidden(game.state) == 7
    game.send(0, "undo # and the income")
    assert game.written.state == start
    assert game.send(0, "undo # once more").fate("undo # once more") == NOTHING_BACK
    assert game.written.state == start


def test_what_was_taken_back_may_be_done_again_and_taken_back_again(game: Game) -> None:
    start = game.written.state
    for turn in range(4):
        game.send(0, f"A w # {turn}")
        assert game.state.table.line.dice == 2
        game.send(0, f"undo # {turn}")
        assert game.written.state == start
    game.send(0, "A w\nundo\nA n\nundo\nB e\nundo")
    assert game.written.state == start


def test_restart_takes_back_all_of_a_turn_before_its_roll(game: Game) -> None:
    start = game.written.state
    game.send(0, "income\nA w")
    game.send(0, "undo\nbuy weiden")
    assert game.send(0, "restart").fate("restart") == RESTARTED
    assert game.written.state == start
    assert game.send(0, "restart # again").fate("restart # again") == NOTHING_BACK


def test_nothing_before_a_roll_is_taken_back_after_it(game: Game) -> None:
    game.send(0, "income\nA w\nroll 3h")
    rolled = game.written
    assert game.send(0, "undo").fate("undo") == NOTHING_BACK
    assert game.send(0, "restart").fate("restart") == NOTHING_BACK
    assert game.written == rolled
    game.send(0, "buy weiden\nB e")
    game.send(0, "undo # the piece")
    assert game.state.table.players[0].shares == (0, 0, 1, 0, 0)
    game.send(0, "restart # the share")
    assert game.written.state == rolled.state


def test_undo_that_answers_the_newest_mail_needs_no_confirmation(game: Game) -> None:
    start = game.written.state
    game.send(0, "income\nA w")
    for _ in range(2):
        assert "is undone" in game.send(0, "undo", answering=game.last_mail(0)).fate("undo")
    assert game.written.state == start


def test_a_letter_may_take_back_and_go_on(game: Game) -> None:
    game.send(0, "A w")
    reply = game.send(0, "undo\nA n")
    assert reply.text.startswith("Your orders were carried out.")
    assert game.state.table.line.dice == 2
    failed = game.written
    assert game.send(0, "undo\nA w w w w w w w").text.startswith("Nothing was changed: line 2 is not possible.")
    assert game.written == failed


def test_a_player_takes_back_nothing_of_another(game: Game) -> None:
    game.send(0, "income\nA w")
    before = game.written
    assert game.send(1, "undo").fate("undo") == "REFUSED: FR-10: it is not your turn."
    assert game.send(1, "restart").fate("restart") == "REFUSED: FR-10: it is not your turn."
    assert game.written == before
    game.send(0, "end")
    assert game.send(0, "undo").fate("undo") == "REFUSED: FR-10: it is not your turn."


def test_an_ended_turn_is_not_taken_back_by_the_next_player(game: Game) -> None:
    game.send(0, "end")
    before = game.written
    assert game.send(1, "undo").fate("undo") == NOTHING_BACK
    assert game.written == before


# Asking.


def test_status_and_help_change_nothing(game: Game) -> None:
    game.send(0, "income")
    before = game.written
    status = game.send(0, "status")
    assert status.text.startswith("Here is what you asked for. Nothing was changed. It's your turn")
    assert "Your orders, line by line" not in status.text, "it is told what it asks for, and nothing else"
    assert "Behind your screen: 7 dice" in status.text
    assert "== How to write orders ==" not in status.text
    assert "== How to write orders ==" in game.send(0, "help").text
    assert "Behind your screen: 0 dice" in game.send(1, "status\nhelp").text
    assert game.written == before


def test_orders_and_questions_may_stand_in_one_letter(game: Game) -> None:
    reply = game.send(0, "help\nstatus\nincome")
    assert reply.text.startswith("Your orders were carried out.")
    assert "== How to write orders ==" in reply.text
    assert game.state.table.turn.income


# How letters are written.


def test_several_orders_on_a_line_comments_and_prose(game: Game) -> None:
    letter = (
        "Hi all, sorry for the delay! It was a long week.\n\n"
        "income; roll 3h   # as every year\n"
        "# now the shares\n"
        "buy weiden, buy insel with ?\n"
        "end discard c\n\nThat is it. Roll well!\n\nAnna\n-- \nAnna of Anytown\nend"
    )
    reply = game.send(0, letter)
    assert reply.text.startswith("Your orders were carried out.")
    assert reply.fate("Hi all, sorry for the delay! It was a long week.") == "comment"
    assert reply.fate("# now the shares") == "comment"
    assert reply.fate("income; roll 3h   # as every year").startswith("done: Anna takes income")
    assert reply.fate("That is it. Roll well!") == "comment"
    assert "Anytown" not in reply.answer.text, "a signature is cut"
    assert game.state.table.turn.seat == 1
    assert game.state.table.players[0].shares == (0, 0, 1, 1, 0)


def test_a_quoted_report_is_no_order_and_its_lines_copied_out_are(game: Game) -> None:
    report = game.last_mail(0)
    assert "end  " in report.text
    assert game.send(0, report.text, quoting=False).text.startswith("There were no orders in your message")
    line = next(line for line in report.text.splitlines() if line.startswith("buy weiden"))
    assert "#" in line
    assert game.send(0, line, answering=report).text.startswith("Your orders were carried out.")


@pytest.mark.parametrize(
    "ending", ["\n\nAnna", "\n\nAnna B.\n", "\n\nThanks\nAnna", "\n\n--\nAnna", "\n\nSent from my phone"]
)
def test_a_name_below_the_orders_is_no_order(game: Game, ending: str) -> None:
    assert game.send(0, f"buy weiden\n\n{ending}").text.startswith("Your orders were carried out.")
