"""Drawn maps: a board to a PNG, beside what the rasteriser alone takes for the same drawing."""

import gc
import statistics
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import NamedTuple, cast

import msgspec

from pbem.drawing.png import png_of, rasterised
from pbem.games.line.board import Board, board_of
from pbem.games.line.map_page import map_svg
from rules_core.kernel.log import live_events
from rules_core.line.events import Event
from rules_core.line.table import Table

from .figures import Figure, cpu_ms
from .selfplay import Game

TITLE = "drawn maps"
YEARS = {"the first year": 1, "mid-game": 5, "the end": 60}
TIMES = 9
MOST = 1.3
"""How many times the rasteriser's own time a picture may take."""
LIGHT = {"first_rails": 60, "germany": 80}
"""The KB that the picture of a mid-game board should stay under, for each kind of game."""


class Costs(NamedTuple):
    """The medians of milliseconds: of the rasteriser alone, of a board to a PNG, and of the board itself."""

    bare: float
    whole: float
    board: float


def measure() -> Iterator[Figure]:
    """The figures of three moments of a game of each kind."""
    for kind, light in LIGHT.items():
        game = Game(["heuristic"] * 3, 1, kind=kind)
        for moment, years in YEARS.items():
            game.finish(years)
            yield from _of_moment(game, f"{kind}, {moment}", light)


def _of_moment(game: Game, moment: str, light: int) -> Iterator[Figure]:
    table, news = game.state.table, cast(list[Event], live_events(game.entries)[-40:])
    board = board_of(table, news)
    costs = _costs(board, table, news)
    size = len(png_of(map_svg(table.kind, board))) / 1024
    of = f"{moment}, {len(board.tiles)} tiles" if board.tiles else moment
    yield Figure(f"rasteriser alone, {of}", costs.bare, "ms")
    yield Figure("board to PNG", costs.whole, "ms", ceiling=costs.bare)
    yield Figure("times the rasteriser", costs.whole / costs.bare, "", at_most=MOST)
    yield Figure("picture", size, "KB", at_most=light)
    yield Figure(f"board of a table ({len(msgspec.json.encode(board)) / 1024:.1f} KB)", costs.board, "ms", at_most=1)


def _costs(board: Board, table: Table, news: list[Event]) -> Costs:
    """Measured by turns, so that what else the machine does weighs on both alike."""
    svg, numbers = map_svg(table.kind, board), count()
    works = (
        partial(rasterised, svg),
        lambda: png_of(
            map_svg(table.kind, board, id_prefix=f"map{next(numbers)}")
        ),  # the same drawing is not made twice
        partial(board_of, table, news),
    )
    for work in works:
        work()
    gc.collect()
    rounds = [[cpu_ms(work) for work in works] for _ in range(TIMES)]
    return Costs(*(statistics.median(times) for times in zip(*rounds, strict=True)))
