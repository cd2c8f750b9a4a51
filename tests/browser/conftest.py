"""One browser and one server for all tests of this folder, and windows for each test."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from server.kit import FIRST_TURN, serving

from browser.kit import ANSWERED, DESKTOP, PATIENCE_MS, PHONE, Site, Windows, chromium, furnish, windows_of

expect.set_options(timeout=PATIENCE_MS)

_SWITCHES = ("--disable-gpu", "--disable-dev-shm-usage")
_IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


# Not for the whole session: while it runs, no other test of the same process can have an event loop of its own.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright, checkout: Path) -> Iterator[Browser]:
    """The system's Chromium, without windows where it has that: each page takes a quarter of the processor then."""
    with launched(playwright, chromium(checkout)) as browser:
        yield browser


@pytest.fixture(scope="package")
def whole_browser(playwright: Playwright, checkout: Path) -> Iterator[Browser]:
    """The system's whole Chromium, which alone has a push service and shows notifications."""
    with launched(playwright, chromium(checkout, is_whole=True)) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, program: str) -> Iterator[Browser]:
    """A browser, whose sandbox is not for root."""
    browser = playwright.chromium.launch(executable_path=program, args=_SWITCHES, chromium_sandbox=not _IS_ROOT)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server, with a game in progress, one that is over, and one in which orders were sent."""
    with furnish(tmp_path_factory.mktemp("site")) as place, serving(place) as server:
        site = Site(place, server)
        site.play_bots()
        with windows_of(browser, site.url) as windows:
            page = site.sign_in(windows.open(), "Anna")
            site.send(page, site.new_game("Anna"), *FIRST_TURN[:2])
            assert page.url == f"{site.url}/games/{ANSWERED}/answer"
            site.keep_cookie(page, "Anna")
        yield site


@pytest.fixture
def windows(browser: Browser, site: Site) -> Iterator[Windows]:
    """Open windows; at its end the test fails when something went wrong in one of them."""
    with windows_of(browser, site.url) as windows:
        yield windows


@pytest.fixture
def desktop(windows: Windows) -> Page:
    """A window on a desktop."""
    return windows.open(DESKTOP)


@pytest.fixture
def phone(windows: Windows) -> Page:
    """A small phone."""
    return windows.open(PHONE)
