"""Maps as pictures under addresses of their own, so that they can be opened alone and enlarged."""

from collections.abc import Sequence

from flask import Response

from pbem.games.presenter import Presenter


def whole_map(presenter: Presenter, news: Sequence[object]) -> Response:
    """All of the board of a position, as a picture; what `news` put there is marked."""
    return picture(presenter.svg(news, view="whole", title=presenter.alt()))


def picture(drawing: str) -> Response:
    """A drawing as an answer."""
    return Response(drawing, mimetype="image/svg+xml")
