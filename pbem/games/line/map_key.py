"""The key to a map on its page: the companies with their directors, and every other sign that is on the map.

Signs of the map are used from its own drawing, which stands on the same page; the others are drawn here like there.
"""

from collections.abc import Iterator
from typing import Final

from pbem.drawing.page import LIT
from pbem.games.line.board import Board
from pbem.games.line.render_context import RenderContext
from pbem.games.presenter import MapSign
from rules_core.line.legality import DUES

SQUARE: Final = "M-42-42H42V42H-42z"
PEAKS: Final = "M-10-28l-30 50m30-50l33 50h-25l-8-15 6-10-9-9zm38 18l-19 32m19-32l16 27h-12l-4-9 4-6-6-6z"
WAVES: Final = "M-32-9q8-11 16 0t16 0 16 0 16 0m-56 20q8-11 16 0t16 0 16 0"
_END: Final = "M-40-32H10L42 0 10 32H-40z"
_NEW: Final = f'fill="{LIT["new"]}" fill-opacity=".7" stroke="{LIT["ink"]}" stroke-width="5" stroke-dasharray="20 12"'


def map_key(context: RenderContext, board: Board) -> list[MapSign]:
    """The signs on the map of a position, the companies first; what is not on it is left out."""
    return [
        *_companies(context),
        *_ends(context),
        *context.game.map_signs(context),
        *_terrains(context),
        *_marks(context, board),
    ]


def area(fill: str, line: str, signs: str, *, are_filled: bool) -> str:
    """A square of an area with its signs."""
    filled = f'fill="{LIT[line]}" ' if are_filled else 'fill="none" '
    return (
        f'<path d="{SQUARE}" fill="{LIT[fill]}" stroke="{LIT[line]}" stroke-width="6"/>'
        f'<path d="{signs}" {filled}stroke="{LIT[line]}" stroke-width="5" stroke-linejoin="round"/>'
    )


def new_mark(shape: str = SQUARE) -> str:
    """The mark of what is new."""
    return f'<path d="{shape}" {_NEW}/>'


def _companies(context: RenderContext) -> Iterator[MapSign]:
    text = context.catalogue.text
    for place, company in enumerate(context.table.companies.values()):
        director = company.director
        whose = (
            text("nobody directs it")
            if director is None
            else text("%(player)s directs it", player=context.player(director))
        )
        worth = context.game.worth_in_words(context, company)
        drawing = f'<use href="#map-company-{place}" transform="scale(1.9)"/>'
        yield MapSign(drawing, context.company(company.id), f"{whose}; {worth}")


def _ends(context: RenderContext) -> Iterator[MapSign]:
    for name, ground, letter in (("A", "ink", "paper"), ("B", "paper", "ink")):
        drawing = (
            f'<path d="{_END}" fill="{LIT[ground]}" stroke="{LIT[letter]}" stroke-width="7" stroke-linejoin="round"/>'
            f'<text x="-8" y="17" font-size="46" fill="{LIT[letter]}">{name}</text>'
        )
        yield MapSign(drawing, context.catalogue.text("End %(end)s of the line, and where it points", end=name))


def _terrains(context: RenderContext) -> Iterator[MapSign]:
    text, landscape = context.catalogue.text, context.table.landscape
    layouts = [landscape.layout(cell) for cell in landscape.tiles]
    if any(layout.mountain for layout in layouts):
        yield MapSign(
            area("mountain", "rock", PEAKS, are_filled=True),
            text("Mountain: %(dice)s more, once per turn and range", dice=_dice(context, DUES["mountain"])),
        )
    if any(layout.water for layout in layouts):
        dice = _dice(context, DUES["lake"])
        once = text("Water: a bridge, %(dice)s more, once per turn and lake", dice=dice)
        each = text("Water: %(dice)s more for each bridge", dice=dice)
        is_lake = context.game.pays_once(context, "lake")
        yield MapSign(area("water", "shore", WAVES, are_filled=False), once if is_lake else each)


def _dice(context: RenderContext, number: int) -> str:
    return context.catalogue.plural("%(n)s die", "%(n)s dice", number)


def _marks(context: RenderContext, board: Board) -> Iterator[MapSign]:
    text = context.catalogue.text
    if context.table.turn.paid:
        drawing = (
            f'<circle r="34" fill="{LIT["paper"]}" stroke="{LIT["ink"]}" stroke-width="6"/>'
            f'<path d="M-16 1l12 12 20-26" fill="none" stroke="{LIT["ink"]}" stroke-width="9" stroke-linecap="round"/>'
        )
        yield MapSign(drawing, text("Paid for in this turn"))
    if any(piece.is_new for piece in board.pieces) or any(tile.is_new or tile.new_stations for tile in board.tiles):
        yield MapSign(new_mark(), text("New"))
