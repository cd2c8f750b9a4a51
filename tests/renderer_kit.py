"""The process that draws maps for all tests of a worker: to start one for each would take half a second."""

from hashlib import sha256
from typing import Final
from uuid import uuid4

import msgspec
from compiled import keep, kept

from pbem.games.renderer import Renderer
from pbem.reports.document import Drawable


class Remembering(Renderer):
    """Draws each board once in a run: tests begin with the same games, and their maps took a quarter of a second each.

    Workers, and the servers that they start, have from each other what was drawn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._mark = "map"

    def __call__(self, board: Drawable) -> bytes:
        """Draw a board, or give what was drawn of it before."""
        name = f"{self._mark}-{sha256(msgspec.msgpack.encode(board)).hexdigest()}"
        drawn = kept(name)
        if drawn is None:
            drawn = super().__call__(board)
            keep(name, drawn)
        return drawn

    def forget(self) -> None:
        """Draw each board once more, for tests of the drawing."""
        self._mark = f"map-{uuid4().hex}"


RENDERER: Final = Remembering()
"""It ends with the process that runs the tests."""
