"""The guided first game: a real game, whose log tells which steps are done, and whose steps can all be done."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.games.presentation import presentation_of
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from rules_core.games import rule_id, rulebook

STEPS = presentation_of("first_rails").guide


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def begun(world: World, browser: Browser) -> GameRow:
    browser.open("/play")
    browser.press("Start the guided game")
    assert browser.response.status_code == 200, browser.text
    with world.database.read() as tx:
        game = repo.any_game_by_tag(tx, browser.response.request.path.split("/")[2])
    assert game is not None and game.purpose == "lesson"
    return game


def step(browser: Browser) -> int:
    """The number of the step that the page shows, from 1; 0 when all are done."""
    (heading,) = browser.page.xpath("//h2[@id='lesson']")
    found = re.match(r"Step (\d+) of 10", heading.text_content())
    return int(found[1]) if found else 0


def proposed(browser: Browser) -> str:
    """The order that the panel proposes; "" where it has none."""
    return "".join(code.text_content() for code in browser.page.xpath("//section[@class='guide']//pre"))


def test_the_steps_are_ten_and_name_rules_that_there_are() -> None:
    assert len(STEPS) == 10
    rules = rulebook("first_rails")
    for one in STEPS:
        named = [found[0] for found in rule_id().finditer(one.text)]
        assert named and all(rule in rules for rule in named), one.title


def walk(world: World) -> list[int]:
    """Do what each step proposes; the steps that were shown."""
    browser = world.browser()
    path = f"/games/{begun(world, browser).tag}"
    shown = []
    for _press in range(60):
        browser.open(path)
        shown.append(step(browser))
        if not shown[-1]:
            break
        browser.press("Send", orders=proposed(browser))
        if browser.page.xpath("//button[@name='sure']"):
            browser.press("Roll the dice")
        assert browser.response.status_code == 200
    return shown


def test_the_lesson_is_finished_by_what_it_proposes(world: World) -> None:
    shown = walk(world)
    assert shown[0] == 1 and shown[-1] == 0, shown


@pytest.mark.soak
@pytest.mark.parametrize("_number", range(12))
def test_every_lesson_can_be_finished(world: World, _number: int) -> None:
    """Whatever the dice and the bot do."""
    shown = walk(world)
    assert shown[-1] == 0, " ".join(map(str, shown))


def test_steps_count_whenever_they_are_done_and_undone(world: World) -> None:
    browser = world.browser()
    path = f"/games/{begun(world, browser).tag}"
    browser.press("Send", orders="A w?")
    browser.open(path)
    assert step(browser) == 1, "the second step is done before the first"
    assert browser.page.xpath("count(//section[@class='guide']//strong)") == 1
    browser.press("Send", orders="undo")
    browser.open(path)
    assert browser.page.xpath("count(//section[@class='guide']//strong)") == 0
    browser.press("Send", orders="buy 2 weiden")
    browser.open(path)
    assert step(browser) == 2
    assert browser.page.xpath("//section[@class='guide']//a[contains(@href, '/rules#FR-30')]")
