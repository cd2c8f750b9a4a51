"""Maps drawn in a process of their own: rasterising holds the interpreter for a tenth of a second a picture.

Boards go into that process and PNGs come out. It draws with a lower priority than the server works with.
"""

import os
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from pbem.drawing.png import CannotDraw, png_of
from pbem.games.presentation import presentation_of
from pbem.isolated import IsolatedProcess, NotStarted, allow_processor, isolate
from pbem.reports.document import Drawable

_DRAWN: Final = b"+"
_NOT_DRAWN: Final = b"-"
_NICE: Final = 5
"""How much others go before it where the processor is wanted by several; 19 is the most."""


class RendererUnavailable(Exception):
    """The process that draws maps cannot be started; no map is to blame."""


@dataclass(frozen=True)
class DrawingLimits:
    """Bounds for the process that draws maps, and for one map."""

    cpu_seconds: int = 20
    """For one map, rounded up to the next full second of the process; a large one takes a quarter of a second."""
    seconds: float = 20.0
    """For one map by the clock, on however busy a machine."""
    memory_bytes: int = 512 << 20
    """Address space of the process. A large map needs about 70 MiB."""
    maps: int = 500
    """Maps that one process draws, so that whatever a library keeps is let go of."""
    reply_bytes: int = 8 << 20
    """What is taken from the process for one map."""


class Renderer:
    """Draws maps in a process that it starts with the first. Safe to use from any thread."""

    def __init__(self, limits: DrawingLimits | None = None) -> None:
        self._limits = limits or DrawingLimits()
        self._lock = threading.Lock()
        self._process: IsolatedProcess | None = None
        self._left = 0

    def __call__(self, board: Drawable) -> bytes:
        """The drawing of a board as PNG.

        Raises CannotDraw where it cannot be drawn within the limits, and RendererUnavailable.
        """
        with self._lock:
            process = self._ready_process()
            watchdog = threading.Timer(self._limits.seconds, process.kill)
            watchdog.start()
            try:
                process.connection.send_bytes(msgspec.msgpack.encode(board))
                reply = process.connection.recv_bytes(self._limits.reply_bytes)
            except (EOFError, OSError) as error:
                self._end()
                raise CannotDraw(f"the process that draws maps died of it ({type(error).__name__})") from error
            finally:
                watchdog.cancel()
            self._left -= 1
        if not reply.startswith(_DRAWN):
            raise CannotDraw(reply[1:].decode("utf-8", "replace"))
        return reply[1:]

    def close(self) -> None:
        """End the process, behind the map that it has in hand; another map would start the next."""
        with self._lock:
            self._end()

    def _ready_process(self) -> IsolatedProcess:
        """The process that draws the next map. Raises RendererUnavailable."""
        if self._process is not None and (self._left <= 0 or not self._process.is_alive):
            self._end()
        if self._process is None:
            try:
                self._process = IsolatedProcess(__name__, (self._limits.cpu_seconds, self._limits.memory_bytes))
            except NotStarted as error:
                raise RendererUnavailable(str(error)) from error
            self._left = self._limits.maps
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


def serve(connection: Connection, cpu_seconds: int, memory_bytes: int) -> None:
    """Draw boards until the other end is closed."""
    os.nice(_NICE)
    isolate(connection, memory_bytes)
    while True:
        try:
            request = connection.recv_bytes()
        except EOFError:
            return
        allow_processor(cpu_seconds)
        connection.send_bytes(_drawn(request))


def svg_of(board: Drawable) -> str:
    """The drawing of a board. Raises msgspec.MsgspecError where its game cannot read it."""
    game = presentation_of(board.kind or _kind_of(board.board))
    if board.title:
        return game.draw_preview(board.board, board.title, board.lines)
    return game.draw(board.board)


def _kind_of(board: bytes) -> str:
    """The game of a board in a document that was stored before documents told it: only Germany's is printed."""
    return "germany" if "printed" in msgspec.json.decode(board) else "first_rails"


def _drawn(request: bytes) -> bytes:
    try:
        board = msgspec.msgpack.decode(request, type=Drawable)
        return _DRAWN + png_of(svg_of(board), subdued=not board.title)
    except Exception as error:  # whatever is wrong with a board, the next one can be drawn
        return _NOT_DRAWN + f"{type(error).__name__}: {error}".encode()


if __name__ == "__main__":
    descriptor, cpu, memory = map(int, sys.argv[1:])
    serve(Connection(descriptor), cpu, memory)
