"""Pages as they are printed: all that is to be read, in black on white, and nothing to press or to fill in."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from browser.kit import ANSWERED, GERMANY, MODERATED, OVER, PLAYING, Site, Window, windows_of
from browser.pages import visits

SHEET: Final = Window("sheet", 695, 980, dark=True)
"""A4 within its margins, of someone whose screen is dark."""
PRESSED: Final = """() => [...document.querySelectorAll(
    "button, input, select, textarea, iframe, a.button, nav a:not(.nameplate), details:not([open]) > summary")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.getBoundingClientRect().width > 1)
  .map((one) => one.outerHTML.slice(0, 100))"""
"""What is shown that can be pressed or filled in."""
CUT: Final = """() => [...document.querySelectorAll("main *:not(svg *)")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".unseen"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 ||
    (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible" && one.clientWidth > 1))
  .map((one) => one.outerHTML.slice(0, 100))"""
"""What reaches over the edge of the paper, or is cut off within a box."""
COLOURS: Final = """() => [getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.body).color]"""


@pytest.fixture(scope="module")
def sheet(site: Site, browser: Browser) -> Iterator[Page]:
    """A window in which Anna sees pages as they are printed."""
    with windows_of(browser, site.url) as windows:
        page = site.sign_in(windows.open(SHEET), "Anna")
        page.emulate_media(media="print")
        yield page


def printed(site: Site) -> list[str]:
    """Paths of pages that people print."""
    return [
        f"/games/{PLAYING}",
        f"/games/{OVER}",
        f"/games/{GERMANY}",
        f"/games/{ANSWERED}/answer",
        f"/games/{OVER}/history/1",
        f"/games/{GERMANY}/at/{site.moments(GERMANY)[-1]}",
        f"/games/{OVER}/dice",
        "/rules",
        "/rules/germany",
        "/reference/first-rails",
        "/reference/germany",
        "/help/orders",
        "/my/mail/1",
        f"/moderate/{MODERATED}",
        "/my/settings",
    ]


def test_nothing_is_printed_to_press_and_nothing_is_cut_off(site: Site, sheet: Page) -> None:
    for path in visits(site, sheet, printed(site)):
        assert sheet.evaluate(PRESSED) == [], path
        assert sheet.evaluate(CUT) == [], path
        assert sheet.evaluate(COLOURS) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], path


def test_the_board_is_printed_as_wide_as_the_paper_and_in_the_flow(site: Site, sheet: Page) -> None:
    for tag in (PLAYING, OVER, GERMANY):
        site.open(sheet, f"/games/{tag}")
        board, below = (
            sheet.locator(".board .map > svg").first,
            sheet.get_by_role("heading", name="Players and companies"),
        )
        drawn, heading = board.bounding_box(), below.bounding_box()
        assert drawn and heading
        assert drawn["width"] > SHEET.width * 0.9
        assert drawn["height"] > 200
        assert drawn["y"] + drawn["height"] <= heading["y"] + 1, "nothing lies over another"


def test_a_mail_is_printed_whole_as_text(site: Site, sheet: Page) -> None:
    site.open(sheet, "/my/mail/1")
    text = sheet.locator("pre.mail")
    assert text.is_visible()
    box = text.bounding_box()
    assert box
    assert box["height"] >= text.evaluate("(one) => one.scrollHeight") - 2
    assert not sheet.locator("iframe").is_visible()
