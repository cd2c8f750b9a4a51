"""Orders typed into the box of a game's page: an error in them is marked, mended, and the turn goes on."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from server.kit import FIRST_TURN

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, PLAIN, Site, Window, Windows, box, in_windows

ROLL, BUY, BUILD, END = FIRST_TURN


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def fate(page: Page, order: str, part: str = "#trial") -> Locator:
    """What the page says of an order: as it is typed, or in the part "answer" after it was sent."""
    return page.locator(part).get_by_role("listitem").filter(has=page.get_by_text(order, exact=True))


@in_windows(PHONE)
def test_a_turn_with_an_error_in_it_is_mended_and_played(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(window), "Anna")
    site.open(page, f"/games/{tag}")
    wrong = [ROLL, "buy wieden", BUILD, END]
    box(page).fill("\n".join(wrong))
    if not window.javascript:
        press(page, "Preview")
    expect(fate(page, "buy wieden")).to_contain_text("NOT UNDERSTOOD")
    expect(fate(page, "buy wieden")).to_contain_text("weiden")
    press(page, "Send")
    expect(fate(page, "buy wieden")).to_contain_text("NOT UNDERSTOOD")
    expect(page.locator(".verdict")).to_have_text("Not possible like this.")
    assert box(page).input_value().splitlines() == wrong
    if window.javascript:
        assert violations(page) == []

    box(page).fill("\n".join(FIRST_TURN))
    press(page, "Preview")
    expect(page.locator(".verdict")).to_have_text("Possible, up to the roll. Nothing is done yet.")
    assert box(page).input_value().splitlines() == list(FIRST_TURN)
    assert site.game(tag).active_seat == 0
    site.press_send(page)
    for order in FIRST_TURN:
        expect(fate(page, order, ".answer")).to_contain_text("done")

    site.play_bots()
    assert site.game(tag).year == 2
    site.open(page, f"/games/{tag}")
    expect(page.locator(".status")).to_contain_text("your turn")
    assert "It's your turn (year 2" in " ".join(site.mails("Anna")[-1].text.split())


def test_the_map_shows_what_orders_would_do_while_they_are_typed(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.send(desktop, tag, ROLL)
    site.open(desktop, f"/games/{tag}")
    before = desktop.locator(".board figure > svg[role=img]").inner_html()
    box(desktop).press_sequentially(BUILD)
    expect(desktop.get_by_role("heading", name="The board after these orders")).to_be_visible()
    assert desktop.locator(".board figure > svg[role=img]").inner_html() != before
    expect(box(desktop)).to_be_focused()
    expect(box(desktop)).to_have_value(BUILD)
    site.open(desktop, f"/games/{tag}")
    press(desktop, "Discard them")
    expect(desktop.get_by_role("heading", name="The board", exact=True)).to_be_visible()
    assert desktop.locator(".board figure > svg[role=img]").inner_html() == before


@pytest.mark.soak
def test_nothing_is_rolled_before_it_is_asked(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    box(desktop).fill(ROLL)
    press(desktop, "Send")
    expect(desktop.get_by_role("button", name="Roll the dice")).to_be_focused()
    assert violations(desktop) == []
    before = site.game(tag)
    press(desktop, "Not yet")
    expect(desktop.get_by_role("button", name="Roll the dice")).to_have_count(0)
    assert site.game(tag) == before
    site.press_send(desktop)
    assert site.game(tag).position > before.position


@pytest.mark.soak
def test_what_dice_that_were_thrown_left_undone_stands_in_the_box(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.send(desktop, tag, ROLL, BUY, "B w", END)
    for _look in range(2):
        expect(fate(desktop, ROLL, ".answer")).to_contain_text("done")
        expect(fate(desktop, "B w", ".answer")).to_contain_text("REFUSED")
        rule = fate(desktop, "B w", ".answer").get_by_role("link").first
        expect(rule).to_have_attribute("href", re.compile("^/rules#FR-"))
        assert box(desktop).input_value().splitlines() == ["B w", END]
        desktop.reload()
    assert violations(desktop) == []

    box(desktop).fill(f"{BUILD}\n{END}")
    site.press_send(desktop)
    expect(fate(desktop, END, ".answer")).to_contain_text("done")
    site.play_bots()
    assert site.game(tag).year == 2


@pytest.mark.soak
@in_windows(PLAIN, of=[DESKTOP, PLAIN])
def test_orders_from_an_old_page_are_held_until_they_are_sent_again(
    site: Site, windows: Windows, window: Window
) -> None:
    tag = site.new_game()
    old, new = (site.sign_in(windows.open(window), "Anna") for _window in range(2))
    site.open(old, f"/games/{tag}")
    box(old).fill(BUY)  # a page follows the game where nothing is typed
    if window.javascript:
        expect(old.locator(".verdict")).to_be_visible()
    site.send(new, tag, ROLL)
    held = site.game(tag).position
    press(old, "Send")
    expect(old.get_by_role("heading", name="Nothing was changed yet")).to_be_visible()
    assert site.game(tag).position == held
    press(old, "Send")
    expect(fate(old, BUY, ".answer")).to_contain_text("done")
    assert site.game(tag).position > held


@in_windows(PLAIN, of=[PLAIN])
def test_orders_are_not_lost_with_the_session(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(window), "Anna")
    site.open(page, f"/games/{tag}")
    page.context.clear_cookies()
    box(page).fill(ROLL)
    press(page, "Send")
    expect(page.get_by_role("heading", level=1)).to_have_text("Please send it again")
    expect(page.get_by_label("This is what you wrote")).to_have_value(ROLL)


def test_only_seats_have_a_box(site: Site, desktop: Page) -> None:
    site.open(desktop, "/games/e1")
    expect(box(desktop)).to_have_count(0)
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Whitsun")
