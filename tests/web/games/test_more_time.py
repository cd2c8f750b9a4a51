"""The page of a game tells its terms and its deadline, and its player puts the deadline off there, without scripts."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.clock import from_ms
from pbem.store.games.game import GameRow
from pbem.terms import Terms


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def opened(world: World, terms: Terms, players: tuple[str, ...] = ("Anna", "Bert")) -> GameRow:
    ids = [world.players[name] for name in players]
    return world.game(world.intake.operator.open_game("Whitsun", ids, {}, terms=terms, seed=bytes(32)))


def mover(world: World, game: GameRow) -> Browser:
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    return browser


def choices(browser: Browser) -> list[str]:
    return [str(option.get("value")) for option in browser.page.get_element_by_id("more-time").iter("option")]


def test_the_page_tells_the_terms(world: World) -> None:
    game = opened(world, Terms("36h", "12345", "Europe/Berlin", "bot", "none"))
    found = world.browser()
    found.open(f"/games/{game.tag}")
    assert "Time per turn 36 hours (Mon, Tue, Wed, Thu, Fri; Europe/Berlin)" in found.text
    assert "If the deadline is missed a bot plays the turn" in found.text
    assert "Press none" in found.text
    assert "Extend deadline" not in found.text


def test_the_player_to_move_sees_what_is_left_and_puts_it_off(world: World) -> None:
    game = opened(world, Terms("5d"))
    browser = mover(world, game)
    assert "deadline: Friday 27 November 2026, 17:00 UTC · 5 days left" in browser.text
    assert "3 more times in this game" in browser.text
    assert choices(browser) == ["extend 1 day", "extend 2 days", "extend 3 days", "extend 5 days"]
    browser.press("Extend deadline", orders="extend 2 days")
    assert "You have 2 days more. Your deadline is now Sunday 29 November 2026, 17:00 UTC." in browser.text
    assert "deadline: Sunday 29 November 2026, 17:00 UTC · 7 days left" in browser.text
    assert "2 more times in this game" in browser.text
    assert from_ms(world.game(game.id).deadline_ms or 0) == world.clock() + timedelta(days=7)
    assert browser.page.get_element_by_id("orders").value.strip() == "", "nothing is left to be sent"
    other = next(name for name in ("Anna", "Bert") if name != world.to_move(game))
    assert "has more time" in world.mails(other)[-1].text


def test_hours_are_offered_where_the_game_counts_in_hours(world: World) -> None:
    assert choices(mover(world, opened(world, Terms("24h")))) == [
        "extend 6 hours",
        "extend 12 hours",
        "extend 24 hours",
    ]


def test_the_form_goes_when_nothing_is_left_to_be_had(world: World) -> None:
    game = opened(world, Terms("2d"))
    browser = mover(world, game)
    for _ in range(3):
        browser.press("Extend deadline", orders="extend 1 day")
    assert "Extend deadline" not in browser.text
    world.clock.advance(timedelta(days=6))
    browser.open(f"/games/{game.tag}")
    assert "24 hours late" in browser.text


def test_nobody_else_is_offered_it(world: World) -> None:
    game = opened(world, Terms())
    other = next(name for name in ("Anna", "Bert") if name != world.to_move(game))
    for browser in (world.browser(), world.signed_in(other), world.signed_in("Clara")):
        browser.open(f"/games/{game.tag}")
        assert "Extend deadline" not in browser.text
