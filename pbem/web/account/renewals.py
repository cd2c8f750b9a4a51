"""The form by which players renew their addresses at this server, or are mailed from them; no page shows them."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.seat_context import Declined
from pbem.adjudicator.seats import addresses as renewing
from pbem.store import NotFound, Tx
from pbem.store import repository as repo
from pbem.store.rows import PlayerRow
from pbem.web.account.preferences import settings_page
from pbem.web.site import Site, site
from pbem.web.visitor import player

pages = Blueprint("renewals", __name__)


@pages.post("/my/settings/renew")
def renew() -> ResponseReturnValue:
    """Renew, or only mails, the address of the visitor's account, or of the seat in the game that the form names."""
    me, here, tag, renews = player(), site(), request.form.get("game", ""), request.form.get("do") == "renew"
    try:
        here.database.write(lambda tx: _renew(tx, here, me, tag, renews=renews))
    except NotFound:
        abort(404)
    except Declined as declined:
        return settings_page({"renewal": declined.message}), 422
    here.changed()
    flash("renewed" if renews else "sent")
    return redirect(url_for("settings.show", _anchor="said"), 303)


def _renew(tx: Tx, here: Site, me: PlayerRow, tag: str, *, renews: bool) -> None:
    now_ms = here.now_ms()
    if not tag:
        if renews:
            renewing.renew_account_address(tx, here.settings, me.id, now_ms, by_owner=True)
        else:
            renewing.send_account_address(tx, here.settings, me.id, now_ms)
        return
    game = repo.game_by_tag(tx, tag)
    seats = repo.seats(tx, game.id) if game else []
    own = [one.seat for one in seats if one.player_id == me.id and one.vacant_ms is None]
    if game is None or not own:
        raise NotFound("seat", tag)
    if renews:
        renewing.renew_seat_address(tx, here.settings, game.id, own[0], now_ms, by=me.id)
    else:
        renewing.send_seat_address(tx, here.settings, game.id, own[0], now_ms)
