"""axe-core: what it finds wrong with a page for those who cannot see it well, or use no mouse."""

from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

SCRIPT: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
_RULES: Final = {"target-size": {"enabled": True}}
"""Rules that axe leaves out unless they are asked for."""
_COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules that a change of colours alone can break."""
_RUN: Final = 'async (options) => (await axe.run(document, {resultTypes: ["violations"], ...options})).violations'


def violations(page: Page) -> list[str]:
    """What axe finds on a page that is shown: by all its rules as it is, and by those for colours in the dark.

    It does not come back where scripts are turned off.
    """
    where = page.url
    page.evaluate(SCRIPT)  # by the debugger, whom no policy holds back
    found = [_told(one, where) for one in page.evaluate(_RUN, {"rules": _RULES})]
    page.emulate_media(color_scheme="dark")
    found += [_told(one, f"{where} in the dark") for one in page.evaluate(_RUN, {"runOnly": _COLOURS})]
    page.emulate_media(color_scheme="light")
    return found


def _told(violation: dict[str, Any], where: str) -> str:
    elements = [f"  {node['html'][:200]}\n    {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join((f"{where}: {violation['id']} ({violation['impact']}): {violation['help']}", *elements))
