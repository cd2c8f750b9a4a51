"""Disputes as players have them: from the letter that files one to its end without a ruling."""

from datetime import timedelta

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import flat

from moderation.kit import add_moderator, disputes, moderation_mails, notices, to_seats
from pbem.terms import Terms

TEXT = "May he lay a tile there at all?"


@pytest.fixture
def game(world: World) -> Game:
    """A game in which Anna and Bert have had their first turns."""
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))
    game.send(0, "end")
    game.send(1, "end")
    return game


def test_a_dispute_holds_the_game_and_everybody_is_told(game: Game) -> None:
    before, turn = game.row, game.row.final_position
    reply = game.send(0, f"dispute: {TEXT}")
    (dispute,) = disputes(game)
    assert (dispute.seat, dispute.position, dispute.text, dispute.status) == (0, turn, TEXT, "open")
    assert dispute.letter_id == reply.letter.id
    assert reply.fate(f"dispute: {TEXT}") == (
        f"done: You dispute what was played by Bert in year 1, up to #{turn}. Everybody may read that, and your text. "
        "The game is held until there is a ruling: orders are kept meanwhile, and no time runs. The moderators are told."
    )
    assert to_seats(reply).keys() == {1, 2}
    mail = to_seats(reply)[2].text
    assert flat(mail).startswith(f"Anna disputes what was played at #{turn}. ")
    assert TEXT in mail
    assert f'answer "statement {dispute.id}: ..."' in flat(mail)
    assert notices(mail) == [
        f"Anna disputes what was played by Bert in year 1, up to #{turn}. It is dispute {dispute.id}.",
        f"The game is held until there is a ruling on dispute {dispute.id}.",
    ]
    assert (game.row.held_ms, game.row.left_ms) == (dispute.filed_ms, before.deadline_ms)
