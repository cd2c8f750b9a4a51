"""Pages for what cannot be shown or done. They say what went wrong and what to do, and never why inside."""

import logging
from typing import Final

from flask import Flask, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from pbem.i18n import N_
from pbem.web import visitor

_log = logging.getLogger(__name__)

_TEXTS: Final[dict[int, tuple[str, str]]] = {
    400: (N_("This cannot be read"), N_("Your browser sent something that makes no sense here. Nothing was changed.")),
    403: (N_("Not for you"), N_("You have no seat in this game, so you cannot send orders for it.")),
    404: (N_("Nothing here"), N_("There is no such page. It may have had another address, or never have been.")),
    405: (N_("Not like this"), N_("This address does not take what your browser asked for. Nothing was changed.")),
    413: (N_("Too long"), N_("What you sent is longer than any orders need to be. Nothing was changed.")),
    429: (N_("Too often"), N_("That was a bit much in a short time. Please wait a while, then try again.")),
    500: (N_("Our mistake"), N_("Something broke on our side. Nothing was half done; please try again in a while.")),
}
"""The title and the text of each page, by HTTP status."""
_FORGED: Final = (
    N_("Please send it again"),
    N_(
        "The page that you sent this from is out of date: you have signed in or out since, or your browser keeps no "
        "cookies. Nothing was changed. Load the page again, and send once more."
    ),
)


def install(app: Flask) -> None:
    """Gives an application its error pages."""
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Exception, _broken)


def _forged(error: CSRFError) -> Response:
    return _page(400, *_FORGED, typed=_typed())


def _refused(error: HTTPException) -> Response:
    if error.response is not None:  # a redirection
        return error.get_response()
    code = error.code or 500
    response = _page(code, *_TEXTS.get(code, _TEXTS[400 if code < 500 else 500]), typed=_typed() if code == 429 else "")
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _broken(error: Exception) -> Response:
    _log.exception("%s %s failed", request.method, request.endpoint, exc_info=error)
    visitor.forget()  # the database may be what is broken
    return _page(500, *_TEXTS[500])


def _typed() -> str:
    """What was typed for a game, which goes back to whoever typed it rather than being lost."""
    return request.form.get("orders") or request.form.get("letter", "")


def _page(code: int, title: str, text: str, typed: str = "") -> Response:
    return make_response(render_template("error.html", title=title, text=text, typed=typed), code)
