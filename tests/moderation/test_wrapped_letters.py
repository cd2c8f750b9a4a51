"""Moderators' letters are read as they were written, however a program wrapped them."""

import textwrap

import pytest
from adjudicator.kit import Game, World
from lobby.kit import Village

from moderation.kit import add_moderator, notices
from pbem.terms import Terms

WHY = (
    "I look into the share that Bert has bought and into the two stations of Clara, and I shall decide as soon as both "
    "have told me what they think of it, which should be so within the week"
)


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, and a moderator beside it."""
    add_moderator(world, "Mona")
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))


@pytest.fixture
def village(game: Game) -> Village:
    """Where letters to offices are written."""
    return Village(game.world)


@pytest.mark.parametrize("width", [60, 66, 72, 76, 78])
def test_a_reason_is_whole_at_any_width(game: Game, village: Village, width: int) -> None:
    village.write("Mona", f"{textwrap.fill(f'hold e1: {WHY}', width)}\n\nBest wishes\nMona")
    village.confirm("Mona")
    assert notices(game.last_mail(0).text) == [f"The game was put on hold by the moderator Mona: {WHY}"]


def test_a_reason_ends_where_another_act_begins(game: Game, village: Village) -> None:
    village.write("Mona", f"{textwrap.fill(f'hold e1: {WHY}.', 72)}\nrelease e1: All is well,\nso go on.")
    village.confirm("Mona")
    texts = [notice for mail in game.mails(0) for notice in notices(mail.text)]
    assert texts[0] == f"The game was put on hold by the moderator Mona: {WHY}."
    assert texts[1].endswith("All is well, so go on.")


@pytest.mark.parametrize("below", ["anounce e1: I am back.", "unsael e1: To look.", "play on"])
def test_what_is_almost_an_act_is_no_part_of_a_reason(game: Game, village: Village, below: str) -> None:
    before = game.written
    reply = village.write("Mona", f"hold e1: I look into it\n{below}")
    assert "NOT UNDERSTOOD" in reply.text, reply.answer.text
    assert game.written == before
