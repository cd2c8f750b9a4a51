"""Railroad Dice 2 in a browser: stations placed by clicks and in advance by text, and a turn put together by clicks."""

import re

from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.kit import PHONE, PLAIN, Site, Window, Windows, box, in_windows
from browser.test_orders_by_click import choice


@in_windows(PHONE)
def test_stations_are_placed_and_a_turn_is_played_by_clicks(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(kind="railroad_dice_2"), site.sign_in(windows.open(window), "Anna")
    site.play_bots()
    site.open(page, f"/games/{tag}")
    page.get_by_role("group", name="Place a station").locator("summary").first.click()
    choice(page, "Place a station", "place").click()
    expect(box(page)).to_have_value(re.compile(r"^place [a-l]\d$"))
    square = box(page).input_value().split()[1]
    if window.javascript:
        assert violations(page) == []
    site.press_send(page)
    expect(page.locator(".answer")).to_contain_text(f"on {square}")

    site.send(page, tag, *["place any"] * 4)
    site.play_bots()
    site.open(page, f"/games/{tag}")
    expect(page.get_by_role("table", name="Players, and what they have")).to_contain_text(square)
    choice(page, "Roll", "take ?").click()
    expect(box(page)).to_have_value("take ?")
    choice(page, "Roll", "roll 4").or_(choice(page, "End your turn", "end")).first.wait_for()


@in_windows(PHONE, PLAIN)
def test_a_station_is_placed_by_a_press_on_the_map(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(kind="railroad_dice_2"), site.sign_in(windows.open(window), "Anna")
    site.play_bots()
    site.open(page, f"/games/{tag}")
    targets = page.locator(".targets button")
    first, other = (targets.nth(at).get_attribute("value") for at in (0, -1))
    assert first and other and first != other
    pressed(page, first)
    expect(box(page)).to_have_value(first)
    pressed(page, other)
    expect(box(page)).to_have_value(other)
    expect(targets.first).to_have_attribute("name", "instead")
    site.press_send(page)
    expect(page.locator(".answer")).to_contain_text(f"on {other.split()[1]}")


def pressed(page: Page, order: str) -> None:
    """Press the place on the map that stands for an order."""
    target = page.locator(f'.targets button[value="{order}"]')
    bounds = target.bounding_box()
    assert bounds is not None and min(bounds["width"], bounds["height"]) >= 24, "WCAG 2.5.8"
    target.click()
