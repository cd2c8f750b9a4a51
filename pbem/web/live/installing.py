"""The website as a program on a device, and as a link looks elsewhere: manifest, worker, and what previews are made of.

What a preview says of a game is what everybody may know, whoever sends the link.
"""

import json
from typing import Final

from flask import Blueprint, Flask, Response, current_app, send_from_directory, url_for
from flask.typing import ResponseReturnValue

from pbem.web.site import site
from pbem.web.visitor import words

pages = Blueprint("installing", __name__)

_INK: Final = "#1c3f78"
_PAPER: Final = "#faf6e9"
_ICONS: Final = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("maskable-512.png", 512, "maskable"))
_MAP: Final = "/games/<tag>/map.png"


def install(app: Flask) -> None:
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


@pages.get("/service-worker.js")
def service_worker() -> ResponseReturnValue:
    """The script by which a browser shows notifications, for all of the website, where it lies at the top.

    Browsers compare it with what they have each time that they ask.
    """
    assert current_app.static_folder is not None
    response = send_from_directory(current_app.static_folder, "service-worker.js", max_age=0)
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/manifest.webmanifest")
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
    told = {
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
    return Response(json.dumps(told), mimetype="application/manifest+json")
