"""The addresses by which open pages follow their games, and the website as a program on a device, and as a link
looks elsewhere.
"""

import json
from collections.abc import Iterable
from typing import Final, cast

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue

from pbem.networks import subscriber
from pbem.store import Database
from pbem.store.games.game import GameRow
from pbem.web.live.hub import MOST_SHOWN, Follower, Hub, StreamLimits, digest_of
from pbem.web.live.streams import STREAM
from pbem.web.site import PART, site
from pbem.web.visitor import known_in, present_session, whoever, words

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
    """Have the page that is being made follow all games that the visitor plays or watches."""
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
    """The beginning of the stream as one answer, for polling: all that the visitor may know of the games, by tag."""
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


program_pages = Blueprint("installing", __name__)

_INK: Final = "#1c3f78"
_PAPER: Final = "#faf6e9"
_ICONS: Final = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("maskable-512.png", 512, "maskable"))
_MAP: Final = "/games/<tag>/map.png"


def install_program(app: Flask) -> None:
    """Give templates what previews of links are made of."""
    app.jinja_env.globals["whole_address"] = whole_address
    app.jinja_env.globals["map_picture_of"] = map_picture_of


def whole_address(tag: str) -> str:
    """The address of a game's page as the world knows it."""
    return f"{site().settings.web.base_url}/games/{tag}"


def map_picture_of(tag: str, position: int) -> str:
    """The address of a game's map as a picture, another for each position; "" where there are no such pictures."""
    has_pictures = any(rule.rule == _MAP for rule in current_app.url_map.iter_rules())
    return f"{site().settings.web.base_url}{_MAP.replace('<tag>', tag)}?at={position}" if has_pictures else ""


@program_pages.get("/service-worker.js")
def service_worker() -> ResponseReturnValue:
    """The script by which a browser shows notifications, for all of the website, where it lies at the top.

    Browsers compare it with what they have each time that they ask.
    """
    assert current_app.static_folder is not None
    response = send_from_directory(current_app.static_folder, "service-worker.js", max_age=0)
    response.headers["Cache-Control"] = "no-cache"
    return response


@program_pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Tell a device what it has to know to keep the website as a program (W3C Web Application Manifest)."""
    name = site().settings.server.name
    icons = [
        {
            "src": url_for("static", filename=f"icons/{file}"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for file, size, purpose in _ICONS
    ]
    fields = {
        "id": url_for("games.home"),
        "name": name,
        "short_name": name if len(name) <= 12 else "Railroad Dice",
        "lang": words().language.replace("_", "-"),
        "start_url": url_for("own.mine"),
        "scope": url_for("games.home"),
        "display": "standalone",
        "theme_color": _INK,
        "background_color": _PAPER,
        "icons": icons,
    }
    return Response(json.dumps(fields), mimetype="application/manifest+json")
