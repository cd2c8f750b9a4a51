"""The page that a drawn map stands on: its width, colours, and the key to the companies' signs."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pbem.games.line.drawing.board import BoardCompany
from pbem.games.line.drawing.company_marks import INK, PAPER

WIDTH: Final = 720
"""A drawing's width in its own units; its height follows from what is on it."""
MARGIN: Final = 14
LINE: Final = 50
"""The height of a company in the key."""
_COLUMNS: Final = 3
"""How many companies stand beside each other in a key below a map."""
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


class Spot(NamedTuple):
    """A place in the drawing."""

    x: int
    y: int


class KeyEntry(NamedTuple):
    """A company in the key: where its sign stands, and its name in lines."""

    company: int
    x: int
    y: int
    lines: tuple[str, ...]
    room: int
    """How long a line can be; longer ones are drawn narrower."""


class Page(NamedTuple):
    """A drawing: the template that makes it, what that is told beside what all are, the key, and the height."""

    template: str
    facts: dict[str, object]
    key: list[KeyEntry]
    height: int


def key_below(companies: Sequence[BoardCompany], top: int) -> tuple[list[KeyEntry], int]:
    """The key across the width, and the height it reaches to."""
    column = (WIDTH - 2 * MARGIN) // _COLUMNS
    key = [
        KeyEntry(
            place,
            MARGIN + 26 + column * (place % _COLUMNS),
            top + LINE // 2 + LINE * (place // _COLUMNS),
            (company.name,),
            column - 60,
        )
        for place, company in enumerate(companies)
    ]
    return key, top + LINE * -(-len(key) // _COLUMNS) + MARGIN


def key_beside(companies: Sequence[BoardCompany], left: int, first: int) -> list[KeyEntry]:
    """The key in a column up to the right margin; `first` is where the middle of its first sign stands."""
    return [
        KeyEntry(place, left + 20, first + LINE * place, _two_lines(company.name), WIDTH - left - 58)
        for place, company in enumerate(companies)
    ]


def _two_lines(name: str) -> tuple[str, ...]:
    """A name parted at its last space."""
    return tuple(part for part in name.rpartition(" ")[::2] if part)
