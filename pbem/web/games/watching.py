"""The button by which a player who has no seat in a game watches it, and stops."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.seat_context import Declined
from pbem.adjudicator.seats.watchers import unwatch, watch
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.web.site import site
from pbem.web.visitor import player, words

pages = Blueprint("watching", __name__)

SAID = "watch"
"""The category of what is said on the game's page after the button was pressed."""


@pages.post("/games/<tag>/watch")
def change(tag: str) -> ResponseReturnValue:
    """Has whoever is signed in watch a game, or stop."""
    me, here, tongue = player(), site(), words()
    with here.database.read() as tx:
        game = repo.game_by_tag(tx, tag) or abort(404)
    stops = request.form.get("do") == "stop"

    def work(tx: Tx) -> list[str]:
        if stops:
            return unwatch(tx, me.id, game.id, tongue)
        return watch(tx, me.id, game.id, here.now_ms(), tongue)

    try:
        told = here.database.write(work)
    except Declined as declined:
        told = [declined.message]
    flash(" ".join(told), SAID)
    return redirect(url_for("games.game", tag=tag, _anchor="said"), 303)
