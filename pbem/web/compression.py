"""Answers compressed by gzip; files that are the same for everybody are compressed once.

Compression tells by its length how much of a page repeats, so whoever listens in, and can choose a part of a page that
holds a secret, could guess the secret letter by letter (BREACH). Here another site can choose nothing: our cookie goes
with no request of its but a link that is followed, forms want a token, and what answers an address with a query to
somebody signed in is sent as it is. What other players wrote does stand beside what a viewer alone may see, so that a
random number of bytes is added to every answer that belongs to a session, and forms can be sent only so often.
"""

import gzip
import io
import secrets
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request, session

_TYPES: Final = frozenset(
    {
        "text/html",
        "text/css",
        "text/plain",
        "text/javascript",
        "text/calendar",
        "application/json",
        "application/atom+xml",
        "application/manifest+json",
        "image/svg+xml",
    }
)
_LEAST: Final = 500
"""Bytes from which compression is worth its work."""
_MOST_ADDED: Final = 100
"""Random bytes at most, as a name of the packed file that nobody reads."""
_LEVEL, _BEST = 6, 9


def install(app: Flask) -> None:
    """Compress the answers of an application. To be installed before what gives them an ETag, which runs before it."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in _TYPES or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    is_file = request.endpoint == "static"  # the same whatever is asked behind it, such as its version
    is_steered = bool(session and request.query_string) and not is_file
    if request.method == "HEAD" or request.accept_encodings.quality("gzip") <= 0 or is_steered:
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < _LEAST:
        return response
    response.set_data(_packed_once(plain) if is_file else _packed(plain, is_own=bool(session)))
    response.headers["Content-Encoding"] = "gzip"
    tag, _is_weak = response.get_etag()
    if tag is not None:  # the bytes differ, what they mean does not
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=64)
def _packed_once(plain: bytes) -> bytes:
    return gzip.compress(plain, _BEST, mtime=0)


def _packed(plain: bytes, *, is_own: bool) -> bytes:
    added = "a" * secrets.randbelow(_MOST_ADDED) if is_own else ""
    packed = io.BytesIO()
    with gzip.GzipFile(filename=added, mode="wb", compresslevel=_LEVEL, fileobj=packed, mtime=0) as file:
        file.write(plain)
    return packed.getvalue()
