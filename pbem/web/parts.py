"""Parts of pages that a script asks for, of which it is sent only those that it has not.

A template marks a part by `{% filter part %}`; `static/parts.js` tells the digests of those that a page has.
"""

from typing import Final

from flask import Flask, request

from pbem.templates import part

PART: Final = "X-Part"
"""The header by which a script asks for a part of a page: "play" for the board and the orders."""
KNOWN: Final = "X-Known"
"""The header by which it tells the digests of what it has of that."""


def install(app: Flask) -> None:
    """Give templates the filter."""
    app.jinja_env.filters["part"] = lambda element: part(element, known_parts())


def asks_for(name: str) -> bool:
    """Whether the present request asks for a part alone."""
    return request.headers.get(PART) == name


def known_parts() -> frozenset[str]:
    """The digests that the present request tells."""
    return frozenset(request.headers.get(KNOWN, "").split())
