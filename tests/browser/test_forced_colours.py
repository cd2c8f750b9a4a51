"""Pages in the colours of a contrast theme: what is chosen, pressed, counted or lit is told apart without a colour."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page

from browser.axe import SCHEMES, Scheme
from browser.kit import DESKTOP, GERMANY, Site, windows_of
from browser.test_every_page import STOPS

LOOK: Final = """(one, names) => {
  const style = getComputedStyle(one);
  return names.map((name) => style[name]);
}"""
LEAST: Final = 4.5
"""The contrast of text with its ground that everybody can read."""


@pytest.fixture(scope="module", params=SCHEMES)
def forced(request: pytest.FixtureRequest, site: Site, browser: Browser) -> Iterator[Page]:
    """A window of Anna's whose system forces its colours on pages, light ones or dark."""
    scheme: Scheme = request.param
    with windows_of(browser, site.url) as windows:
        page = site.sign_in(windows.open(DESKTOP), "Anna")
        page.emulate_media(forced_colors="active", color_scheme=scheme)
        yield page


def look(one: Locator, *names: str) -> list[str]:
    """How an element looks, by the names of what its style computes."""
    found: list[str] = one.evaluate(LOOK, list(names))
    return found


def parts_of(colour: str) -> tuple[float, float, float, float]:
    """Red, green, blue and opacity of a colour such as rgba(51, 51, 102, 0.8), each from 0 to 1."""
    red, green, blue, *rest = (float(part) for part in re.findall(r"[\d.]+", colour))
    return red / 255, green / 255, blue / 255, rest[0] if rest else 1.0


def brightness(parts: Iterable[float]) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Locator) -> float:
    """How an element's text stands out from its own ground, which lies on the page's."""
    text, own = (parts_of(colour) for colour in look(one, "color", "backgroundColor"))
    page = parts_of(look(one.page.locator("html"), "backgroundColor")[0])
    ground = [above * own[3] + below * (1 - own[3]) for above, below in zip(own[:3], page[:3], strict=True)]
    light, dark = sorted((brightness(text[:3]), brightness(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_lit_squares_are_told_apart_and_hide_nothing(site: Site, forced: Page) -> None:
    site.open(forced, f"/games/{GERMANY}")
    place = forced.locator(".targets button").first
    place.wait_for()
    style, ground, edge = look(place, "borderTopStyle", "backgroundColor", "borderTopColor")
    assert style == "dotted"
    assert ground == "rgba(0, 0, 0, 0)", "what is drawn below is seen"
    (page_ground,) = look(forced.locator("html"), "backgroundColor")
    assert edge != page_ground
    lit, box = place.screenshot(), place.bounding_box()
    place.evaluate("(one) => { one.style.visibility = 'hidden'; }")
    assert box
    assert forced.screenshot(clip=box) != lit
    place.evaluate("(one) => { one.style.visibility = ''; one.classList.add('proposed'); }")
    assert look(place, "borderTopStyle") == ["double"], "what is proposed looks otherwise than what could be"
    place.evaluate("(one) => one.classList.remove('proposed')")


def test_dice_with_different_faces_look_different(site: Site, forced: Page) -> None:
    site.open(forced, "/reference/germany")
    shown = {die.screenshot() for die in forced.locator("svg.die").all()[:12]}
    assert len(shown) >= 3


def test_what_a_page_is_for_and_what_is_counted_can_be_read_and_told_apart(site: Site, forced: Page) -> None:
    site.open(forced, f"/games/{GERMANY}")
    main, other = forced.locator("main button.main").first, forced.locator("main button:not(.main)").first
    assert contrast(main) >= LEAST
    assert look(main, "backgroundColor") != look(other, "backgroundColor")
    assert contrast(forced.locator("header .turns")) >= LEAST
    dice = forced.locator(".pick").first
    pressed = [look(dice, "backgroundColor")]
    dice.evaluate("(one) => one.setAttribute('aria-pressed', 'true')")
    pressed.append(look(dice, "backgroundColor"))
    assert pressed[0] != pressed[1]
    assert contrast(dice) >= LEAST


def test_what_is_chosen_is_framed_and_where_one_is_is_marked(site: Site, forced: Page) -> None:
    site.open(forced, "/lists/new")
    chosen, other = (
        forced.locator(".segments .option:has(:checked)"),
        forced.locator(".segments .option:has(:not(:checked))"),
    )
    assert look(chosen.first, "outlineStyle") == ["solid"]
    assert look(other.first, "outlineStyle") == ["none"]
    here, elsewhere = forced.locator(".tabs [aria-current]").first, forced.locator(".tabs a:not([aria-current])").first
    assert look(here, "borderTopColor") != look(elsewhere, "borderTopColor")
    assert look(forced.locator("header li > [aria-current]").first, "borderBottomStyle") == ["solid"]
    site.open(forced, "/lists")
    taken, free = forced.locator(".stops .taken").first, forced.locator(".stops span:not(.taken)").first
    assert look(taken, "backgroundColor") != look(free, "backgroundColor")


def test_the_focus_is_in_sight_in_forced_colours(site: Site, forced: Page) -> None:
    for path in (f"/games/{GERMANY}", "/my/settings", "/lists/new", "/moderate"):
        site.open(forced, path)
        forced.keyboard.press("Tab")
        assert [(stop, faults) for stop, *faults in forced.evaluate(STOPS) if faults] == [], path
