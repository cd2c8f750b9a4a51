"""A player's own pages: the games he plays, and every mail he was sent."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from pbem.i18n import N_
from pbem.store import NotFound, Tx
from pbem.store import repository as repo
from pbem.store.rows import MailKind, MailRow, MailStatus, PlayerRow
from pbem.web.games import listed
from pbem.web.paging import page
from pbem.web.site import site
from pbem.web.visitor import player

KINDS: Final[Mapping[MailKind, str]] = {
    "report": N_("report"),
    "answer": N_("answer to your orders"),
    "sign-in": N_("link to sign in"),
    "reminder": N_("reminder"),
    "notice": N_("notice"),
    "address": N_("change of your address"),
}
"""What the kinds of mail are called."""
STATES: Final[Mapping[MailStatus, str]] = {
    "due": N_("not sent yet"),
    "sent": N_("sent"),
    "failed": N_("could not be sent"),
}
"""What has become of a mail."""

pages = Blueprint("desk", __name__)

_ON_PAGE: Final = 50
_ID: Final = "<int(max=9223372036854775807):mail_id>"
"""A number as the database can hold it; others are no page."""


@pages.get("/my")
def mine() -> ResponseReturnValue:
    """The games of whoever is signed in: first those that wait for him, then those in progress, then the others."""
    me = player()
    with site().database.read() as tx:
        games = [listed(tx, game) for _seat, game in repo.games_of_player(tx, me.id)]
    waiting = [game for game in games if game.waits]
    playing = [game for game in games if game.game.status == "playing" and not game.waits]
    over = [game for game in games if game.game.status == "over"]
    waiting.sort(key=lambda game: game.game.deadline_ms or 0)
    return render_template("my.html", waiting=waiting, playing=playing[::-1], over=over[::-1])


@pages.get("/my/mail")
def mails() -> ResponseReturnValue:
    """Every mail to whoever is signed in, the newest first."""
    me = player()
    with site().database.read() as tx:
        found = page(repo.mails_of_player(tx, me.id)[::-1], _ON_PAGE)
    return render_template("mails.html", page=found, KINDS=KINDS, STATES=STATES)


@pages.get(f"/my/mail/{_ID}")
def mail(mail_id: int) -> ResponseReturnValue:
    """A mail, to be read."""
    me = player()
    with site().database.read() as tx:
        found = _own(tx, me, mail_id)
    return render_template("mail.html", mail=found, KINDS=KINDS, STATES=STATES)


@pages.post(f"/my/mail/{_ID}/resend")
def resend(mail_id: int) -> ResponseReturnValue:
    """Sends a mail once more, as it was."""
    me, now_ms = player(), site().now_ms()

    def work(tx: Tx) -> None:
        repo.resend_mail(tx, _own(tx, me, mail_id).id, now_ms)

    site().database.write(work)
    site().changed()
    return redirect(url_for("desk.mail", mail_id=mail_id), 303)


def _own(tx: Tx, me: PlayerRow, mail_id: int) -> MailRow:
    """A mail to this player; to everybody else it does not exist."""
    try:
        found = repo.mail(tx, mail_id)
    except NotFound:
        abort(404)
    if found.player_id != me.id:
        abort(404)
    return found
