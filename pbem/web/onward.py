"""Where somebody goes once they are signed in: to the page that a link named, which is kept on the way.

The page is named by its path, never by an address: what comes from outside is matched against the pages of this server
and put together anew, so that no link can lead elsewhere. Whoever is led to sign in carries it in the address of that
page; it is kept with the link that is mailed, since that may be opened in another browser.
"""

from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from flask import current_app, request, session, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

LONGEST: Final = 500
"""Characters of a path that is kept, with its query."""
_ONWARD: Final = "onward"
"""Where a session keeps the page that its visitor wanted to see before they were known."""
_NO_GOALS: Final = frozenset({"auth", "registration", "address"})
"""Blueprints with the pages on the way, to which no way leads."""


def page_path(named: str) -> str:
    """The path of the page that a path with its query names; "" where it names none of this server's."""
    try:
        parts = urlsplit(named)
    except ValueError:
        return ""
    root = request.script_root
    if len(named) > LONGEST or parts.scheme or parts.netloc or not parts.path.startswith(f"{root}/"):
        return ""
    pages = current_app.create_url_adapter(request)
    if pages is None:
        return ""
    try:
        endpoint, values = pages.match(unquote(parts.path.removeprefix(root)), method="GET")
    except (HTTPException, RequestRedirect):
        return ""
    if endpoint == "static" or endpoint.partition(".")[0] in _NO_GOALS:
        return ""
    query = urlencode(parse_qsl(parts.query))
    return f"{url_for(endpoint, **values)}?{query}" if query else url_for(endpoint, **values)


def this_page() -> str:
    """The path of the page that is asked for, or that a form belongs to; "" for one that leads to nothing."""
    query = request.query_string.decode("ascii", "ignore")
    found = page_path(request.script_root + quote(request.path) + (f"?{query}" if query else ""))
    return "" if found == url_for("games.home") else found


def sign_in_address() -> str:
    """The address of the page to sign in, which leads back to this one."""
    return url_for("auth.sign_in", next=this_page() or None)


def keep_onward(path: str) -> None:
    """Note, in the visitor's browser, where they go once they are known."""
    session[_ONWARD] = path


def onward(named: str = "") -> str:
    """Where somebody goes who is known now: to a page that was named, or kept, or to their games; asked for once."""
    kept = session.pop(_ONWARD, "")
    return page_path(named) or page_path(kept if isinstance(kept, str) else "") or url_for("desk.mine")
