"""Maps as pictures under addresses of their own, and the one on the home page."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, abort
from markupsafe import Markup

from pbem.games.presentation import presenter_for
from pbem.games.presenter import MapTarget, Presenter
from pbem.store import Tx
from pbem.store.rows import GameRow
from pbem.web.site import site
from pbem.web.visitor import words
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.events import Event


@dataclass(frozen=True)
class MapPicture:
    """The map of a position, drawn and in words."""

    drawing: Markup
    alt: str
    described: Sequence[str]
    is_cut: bool
    """Whether it leaves out a part of the map."""
    targets: Markup
    """The layer over it with what can be pressed there; empty where nothing can."""


def map_picture(
    presenter: Presenter, news: Sequence[Event] = (), seat: int | None = None, targets: Sequence[MapTarget] = ()
) -> MapPicture | None:
    """The map of a position as a seat looks at it, with what `news` put there marked; None in a game that has none."""
    shown = presenter.map
    if shown is None:
        return None
    if seat is not None:
        shown = shown.for_seat(seat)
    alt = shown.alt()
    layer = Markup(shown.target_layer(targets)) if targets else Markup()
    return MapPicture(Markup(shown.svg(news, title=alt)), alt, shown.described(news), shown.is_cut, layer)


def whole_map(presenter: Presenter, news: Sequence[Event]) -> Response:
    """All of the map of a position, as a picture; what `news` put there is marked. Raises NotFound where none is."""
    shown = presenter.map
    return abort(404) if shown is None else picture(shown.svg(news, view="whole", title=shown.alt()))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")


@dataclass(frozen=True)
class Poster:
    """A game and its map."""

    game: GameRow
    drawing: Markup


def poster(tx: Tx, games: Sequence[GameRow]) -> Poster | None:
    """The map of the game that has come furthest of these; None where there is none, or its log cannot be read."""
    for game in sorted(games, key=lambda game: (game.year, game.turn), reverse=True):
        try:
            past = site().archive.past(tx, game)
        except BadRecord:
            return None
        shown = presenter_for(past.view_at(past.last.position).table, (), words()).map
        if shown is not None:
            return Poster(game, Markup(shown.svg(title=words().text("The map of %(game)s", game=game.name))))
    return None
