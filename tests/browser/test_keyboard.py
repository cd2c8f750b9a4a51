"""Whoever has no mouse gets everywhere, and sees where he is."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect
from server.kit import FIRST_TURN

from browser.axe import violations
from browser.kit import MODERATED, PLAYING, Site

MOST_STOPS: Final = 150


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus. Fails when it never has."""
    for _stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no way to {selector}")


def test_the_first_stop_leads_past_the_menu(site: Site, desktop: Page) -> None:
    site.open(desktop, f"/games/{PLAYING}")
    skip = desktop.get_by_role("link", name="Skip to content")
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
    tab_to(desktop, ".transcript summary")
    desktop.keyboard.press("Enter")
    tab_to(desktop, "textarea")
    desktop.keyboard.type("\n".join(FIRST_TURN))
    tab_to(desktop, "button[value=send]")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("button", name="Roll the dice")).to_be_focused()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(f"**/games/{tag}/answer")
    site.play_bots()
    assert site.game(tag).year == 2


@pytest.mark.soak
def test_a_moderator_holds_a_game_and_releases_it_by_keyboard(site: Site, desktop: Page) -> None:
    site.sign_in(desktop, "Anna")
    follow(desktop, "/moderate")
    follow(desktop, f"/moderate/{MODERATED}")
    for act, is_held in (("hold", True), ("release", False)):
        tab_to(desktop, ".acts summary")
        desktop.keyboard.press("Enter")
        follow(desktop, f"/moderate/{MODERATED}/{act}")
        tab_to(desktop, "#reason")
        desktop.keyboard.type("To look into a complaint")
        desktop.keyboard.press("Enter")
        expect(desktop.get_by_role("button", name="Do it")).to_be_focused()
        assert violations(desktop) == []
        desktop.keyboard.press("Enter")
        desktop.wait_for_url(f"**/moderate/{MODERATED}#said")
        expect(desktop.get_by_role("status")).to_contain_text("will be told")
        assert (site.game(MODERATED).held_ms is not None) is is_held


def follow(page: Page, path: str) -> None:
    """Go by keyboard to a link, and follow it."""
    tab_to(page, f"[href='{path}']")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{path}")
