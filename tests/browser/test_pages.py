"""No page is forgotten, and each has room on a phone."""

import pytest
from playwright.sync_api import Page

from browser.kit import PHONE, Site
from browser.pages import NOT_PAGES, address_of, addresses, pages, visits


def test_every_address_is_looked_at_or_no_page(site: Site) -> None:
    assert addresses(site) == {address_of(site, path) for path in (*pages(site), *NOT_PAGES)}


@pytest.mark.parametrize("name", [None, "Anna"], ids=["stranger", "player"])
def test_no_page_is_wider_than_a_phone(site: Site, phone: Page, name: str | None) -> None:
    if name is not None:
        site.sign_in(phone, name)
    widths = {path: width_of(phone) for path in visits(site, phone)}
    assert {path: width for path, width in widths.items() if width > PHONE.width} == {}
    assert name is None or set(pages(site)) < set(widths), "a player sees them all"


def width_of(page: Page) -> int:
    """How far a page can be scrolled to the right, in pixels."""
    width: int = page.evaluate("document.scrollingElement.scrollWidth")
    return width
