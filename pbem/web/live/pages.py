"""The addresses by which open pages follow their games, and the marks by which pages know whether they are up to date.

`/live` is the event stream of a browser, `/live.json` the same to be asked for now and then, where streams do not pass.
Both take, as `games`, the tags of those games that are on show beside the visitor's own.
"""

import json
from collections.abc import Iterable
from typing import Final, cast

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request
from flask.typing import ResponseReturnValue

from pbem.networks import subscriber
from pbem.store import Database
from pbem.store.games.game import GameRow
from pbem.web.live.hub import MOST_SHOWN, Follower, Hub, StreamLimits, digest_of
from pbem.web.live.streams import STREAM
from pbem.web.parts import PART
from pbem.web.site import site
from pbem.web.visitor import known_in, present_session, whoever

pages = Blueprint("live", __name__)

KEY: Final = "pbem live"
"""Where an application keeps its Hub among its extensions."""
_ASK_LATER: Final = 300
"""Seconds after which a browser that gets no stream may ask for one again."""


def install(app: Flask, database: Database, limits: StreamLimits | None = None) -> None:
    """Give an application what open pages need."""
    app.extensions[KEY] = Hub(database, limits)
    app.jinja_env.globals["followed"] = followed
    app.after_request(_note_marks)


def _note_marks(response: Response) -> Response:
    """Say in the headers of a part of a page which moments it shows, since the part itself has no room for it."""
    if PART in request.headers and followed():
        response.headers["X-Marks"] = json.dumps(followed())
    return response


def hub_of(app: Flask) -> Hub | None:
    """The hub of an application; None for one that is not made of our pages."""
    return app.extensions.get(KEY)


def follow(games: Iterable[GameRow]) -> None:
    """Have the page that is being made follow these games; called before it reads what it shows of them."""
    ids = [game.id for game in games]
    with site().read() as unit:
        g.followed = _hub().marks(unit, _player_id(), ids)


def follow_own() -> None:
    """The same for all games that the visitor plays or watches."""
    hub, me = _hub(), _player_id()
    with site().read() as unit:
        g.followed = hub.marks(unit, me, hub.followed(unit, me, ()))


def followed() -> dict[str, str]:
    """The marks of the games that the present page follows, by tag."""
    return cast("dict[str, str]", g.get("followed", {}))


@pages.get("/live")
def stream() -> ResponseReturnValue:
    """The event stream of the visitor's browser."""
    give, hub, (player_id, session_id, only_shown) = request.environ.get(STREAM), _hub(), _listener()
    if give is None:
        return _later()
    client = subscriber(request.remote_addr or "")
    follower = hub.admit(Follower(client, player_id, session_id, only_shown), _shown())
    if follower is None:
        return _later()
    if not give(follower):
        hub.dismiss(follower)
        return _later()
    last_id = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    # An iterator, so that its length is not known: it has no end as yet.
    return Response(
        iter([hub.greeting(follower, last_id)]),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"},
    )


@pages.get("/live.json")
def poll() -> ResponseReturnValue:
    """The same as the beginning of the stream, to be asked for: all that the visitor may know of the games, by tag."""
    hub, (player_id, _session_id, only_shown) = _hub(), _listener()
    with site().read() as unit:
        followed = hub.followed(unit, None if only_shown else player_id, _shown())
        games = hub.present(unit, player_id, followed)
    return jsonify(id=digest_of({tag: mark for tag, (_position, mark, _waits) in games.items()}), games=games)


def _later() -> ResponseReturnValue:
    return Response("no stream\n", 503, {"Retry-After": str(_ASK_LATER)}, mimetype="text/plain")


def _shown() -> list[str]:
    return [tag for tag in request.args.get("games", "").split(",") if tag][:MOST_SHOWN]


def _listener() -> tuple[int | None, int | None, bool]:
    """The player and the session that ask, and whether that is for the one game which is on show, and no other."""
    shown, session = _shown(), present_session()
    found = known_in(shown[0]) if len(shown) == 1 else None
    if found is not None and found.session is not None:
        return found.player.id, found.session.id, True
    return _player_id(), None if session is None else session.id, False


def _player_id() -> int | None:
    known = whoever()
    return None if known is None else known.id


def _hub() -> Hub:
    return cast(Hub, current_app.extensions[KEY])
