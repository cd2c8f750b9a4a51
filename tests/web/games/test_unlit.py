"""Why nothing can be laid on a square of the board: told to who presses it, with the rule."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import html
from web_kit import Browser, World, new_world

from pbem.store.games.game import GameRow


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def why(browser: Browser, game: GameRow, square: str, orders: str = "") -> html.HtmlElement:
    """The answer to a press on a square."""
    browser.open(f"/games/{game.tag}")
    path, fields = browser.form("Preview")
    sent = {**fields, "do": "", "orders": orders, "square": square}
    response = browser.client.post(path, data=sent, base_url="https://games.test", headers={"X-Part": "why"})
    assert response.status_code == 200
    return html.fromstring(response.text)


def test_track_is_laid_only_where_an_end_points_at(world: World) -> None:
    game = world.open_game()
    browser = world.signed_in(world.to_move(game))
    here, far = (why(browser, game, square) for square in ("0 0", "900 -900"))
    for found in (here, far):
        assert found.text_content() == "FR-30: track is laid only on the squares that the ends of the line point at."
    assert here.find("a").get("href") == "/rules#FR-30"


def test_railroad_dice_2_tells_why_no_station_is_placed(world: World) -> None:
    game = world.open_game(kind="railroad_dice_2")
    browser = world.signed_in(world.to_move(game))
    assert (
        why(browser, game, "0 0").text_content() == "R2-5: a1 is on the border of the map, where no station may stand."
    )
    assert why(browser, game, "99 0").text_content() == ""


def test_who_is_not_to_move_is_told_so_and_others_nothing(world: World) -> None:
    game = world.open_game()
    other = next(name for name in ("Anna", "Bert", "Clara") if name != world.to_move(game))
    assert why(world.signed_in(other), game, "0 0").text_content() == "It is not your turn."


@pytest.mark.parametrize("square", ["", "1", "x y", "1 2 3", "99999 0"])
def test_what_is_no_square_is_refused(world: World, square: str) -> None:
    game = world.open_game()
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    path, fields = browser.form("Preview")
    sent = {**fields, "square": square}
    response = browser.client.post(path, data=sent, base_url="https://games.test", headers={"X-Part": "why"})
    assert response.status_code == 400
    assert world.game(game.id) == game
