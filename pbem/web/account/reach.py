"""The note to a player whose mails came back, and the button by which they say that mails arrive again."""

from flask import Blueprint, Flask, flash, redirect, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.correspondence.suspension import is_suspended
from pbem.store.mail.reach import find_reach
from pbem.web.site import site
from pbem.web.visitor import player, visitor

pages = Blueprint("reach", __name__)


def install(app: Flask) -> None:
    """Tell an application's templates since when mails to the visitor are stopped."""
    app.jinja_env.globals["mails_stopped_ms"] = _suspended_ms


@pages.post("/my/settings/mails-arrive")
def arrive() -> ResponseReturnValue:
    """Send mails to the visitor again, and the newest report of each of their games."""
    if site().intake.forms.mails_arrive(player().id):
        flash("mails go on")
    return redirect(url_for("settings.show", _anchor="said"), 303)


def _suspended_ms() -> int | None:
    known = visitor()
    if known is None:
        return None
    with site().read() as unit:
        found = find_reach(unit, known.id) if is_suspended(unit, known) else None
    return None if found is None else found.suspended_ms
