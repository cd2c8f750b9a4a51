"""Signing in by a mailed link, and out again; and the mails that pages write about it, never about a game.

Whoever asks for a link gets the same answer, whether the address is known or not. The link itself only shows a button:
mail scanners that follow links press none, so that they use nothing up. One that does not work says so at once.

How often somebody may ask is limited by where they ask from, never by the address they name: else whoever names a
player's address would keep the player out. What naming it can do is to have mails sent, so those are bounded, and in a
way that leaves the player a link at any time:

- FREELY links that nobody used are mailed at once, and then one an hour as long as the last day holds so many. That is
  at most FREELY + 24 a day, however many ask, and a link that was used does not count.
- A link is good for twice as long as that hour. Whenever a mail is held back, the newest one before it holds a link
  that works for another hour at least; asking more often takes nothing away, and a later link leaves earlier ones good.
- Strangers are told the same after the same work, and get no mail.

So the most that somebody can do who knows a player's address is to send them a mail an hour, which says so itself.
Links to register are mailed by the same rule, three a day and good for two (`pbem.web.account.registration`).
"""

import json
import secrets
from datetime import timedelta
from typing import Any, Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as BaseResponse
from wtforms import HiddenField

from pbem.forms import PageForm, address_field
from pbem.i18n import N_, Catalogue, catalogue
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.addresses import sign_out_everywhere as stored_sign_out_everywhere
from pbem.store.accounts.sessions import (
    SignInRow,
    add_sign_in,
    find_sign_in,
    list_unused_sign_ins,
    renew_session,
    use_sign_in,
)
from pbem.store.accounts.sessions import (
    end_session as stored_end_session,
)
from pbem.store.mail.outbox import MailKind, MailRow
from pbem.store.players.player import PlayerRow, find_player_by_address, get_player
from pbem.store.service.server import put_meta
from pbem.store.tables import NEW
from pbem.templates import render
from pbem.web import sent_forms, visitor
from pbem.web.site import Site, lead_to, site
from pbem.web.visitor import onward, page_path

pages = Blueprint("auth", __name__)

GOOD_FOR: Final = timedelta(hours=2)
"""How long a link can be used."""
FREELY: Final = 5
"""The number of a day's unused links that are mailed at once."""
_SPACING: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_TOKEN_BYTES: Final = 32
_HOURS: Final = GOOD_FOR // timedelta(hours=1)
_LAST_REQUESTED: Final = "last sign-in asked for"


def notice(
    here: Site,
    player: PlayerRow,
    kind: MailKind,
    subject: str,
    template: str,
    words: Catalogue,
    *,
    to_address: str = "",
    **facts: object,
) -> MailRow:
    """A mail made from a template, to a player's address or to another that they say is theirs."""
    settings = here.settings
    return MailRow(
        id=NEW,
        message_id=new_message_id(settings.mail.domain),
        player_id=player.id,
        to_address=to_address or player.address,
        kind=kind,
        subject=subject,
        text=render(template, words, server=settings.server.name, player=player.name, **facts),
        created_ms=here.now_ms(),
    )


class SignInForm(PageForm):
    """The form that asks for the address of a player, and knows the page that they wanted."""

    address: Any = address_field(
        N_("Your email address"),
        N_("We'll email a sign-in link to the address you play with. There is no password."),
    )
    next: Any = HiddenField(filters=[lambda path: page_path(path or "")])


@pages.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """The form that asks for an address, and where it goes to."""
    here, form = site(), SignInForm(request.form, next=request.args.get("next", ""))
    if request.method == "GET":
        return render_template("sign_in.html", form=form)
    if not form.validate():
        return render_template("sign_in.html", form=form), 422
    here.database.write(lambda tx: invite(tx, here, form.address.data, form.next.data))
    return redirect(url_for("auth.sent"), 303)


@pages.get("/sign-in/sent")
def sent() -> ResponseReturnValue:
    """The page for everybody who has asked for a link."""
    return render_template("sign_in_sent.html", hours=_HOURS)


@pages.get("/sign-in/<token>")
def link(token: str) -> ResponseReturnValue:
    """The page that a mailed link opens, which asks to press a button and uses nothing up."""
    here, known = site(), visitor.visitor()
    with here.read() as unit:
        found = find_sign_in(unit, token)
    if found is not None and found.used_ms is None and found.expires_ms > here.now_ms():
        return render_template("sign_in_link.html", token=token)
    if found is not None and known is not None and found.player_id == known.id:
        return redirect(onward(found.onward or ""), 303)
    return _failed(found), 404


@pages.post("/sign-in/<token>")
def enter(token: str) -> ResponseReturnValue:
    """Sign in the player whom the link was mailed to."""
    here, begun = site(), visitor.new_session()
    with here.read() as unit:
        found = find_sign_in(unit, token)
    admitted = here.database.write(lambda tx: _admit(tx, token, begun, here.now_ms()))
    if found is None or admitted is None:
        return _failed(found), 403
    return enter_as(*admitted, begun, onward(found.onward or ""))


def enter_as(player: PlayerRow, mark: str, begun: visitor.NewSession, there: str) -> ResponseReturnValue:
    """Sign a player in who was admitted, and leads them on; where the form comes again, into the same session."""
    sent_forms.keep(json.dumps([player.id, mark, there]))
    visitor.enter(player, begun)
    return redirect(there, 303)


def entered_again(answer: str) -> ResponseReturnValue:
    """Sign a player in whose button was pressed twice, while the session goes on that the first press began."""
    if not answer:
        return _failed(None), 403
    here, begun = site(), visitor.new_session()
    player_id, mark, there = json.loads(answer)

    def renew(tx: Tx) -> PlayerRow | None:
        return get_player(tx, player_id) if renew_session(tx, player_id, mark, begun.token) else None

    player = here.database.write(renew)
    if player is None:
        return _failed(None), 403
    visitor.enter(player, begun)
    return redirect(there, 303)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """End the session, so that a copy of its cookie signs nobody in."""
    visitor.leave()
    return _forgotten(redirect(url_for("games.home", _anchor="signed-out"), 303))


@pages.post("/my/settings/sessions/<mark>/end")
def end_session(mark: str) -> ResponseReturnValue:
    """End one of the player's sessions; another's, and one that is gone, are left alone."""
    me, present = visitor.player(), visitor.present_session()
    if present is not None and present.mark == mark:
        return sign_out()
    site().database.write(lambda tx: stored_end_session(tx, me.id, mark))
    return lead_to("settings.show", ["session ended"])


@pages.post("/my/settings/sign-out-everywhere")
def sign_out_everywhere() -> ResponseReturnValue:
    """End all of the player's sessions, this one too, and void the links that could begin another."""
    me, here = visitor.player(), site()
    here.database.write(lambda tx: stored_sign_out_everywhere(tx, me.id, here.now_ms()))
    visitor.clear()
    return _forgotten(make_response(render_template("signed_out_everywhere.html")))


def _forgotten(response: BaseResponse) -> BaseResponse:
    response.headers["Clear-Site-Data"] = '"storage"'
    return response


def _failed(found: SignInRow | None) -> str:
    """The page for a link that does not work; a new link leads to the same page as the old one."""
    to = "" if found is None else page_path(found.onward or "")
    is_used = found is not None and found.used_ms is not None
    return render_template("sign_in_failed.html", is_used=is_used, hours=_HOURS, to=to)


def invite(tx: Tx, here: Site, address: str, to: str = "") -> None:
    """Mail a link to a player who has no other to use; for a stranger it does nothing that shows.

    `to` is the path of the page that the link leads to.
    """
    now_ms = here.now_ms()
    # Written for strangers too: the answer takes a commit's time whoever asks.
    put_meta(tx, _LAST_REQUESTED, str(now_ms))
    player = find_player_by_address(tx, address)
    if player is None or player.bot is not None or player.standing != "open" or not _may_mail(tx, player.id, now_ms):
        return
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    add_sign_in(tx, token, player.id, now_ms, now_ms + GOOD_FOR // timedelta(milliseconds=1), to or None)
    queue_mail(UnitOfWork(tx, here.settings, here.now_ms()), _invitation(here, player, token))


def _may_mail(tx: Tx, player_id: int, now_ms: int) -> bool:
    unused = list_unused_sign_ins(tx, player_id, now_ms - _DAY // timedelta(milliseconds=1))
    # A clock that was set back keeps nobody waiting.
    return len(unused) < FREELY or not 0 <= now_ms - unused[0] < _SPACING // timedelta(milliseconds=1)


def _invitation(here: Site, player: PlayerRow, token: str) -> MailRow:
    words, settings = catalogue(player.language), here.settings
    subject = words.text("Your sign-in link for %(server)s", server=settings.server.name)
    link = f"{settings.web.base_url}/sign-in/{token}"
    return notice(here, player, "sign-in", subject, "sign_in.txt", words, link=link, hours=_HOURS)


def _admit(tx: Tx, token: str, begun: visitor.NewSession, now_ms: int) -> tuple[PlayerRow, str] | None:
    """The player whom a link signs in, and what names the session; None where the link does not work."""
    player_id = use_sign_in(tx, token, now_ms)
    if player_id is None or get_player(tx, player_id).standing != "open":
        return None
    return get_player(tx, player_id), begun.store(tx, player_id, now_ms)
