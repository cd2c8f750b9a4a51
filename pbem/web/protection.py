"""What keeps the pages safe: the secret key, cookies, forged forms, floods, and what caches and browsers may do.

Every form carries a token (Flask-WTF), and no proxy's word is taken for who is asking but that of a trusted one.
"""

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect

from pbem.config import Settings
from pbem.files import write_whole
from pbem.web import rate_limits
from pbem.web.visitor import SESSION

LONGEST_BODY: Final = 64 * 1024
"""Bytes of a request's body; the longest orders are far shorter."""
_KEY_BYTES: Final = 32
FEEDS: Final = "feeds"
"""The blueprint of what everybody gets the same of, and may keep."""
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
        PERMANENT_SESSION_LIFETIME=SESSION,
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session
        WTF_CSRF_SSL_STRICT=False,  # it asks for a Referer, which our own policy withholds
    )
    app.session_interface = _Sessions()
    CSRFProtect(app)
    rate_limits.install(app)
    app.after_request(_seal)


def secret_key(path: Path) -> bytes:
    """The key that sessions are signed with: made once, readable by the server's own user only. Raises OSError."""
    if not path.exists():
        with suppress(FileExistsError):  # another process was faster
            write_whole(path, secrets.token_bytes(_KEY_BYTES), replacing=False)
    return path.read_bytes()


_SECRET: Final = frozenset({"calendar.deadlines"})
"""Pages under a secret address, which are the same for whoever knows it, signed in or not."""


class _Sessions(SecureCookieSessionInterface):
    """Sessions in signed cookies, of which nothing shows in answers that are the same for everybody."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie where it is due, and says that the answer depends on it."""
        if not (_is_public(response) or request.endpoint == "static"):
            super().save_session(app, session, response)


def _is_public(response: Response) -> bool:
    return request.blueprint == FEEDS and response.status_code in (200, 304)


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
