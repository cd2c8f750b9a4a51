"""The form by which players renew their addresses at this server, or are mailed from them; no page shows them."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.seat_context import Declined
from pbem.store import NotFound
from pbem.store import repository as repo
from pbem.web.account.preferences import settings_page
from pbem.web.site import site
from pbem.web.visitor import player

pages = Blueprint("renewals", __name__)


@pages.post("/my/settings/renew")
def renew() -> ResponseReturnValue:
    """Renew, or only mails, the address of the visitor's account, or of the seat in the game that the form names."""
    me, here, tag, renews = player(), site(), request.form.get("game", ""), request.form.get("do") == "renew"
    with here.database.read() as tx:
        game = (repo.game_by_tag(tx, tag) or abort(404)) if tag else None
    try:
        here.intake.forms.renew_address(me.id, game.id if game else None, renews=renews)
    except NotFound:
        abort(404)
    except Declined as declined:
        return settings_page({"renewal": declined.message}), 422
    flash("renewed" if renews else "sent")
    return redirect(url_for("settings.show", _anchor="said"), 303)
