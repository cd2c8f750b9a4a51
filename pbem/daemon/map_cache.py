"""Drawn maps: each is drawn once, and found again among those that the database keeps."""

import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

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
MOST_KEPT: Final = 100
"""Drawings that are held in memory while the mails that show them wait to be built."""


class DrawnMap(NamedTuple):
    """A drawn map: the SHA-256 of what it was drawn from, and the PNG."""

    digest: str
    png: bytes


Drawing: TypeAlias = Future[DrawnMap | None]
"""A map that is drawn, or being drawn; None in it where there can be none."""


class MapCache:
    """Finds the map of a position among those that are kept, or has it drawn, once for all who ask.

    Maps are drawn beside each other in threads, which wait for the drawing processes. Safe to use from any thread.
    What keeps two processes of a server from drawing one map belongs into `begin`, between looking and drawing.
    """

    def __init__(self, database: Database, renderer: Renderer, drawn: Callable[[], None] = lambda: None) -> None:
        """`drawn` is called when a map was drawn or has failed, in the thread of its drawing."""
        self._database = database
        self._renderer = renderer
        self._tell_drawn = drawn
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(renderer.processes, "drawing")
        self._begun: dict[str, Drawing] = {}
        """By digest: those being drawn, and those that are drawn and that the database does not keep yet."""
        self._failed: dict[str, int] = {}

    def begin(self, board: Drawable) -> Drawing:
        """Have a board drawn, unless it is drawn; the map is None where that fails three times, or nothing can draw."""
        digest = sha256(b"%d " % STYLE + board.board).hexdigest()
        with self._lock:
            begun = self._begun.get(digest)
        if begun is not None:
            return begun
        with self._database.read() as tx:
            known = find_picture(tx, digest)
        if known is not None:
            drawing = Drawing()
            drawing.set_result(DrawnMap(digest, known))
            return drawing
        with self._lock:
            if digest not in self._begun:
                self._drop_unwanted()
                self._begun[digest] = drawing = self._threads.submit(self._drawn, board, digest)
                drawing.add_done_callback(lambda _drawing: self._tell_drawn())
            return self._begun[digest]

    def picture(self, board: Drawable) -> DrawnMap | None:
        """The drawing of a board, waited for; None where it failed three times, or nothing can be drawn at present."""
        drawing = self.begin(board)
        try:
            return drawing.result()
        finally:
            self.forget([drawing])

    def forget(self, drawings: Collection[Drawing]) -> None:
        """Drop drawings that the database keeps by now, or that failed."""
        with self._lock:
            self._begun = {digest: one for digest, one in self._begun.items() if one not in drawings}

    def close(self) -> None:
        """Begin no more drawings; those being drawn are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _drop_unwanted(self) -> None:
        """Drop the oldest drawings where many are drawn and no mail has taken them: such a mail was withheld."""
        done = [digest for digest, drawing in self._begun.items() if drawing.done()]
        for digest in done[:-MOST_KEPT]:
            del self._begun[digest]

    def _drawn(self, board: Drawable, digest: str) -> DrawnMap | None:
        while self._failed.get(digest, 0) < ATTEMPTS:
            try:
                return DrawnMap(digest, self._renderer(board))
            except CannotDraw as error:
                self._failed[digest] = self._failed.get(digest, 0) + 1
                log.error("a map could not be drawn", picture=digest, reason=str(error))
            except Pausing:
                return None
            except ProcessUnavailable as error:
                log.error("mails go without maps for now", reason=str(error))
                return None
        return None
