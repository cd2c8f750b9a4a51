"""Maps as pictures under addresses of their own, so that they can be opened alone and enlarged."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from flask import Response

from pbem.reports.board import board_of
from pbem.reports.described import alt
from pbem.reports.map_svg import map_svg
from pbem.reports.names import Scene
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold
from rules_core.line import events as ev
from rules_core.line.table import Table


def whole_map(scene: Scene, news: Sequence[ev.Event]) -> Response:
    """All of the board of a position, as a picture; what `news` put there is marked."""
    return picture(map_svg(board_of(scene.table, news), view="whole", title=alt(scene)))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")


@lru_cache(maxsize=4)
def printed_map(kind: str, box: str) -> str:
    """All of a board as new games of a kind begin on it, with component data given as canonical JSON."""
    return map_svg(board_of(table_at_start(kind, box)), view="whole")


@lru_cache(maxsize=4)
def table_at_start(kind: str, box: str) -> Table:
    """Set the table for a new game of a kind, with component data given as canonical JSON."""
    rules = ruleset_for(kind)
    began, *events = rules.setup({}, 2, lambda _key, _sides: 0)
    assert isinstance(began, ev.GameBegan)
    found: Table = fold(rules, [replace(began, components=box), *events]).table
    return found
