"""A player watches a game by letter to his own address, and stops by one."""

import pytest

from lobby.kit import Village


@pytest.mark.parametrize(
    ("language", "begin", "stop"),
    [
        ("en", "watch e1", "unwatch e1"),
        ("de", "zuschauen e1", "nicht zuschauen e1"),
        ("fr", "suivre e1", "ne plus suivre e1"),
    ],
)
def test_a_letter_watches_a_game_and_stops(village: Village, language: str, begin: str, stop: str) -> None:
    village.world.add_player("Emil", language)
    game = village.world.open_game(("Anna", "Bert"))
    assert (
        village.write("Emil", begin).fate(begin) == "done: You're watching e1. You get emails with everything public."
    )
    game.send(0, "end")
    report = [mail for mail in village.mails() if mail.to_address == "emil@player.test"][-1]
    assert report.kind == "report"
    assert report.text.startswith("It's Bert's turn")
    assert village.answer(report, stop).fate(stop) == "done: You're no longer watching e1."
    before = len(village.mails())
    game.send(1, "end")
    assert len([mail for mail in village.mails()[before:] if mail.to_address == "emil@player.test"]) == 0


def test_what_cannot_be_watched_is_said(village: Village) -> None:
    village.world.open_game(("Anna", "Bert"))
    assert village.write("Anna", "watch e1").fate("watch e1") == "REFUSED: You play in e1 and already get its reports."
    assert village.write("Clara", "watch e9").fate("watch e9") == "REFUSED: There is no game e9."
    assert "Give its tag, such as e7." in village.write("Clara", "watch that").text
