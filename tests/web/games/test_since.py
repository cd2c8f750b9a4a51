"""The moves since a player's last turn: which they are, for whom, and each by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from past_kit import past_of, submit
from web_kit import Browser, World, new_world

from pbem.store.games.game import GameRow


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def line(browser: Browser, game: GameRow) -> str:
    """The line below the board; empty where there is none."""
    browser.open(f"/games/{game.tag}")
    return "".join(browser.page.xpath("//div[@class='moves']//span/text()"))


def positions(browser: Browser) -> list[int]:
    return [int(one) for one in browser.page.xpath("string(//div[@class='moves']/@data-positions)").split()]


def test_each_is_told_what_the_others_have_done_since(world: World) -> None:
    game = world.open_game()
    first = world.signed_in(world.to_move(game))
    assert line(first, game) == "" and line(world.browser(), game) == "", "nothing has been done"
    submit(world, game, "B n?\nend")
    second = world.signed_in(world.to_move(game))
    assert line(second, game) == "Since the beginning: 2 moves"
    assert line(first, game) == "", "nobody else has done anything"
    submit(world, game, "end")
    assert line(first, game) == "Since your last turn: 1 move"
    assert line(second, game) == ""
    assert line(world.browser(), game) == "The last round: 3 moves"
    submit(world, game, "B n?\nend")
    assert line(first, game) == "Since your last turn: 3 moves"
    seen = [moment.position for moment in past_of(world, game).moments]
    assert positions(first) == seen[-3:]
    submit(world, game, "income")
    assert line(first, game) == "Since your last turn: 3 moves", "though one's own turn is on"


def test_a_move_comes_by_itself_in_words_and_as_a_board(world: World) -> None:
    game = world.open_game()
    mover = world.to_move(game)
    submit(world, game, "B n?\nend")
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    laid, ended = positions(browser)
    browser.open(f"/games/{game.tag}/since/{laid}")
    assert browser.page.get_element_by_id("moment").tag == "article"
    assert f"Year 1, turn 1: {mover}" in browser.text
    assert f"{mover} lays" in browser.text
    assert browser.page.xpath("//svg//*[@class='new']")
    browser.open(f"/games/{game.tag}/since/{ended}")
    assert "ends the turn" in browser.text
    assert not browser.page.xpath("//svg//*[@class='new']")
    assert browser.response.headers["Cache-Control"] == "no-store"


def test_only_what_is_final_is_shown(world: World) -> None:
    game = world.open_game()
    submit(world, game, "B n?")
    for browser in (world.browser(), world.signed_in(world.to_move(game))):
        last = world.game(game.id).position
        assert browser.open(f"/games/{game.tag}/since/{last}").status_code == 404
        assert browser.open(f"/games/{game.tag}/since/99999").status_code == 404
    assert world.browser().open("/games/e99/since/7").status_code == 404
