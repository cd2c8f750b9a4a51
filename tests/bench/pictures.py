"""Drawn maps: a board to a PNG, beside what the rasteriser alone takes for the same drawing."""

import gc
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec

from pbem.drawing.preview import png_of, rasterised
from pbem.games.line.board import board_of
from pbem.games.line.map_page import map_svg
from pbem.games.railroad_dice_2.maps.board import network_board
from pbem.games.railroad_dice_2.maps.drawn_map import network_svg
from rules_core.kernel.log import live_events

from .figures import Figure, cpu_ms
from .selfplay import Game

TITLE = "drawn maps"
YEARS = {"the first year": 1, "mid-game": 5, "the end": 60}
TIMES = 9
MOST = 1.3
"""How many times the rasteriser's own time a picture may take."""


class Picture(NamedTuple):
    """The drawing of a kind of game: the board of a position, and the SVG of a board with a prefix for what it names.

    `light` are the KB that the picture of a mid-game board should stay under.
    """

    board: Callable[[Any, Sequence[Any]], Any]
    svg: Callable[[Any, str], str]
    light: int


def _line_picture(kind: str, light: int) -> Picture:
    return Picture(board_of, lambda board, prefix: map_svg(kind, board, id_prefix=prefix), light)


PICTURES: Final[Mapping[str, Picture]] = {
    "first_rails": _line_picture("first_rails", 60),
    "germany": _line_picture("germany", 80),
    "railroad_dice_2": Picture(
        lambda table, news: network_board(table, ("Anna", "Ben", "Carla"), news, table.turn.seat),
        lambda board, prefix: network_svg(board, id_prefix=prefix),
        60,
    ),
}


class Costs(NamedTuple):
    """The medians of milliseconds: of the rasteriser alone, of a board to a PNG, and of the board itself."""

    bare: float
    whole: float
    board: float


def measure() -> Iterator[Figure]:
    """The figures of three moments of a game of each kind."""
    for kind, picture in PICTURES.items():
        game = Game(["heuristic"] * 3, 1, kind=kind)
        for moment, years in YEARS.items():
            game.finish(years)
            yield from _of_moment(picture, game, f"{kind}, {moment}")


def _of_moment(picture: Picture, game: Game, moment: str) -> Iterator[Figure]:
    table, news = game.state.table, live_events(game.entries)[-40:]
    board = picture.board(table, news)
    costs = _costs(picture, board, table, news)
    size = len(png_of(picture.svg(board, "map"))) / 1024
    of = f"{moment}, {len(board.tiles)} tiles" if board.tiles else moment
    yield Figure(f"rasteriser alone, {of}", costs.bare, "ms")
    yield Figure("board to PNG", costs.whole, "ms", ceiling=costs.bare)
    yield Figure("times the rasteriser", costs.whole / costs.bare, "", at_most=MOST)
    yield Figure("picture", size, "KB", at_most=picture.light)
    yield Figure(f"board of a table ({len(msgspec.json.encode(board)) / 1024:.1f} KB)", costs.board, "ms", at_most=1)


def _costs(picture: Picture, board: Any, table: Any, news: Sequence[Any]) -> Costs:
    """Measured by turns, so that what else the machine does weighs on both alike."""
    svg, numbers = picture.svg(board, "map"), count()
    works = (
        partial(rasterised, svg),
        lambda: png_of(picture.svg(board, f"map{next(numbers)}")),  # the same drawing is not made twice
        partial(picture.board, table, news),
    )
    for work in works:
        work()
    gc.collect()
    rounds = [[cpu_ms(work) for work in works] for _ in range(TIMES)]
    return Costs(*(statistics.median(times) for times in zip(*rounds, strict=True)))
