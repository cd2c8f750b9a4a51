"""The drawn map: a stand-alone SVG page, with its width, its colours, and the key to companies' marks.

It holds no words but proper names, so that one drawing serves every language, and no style, script or external
reference, so that a page under a strict policy can embed it and it looks the same everywhere.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pbem.drawing.page import (
    COLOURS,
    FAMILY,
    LIT,
    MARGIN,
    ON_DARK,
    ON_LIGHT,
    PALETTE,
    SIGN_COLOURS,
    WEIGHT,
    WIDTH,
    Crop,
    around,
    below_middle,
    has_letters,
    width,
)
from pbem.drawing.preview import preview_frame
from pbem.drawing.terrain import UNIT
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

_NAME: Final = 20
_NOTE: Final = 17
"""The letters of a company's name in the key, and of what else is told of it."""
_COLUMNS: Final = 3
"""How many companies stand beside each other in a key below a map, at least, as a rule."""
_COLUMN: Final = 230
"""How wide a company is there, about."""
_BETWEEN: Final = 14
"""Between two companies above each other."""


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
        letter_colour=ON_LIGHT if company.colour in _DARK_LETTER else ON_DARK,
        letter_below=below,
    )


class Spot(NamedTuple):
    """A place in the drawing."""

    x: int
    y: int


class KeyLine(NamedTuple):
    """A line in the key: its letters' middle below that of the sign, their size, and how long it may be at most."""

    text: str
    below: float
    size: int
    room: int | None
    is_note: bool


class KeyEntry(NamedTuple):
    """A company in the key: the place of its sign, its name, and below it its director and passengers."""

    company: int
    x: int
    y: int
    lines: tuple[KeyLine, ...]


class Page(NamedTuple):
    """A drawing that stands alone: its template, what that is told beside what all are, the key, height and width."""

    template: str
    facts: dict[str, object]
    key: list[KeyEntry]
    height: int
    width: int = WIDTH


class OnPage(NamedTuple):
    """The drawing of a whole board for a page: its template, what that is told, its whole, and what is seen first.

    That is all that lies around one rectangle, or two: of end A and of end B where these are far from each other.
    """

    template: str
    facts: dict[str, object]
    whole: Crop
    crops: tuple[Crop, ...]


def key_below(board: Board, top: int, across: int = WIDTH, columns: int = _COLUMNS) -> tuple[list[KeyEntry], int]:
    """The key across the width, and the height it reaches to."""
    columns = max(columns, (across - 2 * MARGIN) // _COLUMN)
    column = (across - 2 * MARGIN) // columns
    entries, y = [], top
    for first in range(0, len(board.companies), columns):
        row = board.companies[first : first + columns]
        lines = [_lines((company.name,), company, column - 60) for company in row]
        height = max(map(_height, lines))
        entries += [
            KeyEntry(first + place, MARGIN + 26 + column * place, round(y + height / 2), each)
            for place, each in enumerate(lines)
        ]
        y += round(height) + _BETWEEN
    return entries, y + MARGIN - _BETWEEN


def key_beside(board: Board, left: int, top: int) -> tuple[list[KeyEntry], int]:
    """The key in a column up to the right margin, and the height it reaches to."""
    entries, y = [], float(top)
    for place, company in enumerate(board.companies):
        lines = _lines(_parted(company.name), company, WIDTH - left - 58)
        height = _height(lines)
        entries.append(KeyEntry(place, left + 20, round(y + height / 2), lines))
        y += height + _BETWEEN
    return entries, round(y - _BETWEEN)


def _height(lines: Sequence[KeyLine]) -> float:
    return max(44.0, sum(line.size * 1.15 for line in lines))


def _lines(names: Sequence[str], company: BoardCompany, room: int) -> tuple[KeyLine, ...]:
    texts = [(name, _NAME, False) for name in names]
    texts += [(company.note, _NOTE, True)] if company.note and has_letters(company.note) else []
    whole = sum(size * 1.15 for _, size, _ in texts)
    lines, y = [], -whole / 2
    for text, size, is_note in texts:
        middle = y + size * 1.15 / 2
        lines.append(
            KeyLine(
                text, round(middle + below_middle(size), 1), size, room if width(text, size) > room else None, is_note
            )
        )
        y += size * 1.15
    return tuple(lines)


def _parted(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.rpartition(" ")[::2] if part)


class EndColours(NamedTuple):
    """The two colours in which the name of an end of the line stands out."""

    ground: str
    letter: str


def map_svg(
    kind: str, board: Board, *, view: View = "close", title: str = "", description: str = "", id_prefix: str = "map"
) -> str:
    """Draw a board of a kind of game as a whole SVG element without an XML declaration.

    `title` and `description` are for screen readers, in the reader's language; a drawing without a title is skipped by
    them. Several drawings on one page need different `id_prefix`es. Recent drawings are cached.
    """
    return _drawing(kind, board, view, title, description, id_prefix)


@lru_cache(maxsize=64)
def _drawing(kind: str, board: Board, view: View, title: str, description: str, id_prefix: str) -> str:
    page = line_game(kind).page(board, view)
    facts = {**page.facts, "crops": (), "key": page.key, "height": page.height, "width": page.width}
    facts["has_square_names"] = view == "whole"
    return _rendered(page.template, facts, board, COLOURS, title, description, id_prefix)


@lru_cache(maxsize=64)
def page_svg(
    kind: str,
    board: Board,
    title: str = "",
    id_prefix: str = "map",
    ground: str = "",
    known: frozenset[str] = frozenset(),
) -> str:
    """Draw a whole board for a page, in the page's colours; the part around the ends is visible at first.

    Its square at column x and row y begins at (x * UNIT, y * UNIT). `ground` is the address of a picture of its
    unchanging parts, "" to include them. Parts whose digests are `known` are empty.
    """
    page = line_game(kind).on_page(board)
    facts = {
        **page.facts,
        "crops": page.crops,
        "whole": page.whole,
        "seen": around(page.crops),
        "key": (),
        "ground_address": ground,
        "has_square_names": True,
    }
    return _rendered(page.template, facts, board, LIT, title, "", id_prefix, known)


def preview_svg(kind: str, board: Board, title: str, lines: Sequence[str]) -> str:
    """The board around the ends in the frame of a link preview, beside a title and a few lines."""
    page = line_game(kind).on_page(board)
    facts = {**page.facts, "crops": page.crops, "key": (), "ground_address": "", "has_square_names": True}
    facts["preview"] = preview_frame(page.crops, title, lines)
    return _rendered(page.template, facts, board, COLOURS, "", "", "map")


def printed_terrain_svg(kind: str, board: Board) -> str:
    """The part of a printed board that never changes, as a picture: light or dark as the page that shows it."""
    page = line_game(kind).printed_terrain(board)
    facts = {**page.facts, "crops": (), "key": (), "height": page.whole.height, "width": page.whole.width}
    return _rendered(page.template, {**facts, "palette": PALETTE, "has_square_names": True}, board, LIT, "", "", "map")


def _rendered(
    template: str,
    facts: Mapping[str, object],
    board: Board,
    colours: Mapping[str, str],
    title: str,
    description: str,
    id_prefix: str,
    known: frozenset[str] | None = None,
) -> str:
    return render(
        template,
        catalogue(ENGLISH),
        **facts,
        colours=colours,
        ends={"A": EndColours(colours["ink"], colours["paper"]), "B": EndColours(colours["paper"], colours["ink"])},
        reach=REACH,
        columns=COLUMNS,
        unit=UNIT,
        tile=SIZE * UNIT,
        middles=[UNIT * n + UNIT // 2 for n in range(SIZE)],
        company_marks=[company_mark(company, place) for place, company in enumerate(board.companies)],
        title=title,
        description=description,
        prefix=id_prefix,
        known=known,
        family=FAMILY,
        weight=WEIGHT,
        below_middle=below_middle,
    )
