"""Maps as pictures under addresses of their own, so that they can be opened alone and enlarged."""

from collections.abc import Sequence

from flask import Response

from pbem.games.line.described import alt
from pbem.games.line.drawing.board import board_of
from pbem.games.line.drawing.map_svg import map_svg
from pbem.games.line.render_context import Scene
from rules_core import events as ev


def whole_map(scene: Scene, news: Sequence[ev.Event]) -> Response:
    """All of the board of a position, as a picture; what `news` put there is marked."""
    return picture(map_svg(scene.table.kind, board_of(scene.table, news), view="whole", title=alt(scene)))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")
