"""What a player's office cannot undo is done for who reads its mail; a moderator's acts, and another address."""

from datetime import timedelta

import pytest
from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import code_in
from lobby.kit import Reply, Village
from lobby.kit import examples_of as lines_of

from moderation.kit import add_moderator, promote
from pbem.adjudicator.confirmations import GOOD_FOR, MOST_WRONG
from pbem.moderation.lines import MODERATORS, SHOWN
from pbem.store.moderation.secrets import list_secret_accesses
from pbem.terms import Terms

UNSEAL = "unseal e1: why"
UNPROVED = "REFUSED: Nothing was changed, because what you are about to confirm can't be undone."


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, and two moderators beside it."""
    add_moderator(world, "Mona")
    add_moderator(world, "Max")
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))


@pytest.fixture
def village(game: Game) -> Village:
    """Where letters to offices are written."""
    return Village(game.world)


def is_open(game: Game) -> bool:
    """Whether what is hidden in a game is open to anybody."""
    with game.world.database.read() as tx:
        return bool(list_secret_accesses(tx, game.id))


def forged(village: Village, text: str, name: str = "Mona", **headers: str) -> Reply:
    """A letter of somebody who knows an office's address and whose it is, and answers none of its mails."""
    return village.write(name, text, answering=None, headers=headers)


def test_a_forged_letter_and_a_forged_confirm_open_no_game(game: Game, village: Village) -> None:
    before = game.written
    question = forged(village, UNSEAL).answer
    assert question.to_address == "mona@player.test"
    reply = forged(village, "confirm")
    assert reply.fate("confirm").startswith(UNPROVED)
    assert code_in(reply.answer.text) == "" and question.message_id not in reply.answer.references_
    assert "e1" not in reply.text
    assert game.written == before and not is_open(game)


@pytest.mark.parametrize("text", [f"{UNSEAL}\nconfirm", f"confirm\n{UNSEAL}", f"confirm\n\n{UNSEAL}\n\nconfirm"])
def test_both_in_one_letter_open_no_game(game: Game, village: Village, text: str) -> None:
    for _ in range(2):
        forged(village, text)
        assert not is_open(game)


def test_guessed_references_codes_and_older_mails_are_no_answer(game: Game, village: Village) -> None:
    older = village.write("Mona", "desk").answer
    first = village.write("Mona", UNSEAL).answer
    village.write("Mona", UNSEAL)
    others = village.write("Max", UNSEAL).answer
    for known in (older.message_id, first.message_id, others.message_id, f"<{'a' * 32}@{DOMAIN}>"):
        reply = forged(village, "confirm", **{"In-Reply-To": known, "References": known})
        assert reply.fate("confirm").startswith(UNPROVED)
    codes = [code_in(first.text), code_in(others.text), "22222222", "3333", "CCCCCCCC"]
    texts = [forged(village, f"confirm {code}").text for code in codes]
    assert len(texts) == MOST_WRONG and "is cancelled" in texts[-1]
    assert not is_open(game)


@pytest.mark.parametrize("answers", [True, False])
def test_it_is_done_once_and_within_a_week(game: Game, village: Village, answers: bool) -> None:
    def confirmed(mail: Reply) -> Reply:
        code = code_in(mail.answer.text)
        return village.answer(mail.answer, "confirm") if answers else forged(village, f"confirm {code.lower()}")

    late = village.write("Mona", UNSEAL)
    game.world.clock.advance(GOOD_FOR)
    assert "the request has expired" in confirmed(late).text
    assert not is_open(game)
    question = village.write("Mona", UNSEAL)
    game.world.clock.advance(GOOD_FOR - timedelta(minutes=5))
    assert confirmed(question).text.startswith("All done.")
    assert is_open(game)
    assert "There is nothing to confirm." in confirmed(question).text
    with game.world.database.read() as tx:
        assert len(list_secret_accesses(tx, game.id)) == 1


def test_every_act_waits_to_be_confirmed(game: Game, village: Village) -> None:
    before = game.written
    for word in MODERATORS.verbs:
        if word.name not in SHOWN:
            forged(village, lines_of(word, "en")[0].replace("e7", "e1"))
            forged(village, "confirm")
    assert game.written == before


def test_a_player_who_became_one_confirms_what_he_is_insisted_on(game: Game, village: Village) -> None:
    assert village.write("Anna", "confirm").fate("confirm") == "done: You have an account as Anna."
    assert village.write("Anna", "confirm 2222 3333").fate("confirm 2222 3333") == (
        "REFUSED: There is nothing to confirm."
    )
    game.world.add_player("Dora")
    promote(game.world, "Dora")
    village.write("Dora", UNSEAL)
    village.confirm("Dora")
    assert is_open(game)
