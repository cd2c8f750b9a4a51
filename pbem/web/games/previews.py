"""The map of the moment in the frame of a link preview, as a PNG for chats and networks: `/games/<tag>/map.png`.

Each is what a spectator sees, drawn once for each position, by the process that draws maps for mails. Only one is drawn
at a time, by a thread of its own, and a limited number in an hour: whoever asks for all games at once gets the last
ones that were drawn, or is told when to come again. No request waits for long, but for the first, as chats do not ask
again.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from queue import Empty, Full, Queue
from typing import Final, NamedTuple, TypeAlias

import structlog
from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue

from pbem.adjudicator.mails.game import position_for
from pbem.drawing.preview import CannotDraw
from pbem.games.presentation import begun_large, presentation_of, presenter_for, turn_in_words
from pbem.games.renderer import Renderer
from pbem.i18n import ENGLISH, Catalogue, catalogue
from pbem.isolated import ProcessUnavailable
from pbem.reports.document import Drawable
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import SeatPlayer, list_seats
from pbem.web.site import site

log = structlog.get_logger(__name__)

pages = Blueprint("previews", __name__)

KEY: Final = "pbem previews"
KEPT: Final = 150
"""Pictures kept, of 20 to 110 KB each; the one that was asked for longest ago goes first."""
WAITING: Final = 6
"""Boards that wait to be drawn."""
PATIENCE: Final = 4.0
"""Seconds that a request waits for its picture, and only one at a time."""
FIRST_PATIENCE: Final = 25.0
"""The patience until something was drawn: the process that draws has to start, which takes a busy machine
many seconds.
"""
BURST, PER_SECOND = 30, 0.25
"""Drawings that may follow each other at once, and how soon there may be more."""
_AGAIN: Final = 15
"""Seconds after which to ask again for what is not drawn yet."""

Place: TypeAlias = tuple[int, int]
"""A game and its position."""


class Picture(NamedTuple):
    """A drawn preview, and whether it is of the position asked for, and not of an earlier one."""

    png: bytes
    is_current: bool


class Previews:
    """Draws previews in a thread that it starts with the first, and keeps them. Safe to use from any thread."""

    def __init__(
        self,
        draw: Callable[[Drawable], bytes] | None = None,
        passed: Callable[[], float] = time.monotonic,
        before_waiting: Callable[[], None] = lambda: None,
    ) -> None:
        """`draw` is a Renderer by default; `passed` gives seconds that run evenly.

        `before_waiting` is called in the thread that asks, to let go of what nobody may hold while it waits.
        """
        self._draw = draw
        self._before_waiting = before_waiting
        self._passed = passed
        self._lock = threading.Lock()
        self._waiter = threading.Lock()
        self._kept: OrderedDict[int, tuple[int, bytes]] = OrderedDict()
        self._wanted: Queue[tuple[Place, Drawable, threading.Event]] = Queue(WAITING)
        self._asked: dict[Place, threading.Event] = {}
        self._thread: threading.Thread | None = None
        self._left, self._since = float(BURST), passed()
        self._has_drawn = False

    def picture(self, place: Place, board: Callable[[], Drawable]) -> Picture | None:
        """The preview of a game's position; an earlier one, or None, where it is not drawn in time.

        `board` makes what is drawn; it is called only where that is to be drawn.
        """
        found = self._found(place)
        if found is None or not found.is_current:
            drawn = self._ask(place, board)
            if drawn is not None and self._waiter.acquire(blocking=False):
                try:
                    self._before_waiting()
                    drawn.wait(PATIENCE if self._has_drawn else FIRST_PATIENCE)
                finally:
                    self._waiter.release()
                found = self._found(place)
        return found

    def _found(self, place: Place) -> Picture | None:
        game, position = place
        with self._lock:
            drawn = self._kept.get(game)
            if drawn is None:
                return None
            self._kept.move_to_end(game)
            return Picture(drawn[1], drawn[0] == position)

    def _ask(self, place: Place, board: Callable[[], Drawable]) -> threading.Event | None:
        with self._lock:
            if place in self._asked:
                return self._asked[place]
            now = self._passed()
            self._left = min(BURST, self._left + (now - self._since) * PER_SECOND)
            self._since = now
            if self._left < 1 or self._wanted.full():
                return None
            self._left -= 1
            drawn = self._asked[place] = threading.Event()
        try:
            self._wanted.put_nowait((place, board(), drawn))
        except Full:
            self._done(place, drawn)
            return None
        except BaseException:
            self._done(place, drawn)
            raise
        self._start()
        return drawn

    def _start(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="previews", daemon=True)
                self._thread.start()

    def _done(self, place: Place, drawn: threading.Event) -> None:
        with self._lock:
            self._asked.pop(place, None)
        drawn.set()

    def _run(self) -> None:
        """Draw what is wanted, until nothing was for a minute."""
        while True:
            try:
                place, board, drawn = self._wanted.get(timeout=60)
            except Empty:
                with self._lock:
                    if self._wanted.empty():
                        self._thread = None
                        return
                continue
            try:
                self._keep(place, self._drawn(board))
            except (CannotDraw, ProcessUnavailable) as error:
                log.warning("a link preview could not be drawn", game=place[0], reason=str(error))
            finally:
                self._has_drawn = True
                self._done(place, drawn)

    def _drawn(self, board: Drawable) -> bytes:
        if self._draw is None:
            self._draw = Renderer()
        return self._draw(board)

    def _keep(self, place: Place, png: bytes) -> None:
        game, position = place
        with self._lock:
            if game not in self._kept or self._kept[game][0] != position:
                self._kept[game] = position, png
            self._kept.move_to_end(game)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


@pages.get("/games/<tag>/map.png")
def preview(tag: str) -> ResponseReturnValue:
    """The map of the moment as spectators see it, in its frame; 503 where it cannot be drawn soon."""
    here = site()
    with here.read() as unit:
        game = find_game_by_tag(unit, tag) or abort(404)
        seats = list(list_seats(unit, game.id))
    position = position_for(game, None)
    previews: Previews = current_app.extensions[KEY]
    found = previews.picture((game.id, position), lambda: _board(game, seats))
    if found is None:
        return Response(status=503, headers={"Retry-After": str(_AGAIN)})
    age = 300 if found.is_current else _AGAIN
    return Response(found.png, mimetype="image/png", headers={"Cache-Control": f"public, max-age={age}"})


def _board(game: GameRow, seats: Sequence[SeatPlayer]) -> Drawable:
    """The board of a game as spectators see it, with what stands beside it. 404 in a game without a map."""
    words = catalogue(ENGLISH)
    seen = site().intake.forms.look(game.id, None)
    presenter = presenter_for(seen.view.table, seen.names, words)
    shown = presenter.map
    if shown is None:
        abort(404)
    block = shown.block(seen.latest)
    return Drawable(game.kind, bytes(block.board), f"{game.tag} {game.name}", _lines(game, seats, words))


def _lines(game: GameRow, seats: Sequence[SeatPlayer], words: Catalogue) -> tuple[str, ...]:
    to_move = [seat.name for seat in seats if game.status == "playing" and seat.seat == game.active_seat]
    return (
        words.text(presentation_of(game.kind).name),
        begun_large(turn_in_words(game.kind, game.year, game.turn, words)),
        ", ".join(seat.name for seat in seats),
        *(words.text("It's %(player)s's turn", player=name) for name in to_move),
        *([words.text("The game is over.")] if game.status == "over" else []),
    )
