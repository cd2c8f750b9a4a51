"""Every page, as everybody may come upon it: with a mouse or without, at a desk and on a phone, by day and in the dark.

In the suite one page of each sort is looked at on a phone, by day and in the dark in turns; text that looks alike is
asked once whether it stands out. `make soak` looks at every page, for a player and for a stranger, in every window.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

import pbem.web
from browser.axe import SCHEMES, bring, clashes, violations
from browser.kit import DESKTOP, PHONE, TABLET, Site, Window, windows_of
from browser.pages import ENTRY, NOT_PAGES, address_of, addresses, one_of_each, pages, visits

SHEETS: Final = {
    path.name: path.read_text(encoding="utf-8") for path in (Path(pbem.web.__file__).parent / "static").glob("*.css")
}
MISSED: Final = """(sheets) => {
  const linked = new Set([...document.styleSheets].map((sheet) => new URL(sheet.href).pathname.split("/").pop()));
  const selectors = (rules) => [...rules].flatMap((rule) => rule.selectorText ?? selectors(rule.cssRules));
  const styling = (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return selectors(sheet.cssRules).filter(
        (selector) => selector !== ":root" && document.querySelector(selector));
  };
  // `:root` names colours, and styles nothing.
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
class Found:
    """What was found on a page, in a window of one size."""

    width: int
    """How far it can be scrolled to the right, in pixels."""
    missed: list[str]
    """Selectors of style sheets that it ought to link."""
    violations: list[str]
    stops: list[list[str]]
    """Where the Tab key stops, and what is wrong with each stop."""


@dataclass(frozen=True)
class Plan:
    """Who looks at which pages, and in which windows."""

    visitor: str | None
    paths: Callable[[Site], list[str]]
    windows: Sequence[Window]
    is_brief: bool = False
    """Whether pages are looked at by day and in the dark in turns, and text that looks alike is asked once whether it
    stands out: most of the time goes into axe.
    """


@dataclass(frozen=True)
class Tour:
    """What was found on all pages of a plan that its visitor may see, by their paths and the window's width."""

    plan: Plan
    found: Mapping[tuple[str, int], Found]

    @property
    def paths(self) -> set[str]:
        """The pages that were seen."""
        return {path for path, _width in self.found}


BRIEF: Final = Plan("Anna", one_of_each, [PHONE], is_brief=True)
WINDOWS: Final = [DESKTOP, TABLET, PHONE]
PLANS: Final[list[Any]] = [
    pytest.param(BRIEF, id="one of each"),
    pytest.param(Plan("Anna", pages, WINDOWS), id="a player", marks=pytest.mark.soak),
    pytest.param(Plan(None, pages, WINDOWS), id="a stranger", marks=pytest.mark.soak),
]


@pytest.fixture(scope="module", params=PLANS)
def tour(request: pytest.FixtureRequest, site: Site, browser: Browser) -> Tour:
    """All pages of a plan, looked at; nothing must go wrong in the windows meanwhile."""
    plan: Plan = request.param
    found: dict[tuple[str, int], Found] = {}
    with windows_of(browser, site.url) as windows:
        for window in plan.windows:
            page = windows.open(window)
            if plan.visitor is not None:
                site.sign_in(page, plan.visitor)
            bring(page)
            passed: set[str] = set()
            for number, path in enumerate(visits(site, page, plan.paths(site))):
                if plan.is_brief:
                    texts = [*violations(page, colours=False), *clashes(page, passed, [SCHEMES[number % 2]])]
                else:
                    texts = violations(page)
                found[path, window.width] = _look(page, texts)
    return Tour(plan, found)


def _look(page: Page, texts: list[str]) -> Found:
    width: int = page.evaluate("document.scrollingElement.scrollWidth")
    missed: list[str] = page.evaluate(MISSED, SHEETS)
    page.keyboard.press("Tab")  # whoever has pressed a key is shown the focus, wherever it goes
    stops: list[list[str]] = page.evaluate(STOPS)
    return Found(width, missed, texts, stops)


def test_every_address_is_looked_at_or_no_page(site: Site) -> None:
    assert addresses(site) == {address_of(site, path) for path in (*pages(site), *NOT_PAGES)}


def test_one_of_each_is_of_every_sort(site: Site) -> None:
    assert {address_of(site, path) for path in one_of_each(site)} == {address_of(site, path) for path in pages(site)}


def test_a_player_sees_every_page_and_a_stranger_most(tour: Tour, site: Site) -> None:
    wanted = tour.plan.paths(site)
    if tour.plan.visitor is not None:
        assert set(wanted) - {ENTRY} < tour.paths
    else:
        assert len(tour.paths) > len(wanted) / 2
    widths = {window.width for window in tour.plan.windows}
    assert set(tour.found) == {(path, width) for path in tour.paths for width in widths}


def test_axe_finds_nothing_wrong(tour: Tour) -> None:
    found = [text for seen in tour.found.values() for text in seen.violations]
    assert not found, "\n".join(found)


def test_the_focus_is_in_sight_wherever_it_goes(tour: Tour) -> None:
    for where, seen in tour.found.items():
        assert len(seen.stops) > 5, where
        assert [(stop, faults) for stop, *faults in seen.stops if faults] == [], where


def test_no_page_is_wider_than_its_window(tour: Tour) -> None:
    assert {where: seen.width for where, seen in tour.found.items() if seen.width > where[1]} == {}


def test_each_page_links_the_sheets_that_style_what_it_shows(tour: Tour) -> None:
    assert {where: seen.missed for where, seen in tour.found.items() if seen.missed} == {}
