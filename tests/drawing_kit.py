"""Boards of many kinds and their drawings, read back, for tests of the drawn map."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
from lxml import etree
from reports_kit import random_game
from rules.position import Tile, position

from pbem.games.line import map_page as svg
from pbem.games.line.board import Board, board_of
from pbem.games.presenter import View
from pbem.reports.document import Drawable
from rules_core.grid import Cell, Square, square_at
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.table import Table
from rules_core.line.track import End

SVG = "{http://www.w3.org/2000/svg}"
BRIDGE = {
    (0, 0): Tile("grassland"),
    (-1, 0): Tile(
        "mountain2/w",
        """
        ^^^^^^.
        ^^^^^^.
        ^^^^^..
        ^^──W──
        ^^^....
        ^^.....
        .......
        """,
    ),
    (1, 0): Tile(
        "lake",
        """
        .......
        ...~~..
        ..~~~~.
        ──┐~~..
        .~│~...
        ..└─I..
        .......
        """,
    ),
}


def bridge() -> Table:
    """A in the mountains on T2, B at a station behind a lake on T3, the range and the lake paid for."""
    return position(BRIDGE, a="T2 c4 w", b="T3 e6 from w", paid=["T3 c4", "T2 c4"]).table


def strip(cells: Sequence[Cell], stations: Sequence[str] = ()) -> Table:
    """Plain tiles in some cells, with the same stations on each; both ends are on the last two."""
    table = position().table
    tiles = {cell: LaidTile(n, "grassland", 0, tuple(stations)) for n, cell in enumerate(cells, 1)}
    a, b = (End(Square(*square_at(cell, 24)), 1, 3) for cell in cells[-2:])
    line = replace(table.line, tiles={}, a=a, b=b)
    return replace(table, landscape=Landscape(table.box, tiles, table.landscape.supply), line=line)


@cache
def boards() -> tuple[Board, ...]:
    """Boards of The First Rails from the beginning of a game to its end, and the one with a bridge."""
    return tuple(_boards())


@cache
def charts() -> tuple[Board, ...]:
    """Boards of Germany from the beginning of games to their ends, one of them with both ends abroad."""
    games = (random_game(3, kind="germany"), random_game(2, (("two_starts", "drawn"),), kind="germany"))
    return tuple(
        board_of(
            steps[number].state.table,
            [event for step in steps[max(0, number - 9) : number + 1] for event in step.events],
        )
        for steps in games
        for number in range(0, len(steps), len(steps) // 6)
    )


def _boards() -> Iterator[Board]:
    yield board_of(bridge())
    for steps in (random_game(3), random_game(4)):
        for number in range(0, len(steps), len(steps) // 8):
            news = [event for step in steps[max(0, number - 9) : number + 1] for event in step.events]
            yield board_of(steps[number].state.table, news)


def kind_of(board: Board) -> str:
    """The game that a board is of."""
    return "germany" if board.printed else "first_rails"


def map_svg(board: Board, **words: Any) -> str:
    """The drawing of a board."""
    return svg.map_svg(kind_of(board), board, **words)


def drawable_of(board: Board) -> Drawable:
    """A board as a document has it."""
    return Drawable(kind_of(board), msgspec.json.encode(board))


def undrawable(board: Drawable) -> Drawable:
    """The board of a landscape with an end on a tile that is not there."""
    read = msgspec.json.decode(board.board, type=Board)
    return board._replace(board=msgspec.json.encode(msgspec.structs.replace(read, current=(99,))))


@cache
def drawn(board: Board, *, view: View = "close", **words: str) -> etree._Element:
    """The drawing of a board, as a tree."""
    return etree.fromstring(map_svg(board, view=view, **words))


def with_id(tree: etree._Element, pattern: str) -> list[str]:
    """What the pattern's group holds in the ids it matches wholly, in the order drawn."""
    matches = (re.fullmatch(pattern, element.get("id")) for element in tree.iter() if element.get("id"))
    return [match[1] for match in matches if match]


def place_of(tree: etree._Element, id_: str, *, is_within: bool = False) -> tuple[float, float, float]:
    """Where a part of the landscape begins, or a group within it, and its scale, by the id of the group."""
    group = part = next(element for element in tree.iter() if element.get("id") == id_)
    while "scale" not in (part.get("transform") or ""):
        part = part.getparent()
    x, y, scale = map(float, re.findall(r"-?[\d.]+", part.get("transform")))
    if not is_within:
        return x, y, scale
    column, row = map(float, re.findall(r"-?[\d.]+", group.get("transform")))
    return x + column * scale, y + row * scale, scale
