"""`rules silent` in a letter about a game."""

import pytest

from adjudicator.kit import Game, World
from adjudicator.letters import flat


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game()


def test_a_player_asks_for_them_by_mail(game: Game) -> None:
    before = game.written
    for line in ("rules silent", "rules", "Regeln offen", "règles muettes"):
        reply = game.send(0, line)
        assert "We play: A lake is paid for once in a turn" in flat(reply.text), line
        assert "How to write orders" not in reply.text
    assert "How to write orders" in game.send(0, "help\nrules silent").text
    assert "We play:" in game.send(0, "status\nrules silent").text
    assert game.written == before
    assert "We play" not in game.send(0, "rules are rules, Ben").text
