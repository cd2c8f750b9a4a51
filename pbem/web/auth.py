"""Signing in by a mailed link, and out again.

Whoever asks for a link gets the same answer, whether the address is known or not. The link itself only shows a button:
mail scanners that follow links press none, so that they use nothing up.
"""

import secrets
from datetime import timedelta
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.i18n import catalogue
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import NewMail, PlayerRow
from pbem.web import visitor
from pbem.web.notices import notice
from pbem.web.site import Site, site
from pbem.web.waiting_shown import onward

pages = Blueprint("auth", __name__)

GOOD_FOR: Final = timedelta(minutes=30)
"""How long a link can be used."""
_TOKEN_BYTES: Final = 32
_LAST_ASKED: Final = "last sign-in asked for"


@pages.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """The form that asks for an address, and where it goes to."""
    if request.method == "GET":
        return render_template("sign_in.html")
    address, here = request.form.get("address", "").strip(), site()
    here.database.write(lambda tx: invite(tx, here, address))
    here.changed()
    return redirect(url_for("auth.sent"), 303)


@pages.get("/sign-in/sent")
def sent() -> ResponseReturnValue:
    """What everybody is told who has asked for a link."""
    return render_template("sign_in_sent.html", minutes=_minutes())


@pages.get("/sign-in/<token>")
def link(token: str) -> ResponseReturnValue:
    """The page that a mailed link opens, which asks to press a button and looks at nothing."""
    return render_template("sign_in_link.html", token=token)


@pages.post("/sign-in/<token>")
def enter(token: str) -> ResponseReturnValue:
    """Signs in the player whom the link was mailed to."""
    here = site()
    player = here.database.write(lambda tx: _admit(tx, token, here.now_ms()))
    if player is None:
        return render_template("sign_in_failed.html"), 403
    there = onward()
    visitor.enter(player)
    return redirect(there, 303)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Ends the session."""
    visitor.leave()
    return redirect(url_for("games.home"), 303)


def invite(tx: Tx, here: Site, address: str) -> None:
    """Mails a link to a player; for a stranger it does nothing that shows."""
    now_ms = here.now_ms()
    # Written for strangers too: the answer takes a commit's time whoever asks.
    repo.put_meta(tx, _LAST_ASKED, str(now_ms))
    player = repo.player_by_address(tx, address)
    if player is None or player.bot is not None:
        return
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    repo.add_sign_in(tx, token, player.id, now_ms, now_ms + GOOD_FOR // timedelta(milliseconds=1))
    repo.enqueue_mail(tx, _invitation(here, player, token))


def _invitation(here: Site, player: PlayerRow, token: str) -> NewMail:
    words, settings = catalogue(player.language), here.settings
    subject = words.text("Sign in at %(server)s", server=settings.server.name)
    link = f"{settings.web.base_url}/sign-in/{token}"
    return notice(here, player, "sign-in", subject, "sign_in.txt", words, link=link, minutes=_minutes())


def _admit(tx: Tx, token: str, now_ms: int) -> PlayerRow | None:
    player_id = repo.use_sign_in(tx, token, now_ms)
    return None if player_id is None else repo.player(tx, player_id)


def _minutes() -> int:
    return GOOD_FOR // timedelta(minutes=1)
