"""The style sheets: what is read and what is pressed can be seen by weak eyes, in the light and in the dark."""

import re
from pathlib import Path

import pytest

import pbem.web

STATIC = Path(pbem.web.__file__).parent / "static"
COLOURS = (STATIC / "colours.css").read_text(encoding="utf-8")
SHEETS = "".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
LIGHT, DARK, PRINT = "light", "dark", "print"
READ = 4.5
"""The least contrast of text with its ground (WCAG 1.4.3, level AA)."""
SEEN = 3.0
"""The least contrast of what is no text but must be seen (WCAG 1.4.11)."""
GROUNDS = ("paper", "sheet", "now", "trying")
PAIRS = [
    *((text, ground, READ) for text in ("ink", "quiet", "press", "good", "bad") for ground in GROUNDS),
    ("on-press", "press", READ),
    ("ink", "die", READ),
    ("on-enamel", "enamel", READ),
    ("on-signal", "signal", READ),
    *((colour, "paper", SEEN) for colour in ("signal", "seat-0", "seat-1", "seat-2", "seat-3", "seat-4")),
    *(("on-ground", ground, READ) for ground in ("grass", "mountain", "water")),
    ("quiet", "paper", SEEN),
    ("tried", "trying", SEEN),
]
"""Colours that meet on pages: what lies above, what lies below, and the least contrast between them."""


def declared(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def scheme(opening: str) -> dict[str, str]:
    """The colours in the `:root` behind these words of their sheet."""
    found = re.search(re.escape(opening) + r"\s*:root \{(.*?)\}", COLOURS, re.DOTALL)
    assert found, opening
    return declared(found[1])


def schemes() -> dict[str, dict[str, str]]:
    light = scheme("")
    return {
        LIGHT: light,
        DARK: {**light, **scheme("@media (prefers-color-scheme: dark) {")},
        PRINT: {**light, **scheme("@media print {")},
    }


def luminance(colour: str) -> float:
    """WCAG's relative luminance of "#rrggbb"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", [LIGHT, DARK, PRINT])
def test_all_colours_that_meet_differ_enough(name: str) -> None:
    colours = schemes()[name]
    poor = [
        (a, b, contrast(colours[a], colours[b])) for a, b, least in PAIRS if contrast(colours[a], colours[b]) < least
    ]
    assert not poor


def test_every_colour_of_the_light_has_been_thought_of_in_the_dark() -> None:
    assert set(scheme("@media (prefers-color-scheme: dark) {")) == set(scheme(""))


def test_colours_are_named_in_one_place_and_used() -> None:
    rules = re.sub(r":root \{.*?\}", "", SHEETS, flags=re.DOTALL)
    assert not re.findall(r"#[0-9a-f]{3,8}\b", rules)
    used = set(re.findall(r"var\(--([\w-]+)\)", SHEETS))
    assert used <= set(re.findall(r"--([\w-]+):", SHEETS))
    assert set(scheme("")) <= used


def test_the_typeface_is_light_and_the_one_that_is_preloaded() -> None:
    files = sorted(STATIC.glob("fonts/*.woff2"))
    assert sum(path.stat().st_size for path in files) < 40 * 1024
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / "LICENSE").read_text(encoding="utf-8")
    base = (STATIC.parent / "templates" / "base.html").read_text(encoding="utf-8")
    named = [f"fonts/{path.name}" for path in files]
    assert sorted(re.findall(r"fonts/[\w.-]+\.woff2", base)) == named
    assert sorted(re.findall(r'url\("([^"]+)"\)', COLOURS)) == named


def test_the_focus_is_seen_and_what_is_pressed_is_large_enough() -> None:
    assert re.search(r":focus-visible \{[^}]*outline: 3px solid var\(--press\)", SHEETS)
    smallest = [float(size) for size in re.findall(r"min-height: ([\d.]+)rem", SHEETS)]
    assert min(smallest) * 16 >= 24
    assert "outline: 0" not in SHEETS
