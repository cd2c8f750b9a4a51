"""The page of the devices and webhooks by which a player wants to be told what is new, beside their emails.

A channel is named to its owner by a mark, since its number would tell how many others have one. Its address is shown to
nobody again once it was added, its owner included: of a webhook the host alone.
"""

from datetime import time
from hashlib import blake2b, sha256
from typing import Final
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    get_flashed_messages,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem.i18n import N_
from pbem.notifications import channels
from pbem.notifications.channels import ChannelRefused
from pbem.notifications.messages import KEY, ensure_public_key
from pbem.notifications.posting import Networks
from pbem.store.accounts.channels import ChannelEvent, ChannelKind, ChannelRow
from pbem.store.server import find_meta
from pbem.web.site import site
from pbem.web.visitor import SignInFirst, player, present_session, zone

pages = Blueprint("notifications", __name__)

SAID: Final = {
    "device": N_("This device will be told. Send a test to see how it looks."),
    "webhook": N_("The webhook is added. Send a test to see whether it works."),
    "saved": N_("Your choice is saved."),
    "removed": N_("Nothing is sent there any more."),
    "test": N_("A test is on its way. Below it says whether it arrived."),
    "paused": N_("Nothing is sent there until you resume it."),
    "resumed": N_("It is told again of all that is new from now on."),
    "gone": N_("Nothing was changed: that one was removed before."),
}
"""What is said after a form was sent."""
NAMES: Final[dict[ChannelKind, str]] = {
    "push": N_("Device"),
    "discord": "Discord",
    "slack": "Slack",
    "mattermost": "Mattermost",
    "ntfy": "ntfy",
}
EVENTS: Final[dict[ChannelEvent, str]] = {
    "turn": N_("It is my turn"),
    "reminder": N_("My deadline is near, as often as my email settings say"),
    "over": N_("A game of mine is over"),
    "move": N_("Another player has played"),
    "press": N_("There is press that I can read"),
    "notice": N_("There is news of the game itself, such as a ruling or a pause"),
}
"""The events to choose from, in words."""
_WEBHOOK: Final = "webhook"
_DEVICE: Final = "device"
_TIMES: Final = N_("Please enter quiet hours as times of the day, such as 22:00 and 7:00.")


@pages.get("/my/notifications")
def show() -> ResponseReturnValue:
    """The devices and webhooks of whoever is signed in, and what each is told."""
    return _page()


@pages.post("/my/notifications/device")
def add_device() -> ResponseReturnValue:
    """Add the browser that asks, with what its push service gave it."""
    me, session, here, form, networks = player(), present_session(), site(), request.form, _networks()
    if session is None:
        raise SignInFirst
    given = {name: form.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        here.database.write(
            lambda tx: channels.add_push(
                tx, me.id, session, **given, name=session.agent, now_ms=here.now_ms(), networks=networks
            )
        )
    except ChannelRefused as refused:
        return _page(_DEVICE, str(refused)), 422
    return _done("device")


@pages.post("/my/notifications/webhook")
def add_webhook() -> ResponseReturnValue:
    """Add an address to which another service wants to be written."""
    me, here, networks = player(), site(), _networks()
    typed = {name: request.form.get(name, "") for name in ("kind", "address", "name")}
    try:
        here.database.write(
            lambda tx: channels.add_webhook(tx, me.id, **typed, now_ms=here.now_ms(), networks=networks)
        )
    except ChannelRefused as refused:
        return _page(_WEBHOOK, str(refused), typed), 422
    return _done("webhook")


@pages.post("/my/notifications/<mark>")
def change(mark: str) -> ResponseReturnValue:
    """Save what a device or webhook is told and when, send it a test, pause or resume it, or remove it."""
    do = request.form.get("do", "")
    row = next((one for one in _list_own_channels() if _mark(one) == mark), None)
    if row is None:
        return _done("gone")
    try:
        said = _changed(row, do)
    except ChannelRefused as refused:
        return _page(mark, str(refused)), 422
    site().changed()
    return _done(said)


@pages.post("/service-worker/renew")
def renew() -> ResponseReturnValue:
    """Take the new address of a device from its browser, which proves by the old secret that it may change it.

    It is answered the same whether the old address is known or not.
    """
    given, networks = {name: request.form.get(name, "") for name in ("endpoint", "p256dh", "auth")}, _networks()
    old, old_auth = request.form.get("old", ""), request.form.get("old_auth", "")
    try:
        site().database.write(lambda tx: channels.renew(tx, old, old_auth, **given, networks=networks))
    except ChannelRefused:
        abort(400)
    return "", 204


def _changed(row: ChannelRow, do: str) -> str:
    """Do to a channel what its button says; return what is said of it. Raises ChannelRefused."""
    me, here, form = player(), site(), request.form
    now_ms = here.now_ms()
    if do == "remove":
        here.database.write(lambda tx: channels.remove(tx, me.id, row.id))
        return "removed"
    if do == "test":
        here.database.write(lambda tx: channels.begin_test(tx, me.id, row.id, now_ms))
        return "test"
    first, last = _minutes(form.get("from", "")), _minutes(form.get("until", ""))
    if (first is None) != (last is None):
        raise ChannelRefused(N_("Please enter both times of the quiet hours, or neither."))
    is_paused = {"pause": True, "resume": False}.get(do, row.paused_ms is not None)
    here.database.write(
        lambda tx: channels.alter(
            tx,
            me.id,
            row.id,
            name=form.get("name", ""),
            events=form.getlist("events"),
            quiet_from=first,
            quiet_until=last,
            paused=is_paused,
            now_ms=now_ms,
        )
    )
    return {"pause": "paused", "resume": "resumed"}.get(do, "saved")


def _minutes(typed: str) -> int | None:
    """The minute of the day that was typed; None for nothing. Raises ChannelRefused."""
    if not typed.strip():
        return None
    try:
        found = time.fromisoformat(typed.strip())
    except ValueError as error:
        raise ChannelRefused(_TIMES) from error
    return found.hour * 60 + found.minute


def _list_own_channels() -> tuple[ChannelRow, ...]:
    me = player()
    with site().read() as unit:
        return channels.load_channels(unit, me.id)


def _mark(row: ChannelRow) -> str:
    return blake2b(f"channel {row.id}".encode(), key=current_app.config["SECRET_KEY"], digest_size=8).hexdigest()


def _digest(row: ChannelRow) -> str:
    """A sign by which a device's own browser finds itself among others; "" for a webhook."""
    return sha256(row.address.encode()).hexdigest() if row.kind == "push" else ""


def _is_being_tested(row: ChannelRow, now_ms: int) -> bool:
    if row.test_waits or row.tested_ms is None:
        return row.test_waits
    has_arrived = row.last_ms is not None and row.last_ms >= row.tested_ms
    return not has_arrived and not row.failure and 0 <= now_ms - row.tested_ms < channels.BETWEEN_TESTS_MS


def _networks() -> Networks:
    return site().settings.notifications.allowed


def _public_key() -> str:
    """The key of this server for push services, which is made when the first player wants to know it."""
    database = site().database
    with database.read() as tx:
        if find_meta(tx, KEY) is not None:
            return ensure_public_key(tx)
    return database.write(ensure_public_key)


def _done(said: str) -> ResponseReturnValue:
    flash(said)
    return redirect(url_for("notifications.show", _anchor="said"), 303)


def _page(faulty: str = "", fault: str = "", typed: dict[str, str] | None = None) -> str:
    said, now_ms = [name for name in get_flashed_messages() if name in SAID], site().now_ms()
    return render_template(
        "notifications.html",
        channels=[
            (row, _mark(row), _digest(row), urlsplit(row.address).hostname, _is_being_tested(row, now_ms))
            for row in _list_own_channels()
        ],
        most=channels.MOST_CHANNELS,
        key=_public_key(),
        zone=zone(),
        faulty=faulty,
        fault=fault,
        typed=typed or {"kind": "", "address": "", "name": ""},
        said=said[-1] if said else "",
        SAID=SAID,
        NAMES=NAMES,
        EVENTS=EVENTS,
        FAILURES=channels.FAILURES,
    )
