"""The links by which mails of a kind are ended by one click (RFC 8058), without being signed in.

Opening a link changes nothing, since programs that look for dangerous mail open every link; its button does, and so
does the request that a mail program sends by itself, which has no cookies and none of our tokens. Whoever knows the
link was sent the mail, and it can be undone on the same page.
"""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator.correspondence.optional_mail import STAYS, ended, question
from pbem.store.mail.postbox import UnsubscriptionRow, find_unsubscription
from pbem.web.site import site
from pbem.web.visitor import words

pages = Blueprint("unsubscribe", __name__)


@pages.get("/unsubscribe/<string(maxlength=64):token>")
def show(token: str) -> ResponseReturnValue:
    """The page that a link opens, which asks to press a button and changes nothing."""
    with site().read() as unit:
        found = find_unsubscription(unit, token)
    return _page(found)


@pages.post("/unsubscribe/<string(maxlength=64):token>")
def change(token: str) -> ResponseReturnValue:
    """End the kind of mail that the link stands for, or undoes that."""
    forms = site().intake.forms
    undoes = request.form.get("do") == "undo"
    return _page(forms.subscribe_again(token) if undoes else forms.unsubscribe(token), undone=undoes)


def _page(found: UnsubscriptionRow | None, *, undone: bool = False) -> str:
    if found is None:
        abort(404)
    is_ended = found.ended_ms is not None
    return render_template(
        "unsubscribe.html",
        token=found.token,
        is_ended=is_ended,
        undone=undone,
        sentence=ended(found, words()) if is_ended else question(found, words()),
        stays=STAYS[found.topic],
    )
