"""Mails as HTML on pages: in a frame that may load nothing, run nothing and send nothing."""

from typing import Final

from flask import Response, make_response

from pbem.web.protection import POLICY

_WITHIN: Final = (
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def framed(page: str) -> Response:
    """The HTML of a mail, for the frame that shows it."""
    headers = {"Content-Security-Policy": _WITHIN, "X-Frame-Options": "SAMEORIGIN"}
    return Response(page, mimetype="text/html", headers=headers)


def with_frame(page: str) -> Response:
    """A page of ours that has such a frame."""
    return make_response(page, {"Content-Security-Policy": f"{POLICY}; frame-src 'self'"})
