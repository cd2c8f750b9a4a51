"""The drawn map: a board as an SVG that stands alone.

No word is in it but proper names, so that one drawing serves every language; and no style, script or reference to
outside, so that it may stand in a page under a strict policy, and looks the same wherever it is drawn.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from pbem.i18n import ENGLISH, catalogue
from pbem.reports.board import Board
from pbem.reports.emblems import INK, PAPER, REACH, emblem
from pbem.reports.map_chart import close_page, whole_page
from pbem.reports.map_landscape import landscape_page
from pbem.reports.map_page import COLOURS, WIDTH, Page
from pbem.reports.names import COLUMNS
from pbem.reports.outline import UNIT
from pbem.templates import render
from rules_core.grid.geometry import SIZE

__all__ = ["COLOURS", "VIEWS", "WIDTH", "View", "map_svg"]

View: TypeAlias = Literal["close", "whole"]
VIEWS: Final[tuple[View, ...]] = ("close", "whole")
"""What of a printed board is large: the sectors of the ends, or all of it. Tiles laid are always drawn both ways."""


class EndColours(NamedTuple):
    """How the name of an end of the line stands out."""

    ground: str
    letter: str


def map_svg(
    board: Board, *, view: View = "close", title: str = "", description: str = "", id_prefix: str = "map"
) -> str:
    """The drawing of a board, as a whole SVG element without an XML declaration.

    `title` and `description` are what a screen reader says of it, in the reader's language; it passes over a drawing
    without a title. Drawings on one page need an `id_prefix` each. What was drawn lately is not drawn again.
    """
    return _drawing(board, view, title, description, id_prefix)


@lru_cache(maxsize=64)
def _drawing(board: Board, view: View, title: str, description: str, id_prefix: str) -> str:
    page = _page(board, view)
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
        emblems=[emblem(company, place) for place, company in enumerate(board.companies)],
        title=title,
        description=description,
        prefix=id_prefix,
    )


def _page(board: Board, view: View) -> Page:
    """What stands where, by the ground that the board has."""
    if board.printed is None:
        return landscape_page(board)
    return close_page(board, board.printed) if view == "close" else whole_page(board, board.printed)
