"""Maps drawn in processes of their own: rasterising holds the interpreter for a tenth of a second a picture.

Boards go into such a process and PNGs come out. There are as many as cores, if that much is to be drawn; they work with
a lower priority than the server does.
"""

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
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
    idle_seconds=300.0,
)
"""Bounds for drawing a map."""


@dataclass(frozen=True)
class DrawingFigures:
    """The maps that were drawn, and those that could not be."""

    drawn: int = 0
    failed: int = 0
    seconds: float = 0.0
    """All together, the waiting for those before included."""


class Renderer:
    """Draws maps, as many at a time as the server has cores. Safe to use from any thread."""

    def __init__(self, limits: ProcessLimits = DRAWING, passed: Callable[[], float] = monotonic) -> None:
        """`passed` gives seconds that run evenly."""
        self.processes: Final = len(os.sched_getaffinity(0))
        self._draw = IsolatedFunction(drawn, limits, passed, self.processes)
        self._passed = passed
        self._counting = threading.Lock()
        self.figures = DrawingFigures()

    def __call__(self, board: Drawable) -> bytes:
        """The drawing of a board as PNG.

        Raises CannotDraw where it cannot be drawn within the limits, and ProcessUnavailable.
        """
        begun, has_failed = self._passed(), True
        try:
            png = self._draw(msgspec.msgpack.encode(board))
            has_failed = False
            return png
        except CallFailed as error:
            raise CannotDraw(str(error)) from error
        finally:
            self._count(self._passed() - begun, has_failed=has_failed)

    def _count(self, seconds: float, *, has_failed: bool) -> None:
        with self._counting:
            now = self.figures
            self.figures = DrawingFigures(now.drawn + (not has_failed), now.failed + has_failed, now.seconds + seconds)

    def close(self) -> None:
        """End the processes, behind the maps that they have in hand; another map would start the next."""
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
