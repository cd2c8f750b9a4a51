"""The colours of maps: the same on pages as on their own, and to be told from each other light, dark and on paper."""

import re
from pathlib import Path

import pytest

import pbem.web
from pbem.drawing.page import COLOURS, DARK
from web.test_style import READ, SEEN, contrast

SHEET = (Path(pbem.web.__file__).parent / "static" / "map.css").read_text(encoding="utf-8")
PAIRS = [
    *(
        ("ink", ground, READ)
        for ground in ("paper", "grass", "mountain", "water", "abroad", "shallows", "domain", "new")
    ),
    *(("ink", ground, READ) for ground in ("die", "die-complex")),
    *(("label", ground, READ) for ground in ("paper", "grass", "mountain", "water")),
    *(("shore", ground, READ) for ground in ("paper", "grass")),
    *(("country", ground, READ) for ground in ("paper", "abroad")),
    *(("rock", ground, SEEN) for ground in ("mountain", "grass")),
    *(("shore", ground, SEEN) for ground in ("water", "grass", "abroad")),
    *(("border", ground, SEEN) for ground in ("grass", "abroad")),
    ("river", "grass", SEEN),
]
"""Colours that meet on maps: what lies above, what lies below, and the least contrast between them."""


def scheme(opening: str) -> dict[str, str]:
    found = re.search(re.escape(opening) + r"\s*:root \{(.*?)\}", SHEET, re.DOTALL)
    assert found, opening
    return dict(re.findall(r"--map-([\w-]+): (#?\w+);", found[1]))


def schemes() -> dict[str, dict[str, str]]:
    light = scheme("")
    return {
        "light": light,
        "dark": {**light, **scheme("@media (prefers-color-scheme: dark) {")},
        "print": {**light, **scheme("@media print {")},
    }


def test_pages_have_the_colours_that_drawings_know() -> None:
    found = schemes()
    assert found["light"] == COLOURS
    assert found["dark"] == DARK
    assert set(scheme("@media (forced-colors: active) {")) <= set(COLOURS)
    assert set(scheme("@media print {")) == set(COLOURS), "nothing of a dark page is left on paper"


@pytest.mark.parametrize("name", ["light", "dark", "print"])
def test_all_colours_that_meet_differ_enough(name: str) -> None:
    colours = schemes()[name]
    poor = [
        (a, b, contrast(colours[a], colours[b])) for a, b, least in PAIRS if contrast(colours[a], colours[b]) < least
    ]
    assert not poor
