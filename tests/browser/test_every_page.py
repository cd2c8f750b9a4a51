"""Every page, as everybody may come upon it: with a mouse or without, at a desk and on a phone, by day and in the dark.

Each page is opened once in a window of each sort, and all that is to be said of it is asked then.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

import pbem.web
from browser.axe import bring, violations
from browser.kit import DESKTOP, PHONE, Site, windows_of
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
STOPS: Final = """() => {
    const stops = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
    const reached = [...document.querySelectorAll(stops)].filter(
        (stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility({visibilityProperty: true}));
    return reached.map((stop) => {
        stop.focus();
        const {outlineStyle, outlineWidth} = getComputedStyle(stop);
        const box = stop.getBoundingClientRect();
        const faults = [
            [stop !== document.activeElement, "cannot have the focus"],
            [stop.tabIndex > 0, "jumps the queue"],
            [outlineStyle === "none" || parseFloat(outlineWidth) < 2, "has no ring around it"],
            [box.width === 0 || box.height === 0, "has no size"],
            [box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth, "is out of sight"],
        ];
        return [stop.outerHTML.slice(0, 100), ...faults.filter(([holds]) => holds).map(([, told]) => told)];
    });
}"""
"""Gives the focus to all that the Tab key stops at, one after the other; returns the HTML of each and what is wrong."""


@dataclass(frozen=True)
class AtDesk:
    """What was found on a page in a large window."""

    missed: list[str]
    """Selectors of style sheets that it ought to link."""
    violations: list[str]
    stops: list[list[str]]
    """Where the Tab key stops, and what is wrong with each stop."""


@dataclass(frozen=True)
class OnPhone:
    """What was found on a page on a small phone."""

    width: int
    """How far it can be scrolled to the right, in pixels."""
    violations: list[str]


@dataclass(frozen=True)
class Tour:
    """All pages that somebody may see, by their paths."""

    is_player: bool
    at_desk: Mapping[str, AtDesk]
    on_phone: Mapping[str, OnPhone]


@pytest.fixture(scope="module", params=[None, "Anna"], ids=["stranger", "player"])
def tour(request: pytest.FixtureRequest, site: Site, browser: Browser) -> Iterator[Tour]:
    """All pages that a stranger and a player may see, looked at; nothing must go wrong in the windows meanwhile."""
    name: str | None = request.param
    with windows_of(browser, site.url) as windows:
        desktop, phone = windows.open(DESKTOP), windows.open(PHONE)
        for page in (desktop, phone):
            if name is not None:
                site.sign_in(page, name)
            bring(page)
        # Colours are looked at once: a player sees all that strangers see, and a phone shows it in the same colours.
        passed: set[str] | None = None if name is None else set()
        at_desk = {path: _at_desk(desktop, passed) for path in visits(site, desktop)}
        # What a page is made of is the same on a phone but for what a player may press, which is looked at as his.
        on_phone = {path: _on_phone(phone, looks=name is not None) for path in visits(site, phone)}
    yield Tour(name is not None, at_desk, on_phone)


def _at_desk(page: Page, passed: set[str] | None) -> AtDesk:
    missed: list[str] = page.evaluate(MISSED, SHEETS)
    found = violations(page, colours=passed is not None, passed=passed)
    page.keyboard.press("Tab")  # whoever has pressed a key is shown the focus, wherever it goes
    stops: list[list[str]] = page.evaluate(STOPS)
    return AtDesk(missed, found, stops)


def _on_phone(page: Page, *, looks: bool) -> OnPhone:
    return OnPhone(_width(page), violations(page, colours=False) if looks else [])


def _width(page: Page) -> int:
    width: int = page.evaluate("document.scrollingElement.scrollWidth")
    return width


def test_every_address_is_looked_at_or_no_page(site: Site) -> None:
    assert addresses(site) == {address_of(site, path) for path in (*pages(site), *NOT_PAGES)}


def test_a_player_sees_every_page_and_a_stranger_most(tour: Tour, site: Site) -> None:
    assert set(tour.at_desk) == set(tour.on_phone)
    if tour.is_player:
        assert set(pages(site)) < set(tour.at_desk)
    else:
        assert len(tour.at_desk) > len(pages(site)) / 2


def test_axe_finds_nothing_wrong(tour: Tour) -> None:
    found = [told for seen in tour.at_desk.values() for told in seen.violations]
    found += [told for seen in tour.on_phone.values() for told in seen.violations]
    assert not found, "\n".join(found)


def test_the_focus_is_in_sight_wherever_it_goes(tour: Tour) -> None:
    for path, seen in tour.at_desk.items():
        assert len(seen.stops) > 5, path
        assert [(stop, faults) for stop, *faults in seen.stops if faults] == [], path


def test_no_page_is_wider_than_a_phone(tour: Tour) -> None:
    assert {path: seen.width for path, seen in tour.on_phone.items() if seen.width > PHONE.width} == {}


def test_each_page_links_the_sheets_that_style_what_it_shows(tour: Tour) -> None:
    assert {path: seen.missed for path, seen in tour.at_desk.items() if seen.missed} == {}
