"""axe-core: what it finds wrong with a page for those who cannot see it well, or use no mouse."""

from importlib.resources import files
from typing import Any, Final, Literal

from playwright.sync_api import Page

SCRIPT: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
_SCHEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
_COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules about colours, which take longer than all others together."""
_OTHERS: Final = {"target-size": {"enabled": True}, **{rule: {"enabled": False} for rule in _COLOURS}}
"""All others, and one that axe leaves out unless it is asked for."""
_RUN: Final = """async (options) =>
    (await axe.run(document, {resultTypes: ["violations"], iframes: false, ...options})).violations"""


def violations(page: Page, *, colours: bool = True) -> list[str]:
    """What axe finds on the page that is shown, and in its colours by day and in the dark if they are asked for.

    It does not come back where scripts are turned off.
    """
    page.evaluate(SCRIPT)  # by the debugger, whom no policy holds back
    found = _run(page, "", {"rules": _OTHERS})
    for scheme in _SCHEMES if colours else ():
        page.emulate_media(color_scheme=scheme)
        found += _run(page, f" ({scheme})", {"runOnly": _COLOURS})
    return found


def _run(page: Page, how: str, options: dict[str, object]) -> list[str]:
    return [_told(violation, page.url + how) for violation in page.evaluate(_RUN, options)]


def _told(violation: dict[str, Any], where: str) -> str:
    elements = [f"  {node['html'][:200]}\n    {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join((f"{where}: {violation['id']} ({violation['impact']}): {violation['help']}", *elements))
