"""The web application, put together."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, url_for
from jinja2 import StrictUndefined

from pbem.adjudicator import Adjudicator
from pbem.adjudicator.archive import Archive
from pbem.clock import Clock
from pbem.config import Settings
from pbem.store import Database
from pbem.templates import SYNTAX
from pbem.web import (
    address,
    auth,
    away,
    calendar,
    data_help,
    desk,
    dice,
    disputes,
    errors,
    feeds,
    games,
    history,
    lists,
    moderate,
    moderate_acts,
    moderate_disputes,
    moderate_file,
    players,
    postbox,
    preferences,
    press,
    protection,
    reference,
    registration,
    rulings,
    seats,
    symbols,
    visitor,
    waiting,
    watching,
    wording,
)
from pbem.web.answers import LastAnswers
from pbem.web.site import KEY, Site

_STATIC: Final = Path(__file__).parent / "static"
_YEAR: Final = 365 * 24 * 3600
_PUBLIC: Final = (
    *(games, dice, press, watching, lists, players, history, feeds, data_help, seats),
    *(auth, reference, waiting, registration, disputes, rulings),
)
_OWN: Final = (
    *(desk, away, preferences, address, calendar, postbox),
    *(moderate, moderate_file, moderate_acts, moderate_disputes),
)
"""The pages for whoever is signed in, and those under addresses that he alone knows."""


def create_app(
    settings: Settings,
    database: Database,
    adjudicator: Adjudicator,
    clock: Clock,
    *,
    changed: Callable[[], None] = lambda: None,
    letters_port: Callable[[], int] | None = None,
) -> Flask:
    """The pages over an open database. Raises OSError where the secret key can be neither read nor made.

    `changed` is called, on the request's thread, after a page wrote something that others wait for: a mail to send, or
    the end of a turn. `letters_port` tells at which port letters are taken, by default at that of the settings.
    """
    port = letters_port or (lambda: settings.mail.listen_port)
    app = Flask(__name__)
    app.extensions[KEY] = Site(settings, database, adjudicator, clock, LastAnswers(), Archive(), changed, port)
    app.config["APPLICATION_ROOT"] = urlsplit(settings.web.base_url).path or "/"
    _prepare_templates(app)
    visitor.install(app)
    lists.install(app)
    postbox.install(app)
    moderate.install(app)
    for room in (*_PUBLIC, *_OWN):
        app.register_blueprint(room.pages)
    protection.install(app, settings)
    errors.install(app)
    return app


def _prepare_templates(app: Flask) -> None:
    app.jinja_options = {"undefined": StrictUndefined, **SYNTAX}
    wording.install(app)
    symbols.install(app)
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR
    app.jinja_env.globals["static"] = _address_of


def _address_of(name: str) -> str:
    """The address of a style sheet, script or picture, which changes with it, so that browsers may keep it for long."""
    return url_for("static", filename=name, v=_digest(name))


@cache
def _digest(name: str) -> str:
    return sha256((_STATIC / name).read_bytes()).hexdigest()[:12]
