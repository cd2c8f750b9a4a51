"""How often forms may be sent: by each client or player, and by all together.

Counts lie in memory under keyed hashes of one length, at most MOST_KEYS of them, and go when their window is over. A
form that comes back with what is wrong with it is not counted, nor one that is refused here: a flood that has used up
its own allowance uses up nobody else's. No limit is counted by what a form names, such as a mail address, so that
nobody can use up another's; how many mails an address gets is bounded where they are written, in
`pbem.web.account.sign_in`.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter
from limits.storage import MemoryStorage

from pbem.web.proxies import subscriber
from pbem.web.visitor import visitor

MOST_KEYS: Final = 20_000
"""Counts that are kept; one more pushes the oldest out. They take about 10 MB."""


_SCHEME: Final = ["bounded"]
"""The beginning of the URL by which `limits` finds the storage."""


class BoundedStorage(MemoryStorage):
    """Counts in memory that cannot grow without end, for the `limits` library."""

    STORAGE_SCHEME = _SCHEME

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count up, and return the new count; where there is no room for a new key, the oldest goes."""
        while len(self.expirations) >= MOST_KEYS and key not in self.expirations:
            self.clear(next(iter(self.expirations)))
        return super().incr(key, expiry, amount)


def install(app: Flask) -> None:
    """Limits the forms of an application whose views are all registered."""
    limiter = Limiter(_client, app=app, storage_uri="bounded://", headers_enabled=True)
    for endpoint, limits in LIMITS.items():
        view: Any = app.view_functions[endpoint]
        for limit, who in ((_TOGETHER, _everybody), *limits):
            view = limiter.limit(limit, key_func=who, methods=["POST"], deduct_when=_was_done)(view)
        app.view_functions[endpoint] = view


def _was_done(response: Response) -> bool:
    """Whether a form counts."""
    return response.status_code not in (422, 429)


def _key(kind: str, value: object) -> str:
    """A key of fixed length, from which nobody without the server's secret can tell who is counted."""
    return blake2b(f"{kind} {value}".encode(), key=current_app.config["SECRET_KEY"], digest_size=16).hexdigest()


def _client() -> str:
    """Where the request comes from."""
    return _key("client", subscriber(request.remote_addr or ""))


def _player() -> str:
    """Who is signed in; else where the request comes from."""
    known = visitor()
    return _key("player", known.id) if known else _client()


def _everybody() -> str:
    return "everybody"


_TOGETHER: Final = "6000 per minute"
"""How often each form may be sent by all together, which is more than a server of one process can do."""

LIMITS: Final[dict[str, tuple[tuple[str, Callable[[], str]], ...]]] = {
    "auth.sign_in": (("30 per hour", _client),),
    "auth.end_session": (("60 per hour", _player),),
    "auth.sign_out_everywhere": (("20 per hour", _player),),
    "auth.enter": (("30 per hour", _client),),
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
    "disputes.file": (("20 per hour", _player),),
    "disputes.speak": (("60 per hour", _player),),
    "desk.resend": (("20 per hour", _player),),
    "settings.save": (("60 per hour", _player),),
    "settings.calendar": (("20 per hour", _player),),
    "renewals.renew": (("20 per day", _player),),
    "postbox.answer": (("30 per minute", _player),),
    "registration.register": (("20 per hour", _client),),
    "registration.enter": (("30 per hour", _client),),
    "waiting.new": (("20 per hour", _player),),
    "waiting.join": (("60 per hour", _player),),
    "waiting.leave": (("60 per hour", _player),),
    "waiting.invite": (("40 per hour", _player),),
    "waiting.decline": (("60 per hour", _player),),
    "address.ask": (("5 per day", _player), ("20 per day", _client)),
    "address.withdraw": (("20 per hour", _player),),
    "address.confirm": (("30 per hour", _client),),
}
"""How often each form may be sent, and by whom it is counted."""
