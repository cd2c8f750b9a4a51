"""The page on whom letters are taken from: the addresses that a player writes from, and the proof that letters need."""

from typing import Any, Final

from flask import Blueprint, get_flashed_messages, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.forms import PageForm, address_field, one_of
from pbem.i18n import N_
from pbem.mail.proof_codes import ORDER, stricter
from pbem.store.accounts.addresses import list_pending_addresses
from pbem.store.players.player import list_other_addresses
from pbem.store.players.preferences import find_proof_choice
from pbem.terms import Proof
from pbem.web.site import lead_to, site
from pbem.web.visitor import FormErrors, player, present_session, words

pages = Blueprint("senders", __name__)

SAID: Final = {
    "asked": N_("If the address can be yours, an email with a link is on its way to it."),
    "withdrawn": N_("The link that was emailed there does not work any more."),
    "removed": N_("Emails from that address are refused from now on."),
    "main": N_("Your emails go there from now on. You can still write from the address before."),
    "proof": N_("Your choice is saved."),
    "code": N_("Your choice is saved. Our emails carry a code from now on; replies to earlier ones do not count."),
    "gone": N_("Nothing was changed: that is no address of yours any more."),
}
"""What is said after a form was sent."""
PROOFS: Final[dict[Proof, str]] = {
    "token+from": N_("My address as the sender, and the secret address that it goes to"),
    "aligned": N_("Proof by my email provider, too (most sign all emails)"),
    "code": N_("A code from one of our emails to me, which my reply quotes"),
}
"""The proofs to choose from, in words."""
_BY_ITSELF: Final = "server"
"""The choice to leave it to the server."""


class MoreForm(PageForm):
    """The form that asks for one more address to write from."""

    address: Any = address_field(
        N_("One more address"),
        N_("Your emails go on to the address where they go now, which hears of the new one."),
        id="address-more",
    )


class ProofForm(PageForm):
    """The form that asks which proof letters need, none looser than the server's least."""

    proof: Any = one_of(
        N_("Proof"), lambda: _proofs(), filters=[lambda chosen: chosen if chosen in ORDER else _BY_ITSELF]
    )


def _proofs() -> dict[str, str]:
    mail = site().settings.mail
    usual = (
        words().text("As this server does it: %(proof)s", proof=words().text(PROOFS[mail.proof]))
        if mail.proof
        else N_("As this server does it: proof by my email provider, where that can be had")
    )
    return {_BY_ITSELF: usual, **{one: PROOFS[one] for one in ORDER if stricter(one, mail.proof_least) == one}}


@pages.get("/my/senders")
def show() -> ResponseReturnValue:
    """The addresses of whoever is signed in, and the proof that their letters need."""
    return _page()


@pages.post("/my/senders/add")
def add() -> ResponseReturnValue:
    """Mail a link to a further address, and word of it to the visitor's own."""
    me, form = player(), MoreForm(request.form)
    if form.validate():
        with FormErrors(form, "address"):
            site().intake.senders.add(me.id, form.address.data)
            return _done("asked")
    return _page(more=form), 422


@pages.post("/my/senders/change")
def change() -> ResponseReturnValue:
    """Remove an address of the visitor's, take its link back, or have their mails go there."""
    me, senders = player(), site().intake.senders
    address, do = request.form.get("address", ""), request.form.get("do", "")
    if do == "withdraw":
        senders.withdraw(me.id, address)
        return _done("withdrawn")
    if do == "main":
        present = present_session()
        is_done = senders.choose_main(me.id, address, None if present is None else present.id)
        return _done("main" if is_done else "gone")
    return _done("removed" if senders.remove(me.id, address) else "gone")


@pages.post("/my/senders/proof")
def prove() -> ResponseReturnValue:
    """Keep the proof that the visitor wants for letters in their name."""
    me, form = player(), ProofForm(request.form)
    chosen: Proof | None = None if form.proof.data == _BY_ITSELF else form.proof.data
    with FormErrors(form, "proof"):
        site().intake.senders.choose_proof(me.id, chosen)
        return _done("code" if chosen == "code" else "proof")
    return _page(proof=form), 422


@pages.get("/senders/<token>")
def link(token: str) -> ResponseReturnValue:
    """The page that a mailed link opens, which asks to press a button and uses nothing up."""
    if not site().intake.senders.is_good(token):
        return render_template("sender_link.html", token=token, state="failed"), 404
    return render_template("sender_link.html", token=token, state="asks")


@pages.post("/senders/<token>")
def confirm(token: str) -> ResponseReturnValue:
    """Take letters from the address that the link was mailed to."""
    if not site().intake.senders.confirm(token):
        return render_template("sender_link.html", token=token, state="failed"), 403
    return redirect(url_for("senders.done"), 303)


@pages.get("/senders/done")
def done() -> ResponseReturnValue:
    """The page for whoever has confirmed an address."""
    return render_template("sender_link.html", token="", state="done")


def _done(message: str) -> ResponseReturnValue:
    return lead_to("senders.show", [message])


def _page(more: MoreForm | None = None, proof: ProofForm | None = None) -> str:
    me, here = player(), site()
    with here.read() as unit:
        others = list_other_addresses(unit, me.id)
        pending = list_pending_addresses(unit, me.id, here.now_ms())
        chosen = find_proof_choice(unit, me.id)
    messages = [name for name in get_flashed_messages() if name in SAID]
    return render_template(
        "senders.html",
        others=others,
        pending=pending,
        more=more or MoreForm(),
        form=proof or ProofForm(proof=chosen or _BY_ITSELF),
        said=messages[-1] if messages else "",
        SAID=SAID,
    )
