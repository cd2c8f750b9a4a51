"""Letters that are too costly to read, and readers that cannot be had: the letters are answered, or they wait."""

import sys

import pytest
from mail.test_isolation import with_little_memory
from structlog.testing import capture_logs

from adjudicator.kit import World
from adjudicator.positions import plain
from pbem.daemon.inbox_worker import InboxWorker
from pbem.intake import Intake
from pbem.isolated import ProcessUnavailable
from pbem.mail.reading.letter import IsolatedReader


def test_a_letter_waits_where_no_process_can_be_started(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = world.game_at(plain())
    reader = IsolatedReader()
    worker = InboxWorker(Intake(world.database, world.clock, world.settings, reader=reader))
    letter_id = world.store(game.write(0, "income"), game.seats[0].token)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/nowhere/python")
        for _ in range(5):
            with pytest.raises(ProcessUnavailable):
                worker.round()
    assert (world.letter(letter_id).status, world.letter(letter_id).attempts) == ("new", 0)
    assert worker.round()
    reader.close()
    assert world.letter(letter_id).status == "done"
    assert game.state.table.turn.income


def test_a_player_is_told_of_a_letter_that_killed_its_reader(world: World) -> None:
    game = world.game_at(plain())
    before = game.written
    reader = with_little_memory()
    worker = InboxWorker(Intake(world.database, world.clock, world.settings, reader=reader))
    raw = game.write(0, "&foo;" * 200_000).replace(b"text/plain", b"text/html")
    bad, good = (world.store(one, game.seats[0].token) for one in (raw, game.write(0, "income")))
    with capture_logs() as logged:
        assert [worker.round() for _ in range(3)] == [True, True, False]
    reader.close()
    assert [line["event"] for line in logged] == ["letter dealt with"] * 2
    assert (world.letter(bad).status, world.letter(bad).outcome) == ("done", "unreadable: too_costly")
    assert "It takes too long to read" in " ".join(mail.text for mail in game.mails(0)).replace("\n", " ")
    assert world.letter(good).status == "done"
    assert game.written != before
