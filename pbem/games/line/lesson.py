"""How a run of track is ordered, shown by one that the engine lays from the start position."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.commands.orders import ActionOrder, read
from pbem.games.line.render_context import on_tile
from rules_core.games import ruleset_for
from rules_core.grid.geometry import LETTERS, SIZE, Side, Square, cell_of
from rules_core.grid.terrain import Layout
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.rulebook import Refusal

_MIDDLES: Final = ((5, 0), (10, 5), (5, 10), (0, 5))
"""Where track meets each side of a square, ten units wide."""


@dataclass(frozen=True)
class Lesson:
    """A run laid from the start position: the order, the tile, each piece as a path, and where the ends point.

    `squares` are those laid on, in order, and then the one that the end points at.
    """

    order: str
    layout: Layout
    track: tuple[str, ...]
    ends: tuple[tuple[str, int, int], ...]
    squares: tuple[str, ...]
    heading: str


@cache
def lesson(kind: str, order: str) -> Lesson:
    """A run from the start position of a kind of game, as the engine lays it."""
    game = ruleset_for(kind)
    before = fold(game, game.setup({}, 2, _first))
    (read_order,) = read([order], game.view(before, 0), "en").orders
    assert isinstance(read_order, ActionOrder)
    events = game.decide(before, read_order.action, _first)
    assert not isinstance(events, Refusal)
    table = fold(game, events, before).table
    start = cell_of(before.table.line.b.square)
    pieces = table.line.tiles[start]
    laid = [square for square in pieces if square not in before.table.line.tiles[start]]
    end = table.line.b
    assert end.heading is not None and end.ahead is not None
    ahead = [(name, table.line.end(name).ahead) for name in ("A", "B")]
    return Lesson(
        order=order,
        layout=table.landscape.layout(start),
        track=tuple(_path(square, fixture.sides) for square, fixture in pieces.items()),
        ends=tuple((name, square.x % SIZE, square.y % SIZE) for name, square in ahead if square),
        squares=tuple(on_tile(square) for square in (*laid, end.ahead)),
        heading=LETTERS[end.heading],
    )


def _path(square: Square, sides: tuple[Side, ...]) -> str:
    """A piece of track from side to side, bent around the middle of its square on a tile."""
    left, top = 10 * (square.x % SIZE), 10 * (square.y % SIZE)
    (x1, y1), (x2, y2) = (_MIDDLES[side] for side in sides)
    return f"M{left + x1} {top + y1}Q{left + 5} {top + 5} {left + x2} {top + y2}"


def _first(key: DrawKey, sides: int) -> int:
    return 0
