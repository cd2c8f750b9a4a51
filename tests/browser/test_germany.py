"""Germany in a browser: a turn by clicks and one by text, its whole map, and what has happened seen again."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import violations
from browser.kit import GERMANY, PHONE, Site, Window, Windows, box, in_windows
from browser.test_orders_by_click import choice


def whole_map(page: Page) -> Locator:
    return page.locator("details.whole-map")


@in_windows(PHONE)
def test_a_turn_is_played_by_clicks_only(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(kind="germany"), site.sign_in(windows.open(window), "Anna")
    site.open(page, f"/games/{tag}")
    choice(page, "Roll", "Roll these").click()
    expect(box(page)).to_have_value("roll 4?")
    site.press_send(page)

    site.open(page, f"/games/{tag}")
    symbol = choice(page, "Use a transport symbol", "transport weiden")
    expect(symbol).to_contain_text("1,000 wait then")
    orders = []
    while page.locator("#choices").get_by_role("group", name="End your turn").count() == 0:
        assert "must be used (GE-12)" in page.locator("#choices").inner_text()
        symbol.click()
        orders.append("transport weiden")
        expect(box(page)).to_have_value("\n".join(orders))
    assert orders, "the roll shows a symbol"
    before = page.locator(".board figure > svg[role=img]").inner_html()
    choice(page, "Lay track at B", "s").click()
    expect(box(page)).to_have_value(re.compile(r"\nB s$"))
    expect(page.get_by_role("heading", name="The board after these orders")).to_be_visible()
    assert page.locator(".board figure > svg[role=img]").inner_html() != before
    if window.javascript:
        assert violations(page) == []
    choice(page, "End your turn", "End the turn").click()
    expect(page.locator(".answer")).to_contain_text("ends the turn")
    expect(page.locator(".answer")).to_contain_text("more passengers wait for Weiden Express")
    site.play_bots()
    assert site.game(tag).year == 2


@pytest.mark.soak
def test_a_turn_is_played_by_text(site: Site, desktop: Page) -> None:
    tag = site.new_game(kind="germany")
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    box(desktop).fill("A n?\nbuy weiden")
    verdict = desktop.locator("#trial .bad").get_by_role("link", name="GE-10")
    expect(verdict).to_have_attribute("href", "/rules/germany#GE-10")
    verdict.click()
    expect(desktop.locator("dt#GE-10 + dd")).to_be_visible()
    site.send(desktop, tag, "A n?", "transport weiden with ?", "end")
    expect(desktop.locator(".answer")).to_contain_text("ends the turn")


@in_windows(PHONE)
def test_the_whole_map_is_unfolded_and_opened_alone(site: Site, windows: Windows, window: Window) -> None:
    page = windows.open(window)
    site.open(page, f"/games/{GERMANY}")
    expect(whole_map(page).get_by_role("img")).to_be_hidden()
    whole_map(page).get_by_text("The whole map").click()
    picture = whole_map(page).get_by_role("img")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    if window.javascript:
        page.wait_for_function("document.querySelector('.whole-map img').naturalWidth > 0")
    page.get_by_role("link", name="Open the map alone, to enlarge it").click()
    page.wait_for_url(f"**/games/{GERMANY}/map.svg")
    expect(page.locator("svg").first).to_be_visible()


def test_its_past_is_stepped_through(site: Site, desktop: Page) -> None:
    known = site.moments(GERMANY)
    site.open(desktop, f"/games/{GERMANY}/at/{known[-1]}")
    found = desktop.locator("#told")
    before = found.inner_text()
    desktop.keyboard.press("ArrowLeft")
    expect(found).not_to_have_text(before)
    expect(desktop).to_have_url(f"{site.url}/games/{GERMANY}/at/{known[-2]}")
    expect(whole_map(desktop).locator("a").first).to_have_attribute("href", f"/games/{GERMANY}/at/{known[-2]}/map.svg")
