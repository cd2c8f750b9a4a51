"""The home page: what this is, and the map of a game as everybody may see it."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from forms_kit import submit_as
from lxml import html
from web_kit import Browser, World, new_world

from pbem.web.warming import warm_up


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def home(world: World) -> Browser:
    """The page as a stranger sees it."""
    browser = world.browser()
    assert browser.open("/").status_code == 200
    return browser


def maps(browser: Browser) -> list[str]:
    """The titles of the maps on a page."""
    return [svg.findtext("title") for svg in browser.page.iterfind(".//figure/svg")]


def drawn(world: World) -> bytes:
    """The only map on the page."""
    (svg,) = home(world).page.iterfind(".//figure/svg")
    return bytes(html.tostring(svg))


def order(world: World, orders: str) -> None:
    """Send orders for whoever is to move in the first game."""
    game = world.game(1)
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    browser.press("Send", orders=orders)


def test_the_map_is_that_of_the_game_which_has_come_furthest(world: World) -> None:
    assert maps(home(world)) == []
    for name in ("One", "Two"):
        world.open_game(name, ("Anna", "Bert"))
    order(world, "end")
    assert world.game(1).turn > world.game(2).turn
    assert maps(home(world)) == ["The map of One"]
    assert "e1 One, year 1, turn 2" in home(world).text


def test_what_can_still_be_taken_back_is_on_no_map(world: World) -> None:
    world.open_game("One")
    before = drawn(world)
    order(world, "B e? s?")
    assert drawn(world) == before
    order(world, "end")
    assert len(drawn(world)) > len(before)


def test_a_game_that_cannot_be_read_has_no_map_and_breaks_no_page(world: World) -> None:
    world.open_game("One")
    assert maps(home(world)) == ["The map of One"]
    world.open_game("Two")
    game = world.game(1)
    assert game.active_seat is not None
    submit_as(world.intake, game.id, game.active_seat, "end", position=game.position)  # what no page has read
    with sqlite3.connect(world.database.path) as file:
        file.execute("DROP TRIGGER entry_never_changes")
        assert file.execute("UPDATE entry SET payload = '{}'").rowcount
    broken = home(world)
    assert maps(broken) == []
    assert "e1 One" in broken.text


def test_what_search_engines_are_told_names_every_game(world: World) -> None:
    (found,) = home(world).page.xpath("//meta[@name='description']/@content")
    assert found.endswith(": The First Rails, Germany, Railroad Dice 2.")


def test_the_first_page_after_a_start_finds_its_templates_compiled(world: World) -> None:
    world.open_game()
    warm_up(world.app, "en")
    for thread in threading.enumerate():
        if thread.name == "warming":
            thread.join()
    compiled = world.app.jinja_env.cache
    assert compiled is not None
    known = set(compiled.keys())
    visitor = world.browser()
    visitor.open("/")
    assert set(compiled.keys()) == known
    visitor.open("/games/e1")
    assert {name for _loader, name in set(compiled.keys()) - known} <= {"_reference.html"}
