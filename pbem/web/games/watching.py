"""The button by which a player who has no seat in a game watches it, and stops."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.seat_context import Declined
from pbem.lobby.commands import Watch
from pbem.store import repository as repo
from pbem.web.site import site
from pbem.web.visitor import player, words

pages = Blueprint("watching", __name__)

SAID = "watch"
"""The category of what is said on the game's page after the button was pressed."""


@pages.post("/games/<tag>/watch")
def change(tag: str) -> ResponseReturnValue:
    """Has whoever is signed in watch a game, or stop."""
    me, here = player(), site()
    with here.database.read() as tx:
        game = repo.game_by_tag(tx, tag) or abort(404)
    try:
        told = " ".join(here.intake.forms.do(me, Watch(game.tag, request.form.get("do") != "stop"), words()).told)
    except Declined as declined:
        told = declined.message
    flash(told, SAID)
    return redirect(url_for("games.game", tag=tag, _anchor="said"), 303)
