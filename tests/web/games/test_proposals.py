"""The page of a game on which somebody asks to go back: everybody reads it, and those whom it concerns answer there."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from forms_kit import submit_as
from lxml import html
from web_kit import World, new_world

from pbem.store.games.game import GameRow
from pbem.store.games.log import list_rollbacks
from pbem.store.games.seats import list_seats


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def asked(world: World) -> tuple[GameRow, str, str, int]:
    """A game whose first player asks to go back to where his turn began; his name, the next's, and that place."""
    game = world.open_game(players=["Anna", "Bert"])
    first = world.to_move(game)
    with world.database.read() as tx:
        seats = {row.name: row.seat for row in list_seats(tx, game.id)}
    place = world.game(game.id).position
    for orders in ("end", "rollback: I forgot <b>to roll</b>."):
        answer = submit_as(world.intake, game.id, seats[first], orders, position=world.game(game.id).position)
        assert answer.applied
    return world.game(game.id), first, world.to_move(game), place


def section(page: html.HtmlElement) -> html.HtmlElement:
    (found,) = page.find_class("proposal")
    return found


def buttons(page: html.HtmlElement) -> list[str]:
    return [button.text_content() for button in section(page).iter("button")]


def test_everybody_reads_it_and_its_proposer_may_withdraw_it(world: World) -> None:
    game, first, second, place = asked(world)
    browser = world.browser()
    browser.open(f"/games/{game.tag}")
    assert f"{first} asks to roll the game back to #{place}." in browser.text
    assert "I forgot <b>to roll</b>." in browser.text
    assert f"Not answered yet: {second}." in browser.text
    assert buttons(browser.page) == []
    proposer = world.signed_in(first)
    proposer.open(f"/games/{game.tag}")
    assert buttons(proposer.page) == ["Withdraw request"]
    proposer.press("Withdraw request")
    assert "Your rollback request is withdrawn" in proposer.text
    assert not proposer.page.find_class("proposal")


def test_who_is_asked_agrees_by_a_button(world: World) -> None:
    game, first, second, place = asked(world)
    browser = world.signed_in(second)
    browser.open(f"/games/{game.tag}")
    assert buttons(browser.page) == [f"Agree: roll back to #{place}", "Refuse"]
    browser.press(f"Agree: roll back to #{place}")
    assert f"Now everyone has agreed: the game is rolled back to #{place}." in browser.text
    assert world.to_move(game) == first
    with world.database.read() as tx:
        (back,) = list_rollbacks(tx, game.id)
    assert json.loads(back.payload) == {"to": place, "epoch": 0}


def test_orders_put_together_before_the_game_went_back_are_shown_first(world: World) -> None:
    game, first, second, place = asked(world)
    with world.database.read() as tx:
        seats = {row.name: row.seat for row in list_seats(tx, game.id)}
    page = world.signed_in(first)
    page.open(f"/games/{game.tag}")
    submit_as(world.intake, game.id, seats[second], "agree", position=game.position)
    stale = submit_as(world.intake, game.id, seats[first], "end", position=place)
    assert (stale.stale, stale.applied) == (True, False)
    assert "you replied to an older email" in stale.heading
    page.press("Send", orders="end")
    assert world.to_move(game) == first
    assert "Nothing was changed" in page.text


def test_a_vacant_seat_is_waited_for_and_the_page_says_who_agreed_and_why_it_is_not_rated(world: World) -> None:
    game = world.open_game(players=["Anna", "Bert", "Clara"])
    with world.database.read() as tx:
        seats = {row.name: row.seat for row in list_seats(tx, game.id)}
    first, place = world.to_move(game), world.game(game.id).position
    played = [first]
    submit_as(world.intake, game.id, seats[first], "end", position=place)
    second = world.to_move(game)
    played.append(second)
    submit_as(world.intake, game.id, seats[second], "end", position=world.game(game.id).position)
    (third,) = set(seats) - set(played)
    world.clock.advance(timedelta(minutes=1))
    world.intake.forms.resign(game.id, world.players[second])
    submit_as(world.intake, game.id, seats[first], f"rollback #{place}: A slip.", position=place)
    browser = world.browser()
    browser.open(f"/games/{game.tag}")
    requested = {third: third, second: f"{second}'s vacant seat"}
    assert (
        f"Not answered yet: {', '.join(requested[name] for name in sorted(requested, key=lambda name: seats[name]))}."
        in browser.text
    )
    assert "For a vacant seat, whoever takes it over has to agree." in browser.text
    assert "This game is not rated" not in browser.text
    submit_as(world.intake, game.id, seats[third], "agree", position=place)
    world.clock.advance(timedelta(minutes=1))
    world.intake.forms.take_seat(game.id, seats[second], world.players["Dora"])
    dora = world.signed_in("Dora")
    dora.open(f"/games/{game.tag}")
    assert f"Agreed: {third}." in dora.text
    dora.press(f"Agree: roll back to #{place}")
    browser.open(f"/games/{game.tag}")
    for text in (
        "This game is not rated: its players took back what someone who left had played.",
        f"{third} agrees to roll back to #{place}.",
        f"Dora agrees to roll back to #{place}.",
        f"The game was rolled back to #{place}, as {first} had asked and everyone agreed.",
        f"This game is no longer rated: the players took back what {second} had played before leaving.",
    ):
        assert text in browser.text
