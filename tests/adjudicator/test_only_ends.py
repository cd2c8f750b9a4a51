"""A letter that does nothing but end the turn is asked about where more may have been meant, and else carried out."""

import pytest
from orders_kit import RULES, first_view

from adjudicator.kit import ENDS_ALONE, Game, World
from adjudicator.positions import plain
from pbem.commands.orders import verbs_of
from pbem.commands.orders.notation import left_out, notation_of

DONE = "Your orders were carried out."


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(), players=("Anna", "Bert"))


@pytest.mark.parametrize("text", ["end", "Zug beenden", "fin", "Hi Bert,\nend # now", "end\n\nBye, Anna"])
def test_an_end_is_asked_about_while_income_and_a_roll_are_still_to_be_had(game: Game, text: str) -> None:
    before = game.written
    reply = game.ask(0, text)
    assert reply.letter.outcome == (
        f"{ENDS_ALONE}, but you can still use `income`, `roll`. Reply `confirm` to end your turn anyway."
    )
    assert game.written == before
    assert not reply.others
    confirmed = game.ask(0, "confirm")
    assert confirmed.letter.outcome == DONE
    assert game.state.table.turn.seat == 1


@pytest.mark.parametrize("again", ["end", "Dear all,\n\nEnd turn.", "zug beenden"])
def test_who_sends_it_once_more_means_it_in_whatever_words(game: Game, again: str) -> None:
    assert game.ask(0, "end").letter.outcome.startswith(ENDS_ALONE)
    assert game.ask(0, again).letter.outcome == DONE


def test_another_order_in_between_is_asked_about_anew(game: Game) -> None:
    game.ask(0, "end")
    assert game.ask(0, "income").letter.outcome == DONE
    assert "you can still use `roll`" in game.ask(0, "end").letter.outcome


def test_text_above_an_end_is_asked_about_and_a_greeting_is_none(world: World) -> None:
    for text, requested in (
        ("The shares, please, and everything that goes with them\nend", True),
        ("Hello!\nThis is it for me\n\nend", True),
        ("Hi all,\n\nend\nSee you, Anna", False),
        ("> a quotation\n# and a comment\nend", False),
        ("end", False),
    ):
        game = world.game_at(plain(front="ss", hidden=0, year=1), players=("Anna", "Bert"))
        outcome = game.ask(0, text).letter.outcome
        assert outcome.startswith(f"{ENDS_ALONE}, and the text above it was not read as orders.") is requested, text
        assert (outcome == DONE) is not requested


def test_other_orders_and_what_belongs_to_the_end_are_not_asked_about(world: World) -> None:
    for text in ("income\nend", "buy weiden\nend", "if s >= 9: income\nend", "press all: Hello\nincome; end"):
        game = world.game_at(plain(), players=("Anna", "Bert"))
        assert game.ask(0, text).letter.outcome == DONE, text


def test_a_wait_for_the_next_turn_is_not_asked_about(game: Game) -> None:
    game.ask(0, "income\nend")
    assert game.ask(0, "next turn: end").letter.outcome == "Your orders are kept for your next turn."
    game.ask(1, "income\nend")
    assert game.state.table.turn.seat == 1, "what waited was carried out"


def test_every_game_says_what_its_turns_seldom_lack() -> None:
    for kind, verbs in (("first_rails", ("roll",)), ("germany", ("roll",)), ("railroad_dice_2", ())):
        view = first_view(kind)
        assert left_out(RULES[kind].legal(view), kind) == verbs
        assert set(notation_of(kind).expected.values()) <= {verb.name for verb in verbs_of(kind)}
