"""Waiting lists: all that are open, each on a page of its own, and the form that opens one.

Every button does what a line of a letter does, through the same function and told in the same sentences.
"""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, flash, get_flashed_messages, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Done
from pbem.adjudicator.seat_context import Declined
from pbem.lobby.commands import Decline, Invite, Join, Leave, OfficeCommand
from pbem.lobby.lists import LONGEST_NAME, LONGEST_SALT, may_see
from pbem.lobby.office import glossary_entry
from pbem.lobby.verbs import FOR_PLAYERS
from pbem.store import repository as repo
from pbem.store.rows import PlayerRow
from pbem.web.lists.games import slug
from pbem.web.lists.waiting_form import WantedList, typed_in, usual
from pbem.web.onward import keep_onward
from pbem.web.site import site
from pbem.web.visitor import player, visitor, words
from pbem.web.waiting_shown import own, shown
from rules_core.games import kinds

pages = Blueprint("waiting", __name__)

NUMBER: Final = "<int(max=9223372036854775807):list_id>"
"""A number as the database can hold it; others are no page."""


@pages.get("/lists")
def all_open() -> ResponseReturnValue:
    """The lists that the visitor is on or was asked to join, and those that are open to everybody."""
    wanted = {slug(kind): kind for kind in kinds()}.get(request.args.get("game", ""))
    with site().database.read() as tx:
        mine, asked = own(tx, visitor())
        known = {row.id for row in (*mine, *asked)}
        public = [row for row in repo.public_lists(tx, wanted) if row.id not in known]
        found = {
            "mine": [shown(tx, row) for row in mine],
            "asked": [shown(tx, row) for row in asked],
            "open": [shown(tx, row) for row in public],
        }
    return render_template("waiting.html", shown=found, wanted=wanted, slug=slug, said=_said(), longest=LONGEST_SALT)


@pages.route("/lists/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """The form that opens a list, and what it sends."""
    me = player()
    if request.method == "GET":
        kind = {slug(kind): kind for kind in kinds()}.get(request.args.get("game", ""), kinds()[0])
        beacon = site().settings.dice.beacon
        return _form(usual(kind, site().settings.public_terms, "none" if beacon is None else beacon.lists), {})
    wanted, wish, faults = typed_in(request.form)
    if wish is None:
        return _form(wanted, faults), 422
    try:
        done = site().intake.forms.do(me, wish, words())
    except Declined as declined:
        return _form(wanted, {"": declined.message}), 422
    return _told(done)


@pages.get(f"/lists/{NUMBER}")
def one(list_id: int) -> ResponseReturnValue:
    """A list; to whom it is not shown it does not exist."""
    return _page(list_id)


@pages.post(f"/lists/{NUMBER}/join")
def join(list_id: int) -> ResponseReturnValue:
    """Puts the visitor on a list, or changes his words for the dice; who is not known yet is led to become so."""
    me = visitor()
    if me is None:
        keep_onward(url_for("waiting.one", list_id=list_id))
        return redirect(url_for("registration.register"), 303)
    return _done(me, Join(list_id, request.form.get("salt", "").strip()))


@pages.post(f"/lists/{NUMBER}/leave")
def leave(list_id: int) -> ResponseReturnValue:
    """Takes the visitor off a list."""
    return _done(player(), Leave(list_id))


@pages.post(f"/lists/{NUMBER}/invite")
def invite(list_id: int) -> ResponseReturnValue:
    """Asks somebody to join the visitor's own list."""
    return _done(player(), Invite(list_id, request.form.get("whom", "").strip()))


@pages.post(f"/lists/{NUMBER}/decline")
def decline(list_id: int) -> ResponseReturnValue:
    """Says no to an invitation."""
    return _done(player(), Decline(list_id))


@pages.get("/help/office")
def office() -> ResponseReturnValue:
    """What may be written to a player's own address, from the table of words that also reads it."""
    return render_template("office.html", entries=[glossary_entry(verb, words()) for verb in FOR_PLAYERS])


def _page(list_id: int, fault: str = "") -> str:
    me = visitor()
    with site().database.read() as tx:
        row = repo.waiting_list(tx, list_id)
        if row is None or (row.private and (me is None or not may_see(tx, row, me.id, me.address))):
            abort(404)
        found = shown(tx, row)
    return render_template(
        "waiting_list.html", list=found, fault=fault, said=_said(), typed=request.form, longest=LONGEST_SALT
    )


def _form(wanted: WantedList, faults: Mapping[str, str]) -> str:
    """The form as it was filled in; `faults` are told by field, that of the whole under ""."""
    return render_template(
        "waiting_new.html", wanted=wanted, faults=faults, slug=slug, longest=LONGEST_NAME,
        list_days=site().settings.play.list_days, has_beacon=site().settings.dice.beacon is not None,
    )  # fmt: skip


def _done(me: PlayerRow, command: OfficeCommand) -> ResponseReturnValue:
    """Does something for a player and tells him of it; where it cannot be done the list's page says why."""
    list_id = getattr(command, "list_id", 0)
    try:
        return _told(site().intake.forms.do(me, command, words()))
    except Declined as declined:
        return _page(list_id, declined.message), 422


def _told(done: Done) -> ResponseReturnValue:
    """Says what was done, on the page of what came of it."""
    if done.game_id is not None:
        with site().database.read() as tx:
            return redirect(url_for("games.game", tag=repo.game(tx, done.game_id).tag), 303)
    for sentence in done.told:
        flash(sentence, pages.name)
    with site().database.read() as tx:
        row = repo.waiting_list(tx, done.list_id or 0)
        me = visitor()
        is_seen = row is not None and me is not None and may_see(tx, row, me.id, me.address)
    if is_seen and row is not None and row.status in ("open", "full"):
        return redirect(url_for("waiting.one", list_id=row.id, _anchor="said"), 303)
    return redirect(url_for("waiting.all_open", _anchor="said"), 303)


def _said() -> list[str]:
    return [str(sentence) for sentence in get_flashed_messages(category_filter=(pages.name,))]
