"""The process that draws maps for all tests of a worker: to start one for each would take half a second."""

from typing import Final

import msgspec

from pbem.reports.board import Board
from pbem.reports.renderer import Renderer


class Remembering(Renderer):
    """Draws each board once: tests begin with the same games, and their maps took a quarter of a second each."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: dict[bytes, bytes] = {}

    def __call__(self, board: Board) -> bytes:
        """Draw a board, or give what was drawn of it before."""
        key = msgspec.json.encode(board)
        if key not in self._drawn:
            self._drawn[key] = super().__call__(board)
        return self._drawn[key]

    def forget(self) -> None:
        """Draw each board once more, for tests of the drawing."""
        self._drawn.clear()


RENDERER: Final = Remembering()
"""It ends with the process that runs the tests."""
