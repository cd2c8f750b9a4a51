"""The process that draws maps for all tests of a worker: to start one for each would take half a second."""

from typing import Final

from pbem.games.renderer import Renderer
from pbem.reports.document import Drawable


class Remembering(Renderer):
    """Draws each board once: tests begin with the same games, and their maps took a quarter of a second each."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: dict[Drawable, bytes] = {}

    def __call__(self, board: Drawable) -> bytes:
        """Draw a board, or give what was drawn of it before."""
        if board not in self._drawn:
            self._drawn[board] = super().__call__(board)
        return self._drawn[board]

    def forget(self) -> None:
        """Draw each board once more, for tests of the drawing."""
        self._drawn.clear()


RENDERER: Final = Remembering()
"""It ends with the process that runs the tests."""
