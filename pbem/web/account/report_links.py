"""Links in reports: a button, and whoever got the report is signed in for that game, and for nothing else.

The link works until its reader's turn ends, or the game is rolled back, as often as they like: opening it uses
nothing up, so that a mail scanner takes nothing away, and signs nobody in, since that takes the button. Afterwards one
press has a fresh link mailed to the address that is known; nobody learns which that is. A browser that is signed in
goes on to the game.
"""

import json
from datetime import timedelta
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from pbem.i18n import catalogue
from pbem.mail.report_links import fresh_token
from pbem.mail.sending.outgoing import queue_mail
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.sessions import (
    ReportLinkRow,
    add_report_link,
    find_good_report_link,
    find_report_link,
    list_report_links_since,
)
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.log import list_rollbacks
from pbem.store.games.seats import list_seat_contacts, list_turns_of_game
from pbem.store.players.player import PlayerRow, get_player
from pbem.web import sent_forms, visitor
from pbem.web.account.sign_in import notice
from pbem.web.site import Site, site

pages = Blueprint("report_links", __name__)

GOOD_FOR: Final = timedelta(days=60)
"""After which a link does not work, however long the turn lasts."""
_SPACING_MS: Final = timedelta(hours=1) // timedelta(milliseconds=1)
"""Between two fresh links to a player."""
_ADDRESS: Final = "/games/<tag>/enter/<token>"


@pages.get(_ADDRESS)
def show(tag: str, token: str) -> ResponseReturnValue:
    """The page that a link opens, which asks to press a button."""
    if visitor.visitor() is not None:
        return redirect(url_for("games.game", tag=tag), 303)
    game, is_good = _known(tag, token)
    status = 200 if is_good else 410
    return render_template("report_link.html", game=game, token=token, is_good=is_good, is_sent=False), status


@pages.post(_ADDRESS)
def enter(tag: str, token: str) -> ResponseReturnValue:
    """Sign in whom the link was mailed to, for that game."""
    if visitor.visitor() is not None:
        return redirect(url_for("games.game", tag=tag), 303)
    here, begun = site(), visitor.new_session(game_tag=tag)
    game, _is_good = _known(tag, token)

    def admit(tx: Tx) -> tuple[PlayerRow, str] | None:
        link = _good(tx, here, game, token)
        return (
            None if link is None else (get_player(tx, link.player_id), begun.store(tx, link.player_id, here.now_ms()))
        )

    admitted = here.database.write(admit)
    if admitted is None:
        return render_template("report_link.html", game=game, token=token, is_good=False, is_sent=False), 403
    player, mark = admitted
    there = url_for("games.game", tag=tag)
    sent_forms.keep(json.dumps([player.id, mark, there]))
    visitor.enter(player, begun)
    return redirect(there, 303)


@pages.post(f"{_ADDRESS}/renew")
def renew(tag: str, token: str) -> ResponseReturnValue:
    """Mail a fresh link to whom the old one was mailed to, if they have the seat still; once an hour."""
    here = site()
    game, _is_good = _known(tag, token)
    here.database.write(lambda tx: _mail_fresh(tx, here, game, token))
    return render_template("report_link.html", game=game, token=token, is_good=False, is_sent=True)


def _known(tag: str, token: str) -> tuple[GameRow, bool]:
    here = site()
    with here.read() as unit:
        game, link = find_game_by_tag(unit, tag), find_report_link(unit, token)
        if game is None or link is None or link.game_id != game.id:
            abort(404)
        return game, _good(unit, here, game, token) is not None


def _good(tx: Tx, here: Site, game: GameRow, token: str) -> ReportLinkRow | None:
    since_ms = here.now_ms() - GOOD_FOR // timedelta(milliseconds=1)
    link = find_good_report_link(tx, token, since_ms)
    return link if link is not None and link.game_id == game.id else None


def _mail_fresh(tx: Tx, here: Site, game: GameRow, token: str) -> None:
    link, now_ms = find_report_link(tx, token), here.now_ms()
    if link is None or game.status != "playing":
        return
    contact = list_seat_contacts(tx, game.id)[link.seat]
    if contact.player_id != link.player_id or not contact.reads:
        return
    ended = (turn.ended_ms for turn in list_turns_of_game(tx, game.id) if turn.seat == link.seat)
    void_ms = max((*ended, *(back.at_ms for back in list_rollbacks(tx, game.id))), default=0)
    made = list_report_links_since(tx, game.id, link.seat, max(void_ms, now_ms - _SPACING_MS))
    if any(at_ms <= now_ms for at_ms in made):  # a clock that was set back keeps nobody waiting
        return
    fresh = fresh_token()
    add_report_link(tx, fresh, ReportLinkRow(game.id, link.seat, link.player_id, now_ms))
    player = get_player(tx, link.player_id)
    words = catalogue(player.language)
    address = f"{here.settings.web.base_url}/games/{game.tag}/enter/{fresh}"
    subject = words.text("Your link for %(tag)s %(game)s", tag=game.tag, game=game.name)
    facts = {"link": address, "game": f"{game.tag} {game.name}"}
    queue_mail(
        UnitOfWork(tx, here.settings, here.now_ms()),
        notice(here, player, "sign-in", subject, "report_link.txt", words, **facts),
    )
