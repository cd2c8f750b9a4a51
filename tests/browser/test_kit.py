"""What the other tests lean on: faults that no visitor sees are noted, and axe finds what is wrong."""

import pytest
from playwright.sync_api import Browser, Page

from browser.axe import violations
from browser.kit import PLAIN, Site, Windows


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')", "Content Security Policy"),
        ("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))", "Content Security"),
        ("document.body.append(Object.assign(new Image(), {src: '/nothing.png'}))", "404: "),
        ("setTimeout(() => { throw new Error('a bug'); })", "a bug"),
        ("console.error('a word')", "a word"),
    ],
    ids=["style", "script", "missing", "error", "console"],
)
def test_what_goes_wrong_in_a_window_is_noted(browser: Browser, site: Site, act: str, told: str) -> None:
    windows = Windows(browser, site.url)
    page = windows.open()
    site.open(page, "/")
    page.evaluate(f"() => {{ {act}; }}")
    page.wait_for_load_state("networkidle")
    assert [fault for fault in windows.close() if told in fault]


def test_in_a_sound_window_nothing_is_noted(browser: Browser, site: Site) -> None:
    windows = Windows(browser, site.url)
    site.open(windows.open(), "/")
    assert windows.close() == []


def test_axe_finds_what_is_wrong_by_day_and_in_the_dark(site: Site, desktop: Page) -> None:
    site.open(desktop, "/sign-in")
    assert violations(desktop) == []
    desktop.evaluate("document.querySelector('label').remove()")
    desktop.evaluate("document.querySelector('#address-help').style.color = '#666'")
    found = violations(desktop)
    assert [one for one in found if "label (critical)" in one]
    assert [one for one in found if "color-contrast (serious)" in one and "(dark)" in one]
    assert not [one for one in found if "(light)" in one], "that grey is dark enough for paper"


def test_text_that_stands_out_need_not_be_asked_of_again_but_other_text_is(site: Site, desktop: Page) -> None:
    passed: set[str] = set()
    site.open(desktop, "/sign-in")
    assert violations(desktop, passed=passed) == []
    looks = set(passed)
    assert looks
    assert violations(desktop, passed=passed) == []
    assert passed == looks
    desktop.evaluate("document.querySelector('#address-help').style.color = '#666'")
    for _time in range(2):
        (found,) = violations(desktop, passed=passed)
        assert "color-contrast (serious)" in found
        assert "(dark)" in found, "that grey is dark enough for paper"


def test_axe_is_not_asked_in_vain_where_scripts_are_turned_off(site: Site, windows: Windows) -> None:
    page = windows.open(PLAIN)
    site.open(page, "/sign-in")
    with pytest.raises(AssertionError, match="scripts"):
        violations(page)
