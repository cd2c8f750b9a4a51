"""Becoming a player on the page: a name and an address, and then the link that is mailed there.

Whoever asks is told the same, whether somebody plays under the address or not; a player gets a link to sign in. An
address is mailed DAILY links a day at most: when no more comes, the newest is good for another day, and lets the name
be changed, so that nobody is kept out by those who name their address.
"""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from pbem.forms import PageForm, address_field, named_by, stripped
from pbem.i18n import N_
from pbem.lobby import registering
from pbem.lobby.names import LONGEST_NAME, name_of, why_not
from pbem.store.across.practice import list_games_of_owner
from pbem.store.players.registrations import find_registration
from pbem.web import visitor
from pbem.web.account import sign_in
from pbem.web.site import site
from pbem.web.visitor import FormErrors, onward, words

pages = Blueprint("registration", __name__)


class NameForm(PageForm):
    """The form that asks for a name, which may be another than was named first."""

    name: Any = StringField(
        N_("Your name"),
        [named_by(name_of, lambda bad: why_not(bad, words()))],
        filters=[stripped],
        description=N_("Everyone can see it: in games, lists and reports."),
        render_kw={"autocomplete": "name", "required": True, "maxlength": LONGEST_NAME},
    )


class RegisterForm(NameForm):
    """The form that asks for a name and an address."""

    address: Any = address_field(
        N_("Your email address"),
        N_("Nobody else sees it; messages between players go through this server."),
        is_ours=lambda address: registering.is_ours(site().settings, address),
    )


@pages.route("/register", methods=["GET", "POST"])
def register() -> ResponseReturnValue:
    """The form that asks for a name and an address, and where it goes to."""
    here, form = site(), RegisterForm(request.form)
    if request.method == "GET" or here.settings.accounts.registration != "open":
        return _page(form), 200 if request.method == "GET" else 403
    if not form.validate():
        return _page(form), 422
    name, address, language = form.name.data, form.address.data, words().language
    if not here.intake.forms.ask_to_register(name, address, language, lambda tx: sign_in.invite(tx, here, address)):
        form.refuse(
            N_("Too many people asked for an account in the last hour. Please try again in an hour."), "address"
        )
        return _page(form), 503
    return redirect(url_for("registration.sent"), 303)


@pages.get("/register/sent")
def sent() -> ResponseReturnValue:
    """The page for everybody who wants to be a player."""
    return render_template("register_sent.html")


@pages.get("/register/<token>")
def link(token: str) -> ResponseReturnValue:
    """The page that a mailed link opens, which asks to press a button and uses nothing up."""
    here = site()
    with here.read() as unit:
        registration = find_registration(unit, token, here.now_ms())
    if registration is None:
        return render_template("register_failed.html"), 404
    return render_template("register_link.html", token=token, form=NameForm(name=registration.name))


@pages.post("/register/<token>")
def enter(token: str) -> ResponseReturnValue:
    """Make a player of whoever the link was mailed to, and sign them in."""
    here, form, begun = site(), NameForm(request.form), visitor.new_session()
    with FormErrors(form, "name"):
        admitted = here.intake.forms.register(
            token, form.name.data, words(), lambda tx, player: begun.store(tx, player.id, here.now_ms())
        )
        if admitted is None:
            return render_template("register_failed.html"), 403
        return sign_in.enter_as(*admitted, begun, onward())
    return render_template("register_link.html", token=token, form=form), 422


def _page(form: RegisterForm) -> str:
    settings = site().settings
    closed = "" if settings.accounts.registration == "open" else registering.why_closed(settings, words())
    return render_template("register.html", form=form, practised=_practised(), closed=closed)


def _practised() -> list[str]:
    me = visitor.whoever()
    if me is None or not me.guest:
        return []
    with site().read() as unit:
        return [game.tag for game in list_games_of_owner(unit, me.id)]
