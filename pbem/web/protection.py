"""What keeps the pages safe: the secret key, cookies, forged forms, floods, and what caches and browsers may do.

Every form carries a token (Flask-WTF), and no proxy's word is taken for who is asking.
"""

import os
import secrets
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFProtect

from pbem.config import Settings
from pbem.web import feeds
from pbem.web.visitor import visitor

LONGEST_BODY: Final = 64 * 1024
"""Bytes of a request's body; the longest orders are far shorter."""
_SESSION: Final = timedelta(days=60)
_KEY_BYTES: Final = 32
POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
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


def install(app: Flask, settings: Settings) -> None:
    """Protects an application whose views are all registered."""
    app.config.update(
        SECRET_KEY=secret_key(settings.server.data_dir / "web.key"),
        MAX_CONTENT_LENGTH=LONGEST_BODY,
        SESSION_COOKIE_SECURE=urlsplit(settings.web.base_url).scheme == "https",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=_SESSION,
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session
        WTF_CSRF_SSL_STRICT=False,  # it asks for a Referer, which our own policy withholds
    )
    app.session_interface = _Sessions()
    CSRFProtect(app)
    _limit(app)
    app.after_request(_seal)


def secret_key(path: Path) -> bytes:
    """The key that sessions are signed with: made once, readable by the server's own user only. Raises OSError."""
    if not path.exists():
        _write_once(path, secrets.token_bytes(_KEY_BYTES))
    return path.read_bytes()


def _write_once(path: Path, key: bytes) -> None:
    """Puts a whole file in its place, unless another process was faster."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # readable by its owner only
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
        Path(path).hardlink_to(name)
    except FileExistsError:
        pass
    finally:
        Path(name).unlink()


def _limit(app: Flask) -> None:
    limiter = Limiter(get_remote_address, app=app, storage_uri="memory://", headers_enabled=True)
    for endpoint, limits in _LIMITS.items():
        view: Any = app.view_functions[endpoint]
        for limit, who in limits:
            view = limiter.limit(limit, key_func=who, methods=["POST"], deduct_when=_was_done)(view)
        app.view_functions[endpoint] = view


def _was_done(response: Response) -> bool:
    """Whether a form counts: not one that comes back with what is wrong with it."""
    return response.status_code != 422


def _address() -> str:
    """The mail address in a sign-in form."""
    return f"address {request.form.get('address', '').strip().lower()}"


def _player() -> str:
    """Who is signed in; else where the request comes from."""
    known = visitor()
    return f"player {known.id}" if known else get_remote_address()


_LIMITS: Final[dict[str, tuple[tuple[str, Callable[[], str]], ...]]] = {
    "auth.sign_in": (("5 per hour", _address), ("30 per hour", get_remote_address)),
    "auth.enter": (("30 per hour", get_remote_address),),
    "games.orders": (("120 per minute", _player),),
    "press.tell": (("30 per hour", _player),),
    "press.mute": (("60 per hour", _player),),
    "watching.change": (("60 per hour", _player),),
    "away.announce": (("60 per hour", _player),),
    "away.back": (("60 per hour", _player),),
    "seats.take": (("30 per hour", _player),),
    "seats.decline": (("30 per hour", _player),),
    "seats.stand_by": (("30 per hour", _player),),
    "seats.resign": (("30 per hour", _player),),
    "desk.resend": (("20 per hour", _player),),
    "settings.save": (("60 per hour", _player),),
    "settings.calendar": (("20 per hour", _player),),
    "postbox.answer": (("30 per minute", _player),),
    "registration.register": (("5 per hour", _address), ("20 per hour", get_remote_address)),
    "registration.enter": (("30 per hour", get_remote_address),),
    "waiting.new": (("20 per hour", _player),),
    "waiting.join": (("60 per hour", _player),),
    "waiting.leave": (("60 per hour", _player),),
    "waiting.invite": (("40 per hour", _player),),
    "waiting.decline": (("60 per hour", _player),),
    "address.ask": (("5 per day", _player), ("20 per day", get_remote_address)),
    "address.withdraw": (("20 per hour", _player),),
    "address.confirm": (("30 per hour", get_remote_address),),
}
"""How often each form may be sent, and by whom it is counted."""

_SECRET: Final = frozenset({"calendar.deadlines"})
"""Pages under a secret address, which are the same for whoever knows it, signed in or not."""


class _Sessions(SecureCookieSessionInterface):
    """Sessions in signed cookies, of which nothing shows in answers that are the same for everybody."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie where it is due, and says that the answer depends on it."""
        if not (_is_public(response) or request.endpoint == "static"):
            super().save_session(app, session, response)


def _is_public(response: Response) -> bool:
    return request.blueprint == feeds.NAME and response.status_code in (200, 304)


def _seal(response: Response) -> Response:
    """Adds to every answer what browsers and caches must know."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)  # a page may have a policy of its own
    if request.endpoint == "static":
        return response
    if request.endpoint in _SECRET and response.status_code == 200:
        response.headers["Cache-Control"] = "private"
        response.add_etag()
        response.make_conditional(request)
        return response
    if _is_public(response):
        response.headers["Cache-Control"] = "no-cache"
        return response
    if session or request.method not in ("GET", "HEAD") or response.status_code != 200:
        response.headers["Cache-Control"] = "no-store"
        return response
    response.vary.update(("Accept-Language", "Cookie"))
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
