"""The map of a position of one line: as a drawing, in words and in lines of signs."""

from collections.abc import Sequence

import msgspec

from pbem.games.line.described import alt, described
from pbem.games.line.drawing.board import board_of, drawable
from pbem.games.line.drawing.map_svg import map_svg
from pbem.games.line.map_text import current_maps
from pbem.games.line.render_context import RenderContext
from pbem.games.presenter import View
from pbem.reports import document as doc
from rules_core.line.events import Event


class LineMap:
    """The line and what it was laid on."""

    def __init__(self, context: RenderContext) -> None:
        self.context = context

    @property
    def is_cut(self) -> bool:
        """Whether the board is printed: from close by only the sectors being built on are drawn of it."""
        return self.context.box.chart is not None

    def alt(self) -> str:
        """What stands in its place."""
        return alt(self.context)

    def described(self, news: Sequence[Event] = ()) -> list[str]:
        """It in paragraphs."""
        return described(self.context, news)

    def svg(self, news: Sequence[Event] = (), *, view: View = "close", title: str = "", description: str = "") -> str:
        """It as an SVG element."""
        table = self.context.table
        return map_svg(table.kind, board_of(table, news), view=view, title=title, description=description)

    def text(self) -> list[str]:
        """The tiles or sectors being built on, and all of the board, as lines of signs."""
        return [*current_maps(self.context), "", *self.context.game.landscape(self.context)]

    def block(self, news: Sequence[Event]) -> doc.Drawing:
        """It as a part of a document."""
        kind, board = drawable(self.context.table, news)
        return doc.Drawing(msgspec.Raw(board), self.alt(), tuple(current_maps(self.context)), kind)
