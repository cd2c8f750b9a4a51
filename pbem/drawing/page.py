"""The width, margin and colours that all drawn maps have, so that they look as one."""

from typing import Final

WIDTH: Final = 720
"""A drawing's width in its own units; its height follows from what is on it."""
MARGIN: Final = 14
INK: Final = "#16222e"
"""Track, frames and letters."""
PAPER: Final = "#fdfcf8"
COLOURS: Final = {
    "ink": INK,
    "paper": PAPER,
    "grass": "#e6edd0",
    "mountain": "#d8c6a8",
    "water": "#b9d8ea",
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
    "crest": "#e6dac4",
    "country": "#6b6459",
    "domain": "#e9b27c",
}
"""Each ground is told by its signs too: peaks and waves."""
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
"""The colours of the signs of companies and players."""
