"""The page of all that is kept of whoever is signed in: one file of it, and how to have it erased."""

import io
from datetime import timedelta
from typing import Final

from flask import Blueprint, redirect, render_template, send_file, url_for
from flask.typing import ResponseReturnValue

from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import player, present_session, words

pages = Blueprint("own_data", __name__)

FRESH: Final = timedelta(hours=1)
"""How long after signing in a browser is taken for its owner's hand."""
_FRESH_MS: Final = FRESH // timedelta(milliseconds=1)


def is_fresh() -> bool:
    """Whether the visitor has signed in lately, so that a browser left open gives nobody all that is kept of them."""
    own_session = present_session()
    return own_session is not None and site().now_ms() - own_session.created_ms <= _FRESH_MS


@pages.get("/my/data")
def show() -> ResponseReturnValue:
    """The page itself."""
    return _page()


@pages.post("/my/data/erase")
def ask() -> ResponseReturnValue:
    """Mail the visitor a link by which they confirm that they want to be erased."""
    me = player()
    if not is_fresh():
        return _page(), 403
    site().intake.own_data.ask_erasure(me.id)
    sentence = words().text("An email with a link is on its way. Nothing is erased unless you follow it.")
    return lead_to("own_data.show", [sentence], pages.name)


@pages.post("/my/data/keep")
def withdraw() -> ResponseReturnValue:
    """Take back that the visitor wants to be erased."""
    site().intake.own_data.withdraw_erasure(player().id)
    return lead_to("own_data.show", [words().text("Your account stays. Nothing will be erased.")], pages.name)


@pages.get("/erase/<token>")
def link(token: str) -> ResponseReturnValue:
    """The page that a mailed link opens, which asks to press a button and does nothing by itself."""
    is_good = site().intake.own_data.is_good(token)
    page = render_template("erase_link.html", token=token, is_good=is_good, days=site().settings.accounts.erasure_days)
    return page, 200 if is_good else 404


@pages.post("/erase/<token>")
def confirm(token: str) -> ResponseReturnValue:
    """Have whoever was mailed the link erased in some days."""
    if not site().intake.own_data.confirm_erasure(token):
        return render_template("erase_link.html", token=token, is_good=False, days=0), 403
    return redirect(url_for("own_data.confirmed"), 303)


@pages.get("/erase/confirmed")
def confirmed() -> ResponseReturnValue:
    """The page for whoever has confirmed that they want to be erased."""
    return render_template("erase_confirmed.html", days=site().settings.accounts.erasure_days)


@pages.post("/my/data/export")
def export() -> ResponseReturnValue:
    """A file with all that concerns the visitor, if they have signed in lately."""
    me, here = player(), site()
    if not is_fresh():
        return _page(), 403
    file = io.BytesIO()
    here.intake.own_data.export(me.id, file)
    file.seek(0)
    return send_file(file, mimetype="application/zip", as_attachment=True, download_name="my-data.zip", max_age=0)


def _page() -> str:
    me = player()
    return render_template(
        "own_data.html",
        said=flashed(pages.name),
        fresh=is_fresh(),
        wish=site().intake.own_data.find_wish(me.id),
        days=site().settings.accounts.erasure_days,
        may_ask=site().settings.has_pages,
    )
