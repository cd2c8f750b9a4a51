"""No page is forgotten, and each has room on a phone and the style sheets that it needs."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

import pbem.web
from browser.kit import PHONE, Site
from browser.pages import NOT_PAGES, address_of, addresses, pages, visits

SHEETS: Final = {
    path.name: path.read_text(encoding="utf-8") for path in (Path(pbem.web.__file__).parent / "static").glob("*.css")
}
MISSED: Final = """(sheets) => {
  const linked = new Set([...document.styleSheets].map((sheet) => new URL(sheet.href).pathname.split("/").pop()));
  const selectors = (rules) => [...rules].flatMap((rule) => rule.selectorText ?? selectors(rule.cssRules));
  const styling = (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return selectors(sheet.cssRules).filter((selector) => document.querySelector(selector));
  };
  return Object.keys(sheets).filter((name) => !linked.has(name)).flatMap((name) => styling(sheets[name]));
}"""
"""The selectors of style sheets that a page does not link, and that would style something on it."""


def test_every_address_is_looked_at_or_no_page(site: Site) -> None:
    assert addresses(site) == {address_of(site, path) for path in (*pages(site), *NOT_PAGES)}


@pytest.mark.parametrize("name", [None, "Anna"], ids=["stranger", "player"])
def test_no_page_is_wider_than_a_phone(site: Site, phone: Page, name: str | None) -> None:
    if name is not None:
        site.sign_in(phone, name)
    widths = {path: width_of(phone) for path in visits(site, phone)}
    assert {path: width for path, width in widths.items() if width > PHONE.width} == {}
    assert name is None or set(pages(site)) < set(widths), "a player sees them all"


def test_each_page_links_the_sheets_that_style_what_it_shows(site: Site, desktop: Page) -> None:
    site.sign_in(desktop, "Anna")
    missed = {path: desktop.evaluate(MISSED, SHEETS) for path in visits(site, desktop)}
    assert {path: selectors for path, selectors in missed.items() if selectors} == {}


def width_of(page: Page) -> int:
    """How far a page can be scrolled to the right, in pixels."""
    width: int = page.evaluate("document.scrollingElement.scrollWidth")
    return width
