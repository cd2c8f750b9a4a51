"""Mails between a player and the server that did not arrive: mails that came back, and letters that were not read or
not answered.
"""

from typing import Final

from flask import Blueprint, Flask, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.context import Refused
from pbem.adjudicator.correspondence.bounces import is_suspended
from pbem.adjudicator.correspondence.ignored_letters import list_ignored
from pbem.i18n import N_
from pbem.store.games.game import find_game_by_tag
from pbem.store.mail.sending import find_reach
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import player, visitor, words

pages = Blueprint("reach", __name__)


def install(app: Flask) -> None:
    """Tell an application's templates since when mails to the visitor are stopped."""
    app.jinja_env.globals["mails_stopped_ms"] = _suspended_ms


@pages.post("/my/settings/mails-arrive")
def arrive() -> ResponseReturnValue:
    """Send mails to the visitor again, and the newest report of each of their games."""
    return lead_to("settings.show", ["mails go on"] if site().intake.forms.mails_arrive(player().id) else [])


def _suspended_ms() -> int | None:
    known = visitor()
    if known is None:
        return None
    with site().read() as unit:
        found = find_reach(unit, known.id) if is_suspended(unit, known) else None
    return None if found is None else found.suspended_ms


letter_pages = Blueprint("letters", __name__)

_DEALT_WITH: Final = N_("It is being processed; the answer comes by email.")


def install_letters(app: Flask) -> None:
    """Tell an application's templates how many of the visitor's letters were not read."""
    app.jinja_env.globals["letters_not_read"] = _count


def _count() -> int:
    known, here = visitor(), site()
    if known is None:
        return 0
    with here.read() as unit:
        return sum(
            not (letter.outcome or letter.waits) for letter in list_ignored(unit, known.id, words(), here.now_ms())
        )


@letter_pages.get("/my/letters")
def show() -> ResponseReturnValue:
    """The visitor's own letters of the last month that were not read, or not answered."""
    me, here = player(), site()
    with here.read() as unit:
        found = list_ignored(unit, me.id, words(), here.now_ms())
        games = {row.tag: find_game_by_tag(unit, row.tag) for row in found if row.tag}
    messages = flashed("letters")
    return render_template("letters.html", letters=found, games=games, said=messages)


@letter_pages.post("/my/letters/<string(length=10):mark>")
def deal(mark: str) -> ResponseReturnValue:
    """Have a letter dealt with, once, that was not read."""
    me, tongue = player(), words()
    try:
        site().intake.forms.deal_with_letter(me, mark, tongue)
    except Refused as refused:
        flash(refused.message, "letters")
    else:
        flash(tongue.text(_DEALT_WITH), "letters")
    return redirect(url_for("letters.show"), 303)
