"""Several people at one screen: whose turn it is sees their dice, and nobody else's are on any page in between."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.store.games.game import GameRow, find_any_game_by_tag
from pbem.store.games.seats import list_seats


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def begun(world: World, browser: Browser, *names: str) -> GameRow:
    browser.open("/play")
    browser.press("Start on this device", **{f"name-{n}": name for n, name in enumerate(names, 1)})
    assert browser.response.status_code == 200, browser.text
    with world.database.read() as tx:
        game = find_any_game_by_tag(tx, browser.response.request.path.split("/")[2])
    assert game is not None and game.purpose == "hotseat"
    return game


def hand(browser: Browser) -> str:
    return " ".join(part.text_content() for part in browser.page.xpath("//*[@class='hand']"))


def test_hands_are_covered_between_turns(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser, "Ida", "Jon")
    first = world.to_move(game)
    second = "Jon" if first == "Ida" else "Ida"
    path = f"/games/{game.tag}"
    assert f"Pass the device to {first}" in browser.text
    assert not hand(browser) and not browser.page.xpath("//form[@id='orders-form']")
    browser.press(f"I am {first}: show my dice")
    assert hand(browser)
    browser.open(path)
    assert hand(browser), "the page can be loaded again in one's own turn"
    old = browser.form("Send")
    browser.press("Send", orders="end")
    assert browser.response.request.path == path
    assert f"Pass the device to {second}" in browser.text and not hand(browser)
    for again in (path, f"{path}/answer", f"{path}/orders"):
        browser.open(again)
        assert not hand(browser) and f"Pass the device to {second}" in browser.text, again
    browser.post(*old)
    assert f"Pass the device to {second}" in browser.text, "what was sent from the page before shows nothing"
    browser.press(f"I am {second}: show my dice")
    browser.open(f"{path}/answer")
    assert "were carried out" not in browser.text, "what the last player was answered is theirs"
    browser.post(old[0], {**old[1], "orders": "income"})
    assert browser.response.headers["Cache-Control"] == "no-store"


def test_nobody_else_sees_the_screen_and_names_differ(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser, "Ida", "Jon", "Kim")
    assert world.signed_in("Anna").open(f"/games/{game.tag}").status_code == 404
    stranger = world.browser()
    stranger.open("/play")
    assert stranger.press("Start on this device", **{"name-1": "Ida", "name-2": "ida"}).status_code == 422
    assert "a name of their own" in stranger.text
    with world.database.read() as tx:
        assert [seat.name for seat in list_seats(tx, game.id)] == ["Ida", "Jon", "Kim"]
    browser.open("/play")
    browser.press("End this game")
    with world.database.read() as tx:
        names = tx.connection.exec_driver_sql("SELECT name FROM player WHERE guest").scalars().all()
    assert names == ["Visitor"], "the names at the screen go with their game"
