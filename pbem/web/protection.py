"""Protection of the pages: the client of a request, rate limits, cookies, forged forms, and what browsers may do.

Every form carries a token (Flask-WTF), and no proxy's word is taken for who is asking but that of a trusted one.

Counts lie in memory, or in the database where several processes serve pages, under keyed hashes of one length, and go
when their window is over. A form that comes back with what is wrong with it is not counted, nor one that is refused
here: a flood that has used up its own allowance uses up nobody else's. No limit is counted by what a form names, such
as a mail address, so that nobody can use up another's; how many mails an address gets is bounded where they are
written, in `pbem.web.account.sign_in`.

A proxy appends the address of its own neighbour to X-Forwarded-For. What stands there is believed from the right, as
long as the one who said it is trusted: the right-most hop that is no trusted proxy is the client. Whatever else comes
in such headers is removed unread. `Forwarded` (RFC 7239) is never believed, since proxies that write X-Forwarded-For
pass it on as the client made it; nor are host and scheme, since all links are made from `[web] base_url`.
"""

import secrets
import threading
import time
from collections.abc import Callable, Iterable
from hashlib import blake2b
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import structlog
from flask import Flask, Response, current_app, make_response, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect

from pbem.config import Settings
from pbem.networks import SITE_SHARE, parsed, site_of, subscriber
from pbem.store import Database
from pbem.store.service.server import ensure_meta, find_meta
from pbem.web.form_counts import BOUNDED, SHARED
from pbem.web.site import site
from pbem.web.visitor import SESSION, visitor, whoever

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


log = structlog.get_logger(__name__)

_LONGEST: Final = 2048
"""Characters of X-Forwarded-For that are looked at, the last ones."""
_CLAIMING_HEADERS: Final = tuple(
    f"HTTP_{name}"
    for name in (
        *("FORWARDED", "X_FORWARDED_FOR", "X_FORWARDED_HOST", "X_FORWARDED_PROTO", "X_FORWARDED_PORT"),
        *("X_FORWARDED_BY", "X_FORWARDED_PREFIX", "X_REAL_IP"),
    )
)
_QUIET_SECONDS: Final = 3600.0
"""How long nothing more is logged of proxies that are not trusted."""

LONGEST_BODY: Final = 64 * 1024
"""Bytes of a request's body; the longest orders are far shorter."""
_KEY_BYTES: Final = 32
_KEY: Final = "web_key"
FEEDS: Final = "feeds"
"""The blueprint of what everybody gets the same of, and may keep."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""What a page may load and do (Content Security Policy)."""
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_WITHIN: Final = (
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; "
    "form-action 'none'"
)


class TrustedProxies:
    """The neighbours that may say for whom they ask, as addresses and networks."""

    def __init__(self, trusted: Iterable[str]) -> None:
        """Raise ValueError for what is no network."""
        self._networks = tuple(ip_network(one) for one in trusted)

    def trusts(self, address: str) -> bool:
        """Whether an address is a trusted proxy's."""
        found = parsed(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, neighbour: str, forwarded_for: str) -> str:
        """The address of the client, by the neighbour on the wire and its X-Forwarded-For header ("" for none)."""
        address = neighbour
        for hop in reversed(forwarded_for[-_LONGEST:].split(",")):
            if not self.trusts(address):
                break
            found = parsed(_bare(hop.strip()))
            if found is None:
                break
            address = str(found)
        return address


class ProxyHeaders:
    """Reads and removes what a request's headers say of where it comes from."""

    def __init__(self, proxies: TrustedProxies) -> None:
        self._proxies = proxies
        self._lock = threading.Lock()
        self._quiet_until = 0.0

    def settle(self, environ: "WSGIEnvironment") -> None:
        """Make REMOTE_ADDR the client's address, and remove every header that claims another."""
        claims = {name: environ.pop(name) for name in _CLAIMING_HEADERS if name in environ}
        neighbour = environ.get("REMOTE_ADDR", "")
        if claims and not self._proxies.trusts(neighbour):
            self._warn(neighbour)
        elif "HTTP_X_FORWARDED_FOR" in claims:
            environ["REMOTE_ADDR"] = self._proxies.client(neighbour, claims["HTTP_X_FORWARDED_FOR"])

    def _warn(self, neighbour: str) -> None:
        """Log, once an hour, that a neighbour in a private network seems to be a proxy that nobody has told us of."""
        found = parsed(neighbour)
        if found is None or not found.is_private:  # somebody on the internet who makes such headers up
            return
        with self._lock:
            now = time.monotonic()
            if now < self._quiet_until:
                return
            self._quiet_until = now + _QUIET_SECONDS
        log.warning("a proxy is not in [web] trusted_proxies: all its visitors count as one", address=neighbour)


def _bare(hop: str) -> str:
    """A hop without quotes, brackets and port: `"[2001:db8::1]:80"`, `192.0.2.1:80`."""
    hop = hop.strip('"')
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def install_limits(app: Flask, shared: Database | None = None) -> None:
    """Limit the forms of an application whose views are all registered, counted in a database if one is given."""
    options: dict[str, Any] = {"storage_uri": f"{BOUNDED}://"}
    if shared is not None:
        options = {"storage_uri": f"{SHARED}://", "storage_options": {"database": shared}}
    limiter = Limiter(_client, app=app, headers_enabled=True, **options)
    for endpoint, limits in LIMITS.items():
        view: Any = app.view_functions[endpoint]
        by_site = [(_of_site(limit), _site) for limit, key in limits if key in (_client, _player)]
        for limit, key in ((_TOGETHER, _everybody), *limits, *by_site):
            view = limiter.limit(limit, key_func=key, methods=["POST"], deduct_when=_was_done)(view)
        app.view_functions[endpoint] = view


def _was_done(response: Response) -> bool:
    return response.status_code not in (422, 429)


def _key(kind: str, value: object) -> str:
    """A key of fixed length, from which nobody without the server's secret can tell who is counted."""
    return blake2b(f"{kind} {value}".encode(), key=current_app.config["SECRET_KEY"], digest_size=16).hexdigest()


def _client() -> str:
    return _key("client", subscriber(request.remote_addr or ""))


def _player() -> str:
    """The key under which whoever is signed in is counted; else that of the place the request comes from."""
    known = visitor()
    return _key("player", known.id) if known else _client()


def _whoever() -> str:
    """The key of the client, but of guests by themselves: those of one place, such as a school, play beside
    each other.
    """
    known = whoever()
    return _key("player", known.id) if known else _client()


def _site() -> str:
    """The key under which the place is counted together with others of its site; whoever is signed in stands alone."""
    return _player() if visitor() else _key("site", site_of(request.remote_addr or ""))


def _of_site(limit: str | Callable[[], str]) -> Callable[[], str]:
    def multiplied() -> str:
        count, _, period = (limit if isinstance(limit, str) else limit()).partition(" ")
        return f"{SITE_SHARE * int(count)} {period}"

    return multiplied


def _everybody() -> str:
    return "everybody"


_TOGETHER: Final = "6000 per minute"
"""How often each form may be sent by all together, which is more than a server of one process can do."""


def _each_begins() -> str:
    return f"{site().settings.practice.per_address} per hour"


def _all_begin() -> str:
    """The games that all visitors may begin together, and each player no more than them."""
    return f"{site().settings.practice.per_hour} per hour"


def _all_guests() -> str:
    return _player() if visitor() else "guests"


LIMITS: Final[dict[str, tuple[tuple[str | Callable[[], str], Callable[[], str]], ...]]] = {
    "auth.sign_in": (("30 per hour", _client),),
    "auth.end_session": (("60 per hour", _player),),
    "auth.sign_out_everywhere": (("20 per hour", _player),),
    "auth.enter": (("30 per hour", _client),),
    "report_links.enter": (("60 per hour", _client),),
    "report_links.renew": (("10 per hour", _client),),
    "games.orders": (("120 per minute", _whoever),),
    "analyses.begin": (("30 per hour", _player),),
    "analyses.delete": (("60 per hour", _player),),
    "analysis.orders": (("120 per minute", _player),),
    "tried.name": (("120 per hour", _player),),
    "tried.cut": (("120 per hour", _player),),
    "tried.share": (("60 per hour", _player),),
    "press.send": (("30 per hour", _player),),
    "press.mute": (("60 per hour", _player),),
    "watching.change": (("60 per hour", _player),),
    "away.announce": (("60 per hour", _player),),
    "away.back": (("60 per hour", _player),),
    "seats.take": (("30 per hour", _player),),
    "seats.decline": (("30 per hour", _player),),
    "seats.stand_by": (("30 per hour", _player),),
    "seats.resign": (("30 per hour", _player),),
    "disputes.file": (("20 per hour", _player),),
    "disputes.speak": (("60 per hour", _player),),
    "own.resend": (("20 per hour", _player),),
    "settings.save": (("60 per hour", _player),),
    "settings.calendar": (("20 per hour", _player),),
    "unsubscribe.change": (("600 per hour", _client),),
    "people.command": (("120 per hour", _player),),
    "letters.deal": (("60 per hour", _player),),
    "reach.arrive": (("10 per day", _player),),
    "settings.forget_endings": (("20 per hour", _player),),
    "renewals.renew": (("20 per day", _player),),
    "postbox.answer": (("30 per minute", _player),),
    "registration.register": (("20 per hour", _client),),
    "registration.enter": (("30 per hour", _client),),
    "practice.begin": ((_each_begins, _player), (_all_begin, _all_guests)),
    "practice.first": ((_each_begins, _player), (_all_begin, _all_guests)),
    "practice.together": ((_each_begins, _player), (_all_begin, _all_guests)),
    "games.uncover": (("120 per minute", _player),),
    "practice.end": (("60 per hour", _player),),
    "waiting.new": (("20 per hour", _player),),
    "waiting.join": (("60 per hour", _player),),
    "waiting.leave": (("60 per hour", _player),),
    "waiting.close": (("60 per hour", _player),),
    "waiting.invite": (("40 per hour", _player),),
    "own_data.export": (("10 per day", _player),),
    "own_data.ask": (("5 per day", _player),),
    "own_data.withdraw": (("20 per hour", _player),),
    "own_data.confirm": (("30 per hour", _client),),
    "inviting.invite": (("20 per hour", _player),),
    "waiting.bots": (("60 per hour", _player),),
    "waiting.decline": (("60 per hour", _player),),
    "address.ask": (("5 per day", _player), ("20 per day", _client)),
    "address.withdraw": (("20 per hour", _player),),
    "address.confirm": (("30 per hour", _client),),
    "senders.add": (("5 per day", _player), ("20 per day", _client)),
    "senders.change": (("20 per hour", _player),),
    "senders.prove": (("20 per hour", _player),),
    "senders.confirm": (("30 per hour", _client),),
    "notifications.add_device": (("30 per hour", _player),),
    "notifications.add_webhook": (("30 per hour", _player),),
    "notifications.change": (("120 per hour", _player),),
    "notifications.renew": (("30 per hour", _client),),
}
"""How often each form may be sent, and by whom it is counted."""


def install(app: Flask, settings: Settings, database: Database, *, shares_limits: bool) -> None:
    """Protect an application whose views are all registered."""
    app.config.update(
        SECRET_KEY=secret_key(database, settings.server.data_dir / "web.key"),
        MAX_CONTENT_LENGTH=LONGEST_BODY,
        SESSION_COOKIE_SECURE=urlsplit(settings.web.base_url).scheme == "https",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=SESSION,
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session
        WTF_CSRF_SSL_STRICT=False,  # it asks for a Referer, which our own policy withholds
    )
    app.session_interface = _Sessions()
    forged = CSRFProtect(app)
    for endpoint in _WITHOUT_COOKIES:
        forged.exempt(app.view_functions[endpoint])
    install_limits(app, database if shares_limits else None)
    app.after_request(_add_headers)


def secret_key(database: Database, old: Path) -> bytes:
    """The key that sessions are signed with, the same in all processes: made once, and kept in the database.

    It was once kept in a file of its own, `old`, which is taken over. Raises OSError, and what the database raises.
    """
    with database.read() as tx:
        known = find_meta(tx, _KEY)
    if known is None:
        made = old.read_bytes() if old.exists() else secrets.token_bytes(_KEY_BYTES)
        known = database.write(lambda tx: ensure_meta(tx, _KEY, made.hex()))
    return bytes.fromhex(known)


_WITHOUT_COOKIES: Final = frozenset({"unsubscribe.change", "notifications.renew"})
"""Forms that mail programs and browsers send by themselves: who knows their secret address (RFC 8058), or the secret of
the device that they are about, may send them.
"""
_SECRET: Final = frozenset({"calendar.deadlines"})
"""Pages under a secret address, which are the same for whoever knows it, signed in or not."""


_FOR_ALL: Final = frozenset({"static", "drawings.printed_terrain", "previews.preview", "installing.service_worker"})
"""What is the same for everybody, and says itself how long it may be kept."""


_RENEWED: Final = "renewed"
"""Where a session keeps the day on which its cookie was last told to last from then on."""
_DAY_MS: Final = 86_400_000


class _Sessions(SecureCookieSessionInterface):
    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Whether the session has changed, as it does once a day, from which its cookie lasts on.

        Were the cookie sent with every answer, one that comes late would take back what another had put there, such as
        what a form did, or who has just signed in.
        """
        today = site().now_ms() // _DAY_MS
        if session.permanent and session.get(_RENEWED) != today:
            session[_RENEWED] = today
        return session.modified

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if not (_is_public(response) or request.endpoint in _FOR_ALL):
            super().save_session(app, session, response)


def _is_public(response: Response) -> bool:
    return request.blueprint == FEEDS and response.status_code in (200, 304)


def _add_headers(response: Response) -> Response:
    """Add to every answer what browsers and caches must know."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)  # a page may have a policy of its own
    if request.endpoint == "static" or (request.endpoint in _FOR_ALL and response.status_code == 200):
        return response
    if request.endpoint in _SECRET and response.status_code == 200:
        response.headers["Cache-Control"] = "private"
        response.add_etag()
        response.make_conditional(request)
        return response
    if _is_public(response):
        response.headers["Cache-Control"] = "no-cache"
        return response
    if response.mimetype == "text/event-stream":
        return response  # which has no end, and its own word on caches
    if session or request.method not in ("GET", "HEAD") or response.status_code != 200:
        response.headers["Cache-Control"] = "no-store"
        return response
    response.vary.update(("Accept-Language", "Cookie"))
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def framed(page: str) -> Response:
    """The HTML of a mail, for the frame that shows it."""
    headers = {"Content-Security-Policy": _WITHIN, "X-Frame-Options": "SAMEORIGIN"}
    return Response(page, mimetype="text/html", headers=headers)


def with_frame(page: str) -> Response:
    """A page of ours that has such a frame."""
    return make_response(page, {"Content-Security-Policy": f"{POLICY}; frame-src 'self'"})
