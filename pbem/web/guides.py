"""The guides by reader, as pages."""

import re
from functools import cache
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.routing import MapAdapter

from pbem.guide import PICTURES, READERS, guides, units
from pbem.guide.guides import body_html

pages = Blueprint("guides", __name__)
_PATH: Final = re.compile(r"/[a-z/-]+")
"""The path of a page that is the same for every reader of a guide: without a game's tag or other places to fill."""


@pages.get("/guide")
def index() -> ResponseReturnValue:
    """The list of all guides, by reader."""
    return render_template("guides.html", readers=READERS, guides=guides())


@pages.get("/guide/<topic>")
def show(topic: str) -> ResponseReturnValue:
    """A guide; 404 for an unknown one."""
    guide = guides().get(topic)
    return abort(404) if guide is None else render_template("guide.html", guide=guide, body=_body(topic))


@pages.get("/guide/pictures/<name>.png")
def picture(name: str) -> ResponseReturnValue:
    """A picture of a guide."""
    known = {path.stem: path for path in PICTURES.glob("*.png")}
    return Response(known[name].read_bytes(), mimetype="image/png") if name in known else abort(404)


@pages.get("/guide/units/<name>")
def unit(name: str) -> ResponseReturnValue:
    """A file for hosts, as text."""
    known = units()
    return Response(known[name].read_bytes(), mimetype="text/plain") if name in known else abort(404)


@cache
def _body(topic: str) -> Markup:
    """A guide's body, which is the same for everyone; made in a request, which knows the website's pages."""
    return body_html(guides()[topic], lambda path: bool(_PATH.fullmatch(path)) and _adapter().test(path, "GET"))


def _adapter() -> MapAdapter:
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None, "a request has one"
    return adapter
