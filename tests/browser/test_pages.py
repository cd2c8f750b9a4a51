"""What holds on every page: nothing wrong for axe, room on a phone, and a way for whoever has no mouse."""

import pytest
from playwright.sync_api import Page

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, Site, Window, Windows
from browser.pages import NOT_PAGES, address_of, addresses, pages, visits


def test_every_address_is_looked_at_or_no_page(site: Site) -> None:
    assert addresses(site) == {address_of(site, path) for path in (*pages(site), *NOT_PAGES)}


def test_a_player_sees_every_page(site: Site, desktop: Page) -> None:
    site.sign_in(desktop, "Anna")
    assert [*visits(site, desktop)][:-1] == pages(site)


@pytest.mark.parametrize("name", [None, "Anna"], ids=["stranger", "player"])
@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_wrong(site: Site, windows: Windows, window: Window, name: str | None) -> None:
    page = site.sign_in(windows.open(window), name) if name else windows.open(window)
    # Colours are looked at for each visitor in one window, as no rule of the style sheet makes them differ by width.
    colours = (name is None) == (window == PHONE)
    found = [violation for _path in visits(site, page) for violation in violations(page, colours=colours)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", [None, "Anna"], ids=["stranger", "player"])
def test_no_page_is_wider_than_a_phone(site: Site, phone: Page, name: str | None) -> None:
    if name is not None:
        site.sign_in(phone, name)
    too_wide = {path: width for path in visits(site, phone) if (width := width_of(phone)) > PHONE.width}
    assert too_wide == {}


def width_of(page: Page) -> int:
    """How far a page can be scrolled to the right, in pixels."""
    width: int = page.evaluate("document.scrollingElement.scrollWidth")
    return width
