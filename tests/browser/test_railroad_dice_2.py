"""Railroad Dice 2 in a browser: stations placed by clicks and in advance by text, and a turn put together by clicks."""

import re

from playwright.sync_api import expect

from browser.axe import violations
from browser.kit import PHONE, Site, Window, Windows, in_windows
from browser.test_orders_by_click import box, choice


@in_windows(PHONE)
def test_stations_are_placed_and_a_turn_is_played_by_clicks(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(kind="railroad_dice_2"), site.sign_in(windows.open(window), "Anna")
    site.play_bots()
    site.open(page, f"/games/{tag}")
    choice(page, "Place a station", "tile").click()
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
