"""A player's addresses: moving to another mail address, and renewing those at this server, which no page shows.

Who asks cannot learn whether somebody plays under an address: the page says the same, and as many mails are written.
The old address hears of it before anything changes, so that a stolen session cannot take a player's games in silence.
With the address all sessions end, and the links that the old one was mailed, save for the session that asked.
"""

import secrets
from datetime import timedelta
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.i18n import catalogue
from pbem.mail.sending.outgoing import queue_mail
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.accounts.addresses import add_address_change, find_address_change, withdraw_address_changes
from pbem.store.games.game import find_game_by_tag
from pbem.store.mail.outbox import MailRow
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import PlayerRow, find_player_by_address
from pbem.web.account.preferences import AddressForm, settings_page
from pbem.web.account.sign_in import notice
from pbem.web.site import Site, lead_to, site
from pbem.web.visitor import player, present_session

pages = Blueprint("address", __name__)

GOOD_FOR: Final = timedelta(hours=24)
"""How long a link can be used."""
_TOKEN_BYTES: Final = 32

renewal_pages = Blueprint("renewals", __name__)


@pages.post("/my/settings/address")
def ask() -> ResponseReturnValue:
    """Mail a link to a new address, and word of it to the old one."""
    me, here = player(), site()
    form = AddressForm(request.form)
    if not form.validate():
        return settings_page(address=form), 422
    address = form.address.data
    present = present_session()
    asking = None if present is None else present.id
    here.database.write(lambda tx: _ask(tx, here, me, address.lower(), asking))
    return lead_to("settings.show", ["asked"])


@pages.post("/my/settings/address/withdraw")
def withdraw() -> ResponseReturnValue:
    """Make the link that was mailed to a new address worthless."""
    me = player()
    site().database.write(lambda tx: withdraw_address_changes(tx, me.id))
    return lead_to("settings.show", ["withdrawn"])


@pages.get("/address/<token>")
def link(token: str) -> ResponseReturnValue:
    """The page that a mailed link opens, which asks to press a button and uses nothing up."""
    here = site()
    with here.read() as unit:
        is_good = find_address_change(unit, token, here.now_ms()) is not None
    if not is_good:
        return render_template("address_failed.html"), 404
    return render_template("address_link.html", token=token)


@pages.post("/address/<token>")
def confirm(token: str) -> ResponseReturnValue:
    """Move the player who asked for it to the address that the link was mailed to."""
    here = site()

    def mail_old_address(tx: Tx, before: PlayerRow, address: str) -> None:
        queue_mail(UnitOfWork(tx, here.settings, here.now_ms()), _changed(here, before, address))

    if not here.intake.forms.change_address(token, mail_old_address):
        return render_template("address_failed.html"), 403
    return redirect(url_for("address.done"), 303)


@pages.get("/address/done")
def done() -> ResponseReturnValue:
    """The page for whoever has moved to a new address."""
    return render_template("address_done.html")


def _ask(tx: Tx, here: Site, me: PlayerRow, address: str, asking: int | None) -> None:
    token, now_ms = secrets.token_urlsafe(_TOKEN_BYTES), here.now_ms()
    owner = find_player_by_address(tx, address)
    expires_ms = now_ms + GOOD_FOR // timedelta(milliseconds=1)
    add_address_change(tx, token, me.id, address, now_ms, expires_ms, session_id=asking)
    queue_mail(UnitOfWork(tx, here.settings, here.now_ms()), _mail_to_old_address(here, me, address))
    if find_blocked(tx, address) is not None:
        return  # and whoever asked cannot tell
    queue_mail(
        UnitOfWork(tx, here.settings, here.now_ms()),
        _confirmation(here, me, address, token) if owner is None else _taken(here, owner, me),
    )


def _mail_to_old_address(here: Site, me: PlayerRow, address: str) -> MailRow:
    words, page = catalogue(me.language), here.settings.page("/my/settings#address")
    subject = words.text("New email address requested at %(server)s", server=here.settings.server.name)
    return notice(here, me, "address", subject, "address_asked.txt", words, address=address, link=page)


def _confirmation(here: Site, me: PlayerRow, address: str, token: str) -> MailRow:
    words, link = catalogue(me.language), f"{here.settings.web.base_url}/address/{token}"
    subject = words.text("Your email address at %(server)s", server=here.settings.server.name)
    hours = GOOD_FOR // timedelta(hours=1)
    return notice(
        here, me, "address", subject, "address_confirm.txt", words, to_address=address, link=link, hours=hours
    )


def _taken(here: Site, owner: PlayerRow, me: PlayerRow) -> MailRow:
    words = catalogue(owner.language)
    subject = words.text("Your email address at %(server)s", server=here.settings.server.name)
    return notice(here, owner, "address", subject, "address_taken.txt", words, asker=me.name)


def _changed(here: Site, before: PlayerRow, address: str) -> MailRow:
    words = catalogue(before.language)
    subject = words.text("Your email address at %(server)s has changed", server=here.settings.server.name)
    return notice(here, before, "address", subject, "address_changed.txt", words, address=address)


@renewal_pages.post("/my/settings/renew")
def renew() -> ResponseReturnValue:
    """Renew, or only mails, the address of the visitor's account, or of the seat in the game that the form names."""
    me, here, tag, renews = player(), site(), request.form.get("game", ""), request.form.get("do") == "renew"
    with here.read() as unit:
        game = (find_game_by_tag(unit, tag) or abort(404)) if tag else None
    try:
        here.intake.forms.renew_address(me.id, game.id if game else None, renews=renews)
    except NotFound:
        abort(404)
    except Refused as refused:
        return settings_page(renewal=refused.message), 422
    return lead_to("settings.show", ["renewed" if renews else "sent"])
