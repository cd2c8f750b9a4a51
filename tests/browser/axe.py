"""axe-core: what it finds wrong with a page for those who cannot see it well, or use no mouse."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from playwright.sync_api import Page

SCRIPT: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
Scheme: TypeAlias = Literal["dark", "light"]
SCHEMES: Final[tuple[Scheme, ...]] = ("dark", "light")
_CONTRAST: Final = "color-contrast"
"""The rule that takes longer than all others together."""
_LINKS: Final = "link-in-text-block"
_OTHERS: Final = {"target-size": {"enabled": True}, **{rule: {"enabled": False} for rule in (_CONTRAST, _LINKS)}}
"""All rules but those about colours, and one that axe leaves out unless it is asked for."""
_RUN: Final = """async (options) =>
    (await axe.run(document, {resultTypes: ["violations"], iframes: false, ...options})).violations"""
_CONTRASTS: Final = """async (passed) => {
  const looks = new Map(), elements = new Map();
  const ground = (element) => {
    if (element === null) return {look: "", flows: true};
    if (!looks.has(element)) {
      const style = getComputedStyle(element), under = ground(element.parentElement);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode];
      const flows = style.position === "static" && style.float === "none" && style.transform === "none";
      looks.set(element, {look: `${own};${under.look}`, flows: under.flows && flows});
    }
    return looks.get(element);
  };
  const saysOf = (element) => element.matches("input, textarea") ? element.value || element.placeholder :
    [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
  const isOff = (element) => Boolean(
    element.closest(":disabled, [aria-disabled=true]") || element.closest("label")?.control?.disabled);
  const lookOf = (element) => {
    const style = getComputedStyle(element), {look, flows} = ground(element);
    const own = [style.color, style.fontSize, style.fontWeight, style.textShadow, style.webkitTextStroke];
    const sort = [element.tagName, isOff(element), /[^\\W_]{2}/.test(saysOf(element))];
    return flows ? [sort, own, look].join() : null;
  };
  for (const element of document.body.querySelectorAll("*")) {
    const isSeen = element.checkVisibility({visibilityProperty: true, opacityProperty: true});
    if (!isSeen || !saysOf(element).trim()) continue;
    const look = lookOf(element);
    if (!passed.includes(look)) elements.set(look ?? element, element);
  }
  if (!elements.size) return [[], []];
  const options = {runOnly: ["color-contrast"], elementRef: true, iframes: false};
  const found = await axe.run({include: [...elements.values()]}, options);
  const good = found.passes.flatMap((rule) => rule.nodes.map((node) => lookOf(node.element)));
  return [good.filter((look) => look !== null), found.violations.map((rule) => (
    {...rule, nodes: rule.nodes.map(({html, failureSummary}) => ({html, failureSummary}))}))];
}"""
"""Asks of text whether it stands out, once of all text on a page that looks alike, and not if such has passed before.

How text stands out depends on its own look and on what it lies in. Text out of the flow is always asked of, since it
may lie on something else; what axe cannot tell, or does not judge, does not count as passed.
"""


def bring(page: Page) -> None:
    """Have axe in every page that the window loads from now on, which is quicker than to bring it to each."""
    page.add_init_script(SCRIPT)


def violations(page: Page, *, colours: bool = True, passed: set[str] | None = None) -> list[str]:
    """What axe finds on the page that is shown, and in its colours by day and in the dark if they are asked for.

    `passed` gathers the looks of text that stands out, which need not be asked of again on other pages.
    """
    _require(page)
    found = _told(page, "", page.evaluate(_RUN, {"rules": _OTHERS}))
    return [*found, *clashes(page, passed)] if colours else found


def clashes(page: Page, passed: set[str] | None = None, schemes: Iterable[Scheme] = SCHEMES) -> list[str]:
    """What axe finds in the colours of the page that is shown, by day and in the dark, or in one of them."""
    _require(page)
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found += _told(page, f" ({scheme})", page.evaluate(_RUN, {"runOnly": [_LINKS]}))
        found += _told(page, f" ({scheme})", _contrasts(page, passed if passed is not None else set()))
    return found


def _require(page: Page) -> None:
    """Have axe in a page. Fails where scripts are turned off: what axe is asked there it never answers."""
    assert page.evaluate("matchMedia('(scripting: enabled)').matches"), "axe needs a window with scripts"
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)  # by the debugger, whom no policy holds back


def _contrasts(page: Page, passed: set[str]) -> list[dict[str, Any]]:
    good, found = page.evaluate(_CONTRASTS, sorted(passed))
    passed.update(good)
    violations: list[dict[str, Any]] = found
    return violations


def _told(page: Page, how: str, found: list[dict[str, Any]]) -> list[str]:
    return [_in_words(violation, page.url + how) for violation in found]


def _in_words(violation: dict[str, Any], where: str) -> str:
    elements = [f"  {node['html'][:200]}\n    {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join((f"{where}: {violation['id']} ({violation['impact']}): {violation['help']}", *elements))
