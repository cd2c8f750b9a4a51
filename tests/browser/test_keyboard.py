"""Whoever has no mouse gets everywhere, and sees where he is."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect
from server.kit import FIRST_TURN

from browser.kit import PLAYING, Site
from browser.pages import visits

MOST_STOPS: Final = 150
_STOPS: Final = """() => {
    const stops = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
    const reached = [...document.querySelectorAll(stops)].filter(
        (stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility({visibilityProperty: true}));
    return reached.map((stop) => {
        stop.focus();
        const {outlineStyle, outlineWidth} = getComputedStyle(stop);
        const box = stop.getBoundingClientRect();
        const faults = [
            [stop !== document.activeElement, "cannot have the focus"],
            [stop.tabIndex > 0, "jumps the queue"],
            [outlineStyle === "none" || parseFloat(outlineWidth) < 2, "has no ring around it"],
            [box.width === 0 || box.height === 0, "has no size"],
            [box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth, "is out of sight"],
        ];
        return [stop.outerHTML.slice(0, 100), ...faults.filter(([holds]) => holds).map(([, told]) => told)];
    });
}"""
"""Gives the focus to all that the Tab key stops at, one after the other; returns the HTML of each and what is wrong."""


def stops(page: Page) -> list[list[str]]:
    """Where the Tab key stops on a page, and what is wrong with each stop."""
    page.keyboard.press("Tab")  # whoever has pressed a key is shown the focus, wherever it goes
    found: list[list[str]] = page.evaluate(_STOPS)
    return found


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until an element has the focus. Fails when it never has."""
    for _stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no way to {selector}")


@pytest.mark.parametrize("name", [None, "Anna"], ids=["stranger", "player"])
def test_on_every_page_the_focus_is_in_sight(site: Site, desktop: Page, name: str | None) -> None:
    if name is not None:
        site.sign_in(desktop, name)
    for path in visits(site, desktop):
        found = stops(desktop)
        assert len(found) > 5, path
        assert [(stop, faults) for stop, *faults in found if faults] == [], path


def test_the_first_stop_leads_past_the_menu(site: Site, desktop: Page) -> None:
    site.open(desktop, f"/games/{PLAYING}")
    skip = desktop.get_by_role("link", name="To the content")
    expect(skip).not_to_be_in_viewport()
    desktop.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#content")).to_be_focused()
    desktop.keyboard.press("Tab")
    assert desktop.evaluate("document.activeElement.closest('main') !== null")


def test_a_turn_is_played_by_keyboard(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    tab_to(desktop, f"[href='/games/{tag}']")
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(f"**/games/{tag}")
    tab_to(desktop, "textarea")
    desktop.keyboard.type("\n".join(FIRST_TURN))
    tab_to(desktop, "button[value=send]")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("button", name="Roll the dice")).to_be_focused()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(f"**/games/{tag}/answer")
    site.play_bots()
    assert site.game(tag).year == 2
