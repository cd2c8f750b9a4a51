"""A player's own pages: what waits for him, and every mail he was sent."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.i18n import N_
from pbem.mail.maildir import page_in
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import GameStatus, MailKind, MailRow, MailStatus, PlayerRow
from pbem.web.account.framed import framed, with_frame
from pbem.web.games.pages import listed
from pbem.web.paging import stretch
from pbem.web.site import site
from pbem.web.visitor import player
from pbem.web.waiting_shown import waited_on

KINDS: Final[Mapping[MailKind, str]] = {
    "report": N_("report"),
    "answer": N_("answer to your orders"),
    "sign-in": N_("link to sign in"),
    "reminder": N_("reminder"),
    "notice": N_("notice"),
    "address": N_("change of your address"),
    "lobby": N_("waiting lists, and your place here"),
    "press": N_("message"),
    "digest": N_("digest of the day"),
    "moderation": N_("for moderators"),
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
_MAILS_ON_DESK: Final = 5
_ON_DESK: Final[Mapping[GameStatus, int]] = {"playing": 200, "over": 10}
_TO_CHOOSE_FROM: Final[Mapping[GameStatus, int]] = {"playing": 20, "over": 5}
_NUMBER: Final = "<int(max=9223372036854775807):number>"
"""A number among the player's own mails, as the database can hold it; others are no page."""


@pages.get("/my")
def mine() -> ResponseReturnValue:
    """What waits for whoever is signed in, by deadline; then his other games, and his last mails."""
    me = player()
    with site().database.read() as tx:
        playing, over = (
            [listed(tx, game) for _seat, game in repo.newest_games_of_player(tx, me.id, status, most)]
            for status, most in _ON_DESK.items()
        )
        complete = repo.game_counts_of_player(tx, me.id).get("over", 0)
        waiting_lists = waited_on(tx, me)
        watched = [listed(tx, game) for game in repo.watched_games(tx, me.id)]
        last_mails = repo.newest_mails(tx, me.id, limit=_MAILS_ON_DESK)
    playing.sort(key=lambda game: (game.game.deadline_ms or 0, game.game.id))
    return render_template(
        "my.html",
        waiting=[game for game in playing if game.waits],
        playing=[game for game in playing if not game.waits],
        over=over,
        complete=complete,
        watched=watched,
        mails=last_mails,
        waiting_lists=waiting_lists,
        KINDS=KINDS,
        STATES=STATES,
    )


@pages.get("/my/mail")
def mails() -> ResponseReturnValue:
    """Every mail to whoever is signed in, or those about one of his games, the newest first."""
    me = player()
    with site().database.read() as tx:
        one = repo.game_by_tag(tx, request.args.get("game", ""))
        game_id = one.id if one else None
        games = [
            game
            for status, most in _TO_CHOOSE_FROM.items()
            for _seat, game in repo.newest_games_of_player(tx, me.id, status, most)
        ]
        found = stretch(
            repo.count_mails(tx, me.id, game_id),
            _ON_PAGE,
            lambda limit, offset: repo.newest_mails(tx, me.id, limit=limit, offset=offset, game_id=game_id),
        )
    return render_template("mails.html", page=found, games=games, one=one, KINDS=KINDS, STATES=STATES)


@pages.get(f"/my/mail/{_NUMBER}")
def mail(number: int) -> ResponseReturnValue:
    """A mail, to be read, with what became of it; the list where there is none of this number."""
    me = player()
    with site().database.read() as tx:
        found = repo.own_mail(tx, me.id, number)
        if found is None:  # a link from before mails were counted for each player
            return redirect(url_for("desk.mails"), 303)
        game = None if found.game_id is None else repo.game(tx, found.game_id)
        has_page = bool(page_in(repo.mail_bytes(tx, found.id) or b""))
    text = render_template("mail.html", mail=found, game=game, has_page=has_page, KINDS=KINDS, STATES=STATES)
    return with_frame(text)


@pages.get(f"/my/mail/{_NUMBER}/page")
def mail_page(number: int) -> ResponseReturnValue:
    """The HTML of a mail as it was sent, for the frame that shows it."""
    me = player()
    with site().database.read() as tx:
        page = page_in(repo.mail_bytes(tx, _own(tx, me, number).id) or b"")
    return framed(page) if page else abort(404)


@pages.post(f"/my/mail/{_NUMBER}/resend")
def resend(number: int) -> ResponseReturnValue:
    """Sends a mail once more, as it was."""
    me, now_ms = player(), site().now_ms()

    def work(tx: Tx) -> None:
        repo.resend_mail(tx, _own(tx, me, number).id, now_ms)

    site().database.write(work)
    site().changed()
    return redirect(url_for("desk.mail", number=number), 303)


def _own(tx: Tx, me: PlayerRow, number: int) -> MailRow:
    """A mail to this player; to everybody else it does not exist."""
    found = repo.own_mail(tx, me.id, number)
    if found is None:
        abort(404)
    return found
