"""Maps as pages show them, and as pictures under addresses of their own, so that they can be opened and enlarged."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, abort
from markupsafe import Markup

from pbem.games.presenter import Presenter


@dataclass(frozen=True)
class MapPicture:
    """The map of a position, drawn and in words."""

    drawing: Markup
    alt: str
    described: Sequence[str]
    is_cut: bool
    """Whether it leaves out a part of the map."""


def map_picture(presenter: Presenter, news: Sequence[object] = ()) -> MapPicture | None:
    """The map of a position, on which what `news` put there is marked; None in a game that has none."""
    shown = presenter.map
    if shown is None:
        return None
    alt = shown.alt()
    return MapPicture(Markup(shown.svg(news, title=alt)), alt, shown.described(news), shown.is_cut)


def whole_map(presenter: Presenter, news: Sequence[object]) -> Response:
    """All of the map of a position, as a picture; what `news` put there is marked. Raises NotFound where none is."""
    shown = presenter.map
    return abort(404) if shown is None else picture(shown.svg(news, view="whole", title=shown.alt()))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")
