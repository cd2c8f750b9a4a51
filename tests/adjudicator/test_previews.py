"""Previews: what they show, what they leave alone, and what becomes of them."""

from typing import Any

import pytest
from rules.playing import front

from adjudicator.kit import Game, World
from adjudicator.positions import plain
from adjudicator.text_player import Reading
from pbem.adjudicator.order_run import OrderRun, Runner
from pbem.commands.orders import Script


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(), rolls={(2, 0): "sc$"})


def test_a_preview_changes_nothing_and_tells_what_would_be(game: Game) -> None:
    before = game.written
    reply = game.send(0, "check\nincome\nA w\nbuy weiden\nroll 3h\nbuy insel\nend")
    assert game.written == before
    assert reply.text.startswith(
        "This is a preview: nothing was changed and no dice were rolled. Reply `confirm` to carry it out."
    )
    assert "== The game after these orders ==" in reply.text
    assert reply.fate("income") == "understood: Anna takes income: 4 dice behind the screen."
    assert reply.fate("roll 3h") == "understood: dice would be rolled here; what follows depends on them"
    assert reply.fate("buy insel") == "understood: whether this is done depends on the dice"
    assert reply.fate("end") == "understood: whether this is done depends on the dice"
    assert reply.others == {}


def test_what_is_asked_behind_a_roll_depends_on_no_dice(game: Game) -> None:
    reply = game.send(0, "roll 3h\npress bert: Good luck.\ncheck\nend discard c")
    assert reply.fate("check") == "understood"
    assert reply.fate("press bert: Good luck.").startswith("understood")
    assert reply.fate("press bert: Good luck.") != reply.fate("end discard c")
    assert reply.fate("end discard c") == "understood: whether this is done depends on the dice"


def test_what_was_checked_is_carried_out_when_confirmed(game: Game) -> None:
    game.send(0, "check\nincome\nbuy weiden")
    game.send(0, "check\nincome\nA w")
    reply = game.send(0, "confirm")
    assert reply.text.startswith("Your orders were carried out.")
    assert game.state.table.line.dice == 2
    assert game.state.table.players[0].shares == (0,) * 5
    assert game.send(0, "confirm").text.startswith("There is nothing to confirm")


def test_a_check_that_fails_leaves_nothing_to_confirm(game: Game) -> None:
    game.send(0, "check\nincome")
    game.send(0, "check\nroll 9h")
    assert game.send(0, "confirm").text.startswith("There is nothing to confirm")


def test_what_a_preview_offers_can_be_sent_when_it_is_confirmed(game: Game) -> None:
    preview = Reading(game.send(0, "check\nA w\nA n").answer.text)
    assert "After that, you can send any of these lines" in preview.flat
    assert preview.sheet == ["confirm"]
    game.send(0, "confirm")
    for line in preview.may_send:
        assert game.send(0, f"check\n{line}").fate(line).startswith("understood")


def test_a_preview_refuses_what_would_be_refused(game: Game) -> None:
    reply = game.send(0, "check\nA w\nroll 9h")
    assert reply.fate("roll 9h").startswith("REFUSED: FR-12")
    assert reply.fate("A w").startswith("not done: fine by itself")
    assert reply.fate("check") == "understood"


@pytest.mark.parametrize("subject", ["check", "Re: CHECK", "Check: my orders", "Re: [First Rails e1] Whitsun (check!)"])
def test_check_may_stand_in_the_subject(game: Game, subject: str) -> None:
    before = game.written
    reply = game.send(0, "income\nend", subject=subject)
    assert reply.text.startswith("This is a preview")
    assert game.written == before


def test_a_game_whose_name_says_check_is_played_by_answers(world: World) -> None:
    game = world.game_at(plain(), name="Reality  check – or not")
    assert game.send(0, "income").text.startswith("Your orders were carried out.")
    preview = game.send(0, "end", subject=f"check Re: {game.last_mail(0).subject}")
    assert preview.text.startswith("This is a preview")


def test_dice_fall_the_same_after_previews_failures_and_things_taken_back(world: World) -> None:
    calm = world.game_at(plain(front="??"), rolls={(2, 0): "s$?c"})
    restless = world.game_at(plain(front="??"), rolls={(2, 0): "s$?c"})
    expected = {game.id: game.would_roll(2, 0, 3) for game in (calm, restless)}
    for letter in ("check\nroll 3h", "status", "A w\nbuy 99 insel", "income", "undo", "check\nroll 2h", "roll 99h"):
        restless.send(0, letter)
    for game in (calm, restless):
        reply = game.send(0, "roll 3h")
        assert reply.fate("roll 3h").startswith("done: Anna rolls 3 hidden dice")
        thrown = front(game.state).replace("??", "", 1)
        assert sorted(thrown) == sorted(expected[game.id])


def test_a_preview_knows_the_broken_bank(world: World) -> None:
    game = world.game_at(plain(bank=2))
    before = game.written
    assert "break the bank" in game.send(0, "check\nincome").fate("income")
    assert game.send(0, "check\nincome break the bank\nend").fate("end") == "not reached"
    assert game.written == before
    reply = game.send(0, "check\nincome break the bank")
    assert "the state collapses" in reply.fate("income break the bank")
    assert game.written == before
    done = game.send(0, "income break the bank")
    assert done.text.startswith("Your orders were carried out.")
    assert game.row.status == "over"
    assert done.others.keys() == {1}


def test_a_preview_of_the_last_turn_of_a_game_gives_nothing_away(world: World) -> None:
    game = world.game_at(plain(seat=1, front=("", "ss"), hidden=(3, 2), last_year="no tile"))
    before = game.written
    reply = game.send(1, "check\nend")
    assert reply.fate("end") == "understood: Bert ends the turn."
    assert game.written == before
    assert "won" not in reply.text


def test_a_typed_subject_that_names_another_game_of_the_writers_is_asked_about(game: Game) -> None:
    other, before = game.world.open_game(), game.written
    reply = game.send(0, "income", subject=f"Railroad Dice {other.row.tag}")
    assert reply.text.startswith("Nothing was changed: the subject of your email names e2, but the email came to e1.")
    assert game.written == before
    kept = "Nothing was changed: the subject of your email names"
    for subject in ("[First Rails e2] Whitsun", "e1, not e2", "income e17", "my orders"):
        assert not game.send(0, "check\nincome", subject=subject).text.startswith(kept), subject
    assert "Your orders were carried out." in game.send(0, "confirm", subject="e2").text


@pytest.mark.parametrize(
    ("text", "kept"), [("income\nbuy weiden", 2), ("income\nbuy weiden\nroll 9h", 2), ("income\nroll 9h\nend", 1)]
)
def test_orders_that_are_tried_run_once_and_what_is_met_of_them_is_shown(
    game: Game, monkeypatch: pytest.MonkeyPatch, text: str, kept: int
) -> None:
    ran: list[int] = []
    run = Runner.run

    def counted(runner: Runner, script: Script) -> OrderRun:
        ran.append(len(script.lines))
        return run(runner, script)

    monkeypatch.setattr(Runner, "run", counted)
    trial = game.world.intake.forms.try_out(game.id, 0, text)
    assert ran == [len(text.splitlines())]
    assert trial.works == (kept == len(text.splitlines()))
    table: Any = trial.seen.view.table
    assert table.turn.income and bool(sum(table.players[0].shares)) == (kept == 2)
    if trial.works:
        assert trial.exchange is not None
        before: Any = trial.exchange.view.table
        assert before.turn.income and not sum(before.players[0].shares), "the last order can be exchanged for others"
