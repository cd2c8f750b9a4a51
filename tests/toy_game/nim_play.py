"""Nim, whose one order has a number and ends the turn, by letter; run in a copy of the program that has it."""

from typing import Any

from adjudicator.kit import World
from adjudicator.letters import flat
from web_kit import Browser

from pbem.commands.orders.verbs import verbs_of


def test_its_order_needs_a_number_that_fits(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), kind="nim")
    assert "How many? Give a number after the verb." in flat(game.send(0, "take").text)
    assert '"9" is not a number from 1 to 3.' in flat(game.send(0, "take 9").text)
    assert "Anna takes 2. Anna ends the turn." in flat(game.send(0, "take two").text)
    state: Any = game.state
    assert (state.turn.seat, state.matches) == (1, 19)
    assert "NI-1: it is not your turn." in game.send(0, "take 1").text


def test_a_game_in_which_no_order_ends_a_turn_has_no_such_verb(world: World) -> None:
    assert "end" not in {verb.name for verb in verbs_of("nim")} and "end" in {verb.name for verb in verbs_of("pig")}
    visitor = Browser(world.app)
    for path in ("/help/orders/nim", "/reference/nim", "/rules/nim"):
        visitor.open(path)
        assert visitor.response.status_code == 200, path


def test_what_the_rules_refuse_is_told_by_the_rule_where_it_has_no_words(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), kind="nim")
    for turn in range(6):
        game.send(turn % 2, "take 3")
    game.send(0, "take 1")
    assert "NI-1: Take 1 to 3 matches in turn. Who takes the last wins." in flat(game.send(1, "take 3").text)
    reply = game.send(1, "take 2")
    assert game.row.status == "over" and "Bert has won." in flat(reply.text)
