"""Seats that change hands: those to take over, who stands by for them, and the page to give one up."""

from collections.abc import Callable, Sequence
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Done, Refused
from pbem.adjudicator.seats import standby
from pbem.commands.command import form_of
from pbem.forms import PageForm
from pbem.lobby.commands import DeclineSeat, StandBy
from pbem.reports.notes import time_in_words
from pbem.store import NotFound
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.vacancies import list_kinds_stood_by
from pbem.web.games.pages import find
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import ask_office, player, visitor, words
from pbem.web.wording import page

pages = Blueprint("seats", __name__)

_ON_PAGE: Final = 50
_SEAT: Final = "<int(max=99):seat>"
_SAID: Final = "seats"
"""The kind of message that a form leaves for the page behind it."""


@pages.get("/seats")
def show() -> ResponseReturnValue:
    """The seats to take over, and whether the visitor stands by."""
    return _page(flashed(_SAID))


@pages.post(f"/seats/<tag>/{_SEAT}/take")
def take(tag: str, seat: int) -> ResponseReturnValue:
    """Give the visitor a seat, and leads them to its game."""
    me, forms = player(), site().intake.forms
    return _do(lambda: forms.take_seat(_game(tag).id, seat, me.id), url_for("games.game", tag=tag))


@pages.post("/seats/<tag>/decline")
def decline(tag: str) -> ResponseReturnValue:
    """Decline an offer."""
    return _answered(*ask_office(DeclineSeat, tag=_game(tag).tag))


@pages.post("/seats/standby")
def stand_by() -> ResponseReturnValue:
    """Note for which kinds of game the visitor stands by."""
    return _answered(*ask_office(StandBy))


@pages.get("/games/<tag>/resign")
def resign_page(tag: str) -> ResponseReturnValue:
    """The page that explains giving up a seat and asks to confirm it by a button."""
    me = player()
    found = find(tag)
    if found.own_seat is None or found.game.status == "over":
        return redirect(url_for("games.game", tag=tag), 303)
    return render_template("resign.html", game=found.game, me=me)


@pages.post("/games/<tag>/resign")
def resign(tag: str) -> ResponseReturnValue:
    """Give up the visitor's seat."""
    me, forms = player(), site().intake.forms
    return _do(lambda: forms.resign(_game(tag).id, me.id))


def _do(work: Callable[[], Sequence[str]], onward: str = "") -> ResponseReturnValue:
    try:
        done = Done(tuple(work()))
    except NotFound:
        abort(404)
    except Refused as refused:
        form = PageForm()
        form.refuse(refused.message)
        return _answered(form, None)
    return redirect(onward, 303) if onward else _answered(PageForm(), done)


def _answered(form: PageForm, done: Done | None) -> ResponseReturnValue:
    if done is None:
        return _page([], form), 422
    return lead_to("seats.show", done.sentences, _SAID)


def _page(sentences: Sequence[str], sent: PageForm | None = None) -> str:
    here, me, kind = site(), visitor(), form_of(StandBy)
    with here.read() as unit:
        found = page(standby.list_openings(unit, me.id if me else None), _ON_PAGE)
        form = sent if isinstance(sent, kind) else kind(kinds=list_kinds_stood_by(unit, me.id) if me else [])
    return render_template(
        "seats.html",
        page=found,
        form=form,
        said=sentences,
        sent=sent or PageForm(),
        time_of=lambda game: time_in_words(game.terms, words()),
    )


def _game(tag: str) -> GameRow:
    with site().read() as unit:
        return find_game_by_tag(unit, tag) or abort(404)
