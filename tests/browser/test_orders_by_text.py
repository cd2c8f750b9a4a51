"""Orders typed into the box of a game's page: an error in them is marked, mended, and the turn goes on."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from server.kit import FIRST_TURN

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, PLAIN, Site, Window, Windows


def box(page: Page) -> Locator:
    """Where orders are typed."""
    return page.get_by_label("One order on a line")


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def fate(page: Page, order: str) -> Locator:
    """What the page says became of an order."""
    return page.get_by_role("listitem").filter(has=page.get_by_text(order, exact=True))


@pytest.mark.parametrize("window", [DESKTOP, PHONE, PLAIN], ids=["desktop", "phone", "plain"])
def test_a_turn_with_an_error_in_it_is_mended_and_played(site: Site, windows: Windows, window: Window) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(window), "Anna")
    roll, _buy, build, end = FIRST_TURN
    site.send(page, tag, roll, "buy wieden", build, end)
    expect(fate(page, "buy wieden")).to_contain_text("NOT UNDERSTOOD")
    expect(fate(page, "buy wieden")).to_contain_text("weiden")
    expect(fate(page, roll)).not_to_contain_text("done")
    if window.javascript:
        assert violations(page) == []
    assert box(page).input_value().splitlines() == [roll, "buy wieden", build, end]
    assert site.game(tag).turn == 1

    box(page).fill("\n".join(FIRST_TURN))
    press(page, "Preview")
    expect(fate(page, roll)).to_contain_text("dice would be rolled here")
    assert box(page).input_value().splitlines() == list(FIRST_TURN), "a preview leaves what was typed"
    assert site.game(tag).active_seat == 0
    press(page, "Send")
    for order in FIRST_TURN:
        expect(fate(page, order)).to_contain_text("done")
    assert page.url.endswith(f"/games/{tag}/answer")

    site.play_bots()
    assert site.game(tag).year == 2
    site.open(page, f"/games/{tag}")
    expect(page.locator(".status")).to_contain_text("your turn")
    assert "It is your turn (year 2" in " ".join(site.mails("Anna")[-1].text.split())


def test_what_dice_that_were_thrown_left_undone_stands_in_the_box(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    roll, buy, build, end = FIRST_TURN
    site.send(desktop, tag, roll, buy, "B w", end)
    expect(fate(desktop, roll)).to_contain_text("done")
    expect(fate(desktop, "B w")).to_contain_text("REFUSED")
    expect(fate(desktop, "B w").get_by_role("link").first).to_have_attribute("href", re.compile("^/rules#FR-"))
    assert violations(desktop) == []
    assert box(desktop).input_value().splitlines() == ["B w", end]
    desktop.reload()
    expect(fate(desktop, "B w")).to_contain_text("REFUSED")

    box(desktop).fill(f"{build}\n{end}")
    press(desktop, "Send")
    expect(fate(desktop, end)).to_contain_text("done")
    site.play_bots()
    assert site.game(tag).year == 2


def test_orders_from_an_old_page_are_held_until_they_are_sent_again(site: Site, windows: Windows) -> None:
    tag = site.new_game()
    old, new = (site.sign_in(windows.open(), "Anna") for _window in range(2))
    site.open(old, f"/games/{tag}")
    site.send(new, tag, FIRST_TURN[0])
    box(old).fill(FIRST_TURN[1])
    press(old, "Send")
    expect(old.get_by_role("heading", name="Nothing was changed yet")).to_be_visible()
    assert violations(old) == []
    press(old, "Send")
    expect(fate(old, FIRST_TURN[1])).to_contain_text("done")


def test_orders_are_not_lost_with_the_session(site: Site, desktop: Page) -> None:
    tag = site.new_game()
    site.sign_in(desktop, "Anna")
    site.open(desktop, f"/games/{tag}")
    desktop.context.clear_cookies()
    box(desktop).fill("roll 4?")
    press(desktop, "Send")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Please send it again")
    expect(desktop.get_by_label("This is what you had written")).to_have_value("roll 4?")
    assert violations(desktop) == []


def test_only_seats_have_a_box(site: Site, desktop: Page) -> None:
    site.open(desktop, "/games/e1")
    expect(box(desktop)).to_have_count(0)
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Whitsun")
