"""The drawn map: a board as an SVG that stands alone.

No word is in it but proper names, so that one drawing serves every language; and no style, script or reference to
outside, so that it may stand in a page under a strict policy, and looks the same wherever it is drawn.
"""

from functools import lru_cache
from typing import NamedTuple

from pbem.drawing.outline import UNIT
from pbem.games.line.drawing.board import Board
from pbem.games.line.drawing.company_marks import INK, PAPER, REACH, company_mark
from pbem.games.line.drawing.map_page import COLOURS, WIDTH
from pbem.games.line.game import line_game
from pbem.games.line.render_context import COLUMNS
from pbem.games.presenter import View
from pbem.i18n import ENGLISH, catalogue
from pbem.templates import render
from rules_core.grid.geometry import SIZE


class EndColours(NamedTuple):
    """How the name of an end of the line stands out."""

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
