"""The page on which a player invites somebody who has no account here."""

from collections.abc import Sequence

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from pbem.commands.command import form_of
from pbem.forms import PageForm
from pbem.lobby import registering
from pbem.lobby.commands import InviteNewcomer
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import ask_office, player, words

pages = Blueprint("inviting", __name__)


@pages.get("/my/invite")
def show() -> ResponseReturnValue:
    """The form that asks for an address."""
    return _page(flashed(pages.name))


@pages.post("/my/invite")
def invite() -> ResponseReturnValue:
    """Invite whoever reads at an address; the answer is the same whether they play here or not."""
    form, done = ask_office(InviteNewcomer)
    return (_page([], form), 422) if done is None else lead_to("inviting.show", done.sentences, pages.name)


def _page(sentences: Sequence[str], form: PageForm | None = None) -> str:
    me, settings = player(), site().settings
    rule, most = settings.accounts.registration, settings.accounts.invitations_per_month
    return render_template(
        "invite.html",
        said=sentences,
        form=form or form_of(InviteNewcomer)(),
        closed=registering.why_closed(settings, words()) if rule == "closed" else "",
        most=None if me.list_keeper or me.operator else most,
        days=settings.accounts.invitation_days,
    )
