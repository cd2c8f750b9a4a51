"""What came since a player's last turn is marked on the board, and stepped through there."""

import re

import pytest
from playwright.sync_api import Page, expect
from server.kit import open_game

from browser.axe import violations
from browser.kit import PLAIN, PLAYING, Site, Windows, box
from browser.test_board import DESK, HAND, view_box
from browser.test_live import play

THEN = ".board figure > svg[data-made]"
"""The board of a moment."""


def begin(page: Page) -> None:
    page.get_by_role("link", name="Step through").click()
    expect(page.locator(THEN)).to_have_count(1)
    expect(page.get_by_role("button", name="Next move")).to_be_focused()


def told(page: Page) -> str:
    return page.locator(".steps [role=status]").inner_text()


def are_marks_in_view(page: Page) -> bool:
    found: bool = page.evaluate(
        """() => {
          const frame = document.querySelector(".board figure").getBoundingClientRect();
          return [...document.querySelectorAll("svg[data-made] .new")].map((one) => one.getBoundingClientRect()).every(
            (one) => one.left >= frame.left - 1 && one.top >= frame.top - 1
              && one.right <= frame.right + 1 && one.bottom <= frame.bottom + 1);
        }"""
    )
    return found


def test_what_came_is_stepped_through_beside_orders_that_stay(site: Site, windows: Windows) -> None:
    page = site.sign_in(windows.open(HAND), "Anna")
    site.open(page, f"/games/{PLAYING}")
    box(page).fill("income  # and more")
    line = page.locator(".moves .line span").inner_text()
    found = re.fullmatch(r"Since your last turn: (\d+) moves", line)
    assert found, line
    moves = int(found[1])
    before = view_box(page)
    begin(page)
    assert violations(page) == []
    positions = str(page.locator(".moves").get_attribute("data-positions")).split()
    for at in range(2, moves + 1):
        if at % 2:
            page.keyboard.press("ArrowRight")
        else:
            page.get_by_role("button", name="Next move").tap()
        expect(page.locator(".steps output")).to_have_text(f"{at}/{moves}")
        alone = page.request.get(f"/games/{PLAYING}/since/{positions[at - 1]}").text()
        assert all(sentence in alone for sentence in told(page).split("\n")), "this very move in words"
        assert are_marks_in_view(page)
    assert re.match(r"Year \d, turn \d: (Bodo|Cleo)\n", told(page))
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".steps output")).to_have_text(f"{moves - 1}/{moves}")
    page.set_viewport_size({"width": HAND.width, "height": HAND.height - 200})
    page.wait_for_function("document.querySelector('.board figure').clientHeight < 250")
    assert are_marks_in_view(page), "however large the board is now"
    page.set_viewport_size({"width": HAND.width, "height": HAND.height})
    page.get_by_role("button", name="Back to now").tap()
    expect(page.locator(THEN)).to_have_count(0)
    expect(page.get_by_role("link", name="Step through")).to_be_focused()
    expect(box(page)).to_have_value("income  # and more")
    assert view_box(page) == pytest.approx(before, abs=1)


def test_a_press_leads_back_to_the_board_of_now(site: Site, windows: Windows) -> None:
    page = site.sign_in(windows.open(DESK), "Anna")
    site.open(page, f"/games/{PLAYING}")
    begin(page)
    page.locator(".board figure").click()
    expect(page.locator(THEN)).to_have_count(1)
    page.locator("#choices button[name=do]").first.click()
    expect(page.locator(THEN)).to_have_count(0)
    expect(page.locator(".moves .line")).to_be_visible()
    begin(page)
    page.keyboard.press("Escape")
    expect(page.locator(THEN)).to_have_count(0)


def test_marks_are_switched_off_and_stay_so(site: Site, windows: Windows) -> None:
    page = site.sign_in(windows.open(DESK), "Anna")
    site.open(page, f"/games/{PLAYING}")
    marks, shows = page.locator(".board figure > svg .new"), page.get_by_role("button", name="Show")
    assert marks.count() > 0
    expect(marks.first).to_be_visible()
    expect(shows).to_have_attribute("aria-pressed", "true")
    shows.click()
    expect(marks.first).to_be_hidden()
    page.reload()
    expect(shows).to_have_attribute("aria-pressed", "false")
    expect(marks.first).to_be_hidden()
    begin(page)
    page.keyboard.press("Escape")
    shows.click()
    expect(marks.first).to_be_visible()


def test_moves_that_come_meanwhile_do_no_harm(site: Site, windows: Windows) -> None:
    names = ("Anna", "Emma", "Dora")
    tag = open_game(site.place, *names)
    page = site.sign_in(windows.open(DESK), names[site.game(tag).active_seat or 0])
    play(site, tag, "end")
    play(site, tag, "B n?\nend")
    site.open(page, f"/games/{tag}")
    line = page.locator(".moves .line span")
    before = line.inner_text()
    begin(page)
    shown = told(page)
    play(site, tag, "end")
    expect(line).not_to_have_text(before)
    expect(page.locator(THEN)).to_have_count(1)
    assert told(page) == shown
    expect(page.locator(".steps output")).to_have_text(re.compile("1/"))
    page.get_by_role("button", name="Back to now").click()
    expect(line).to_be_visible()


def test_without_a_script_a_link_leads_to_the_replay(site: Site, windows: Windows) -> None:
    page = windows.open(PLAIN)
    site.open(page, f"/games/{PLAYING}")
    expect(page.locator(".moves .line")).to_contain_text("The last round: ")
    expect(page.get_by_role("button", name="Show")).to_be_hidden()
    page.get_by_role("link", name="Step through").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay")
    expect(page.locator("#told")).not_to_be_empty()
