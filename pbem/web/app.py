"""The web application, put together."""

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask, url_for
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined

from pbem.adjudicator.history.archive import Archive
from pbem.clock import Clock
from pbem.config import Settings
from pbem.games.presentation import TEMPLATES
from pbem.intake import Intake
from pbem.templates import SYNTAX
from pbem.web import errors, protection, sent_forms, symbols, visitor, wording
from pbem.web.account import (
    away,
    calendar,
    new_address,
    own_pages,
    postbox,
    preferences,
    registration,
    renewals,
    sign_in,
)
from pbem.web.answers import LastAnswers
from pbem.web.games import dice, disputes, history, press, seats, watching
from pbem.web.games import pages as games
from pbem.web.lists import games as lists
from pbem.web.lists import players, rulings, waiting
from pbem.web.moderation import acts as moderate_acts
from pbem.web.moderation import disputes as moderate_disputes
from pbem.web.moderation import file as moderate_file
from pbem.web.moderation import overview as moderate
from pbem.web.proxies import ProxyHeaders, TrustedProxies
from pbem.web.public_data import feeds
from pbem.web.public_data import help as data_help
from pbem.web.reference import pages as reference
from pbem.web.site import KEY, Site

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_STATIC: Final = Path(__file__).parent / "static"
_TEMPLATES: Final = Path(__file__).parent / "templates"
_YEAR: Final = 365 * 24 * 3600
_PUBLIC: Final = (
    *(games, dice, press, watching, lists, players, history, feeds, data_help, seats),
    *(sign_in, reference, waiting, registration, disputes, rulings),
)
_OWN: Final = (
    *(own_pages, away, preferences, new_address, renewals, calendar, postbox),
    *(moderate, moderate_file, moderate_acts, moderate_disputes),
)
"""The pages for whoever is signed in, and those under addresses that only they know."""


_AGAIN: Final = {
    "games.orders": games.answered_again,
    "auth.enter": sign_in.entered_again,
    "registration.enter": sign_in.entered_again,
}
"""The views whose answer to a form that is sent twice is more than a page to be led to."""


class _Pages(Flask):
    """The application; behind trusted proxies it knows the client."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(__name__)
        self._proxy_headers = ProxyHeaders(TrustedProxies(settings.web.trusted_proxies))

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, whose headers are first cleared of what anybody can claim."""
        self._proxy_headers.settle(environ)
        return super().wsgi_app(environ, start_response)


def create_app(intake: Intake, clock: Clock, *, letters_port: Callable[[], int] | None = None) -> Flask:
    """The pages over an open database. Raises OSError where the secret key can be neither read nor made.

    `letters_port` tells at which port letters are taken, by default at that of the settings.
    """
    settings, database = intake.door.settings, intake.door.database
    port = letters_port or (lambda: settings.mail.listen_port)
    app = _Pages(settings)
    app.extensions[KEY] = Site(settings, database, intake, clock, LastAnswers(), Archive(), port)
    app.config["APPLICATION_ROOT"] = urlsplit(settings.web.base_url).path or "/"
    _prepare_templates(app)
    visitor.install(app)
    lists.install(app)
    postbox.install(app)
    moderate.install(app)
    for room in (*_PUBLIC, *_OWN):
        app.register_blueprint(room.pages)
    sent_forms.install(app, _AGAIN)
    protection.install(app, settings)
    errors.install(app)
    return app


def _prepare_templates(app: Flask) -> None:
    own = PrefixLoader({folder.parent.name: FileSystemLoader(folder) for folder in TEMPLATES.glob("*/templates")})
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_TEMPLATES), PrefixLoader({"games": own})])
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
