"""Where maps are drawn: each once, on the thread that needs it, and never within a transaction of the game."""

from hashlib import sha256
from typing import Final

import msgspec
import structlog

from pbem.clock import Clock, to_ms
from pbem.reports.board import Board
from pbem.reports.map_svg import map_svg
from pbem.reports.png import png_of
from pbem.store import Database
from pbem.store import repository as repo

log = structlog.get_logger(__name__)

STYLE: Final = 1
"""Rises when maps are drawn otherwise; older drawings are not used any more."""
ATTEMPTS: Final = 3
"""How often a map is begun to be drawn. Then mails go without it: a picture is never worth a report."""


class Studio:
    """Draws maps and keeps them. For one thread."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def picture(self, board: Board) -> bytes | None:
        """The drawing of a board as PNG; None where it could not be drawn three times, be it by killing the process."""
        digest = sha256(b"%d " % STYLE + msgspec.json.encode(board)).hexdigest()
        while True:
            with self._database.read() as tx:
                known = repo.picture(tx, digest)
            if known is not None and known.png:
                return known.png
            if known is not None and known.attempts >= ATTEMPTS:
                return None
            self._draw(board, digest)

    def _draw(self, board: Board, digest: str) -> None:
        now_ms = to_ms(self._clock())
        self._database.write(lambda tx: repo.begin_picture(tx, digest, now_ms))
        try:
            png = png_of(map_svg(board))
        except Exception:  # whatever is wrong with a picture, the mail goes out
            log.exception("a map could not be drawn", picture=digest)
        else:
            self._database.write(lambda tx: repo.keep_picture(tx, digest, png))
