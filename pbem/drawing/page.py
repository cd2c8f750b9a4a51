"""The width, margin and colours that all drawn maps have, so that they look as one.

Pages show maps in the colours of their own scheme, by custom properties that `static/map.css` gives their values; a map
that stands alone, as in a mail, has the light ones. `tests/web/test_map_style.py` holds both to each other.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

WIDTH: Final = 720
"""A drawing's width in its own units; its height follows from what is on it."""
MARGIN: Final = 14
INK: Final = "#16222e"
"""Track, frames and letters."""
PAPER: Final = "#faf6e9"
COLOURS: Final = {
    "ink": INK,
    "paper": PAPER,
    "grass": "#e4ebcf",
    "mountain": "#d9c7a6",
    "water": "#b5d5e8",
    "rock": "#6e5430",
    "shore": "#2c6a94",
    "new": "#ffc62e",
    "label": "#3c4853",
    "sleepers": "#7d5a3c",
    "river": "#3f87ba",
    "shallows": "#d3e7f1",
    "abroad": "#f3f0e8",
    "border": "#8a2d5d",
    "shade": "#bfa67c",
    "country": "#6b6459",
    "domain": "#e9b27c",
    "die": "#fffaea",
    "die-complex": "#f5a94f",
}
"""Each ground is told by its signs too: peaks and waves."""
DARK: Final = {
    "ink": "#f0ede4",
    "paper": "#171714",
    "grass": "#2f3a2b",
    "mountain": "#4c4133",
    "water": "#1d3b4f",
    "rock": "#c9ac7f",
    "shore": "#7fbfe6",
    "new": "#7a5a00",
    "label": "#cdd3d6",
    "sleepers": "#b98d66",
    "river": "#5aa9dc",
    "shallows": "#2a4c61",
    "abroad": "#262724",
    "border": "#e49ac0",
    "shade": "#3a3228",
    "country": "#bdb6a8",
    "domain": "#7d4a1c",
    "die": "#33352f",
    "die-complex": "#75430c",
}
"""The colours on a dark page."""
LIT: Final[Mapping[str, str]] = {name: f"var(--map-{name}, {colour})" for name, colour in COLOURS.items()}
"""The colours as CSS variables of the page, with the light ones as fallback."""
PALETTE: Final = "".join(
    f"{opening}svg{{{';'.join(f'--map-{name}:{colour}' for name, colour in colours.items())}}}{closing}"
    for opening, colours, closing in (("", COLOURS, ""), ("@media(prefers-color-scheme:dark){", DARK, "}"))
)
"""Both as a style sheet for a picture that stands in a page, which cannot reach into it."""
SIGN_COLOURS: Final = {
    "green": "#10703c",
    "blue": "#0b63b0",
    "purple": "#7a2f8f",
    "yellow": "#f4cf3a",
    "red": "#c4331f",
    "orange": "#e58a1f",
    "brown": "#6f4a2a",
    "white": "#ffffff",
    "black": "#000000",
}
"""The colours of the signs of companies and players, which are the same on any ground."""
ON_LIGHT: Final = INK
"""Letters on the lighter ones of these, and what else is dark on any page."""
ON_DARK: Final = "#ffffff"


class Crop(NamedTuple):
    """A rectangle of a drawing: its corner in the north-west, its width and height."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        """The crop as a `viewBox`."""
        return f"{self.x} {self.y} {self.width} {self.height}"


def around(crops: Sequence[Crop]) -> Crop:
    """The smallest rectangle that holds all of these."""
    x, y = min(crop.x for crop in crops), min(crop.y for crop in crops)
    east, south = max(crop.x + crop.width for crop in crops), max(crop.y + crop.height for crop in crops)
    return Crop(x, y, east - x, south - y)
