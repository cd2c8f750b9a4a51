"""Orders for the next turn, and conditions, on a game's page: given when it is not one's turn, seen, and taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.store.games.game import GameRow


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


@pytest.fixture
def game(world: World) -> GameRow:
    return world.open_game()


def others(world: World, game: GameRow) -> list[Browser]:
    """Those whose turn it is not, each with the game's page before him."""
    names = [name for name in ("Anna", "Bert", "Clara") if name != world.to_move(game)]
    browsers = [world.signed_in(name) for name in names]
    for browser in browsers:
        browser.open(f"/games/{game.tag}")
    return browsers


def test_who_is_not_to_move_may_give_orders_in_advance_and_take_them_back(world: World, game: GameRow) -> None:
    browser, other = others(world, game)
    assert "Next-turn orders and requests" in browser.text
    assert "next turn: income; roll all" in browser.text
    browser.press("Send", orders="next turn: roll all\r\nnext turn: if s >= 2: end")
    assert browser.response.request.path == f"/games/{game.tag}/answer"
    assert "✓ done This waits for your next turn." in browser.text
    browser.open(f"/games/{game.tag}")
    listed = [code.text_content() for code in browser.page.xpath("//form[@aria-labelledby='waiting-heading']//code")]
    assert listed == ["roll all", "if s >= 2: end"]
    other.open(f"/games/{game.tag}")
    assert "Cancel them" not in other.text
    assert world.game(game.id) == game
    browser.press("Cancel them")
    assert "You have no next-turn orders any more." in browser.text
    browser.open(f"/games/{game.tag}")
    assert "Cancel them" not in browser.text


def test_orders_in_advance_are_carried_out_when_a_page_moves_the_game_on(world: World, game: GameRow) -> None:
    for browser in others(world, game):
        browser.press("Send", orders="next turn: end")
    mover = world.signed_in(world.to_move(game))
    mover.open(f"/games/{game.tag}")
    mover.press("Send", orders="end")
    assert "Your orders were carried out." in mover.text
    assert world.game(game.id).year == 2


def test_a_preview_shows_what_a_condition_finds(world: World, game: GameRow) -> None:
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    browser.press("Preview", orders="if ? > 4: end\r\nif ? = 4: buy weiden with ?\r\nroll 1?\r\nif s = 1: A w")
    assert "↷ skipped you have 4 ?" in browser.text
    assert "✓ understood whether this is done depends on the dice" in browser.text
    browser.press("Preview", orders="if s >= wuff: end")
    assert "A comparison is missing" in browser.text


def test_only_play_can_wait(world: World, game: GameRow) -> None:
    browser, _other = others(world, game)
    for text in ("next turn: status", "next turn: next turn: end", "next turn: press all: Hello", "next turn: resign"):
        browser.press("Preview", orders=text)
        assert "only game orders can wait" in browser.text, text
