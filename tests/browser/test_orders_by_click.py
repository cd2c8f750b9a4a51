"""A turn put together by clicks: what is chosen is written into the box and shown on the map, and nothing is typed."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.axe import violations
from browser.kit import DESKTOP, Site, Window, Windows, box, in_windows


def choice(page: Page, of: str, text: str = "") -> Locator:
    """A button of what may be done next, under a heading, whose words hold this text."""
    group = page.locator("#choices").get_by_role("group", name=of)
    return group.get_by_role("button").filter(has_text=text).first


@in_windows(DESKTOP)
def test_a_whole_turn_is_played_by_clicks_only(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(window), "Anna")
    site.open(page, f"/games/{tag}")
    choice(page, "Roll", "Roll these").click()
    expect(box(page)).to_have_value("roll 4?")
    expect(page.locator(".verdict")).to_have_text("Possible, up to the roll. Nothing is done yet.")
    site.press_send(page)

    site.open(page, f"/games/{tag}")
    choice(page, "Buy a share", "buy weiden").click()
    expect(box(page)).to_have_value("buy weiden")
    before = page.locator(".board figure > svg[role=img]").inner_html()
    choice(page, "Lay track at B", "e").click()
    expect(box(page)).to_have_value("buy weiden\nB e")
    expect(page.get_by_role("heading", name="The board after these orders")).to_be_visible()
    assert page.locator(".board figure > svg[role=img]").inner_html() != before
    if window.javascript:
        assert violations(page) == []
    choice(page, "End your turn", "End the turn").click()
    expect(page.locator(".answer")).to_contain_text("ends the turn")
    site.play_bots()
    assert site.game(tag).year == 2


def test_a_line_is_struck_and_orders_are_taken_back_by_clicks(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    choice(desktop, "Lay track at A", "n?").click()
    expect(box(desktop)).to_have_value("A n?")
    choice(desktop, "Lay track at A", "n?").click()
    expect(box(desktop)).to_have_value("A n?\nA n?")
    desktop.get_by_role("button", name="Remove last line").click()
    expect(box(desktop)).to_have_value("A n?")
    choice(desktop, "Buy a share", "buy weiden").click()
    expect(box(desktop)).to_have_value("A n?\nbuy weiden with ?")
    desktop.get_by_role("button", name="Remove A n?").click()
    expect(box(desktop)).to_have_value("buy weiden with ?")
    desktop.get_by_role("button", name="Remove last line").click()
    expect(box(desktop)).to_have_value("")
    choice(desktop, "Lay track at A", "n?").click()
    expect(box(desktop)).to_have_value("A n?")
    site.press_send(desktop)
    desktop.get_by_role("button", name="Undo last order").click()
    expect(desktop.locator(".answer")).to_contain_text('"A n?" is undone.')


def test_clicks_faster_than_the_server_are_all_taken(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    desktop.evaluate("""() => {
        for (const order of ["A n?", "B s?"]) {
            document.querySelector(`#choices button[value="${order}"]`).click();
        }
    }""")
    expect(box(desktop)).to_have_value("A n?\nB s?")


def test_a_place_pressed_twice_before_the_answer_takes_one_piece(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    desktop.evaluate("""() => {
        const [place] = document.querySelectorAll(".targets button[name=add]");
        place.click();
        place.click();
        document.querySelector('#choices button[value="B s?"]').click();
    }""")
    expect(box(desktop)).to_have_value(re.compile(r"^A \S+\nB s\?$"))


def test_the_keyboard_chooses_too_and_is_not_lost(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    choice(desktop, "Lay track at A", "w?").focus()
    desktop.keyboard.press("Enter")
    expect(box(desktop)).to_have_value("A w?")
    expect(desktop.locator("#choices button:focus")).to_have_count(1)
    desktop.keyboard.press("Space")
    expect(box(desktop)).not_to_have_value("A w?")


def test_typing_is_not_disturbed_by_the_live_check(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    box(desktop).press_sequentially("A w?\nB", delay=20)
    expect(desktop.locator("#trial")).to_contain_text("A now points w")
    box(desktop).press_sequentially(" e?", delay=20)
    expect(desktop.locator("#trial")).to_contain_text("B now points e")
    expect(box(desktop)).to_have_value("A w?\nB e?")
    expect(box(desktop)).to_be_focused()
    expect(desktop.locator("#spoken")).to_contain_text("Possible. Nothing is done yet.")
    expect(desktop.locator("#spoken")).to_contain_text("B now points e")
