"""How companies are told apart in drawings: by shape and by letter, and for most eyes by colour too."""

from typing import Final, NamedTuple

from pbem.games.line.drawing.board import BoardCompany

INK: Final = "#16222e"
"""Track, frames and letters."""
PAPER: Final = "#fdfcf8"
REACH: Final = 22
"""How far a shape reaches from its middle, about; all are drawn around (0, 0)."""

_SHAPES: Final = (
    ("M0-21L18-11V11L0 21-18 11V-11z", 0),  # hexagon
    ("M-19 0A19 19 0 1 1 19 0 19 19 0 1 1-19 0z", 0),  # disc
    ("M-17-17H17V17H-17z", 0),  # square
    ("M0-23L23 0 0 23-23 0z", 0),  # lozenge
    ("M0-23L23 18H-23z", 5),  # mountain
    ("M-22-17H22L0 23z", -4),  # mountain upside down
    ("M-8-21H8V-8H21V8H8V21H-8V8H-21V-8H-8z", 0),  # cross
    ("M-19-19H19V4Q19 20 0 22-19 20-19 4z", 0),  # shield
)
"""Outlines, and how far below the middle the letter stands."""
_COLOURS: Final = {
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
_OTHER_COLOUR: Final = "#53606b"
"""For a colour that the component data names and nobody here knows."""
_DARK_LETTER: Final = frozenset({"yellow", "orange", "white"})


class CompanyMark(NamedTuple):
    """A company's sign: an outline around (0, 0), its colour, and its letter with colour and place."""

    outline: str
    colour: str
    letter: str
    letter_colour: str
    letter_below: int
    """How far below the middle the letter's own middle stands."""


def company_mark(company: BoardCompany, place: int) -> CompanyMark:
    """The sign of the company at a place in the cards' order; the shapes are enough for eight companies."""
    shape, below = _SHAPES[place % len(_SHAPES)]
    return CompanyMark(
        outline=shape,
        colour=_COLOURS.get(company.colour, _OTHER_COLOUR),
        letter=company.letter,
        letter_colour=INK if company.colour in _DARK_LETTER else "#ffffff",
        letter_below=below,
    )
