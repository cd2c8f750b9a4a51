"""The parts of the program that pages are made from, and the parts of pages of which a script is sent only those that
it has not.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import Flask, current_app, flash, get_flashed_messages, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.history.archive import Archive
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.intake import Intake
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.games.game import GameStatus
from pbem.store.games.listing import count_games
from pbem.templates import part
from pbem.web.figures import Figures

KEY: Final = "pbem"
"""Where an application keeps its Site among its extensions."""


@dataclass(frozen=True)
class Site:
    """The parts of the program that the pages work with."""

    settings: Settings
    database: Database
    intake: Intake
    clock: Clock
    archive: Archive
    figures: Figures
    letters_port: Callable[[], int]
    lives: Callable[[], bool]
    """Whether the whole process lives, as far as it is known here. Does not wait."""

    @contextmanager
    def read(self) -> Iterator[UnitOfWork]:
        """A unit of work that only reads."""
        with self.database.read() as tx:
            yield UnitOfWork(tx, self.settings, self.now_ms())

    def count_games(self, tx: Tx) -> Mapping[tuple[str, GameStatus], int]:
        """The number of matches by kind and status; where there are many games, as it was lately."""
        return self.figures.get(tx, count_games, lambda: count_games(tx))

    def now_ms(self) -> int:
        """The present moment, in milliseconds since the epoch."""
        return to_ms(self.clock())


def site() -> Site:
    """The Site of the application that serves this request."""
    return cast(Site, current_app.extensions[KEY])


def lead_to(endpoint: str, sentences: Iterable[str], category: str = "message", **where: Any) -> ResponseReturnValue:
    """Lead to the page behind a form that was sent, which says these sentences once."""
    for sentence in sentences:
        flash(sentence, category)
    return redirect(url_for(endpoint, _anchor="said", **where), 303)


def flashed(category: str) -> list[str]:
    """The sentences that a form has left for this page."""
    return [str(sentence) for sentence in get_flashed_messages(category_filter=[category])]


PART: Final = "X-Part"
"""The header by which a script asks for a part of a page: "play" for the board and the orders."""
KNOWN: Final = "X-Known"
"""The request header with the digests of the parts that the client has."""


def install(app: Flask) -> None:
    """Give templates the filter."""
    app.jinja_env.filters["part"] = lambda element: part(element, known_parts())


def asks_for(name: str) -> bool:
    """Whether the present request asks for a part alone."""
    return request.headers.get(PART) == name


def known_parts() -> frozenset[str]:
    """The digests that the present request tells."""
    return frozenset(request.headers.get(KNOWN, "").split())
