"""Mails on a phone of 360 pixels, by day and in the dark: nothing is cut off, all can be read, and links can be hit."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page
from sample_mails_kit import Sample, sample_mails

from browser.axe import SCHEMES, clashes
from browser.kit import PHONE

SHORT: Final = ("a reminder of The First Rails", "a reminder of Germany", "a letter that is too long")
MOST_TEXT: Final = 72
LEAST_TARGET: Final = 44
"""Pixels of a link that stands on a line of its own."""
BLANK: Final = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
"""A picture in place of maps, which are drawn in other tests."""
_TOO_WIDE: Final = """() => [document.documentElement.scrollWidth, ...[...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
    .map((element) => element.outerHTML.slice(0, 80))]"""
_LINKS: Final = """() => [...document.querySelectorAll("a")].map((link) => [
    link.textContent, link.getBoundingClientRect().height])"""


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sample]:
    return sample_mails(tmp_path_factory.mktemp("samples") / "server")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A mail program, which runs no scripts of a mail."""
    context = browser.new_context(
        viewport={"width": PHONE.width, "height": PHONE.height}, is_mobile=True, has_touch=True
    )
    yield context.new_page()
    context.close()


def test_every_mail_fits_a_phone_and_can_be_read_by_day_and_in_the_dark(mails: dict[str, Sample], phone: Page) -> None:
    passed: set[str] = set()
    for number, (name, mail) in enumerate(mails.items()):
        page = mail.html(BLANK)
        assert len(page.encode()) < 100_000, name
        phone.set_content(page)
        assert phone.evaluate(_TOO_WIDE) == [PHONE.width], name
        assert {text: height for text, height in phone.evaluate(_LINKS) if height < LEAST_TARGET} == {}, name
        assert clashes(phone, passed, [SCHEMES[number % 2]]) == [], name


def test_their_text_keeps_to_its_width(mails: dict[str, Sample]) -> None:
    for name, mail in mails.items():
        assert [line for line in mail.text.splitlines() if len(line) > MOST_TEXT] == [], name


def test_what_may_be_done_is_on_the_first_screens_and_a_reminder_is_hardly_more_than_one(
    mails: dict[str, Sample], phone: Page
) -> None:
    for name, mail in mails.items():
        phone.set_content(mail.html(BLANK))
        if name.startswith("a turn report"):
            box = phone.locator(".copy").first.bounding_box()
            assert box is not None and box["y"] + box["height"] < PHONE.height, name
        if name in SHORT:
            assert phone.evaluate("document.documentElement.scrollHeight") < 1.25 * PHONE.height, name
