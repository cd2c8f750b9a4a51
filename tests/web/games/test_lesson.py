"""The guided first game: a real game, whose log tells which steps are done, and whose steps can all be done."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.adjudicator.log.records import export_game
from pbem.games.presentation import presentation_of
from pbem.store.games.game import GameRow, find_any_game_by_tag, get_game_seed
from rules_core.games import rule_id, rulebook
from rules_core.kernel.record import dice_remarks, load, verify_dice

MOST_PRESSES = 80
STEPS = presentation_of("first_rails").guide.steps


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def begun(world: World, browser: Browser) -> GameRow:
    browser.open("/play")
    browser.press("Start the guided game")
    assert browser.response.status_code == 200, browser.text
    with world.database.read() as tx:
        game = find_any_game_by_tag(tx, browser.response.request.path.split("/")[2])
    assert game is not None and game.purpose == "lesson"
    return game


def step(browser: Browser) -> int:
    """The number of the step that the page shows, from 1; 0 when all are done."""
    (heading,) = browser.page.xpath("//h2[@id='lesson']")
    found = re.match(r"Step (\d+) of 10", heading.text_content())
    return int(found[1]) if found else 0


def proposed(browser: Browser) -> str:
    """The order that the panel proposes; "" where it has none."""
    return "".join(code.text_content() for code in browser.page.xpath("//*[@class='guide']/pre"))


def told(browser: Browser) -> str:
    """The text of the step."""
    return " ".join(browser.page.xpath("string(//*[@class='guide']/p)").split())


def press_guide(browser: Browser) -> str:
    """Press the button of the step, as a browser without scripts does; what it is called, "" where there is none."""
    for button in browser.page.xpath("//*[@class='guide']//button"):
        path, sent = browser.form("Preview")
        browser.post(path, {**sent, "do": "", button.get("name"): button.get("value")})
        assert browser.response.status_code == 200
        return str(button.text_content().strip())
    return ""


def test_the_steps_are_ten_and_name_rules_that_there_are() -> None:
    assert len(STEPS) == 10
    rules = rulebook("first_rails")
    for one in STEPS:
        named = [found[0] for found in rule_id().finditer(one.text)]
        assert named and all(rule in rules for rule in named), one.title


def test_the_lesson_is_two_turns_by_its_own_buttons_and_always_the_same(world: World) -> None:
    def walk() -> list[tuple[int, str, str, str]]:
        browser = world.browser()
        browser.open(f"/games/{begun(world, browser).tag}")
        shown = []
        while number := step(browser):
            shown.append((number, told(browser), proposed(browser), press_guide(browser)))
            assert shown[-1][3], shown
        return shown

    first = walk()
    assert [number for number, *_ in first] == sorted(number for number, *_ in first)
    assert {number for number, *_ in first} == set(range(1, 11)), "each step is shown"
    assert sum(pressed == "End the turn" for *_, pressed in first) == 2
    assert len(first) == 17
    texts = {number: text for number, text, *_ in first}
    assert "You rolled 1 straight, 1 curve." in texts[4]
    assert "you are its director now" in texts[6]
    assert "You rolled 1 straight, 1 curve, 1 ?." in texts[10]
    assert walk() == first


def test_the_board_lights_up_where_a_step_is_done(world: World) -> None:
    browser = world.browser()
    browser.open(f"/games/{begun(world, browser).tag}")
    lit = "//*[contains(@class, 'targets')]//button[contains(@class, 'proposed')]"
    assert browser.page.xpath(lit) == [], "shares are bought, and not on the board"
    for _press in range(2):
        press_guide(browser)
    (place,) = browser.page.xpath(lit)
    assert place.get("value") == proposed(browser) == "A w?"
    offered = browser.page.xpath("//*[@id='choices']//button/@value")
    assert place.get("value") in offered


def other_ways(world: World, first: tuple[str, ...]) -> list[int]:
    """Do other things first, and then press what each step proposes; the steps that were shown."""
    browser = world.browser()
    path = f"/games/{begun(world, browser).tag}"
    browser.open(path)
    for orders in first:
        send(browser, orders)
    browser.open(path)
    shown: list[int] = []
    while (number := step(browser)) and len(shown) < MOST_PRESSES:
        shown.append(number)
        assert press_guide(browser), f"{told(browser)} {shown}"
    return [*shown, number]


def send(browser: Browser, orders: str) -> None:
    browser.press("Send", orders=orders)
    if browser.page.xpath("//button[@name='sure']"):
        browser.press("Roll the dice")
    assert browser.response.status_code == 200


def test_the_lesson_is_finished_by_somebody_who_does_other_things_first(world: World) -> None:
    shown = other_ways(world, ("roll 3?", "B n?", "end discard c"))
    assert shown[0] == 1 and shown[-1] == 0, shown


@pytest.mark.soak
@pytest.mark.parametrize("first", [("roll 4?", "end"), ("end", "income", "roll all", "end"), ("buy 2 ueberall", "end")])
def test_every_lesson_can_be_finished(world: World, first: tuple[str, ...]) -> None:
    """Whatever the dice and the bot do."""
    for _lesson in range(3):
        shown = other_ways(world, first)
        assert shown[-1] == 0, " ".join(map(str, shown))


def test_its_dice_are_said_to_be_fixed_and_still_follow_from_its_seed(world: World) -> None:
    browser = world.browser()
    game = begun(world, browser)
    browser.open(f"/games/{game.tag}")
    assert "In this lesson the first rolls are fixed." in browser.text
    assert "The first rolls of this guided game are fixed" in browser.text
    for _press in range(17):
        press_guide(browser)
    with world.database.read() as tx:
        record = load(export_game(tx, game.id))
        played = replace(record, seed=get_game_seed(tx, game.id))
    assert verify_dice(played) == []
    assert [remark.code for remark in dice_remarks(played)] == ["arranged"]


def test_steps_count_whenever_they_are_done_and_undone(world: World) -> None:
    browser = world.browser()
    path = f"/games/{begun(world, browser).tag}"
    browser.press("Send", orders="A w?")
    browser.open(path)
    assert step(browser) == 1, "the second step is done before the first"
    assert browser.page.xpath("count(//*[@class='guide']//strong)") == 1
    browser.press("Send", orders="undo")
    browser.open(path)
    assert browser.page.xpath("count(//*[@class='guide']//strong)") == 0
    browser.press("Send", orders="buy 2 weiden")
    browser.open(path)
    assert step(browser) == 2
    assert browser.page.xpath("//*[@class='guide']//a[contains(@href, '/rules#FR-30')]")
