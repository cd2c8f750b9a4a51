"""Maps as pictures under addresses of their own, on pages and on the home page; and what of them never changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, abort, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pbem.drawing.page import Crop
from pbem.games.presentation import presented, presenter_for
from pbem.games.presenter import MapPresenter, MapSign, MapTarget, Presenter
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.web.parts import known_parts
from pbem.web.site import site
from pbem.web.visitor import words
from rules_core.games import ruleset_for
from rules_core.kernel.codec import BadRecord
from rules_core.kernel.events import Event

pages = Blueprint("drawings", __name__)
_FOR_GOOD: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class MapPicture:
    """The map of a position with what `news` put there marked, which is drawn when a page shows it, and its words.

    What the page has of it already is left out of the drawing.
    """

    shown: MapPresenter
    news: Sequence[Event] = ()
    pressed: Sequence[MapTarget] = ()
    """What can be pressed on it."""

    @cached_property
    def drawing(self) -> Markup:
        """The drawing."""
        ground = _address_of(self.shown)
        return Markup(self.shown.on_page(self.news, title=self.alt, ground=ground, known=known_parts()))

    @cached_property
    def alt(self) -> str:
        """What stands for it in words."""
        return self.shown.alt()

    @property
    def described(self) -> Sequence[str]:
        """What it shows, in sentences."""
        return self.shown.described(self.news)

    @property
    def key(self) -> Sequence[MapSign]:
        """The signs on it."""
        return self.shown.key(self.news)

    @property
    def crops(self) -> Sequence[Crop]:
        """What of it is seen from close by: around both ends, or around each of two."""
        return self.shown.crops

    @property
    def is_cut(self) -> bool:
        """Whether it shows a part of the map."""
        return self.shown.is_cut

    @cached_property
    def targets(self) -> Markup:
        """The layer over it with what can be pressed there; empty where nothing can."""
        return Markup(self.shown.target_layer(self.pressed)) if self.pressed else Markup()


def map_picture(
    presenter: Presenter, news: Sequence[Event] = (), seat: int | None = None, targets: Sequence[MapTarget] = ()
) -> MapPicture | None:
    """The map of a position as a seat looks at it; None in a game that has none."""
    shown = presenter.map
    return None if shown is None else MapPicture(shown if seat is None else shown.for_seat(seat), news, targets)


def past_drawing(presenter: Presenter, news: Sequence[Event], seat: int | None) -> Markup:
    """The drawing of a position before, to lie over the board of now; empty in a game that has no map."""
    shown = presenter.map
    if shown is None:
        return Markup()
    site().database.end_snapshot()
    shown = shown if seat is None else shown.for_seat(seat)
    return Markup(shown.on_page(news, title=shown.alt(), ground=_address_of(shown), id_prefix="then"))


@pages.get("/boards/<name>.svg")
def printed_terrain(name: str) -> ResponseReturnValue:
    """The part of a board that never changes, for drawings on pages; its name has a digest of it: it may be kept."""
    found = _terrains().get(name) or abort(404)
    return Response(found, mimetype="image/svg+xml", headers={"Cache-Control": _FOR_GOOD})


@cache
def _terrains() -> Mapping[str, str]:
    """The parts that never change of the boards that new games begin on, by their names."""
    found = {game.kind: game.printed_terrain(ruleset_for(game.kind).components) for game in presented()}
    return {f"{kind}-{sha256(svg.encode()).hexdigest()[:16]}": svg for kind, svg in found.items() if svg}


def _address_of(shown: MapPresenter) -> str:
    """The address of what never changes of a map; "" where nothing is, or a game has a board of its own."""
    names = [name for name, svg in _terrains().items() if svg == shown.printed_terrain]
    return url_for("drawings.printed_terrain", name=names[0]) if names else ""


def whole_map(presenter: Presenter, news: Sequence[Event]) -> Response:
    """All of the map of a position, as a picture; what `news` put there is marked. Raises NotFound where none is."""
    shown = presenter.map
    site().database.end_snapshot()
    return abort(404) if shown is None else picture(shown.svg(news, view="whole", title=shown.alt()))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")


@dataclass(frozen=True)
class Poster:
    """A game and its map."""

    game: GameRow
    shown: MapPresenter

    @cached_property
    def drawing(self) -> Markup:
        """The map, drawn."""
        title = words().text("The map of %(game)s", game=self.game.name)
        return Markup(self.shown.on_page(title=title, ground=_address_of(self.shown)))


def poster(tx: Tx, games: Sequence[GameRow]) -> Poster | None:
    """The map of the game that has come furthest of these; None where there is none, or its log cannot be read."""
    for game in sorted(games, key=lambda game: (game.year, game.turn), reverse=True):
        try:
            past = site().archive.past(tx, game)
        except BadRecord:
            return None
        shown = presenter_for(past.view_at(past.last.position).table, (), words()).map
        if shown is not None:
            return Poster(game, shown)
    return None
