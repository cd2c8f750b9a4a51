"""Drawn maps: each is drawn once, and found again among those that the database keeps."""

from hashlib import sha256
from typing import Final, NamedTuple

import structlog

from pbem.drawing.preview import CannotDraw
from pbem.games.renderer import Renderer
from pbem.isolated import Pausing, ProcessUnavailable
from pbem.reports.document import Drawable
from pbem.store import Database
from pbem.store.mail.outbox import find_picture

log = structlog.get_logger(__name__)
STYLE: Final = 4
"""Rises when maps are drawn otherwise; older drawings are used only by mails that showed them."""
ATTEMPTS: Final = 3
"""How often a map is begun to be drawn. Then mails go without it: a picture is never worth a report."""


class DrawnMap(NamedTuple):
    """A drawn map: the SHA-256 of what it was drawn from, and the PNG."""

    digest: str
    png: bytes


class MapCache:
    """Finds the map of a position among those that are kept, or has it drawn. For one thread."""

    def __init__(self, database: Database, renderer: Renderer) -> None:
        self._database = database
        self._renderer = renderer
        self._fresh: dict[str, bytes] = {}
        self._failed: dict[str, int] = {}

    def picture(self, board: Drawable) -> DrawnMap | None:
        """The drawing of a board; None where it failed three times, or nothing can be drawn at present."""
        digest = sha256(b"%d " % STYLE + board.board).hexdigest()
        known = self._fresh.get(digest)
        if known is None:
            with self._database.read() as tx:
                known = find_picture(tx, digest)
        png = known or self._drawn(board, digest)
        return None if png is None else DrawnMap(digest, png)

    @property
    def drawn(self) -> int:
        """The number of maps that were drawn and that the database does not keep yet."""
        return len(self._fresh)

    def forget(self) -> None:
        """Drop drawings that the database keeps by now."""
        self._fresh.clear()

    def _drawn(self, board: Drawable, digest: str) -> bytes | None:
        while self._failed.get(digest, 0) < ATTEMPTS:
            try:
                png = self._renderer(board)
            except CannotDraw as error:
                self._failed[digest] = self._failed.get(digest, 0) + 1
                log.error("a map could not be drawn", picture=digest, reason=str(error))
            except Pausing:
                return None
            except ProcessUnavailable as error:
                log.error("mails go without maps for now", reason=str(error))
                return None
            else:
                self._fresh[digest] = png
                return png
        return None
