"""axe finds nothing wrong with any page."""

import pytest

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, Site, Window, Windows
from browser.pages import visits


@pytest.mark.parametrize("name", [None, "Anna"], ids=["stranger", "player"])
@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_wrong(site: Site, windows: Windows, window: Window, name: str | None) -> None:
    page = site.sign_in(windows.open(window), name) if name else windows.open(window)
    # Colours are looked at once: a player sees all that strangers see, and a phone shows it in the same colours.
    colours = name is not None and window == DESKTOP
    found = [violation for _path in visits(site, page) for violation in violations(page, colours=colours)]
    assert not found, "\n".join(found)
