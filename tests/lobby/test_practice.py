"""Games against bots by letter: begun at once, mailed to whoever plays by letter, and told to nobody else."""

import pytest

from lobby.kit import Village
from pbem.lobby.names import PROGRAMS
from pbem.store.games.game import find_any_game_by_tag
from pbem.store.games.listing import count_games, list_bot_turns
from pbem.store.games.seats import list_seats


def play_on(village: Village) -> None:
    """Have bots play as long as one is to move, as the worker does."""
    while True:
        with village.world.database.read() as tx:
            due = list_bot_turns(tx)
        if not due:
            return
        village.world.intake.clock.play_bot(due[0].game_id, lambda _number: 0)


@pytest.mark.parametrize("line", ["play germany 3", "play germany for 3 players", "play germany"])
def test_a_game_against_bots_is_begun_by_letter_and_its_reports_are_mailed(village: Village, line: str) -> None:
    before = len(village.mails())
    reply = village.write("Anna", line)
    assert "p1, Practice: Germany, has started" in reply.text
    play_on(village)
    reports = [mail for mail in village.mails()[before:] if mail.kind == "report"]
    assert "[Germany p1]" in reports[-1].subject
    assert "It's your turn" in reports[-1].text or "It's your turn" in reports[-1].text
    with village.world.database.read() as tx:
        game = find_any_game_by_tag(tx, "p1")
        assert game is not None and (game.purpose, game.kind) == ("practice", "germany")
        assert [seat.name for seat in list_seats(tx, game.id)] == ["Anna", *PROGRAMS[:2]]
    assert {mail.to_address for mail in reports} == {"anna@player.test"}


def test_what_makes_no_sense_is_told(village: Village) -> None:
    assert "A game is for 2 to 4 players." in village.write("Anna", "play germany 7").text
    assert "Which game?" in village.write("Anna", "play").text
    for _ in range(3):
        village.write("Anna", "play first rails 2")
    assert "You have 3 practice games" in village.write("Anna", "play first rails 2").text


def test_bots_take_places_on_a_list_and_the_game_begins(village: Village) -> None:
    village.write("Anna", "open first rails for 3")
    assert "Only the player who opened" in village.write("Bert", "bots 1").text
    assert "does not have that many free seats" in village.write("Anna", "bots 1 3").text
    assert "Now on waiting list 1, Anna's game: Bot Brunel." in village.write("Anna", "bots 1").text
    assert village.waiting(1) == ["Anna", "Bot Brunel"]
    assert "the game has started" in village.write("Bert", "join 1").text
    play_on(village)
    with village.world.database.read() as tx:
        game = find_any_game_by_tag(tx, "e1")
        assert game is not None and game.is_match and game.deadline_ms


def test_a_list_on_which_only_bots_are_left_is_closed(village: Village) -> None:
    village.write("Anna", "open first rails for 4")
    village.write("Anna", "bots 1 2")
    village.write("Anna", "leave 1")
    assert village.row(1).status == "closed"
    village.write("Bert", "open first rails for 2")
    village.write("Bert", "bots 2")
    with village.world.database.read() as tx:
        assert count_games(tx) == {("first_rails", "playing"): 1}
