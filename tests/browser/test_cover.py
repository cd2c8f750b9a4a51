"""Several people at one screen: between two turns it shows whose turn it is, and nothing of anybody's hand."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.kit import Site, Window, Windows, box

DESK: Final = Window("desk", 1280, 800)
HAND: Final = Window("hand", 390, 844, touch=True)
NAMES: Final = ("Ida", "Jon")
OWN: Final = "For your eyes only"
"""The heading above what only the player may see whose turn it is."""


def begin(site: Site, page: Page) -> tuple[str, str]:
    """A game of two people at one screen; the names of who plays first, and who then."""
    site.open(page, "/play")
    for number, name in enumerate(NAMES, 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start on this device").click()
    heading = page.get_by_role("heading", name="'s turn")
    expect(heading).to_be_visible()
    first = heading.inner_text().removeprefix("It's ").removesuffix("'s turn")
    return first, next(name for name in NAMES if name != first)


def covers(page: Page, name: str) -> None:
    """Fail unless the page is covered for a player, in large type, with one button in sight, and tells no hand."""
    heading = page.get_by_role("heading", name=f"It's {name}'s turn")
    expect(heading).to_be_in_viewport()
    assert heading.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 31
    seen = page.locator("main button").evaluate_all(
        "(buttons) => buttons.filter((one) => one.checkVisibility()"
        " && one.getBoundingClientRect().top < innerHeight).map((one) => one.textContent)"
    )
    assert seen == [f"I am {name}: show my dice"]
    expect(page.get_by_text(OWN)).to_have_count(0)
    expect(page.locator("#orders")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('orders '))") == []


@pytest.mark.parametrize("window", [DESK, HAND], ids=lambda window: window.name)
def test_the_screen_is_covered_until_its_player_says_that_they_are_there(
    site: Site, windows: Windows, window: Window
) -> None:
    page = windows.open(window)
    first, second = begin(site, page)
    covers(page, first)
    assert violations(page) == []
    page.get_by_role("button", name=f"I am {first}").click()
    expect(page.get_by_text(OWN)).to_be_visible()
    title = page.title()
    box(page).fill("end")
    page.get_by_role("button", name="Send", exact=True).click()
    covers(page, second)
    assert page.title() == title, "it tells nothing of a hand, nor of what was done"
    moves: tuple[Callable[[], object], ...] = (
        page.go_back,
        page.go_back,
        page.go_forward,
        page.go_forward,
        page.reload,
    )
    for move in moves:
        move()
        page.wait_for_load_state()
        if "/games/" in page.url:
            covers(page, second)


def test_a_key_pressed_once_too_often_shows_nobodys_dice(site: Site, windows: Windows) -> None:
    page = windows.open(DESK)
    first, _second = begin(site, page)
    expect(page.get_by_role("heading", name=f"It's {first}'s turn")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    covers(page, first)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"I am {first}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text(OWN)).to_be_visible()
