"""Tables on a phone: each scrolls in a box of its own, by finger and by key, and its edge shows that there is more."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect
from server.kit import address_of

from browser.kit import OVER, PHONE, PLAYING, Site, windows_of
from browser.pages import analyses_of, visits
from pbem.store.players.player import find_player_by_address

WIDE: Final = ".wide:has(tbody th[scope=row]:first-child)"
MORE: Final = """() => [...document.querySelectorAll("main .wide")]
  .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth)
  .map((box) => [box.tabIndex, getComputedStyle(box).backgroundImage.split("gradient").length - 1])"""
"""The stop of each table that is wider than its box, and by how many layers its edges are shaded and covered."""
BEHIND: Final = """(box) => {
  box.scrollLeft = box.scrollWidth;
  const edge = box.getBoundingClientRect().left;
  return [...box.querySelectorAll("tbody th[scope=row]:first-child")]
    .filter((head) => Math.abs(head.getBoundingClientRect().left - edge) > 1).length;
}"""
"""How many rows no longer say what they are about once a table was scrolled to its end."""


@pytest.fixture(scope="module")
def phone_page(site: Site, browser: Browser) -> Iterator[Page]:
    """A small phone of Anna's."""
    with windows_of(browser, site.url) as windows:
        yield site.sign_in(windows.open(PHONE), "Anna")


def test_tables_wider_than_a_phone_show_that_there_is_more(site: Site, phone_page: Page) -> None:
    with site.place.database.read() as tx:
        anna = find_player_by_address(tx, address_of("Anna"))
    assert anna
    paths = [*analyses_of(site, anna.id)[:3], f"/games/{PLAYING}", f"/games/{OVER}", "/games/first-rails/players"]
    found = 0
    for path in visits(site, phone_page, paths):
        wide = phone_page.evaluate(MORE)
        assert all(stop == 0 and layers == 4 for stop, layers in wide), path
        found += len(wide)
        for box in phone_page.locator(WIDE).all():
            assert box.evaluate(BEHIND) == 0, path
    assert found > 5


def test_a_table_is_moved_by_the_arrow_keys(site: Site, phone_page: Page) -> None:
    site.open(phone_page, f"/games/{PLAYING}")
    box = phone_page.locator(".wide[aria-labelledby=companies]")
    box.focus()
    expect(box).to_be_focused()
    phone_page.keyboard.press("ArrowRight")
    phone_page.wait_for_function("() => document.activeElement.scrollLeft > 0")
