"""The drawn map: a page as an SVG that stands alone, with its width, its colours, and the key to companies' marks.

No word is in it but proper names, so that one drawing serves every language; and no style, script or reference to
outside, so that it may stand in a page under a strict policy, and looks the same wherever it is drawn.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pbem.drawing.outline import UNIT
from pbem.drawing.page import COLOURS, INK, MARGIN, PAPER, SIGN_COLOURS, WIDTH
from pbem.games.line.board import Board, BoardCompany
from pbem.games.line.render_context import COLUMNS, line_game
from pbem.games.presenter import View
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render
from rules_core.grid import SIZE

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
_OTHER_COLOUR: Final = "#53606b"
"""For a colour that the component data names and nobody here knows."""
_DARK_LETTER: Final = frozenset({"yellow", "orange", "white"})

LINE: Final = 50
"""The height of a company in the key."""
_COLUMNS: Final = 3
"""How many companies stand beside each other in a key below a map."""


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
        colour=SIGN_COLOURS.get(company.colour, _OTHER_COLOUR),
        letter=company.letter,
        letter_colour=INK if company.colour in _DARK_LETTER else "#ffffff",
        letter_below=below,
    )


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


class EndColours(NamedTuple):
    """The two colours in which the name of an end of the line stands out."""

    ground: str
    letter: str


def map_svg(
    kind: str, board: Board, *, view: View = "close", title: str = "", description: str = "", id_prefix: str = "map"
) -> str:
    """The drawing of a board of a kind of game, as a whole SVG element without an XML declaration.

    `title` and `description` are what a screen reader says of it, in the reader's language; it passes over a drawing
    without a title. Drawings on one page need an `id_prefix` each. What was drawn lately is not drawn again.
    """
    return _drawing(kind, board, view, title, description, id_prefix)


@lru_cache(maxsize=64)
def _drawing(kind: str, board: Board, view: View, title: str, description: str, id_prefix: str) -> str:
    page = line_game(kind).page(board, view)
    return render(
        page.template,
        catalogue(ENGLISH),
        **page.facts,
        key=page.key,
        height=page.height,
        width=WIDTH,
        colours=COLOURS,
        ends={"A": EndColours(INK, PAPER), "B": EndColours(PAPER, INK)},
        reach=REACH,
        columns=COLUMNS,
        unit=UNIT,
        tile=SIZE * UNIT,
        middles=[UNIT * n + UNIT // 2 for n in range(SIZE)],
        company_marks=[company_mark(company, place) for place, company in enumerate(board.companies)],
        title=title,
        description=description,
        prefix=id_prefix,
    )
