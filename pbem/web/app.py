"""The web application, put together, and its pages for what cannot be shown or done."""

import logging
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Request, before_render_template, make_response, render_template, request, url_for
from flask import Response as FlaskResponse
from flask_wtf.csrf import CSRFError
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from pbem.adjudicator.history.archive import Archive
from pbem.clock import Clock
from pbem.config import Settings
from pbem.files import is_disk_fault
from pbem.i18n import N_
from pbem.intake import Intake
from pbem.lobby import names
from pbem.recent import Recent
from pbem.reports.document import Drawable
from pbem.store import Database
from pbem.templates import SYNTAX, loader_of
from pbem.web import (
    compression,
    guides,
    lists,
    practice,
    protection,
    reference,
    sent_forms,
    site,
    visitor,
    waiting_lists,
    wording,
)
from pbem.web.account import (
    addresses,
    away,
    inviting,
    notifications,
    own_data,
    own_pages,
    postbox,
    preferences,
    reach,
    registration,
    report_links,
    senders,
    sign_in,
    unsubscribe,
)
from pbem.web.analysis import pages as analysis
from pbem.web.analysis import starting as analysis_starting
from pbem.web.figures import Figures
from pbem.web.games import damaged as damaged_games
from pbem.web.games import dice, disputes, forms, history, positions, press, previews, seats
from pbem.web.games import pages as games
from pbem.web.live import pages as live
from pbem.web.live.hub import StreamLimits
from pbem.web.moderation import accounts
from pbem.web.moderation import commands as moderate_commands
from pbem.web.moderation import disputes as moderate_disputes
from pbem.web.moderation import file as moderate_file
from pbem.web.moderation import overview as moderate
from pbem.web.protection import ProxyHeaders, TrustedProxies
from pbem.web.public_data import feeds
from pbem.web.public_data import help as data_help
from pbem.web.site import KEY, Site

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


_log = logging.getLogger(__name__)

_TEXTS: Final[dict[int, tuple[str, str]]] = {
    400: (N_("Not understood"), N_("Your browser sent something that was not understood here. Nothing was changed.")),
    403: (N_("No access"), N_("You have no seat in this game, so you can't send orders for it.")),
    404: (N_("Page not found"), N_("There is no page at this address. It may have moved, or never existed.")),
    405: (N_("Not possible here"), N_("This page can't do what your browser asked for. Nothing was changed.")),
    413: (N_("Too long"), N_("What you sent is longer than any orders need to be. Nothing was changed.")),
    429: (
        N_("Too many requests"),
        N_("That was too many requests in a short time. Please wait a little, then try again."),
    ),
    500: (N_("Our mistake"), N_("Something broke on our side. Nothing was half done; please try again in a while.")),
    503: (
        N_("Nothing can be saved now"),
        N_("The server's disk is full, or cannot be written. Nothing was changed; please try again later."),
    ),
}
"""The title and the text of each page, by HTTP status."""
_TOO_MANY_GAMES: Final = (
    N_("Too many new games"),
    N_(
        "Very many games were started here within an hour, so this one was not. Try again in an hour. Games you "
        "already have are not affected."
    ),
)
_FORGED: Final = (
    N_("Please send it again"),
    N_(
        "This page is out of date: you have signed in or out since, or your browser blocks cookies. Nothing was "
        "changed. Reload the page and send it again."
    ),
)

_STATIC: Final = Path(__file__).parent / "static"
_TEMPLATES: Final = Path(__file__).parent / "templates"
_YEAR: Final = 365 * 24 * 3600
_PUBLIC: Final = (
    games.pages,
    dice.pages,
    press.pages,
    forms.watching_pages,
    forms.drawing_pages,
    previews.pages,
    lists.pages,
    lists.player_pages,
    history.pages,
    history.since_pages,
    feeds.pages,
    data_help.pages,
    seats.pages,
    sign_in.pages,
    report_links.pages,
    practice.pages,
    reference.pages,
    guides.pages,
    waiting_lists.pages,
    registration.pages,
    disputes.pages,
    disputes.ruling_pages,
    analysis_starting.pages,
    analysis.pages,
    analysis_starting.kept_pages,
    live.pages,
    live.program_pages,
)
_OWN: Final = (
    own_pages.pages,
    own_pages.calendar_pages,
    away.pages,
    inviting.pages,
    own_data.pages,
    preferences.pages,
    addresses.pages,
    addresses.renewal_pages,
    postbox.pages,
    reach.pages,
    unsubscribe.pages,
    reach.letter_pages,
    senders.pages,
    notifications.pages,
    moderate.pages,
    moderate_file.pages,
    moderate_commands.pages,
    moderate_disputes.pages,
    accounts.pages,
)
"""The pages for whoever is signed in, and those under addresses that only they know."""


_AGAIN: Final = {
    "games.orders": games.answered_again,
    "auth.enter": sign_in.entered_again,
    "practice.begin": sign_in.entered_again,
    "practice.together": sign_in.entered_again,
    "practice.first": sign_in.entered_again,
    "registration.enter": sign_in.entered_again,
    "report_links.enter": sign_in.entered_again,
}
"""The views whose answer to a form that is sent twice is more than a page to be led to."""


def install_error_pages(app: Flask) -> None:
    """Give an application its error pages."""
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Exception, _broken)


def _forged(error: CSRFError) -> Response:
    return _page(400, *_FORGED, typed=_typed())


def _refused(error: HTTPException) -> Response:
    if error.response is not None:  # a redirection
        return error.get_response()
    code = error.code or 500
    is_game = code == 429 and request.blueprint == "practice"
    texts = _TOO_MANY_GAMES if is_game else _TEXTS.get(code, _TEXTS[400 if code < 500 else 500])
    response = _page(code, *texts, typed=_typed() if code == 429 else "")
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _broken(error: Exception) -> Response:
    damaged = damaged_games.page(error)
    if damaged is not None:
        return damaged
    _log.exception("%s %s failed", request.method, request.endpoint, exc_info=error)
    visitor.forget()  # the database may be what is broken
    code = 503 if is_disk_fault(error) else 500
    return _page(code, *_TEXTS[code], typed=_typed() if code == 503 else "")


def _typed() -> str:
    return request.form.get("orders") or request.form.get("letter", "")


def _page(code: int, title: str, text: str, typed: str = "") -> Response:
    return make_response(render_template("error.html", title=title, text=text, typed=typed), code)


class _Pages(Flask):
    """The application; behind trusted proxies it knows the client, and its own name from the settings alone."""

    def __init__(self, settings: Settings, database: Database) -> None:
        super().__init__(__name__)
        self._database = database
        self._proxy_headers = ProxyHeaders(TrustedProxies(settings.web.trusted_proxies))
        self._base = urlsplit(settings.web.base_url)

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, whose headers are first cleared of what anybody can claim, the server's name included."""
        self._proxy_headers.settle(environ)
        environ["HTTP_HOST"], environ["wsgi.url_scheme"] = self._base.netloc, self._base.scheme
        with self._database.reading_once(keeps_snapshot=True):
            return super().wsgi_app(environ, start_response)

    def raise_routing_exception(self, request: Request) -> NoReturn:
        error = request.routing_exception
        if isinstance(error, RequestRedirect):
            meant = urlsplit(error.new_url)
            raise RequestRedirect(urlunsplit(("", "", f"/{meant.path.lstrip('/')}", meant.query, ""))) from error
        super().raise_routing_exception(request)

    def send_static_file(self, filename: str) -> FlaskResponse:
        """A file, which for a script may be asked for within the folder of `_module_address`."""
        folder, _, name = filename.rpartition("/")
        return super().send_static_file(name if folder == _all_digests() and name.endswith(".js") else filename)


def create_app(
    intake: Intake,
    clock: Clock,
    *,
    letters_port: Callable[[], int] | None = None,
    draw: Callable[[Drawable], bytes] | None = None,
    lives: Callable[[], bool] = lambda: True,
    shares_limits: bool = False,
) -> Flask:
    """The pages over an open database. Raises OSError where the secret key can be neither read nor made.

    `letters_port` tells at which port letters are taken, by default at that of the settings; `draw` draws the maps of
    link previews, by default a process of their own; `lives` tells whether all else of the process lives. Whoever
    `shares_limits` counts forms in the database, together with others.
    """
    settings, database = intake.units.settings, intake.units.database
    names.prepare()
    port = letters_port or (lambda: settings.mail.listen_port)
    app = _Pages(settings, database)
    app.extensions[KEY] = Site(settings, database, intake, clock, Archive(), Figures(), port, lives)
    app.extensions[positions.KEY] = Recent(positions.MOST_KEPT)
    app.extensions[previews.KEY] = previews.Previews(draw, before_waiting=database.end_snapshot)
    # A page has read what it shows: while it is drawn nothing is to be held.
    before_render_template.connect(lambda _app, **_values: database.end_snapshot(), app, weak=False)
    app.config["APPLICATION_ROOT"] = urlsplit(settings.web.base_url).path or "/"
    _prepare_templates(app)
    visitor.install(app)
    lists.install(app)
    own_pages.install(app)
    postbox.install(app)
    reach.install(app)
    reach.install_letters(app)
    moderate.install(app)
    for pages in (*_PUBLIC, *_OWN):
        app.register_blueprint(pages)
    sent_forms.install(app, _AGAIN)
    compression.install(app)
    protection.install(app, settings, database, shares_limits=shares_limits)
    live.install_program(app)
    live.install(app, database, StreamLimits(most=settings.web.max_streams))
    install_error_pages(app)
    return app


def _prepare_templates(app: Flask) -> None:
    app.jinja_loader = loader_of(_TEMPLATES)
    app.jinja_options = {"undefined": StrictUndefined, **SYNTAX}
    wording.install(app)
    wording.install_symbols(app)
    site.install(app)
    app.jinja_env.globals["PlayForm"] = practice.PlayForm
    app.jinja_env.globals["SignInForm"] = sign_in.SignInForm
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR
    app.jinja_env.globals.update(static=_address_of, module=_module_address)


def _address_of(name: str) -> str:
    """The address of a style sheet, script or picture, which changes with it, so that browsers may keep it for long."""
    return _address_below(request.script_root, name)


@lru_cache(maxsize=1024)
def _address_below(_root: str, name: str) -> str:
    return url_for("static", filename=name, v=_digest(name))


def _module_address(name: str) -> str:
    """The address of a script that imports others by name: all stand in a folder that changes with any of them."""
    return url_for("static", filename=f"{_all_digests()}/{name}")


@cache
def _all_digests() -> str:
    return sha256(b"".join(path.read_bytes() for path in sorted(_STATIC.glob("*.js")))).hexdigest()[:12]


@cache
def _digest(name: str) -> str:
    return sha256((_STATIC / name).read_bytes()).hexdigest()[:12]
