"""Where maps are drawn: each once, on the thread that needs it, and never within a transaction of the game."""

from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
import structlog

from pbem.reports.board import Board
from pbem.reports.map_svg import map_svg
from pbem.reports.png import png_of
from pbem.store import Database, Tx
from pbem.store import repository as repo

log = structlog.get_logger(__name__)

STYLE: Final = 1
"""Rises when maps are drawn otherwise; older drawings are not used any more."""
ATTEMPTS: Final = 3
"""How often a map is begun to be drawn. Then mails go without it: a picture is never worth a report."""


class Studio:
    """Draws maps, and keeps them for the mails of one position and for a resend. For one thread.

    A drawing that was begun leaves a file in `folder` until it is done, with a byte for each attempt: if it kills the
    process, the next one knows. The file need not survive a power cut, as it is not to blame for that.
    """

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._fresh: dict[str, bytes] = {}

    def picture(self, board: Board) -> bytes | None:
        """The drawing of a board as PNG; None where it could not be drawn three times, be it by killing the process.

        Raises OSError where the folder cannot be written to.
        """
        digest = sha256(b"%d " % STYLE + msgspec.json.encode(board)).hexdigest()
        known = self._fresh.get(digest)
        if known is None:
            with self._database.read() as tx:
                known = repo.picture(tx, digest)
        return known or self._drawn(board, digest)

    def keep(self, tx: Tx, now_ms: int) -> None:
        """Keeps what was drawn since the last time, in a transaction that is due anyway."""
        for digest, png in self._fresh.items():
            repo.keep_picture(tx, digest, png, now_ms)

    def forget(self) -> None:
        """Lets go of what is kept by now."""
        self._fresh.clear()

    def _drawn(self, board: Board, digest: str) -> bytes | None:
        self._folder.mkdir(exist_ok=True)
        begun = self._folder / digest
        while not begun.exists() or begun.stat().st_size < ATTEMPTS:
            with begun.open("ab") as file:
                file.write(b".")
            try:
                png = png_of(map_svg(board))
            except Exception:  # whatever is wrong with a picture, the mail goes out
                log.exception("a map could not be drawn", picture=digest)
            else:
                self._fresh[digest] = png
                begun.unlink()
                return png
        return None
