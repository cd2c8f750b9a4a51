"""Maps drawn in a process of their own: rasterising holds the interpreter for a tenth of a second a picture.

Boards go into that process and PNGs come out. It draws with a lower priority than the server works with.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec

from pbem.drawing.preview import CannotDraw, png_of
from pbem.games.presentation import presentation_of
from pbem.isolated import CallFailed, IsolatedFunction, ProcessLimits
from pbem.reports.document import Drawable

DRAWING: Final = ProcessLimits(
    cpu_seconds=20,  # a large map takes a quarter of one
    seconds=20.0,
    memory_bytes=512 << 20,  # a large map needs about 70 MiB
    calls=500,
    reply_bytes=8 << 20,
    nice=5,
    pause_seconds=60.0,
)
"""Bounds for drawing a map."""


class Renderer:
    """Draws maps in a process that it starts with the first. Safe to use from any thread."""

    def __init__(self, limits: ProcessLimits = DRAWING, passed: Callable[[], float] = monotonic) -> None:
        """`passed` gives seconds that run evenly."""
        self._draw = IsolatedFunction(drawn, limits, passed)

    def __call__(self, board: Drawable) -> bytes:
        """The drawing of a board as PNG.

        Raises CannotDraw where it cannot be drawn within the limits, and ProcessUnavailable.
        """
        try:
            return self._draw(msgspec.msgpack.encode(board))
        except CallFailed as error:
            raise CannotDraw(str(error)) from error

    def close(self) -> None:
        """End the process, behind the map that it has in hand; another map would start the next."""
        self._draw.close()


def drawn(request: bytes) -> bytes:
    """Draw a board in the process."""
    board = msgspec.msgpack.decode(request, type=Drawable)
    return png_of(svg_of(board), subdued=not board.title)


def svg_of(board: Drawable) -> str:
    """The drawing of a board. Raises msgspec.MsgspecError where its game cannot read it."""
    game = presentation_of(board.kind or _kind_of(board.board))
    if board.title:
        return game.draw_preview(board.board, board.title, board.lines)
    return game.draw(board.board)


def _kind_of(board: bytes) -> str:
    """The game of a board in a document that was stored before documents told it: only Germany's is printed."""
    return "germany" if "printed" in msgspec.json.decode(board) else "first_rails"
