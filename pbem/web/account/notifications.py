"""The page of the devices and webhooks by which a player wants to be told what is new, beside their emails.

A channel is named to its owner by a mark, since its number would tell how many others have one. Its address is shown to
nobody again once it was added, its owner included: of a webhook the host alone.
"""

from collections.abc import Mapping
from datetime import time
from hashlib import blake2b, sha256
from typing import Any, Final
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    abort,
    current_app,
    get_flashed_messages,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from wtforms import Field, SelectMultipleField, TimeField, URLField
from wtforms.validators import Optional, ValidationError

from pbem.forms import PageForm, one_of, stripped, typed
from pbem.i18n import N_
from pbem.notifications import channels
from pbem.notifications.channels import ChannelRefused
from pbem.notifications.messages import KEY, ensure_public_key
from pbem.notifications.posting import Networks
from pbem.store.accounts.channels import ChannelEvent, ChannelKind, ChannelRow
from pbem.store.service.server import find_meta
from pbem.web.site import lead_to, site
from pbem.web.visitor import FormErrors, SignInFirst, player, present_session, zone

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


def _time(label: str, name: str) -> Any:
    """A field for a time of the day, which may be left out."""
    kind: Any = TimeField
    return kind(label, [Optional()], invalid_value_message=_TIMES, name=name)


def _clock(minutes: int | None) -> time | None:
    return None if minutes is None else time(minutes // 60, minutes % 60)


def _minutes(at: time | None) -> int | None:
    return None if at is None else at.hour * 60 + at.minute


class WebhookForm(PageForm):
    """The form that asks for an address to which another service wants to be written."""

    kind: Any = one_of(
        N_("Service"),
        {kind: name for kind, name in NAMES.items() if kind != "push"},
        validate_choice=False,
        render_kw={"required": True},
    )
    address: Any = URLField(
        N_("Address"),
        filters=[stripped],
        id="webhook-address",
        description=N_("Anyone who knows this address can write to your chat. It is not shown here again."),
        render_kw={"required": True, "maxlength": 2000, "autocomplete": "off", "placeholder": "https://"},
    )
    name: Any = typed(N_("Name"), channels.LONGEST_NAME, id="webhook-name", render_kw={"required": False})


class ChannelForm(PageForm):
    """The form of what a device or webhook is told, and when not."""

    events: Any = one_of(N_("Notify me when"), EVENTS, SelectMultipleField)
    quiet_from: Any = _time(N_("from"), "from")
    quiet_until: Any = _time(N_("until"), "until")
    name: Any = typed(N_("Name"), channels.LONGEST_NAME, id="called", render_kw={"required": False})

    @classmethod
    def of(cls, row: ChannelRow, sent: Any = None) -> "ChannelForm":
        """The form of a channel, as it was sent, or as the channel stands."""
        times = {"quiet_from": _clock(row.quiet_from), "quiet_until": _clock(row.quiet_until)}
        form = cls(sent, data={"name": row.name, "events": row.events, **times})
        for field in form:
            field.id += f"-{_mark(row)}"
        return form

    def validate_quiet_from(self, _field: Field) -> None:
        """Check that both times are there, or neither."""
        if (self.quiet_from.data is None) != (self.quiet_until.data is None):
            raise ValidationError(N_("Please enter both times of the quiet hours, or neither."))

    validate_quiet_until = validate_quiet_from


@pages.get("/my/notifications")
def show() -> ResponseReturnValue:
    """The devices and webhooks of whoever is signed in, and what each is told."""
    return _page()


@pages.post("/my/notifications/device")
def add_device() -> ResponseReturnValue:
    """Add the browser that asks, with what its push service gave it."""
    me, session, here, networks, form = player(), present_session(), site(), _networks(), PageForm()
    if session is None:
        raise SignInFirst
    given = {name: request.form.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    with FormErrors(form):
        here.database.write(
            lambda tx: channels.add_push(
                tx, me.id, session, **given, name=session.agent, now_ms=here.now_ms(), networks=networks
            )
        )
        return _done("device")
    return _page({_DEVICE: form}), 422


@pages.post("/my/notifications/webhook")
def add_webhook() -> ResponseReturnValue:
    """Add an address to which another service wants to be written."""
    me, here, networks, form = player(), site(), _networks(), WebhookForm(request.form)
    with FormErrors(form):
        here.database.write(
            lambda tx: channels.add_webhook(tx, me.id, **form.data, now_ms=here.now_ms(), networks=networks)
        )
        return _done("webhook")
    return _page({_WEBHOOK: form}), 422


@pages.post("/my/notifications/<mark>")
def change(mark: str) -> ResponseReturnValue:
    """Save what a device or webhook is told and when, send it a test, pause or resume it, or remove it."""
    row = next((one for one in _list_own_channels() if _mark(one) == mark), None)
    if row is None:
        return _done("gone")
    form, do = ChannelForm.of(row, request.form), request.form.get("do", "")
    if do in ("remove", "test") or form.validate():
        with FormErrors(form):
            message = _changed(row, form, do)
            return _done(message)
    return _page({mark: form}), 422


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


def _changed(row: ChannelRow, form: ChannelForm, do: str) -> str:
    """Do to a channel what its button says; return what is said of it. Raises ChannelRefused."""
    me, here = player(), site()
    now_ms = here.now_ms()
    if do == "remove":
        here.database.write(lambda tx: channels.remove(tx, me.id, row.id))
        return "removed"
    if do == "test":
        here.database.write(lambda tx: channels.begin_test(tx, me.id, row.id, now_ms))
        return "test"
    is_paused = {"pause": True, "resume": False}.get(do, row.paused_ms is not None)
    here.database.write(
        lambda tx: channels.alter(
            tx,
            me.id,
            row.id,
            name=form.name.data,
            events=form.events.data,
            quiet_from=_minutes(form.quiet_from.data),
            quiet_until=_minutes(form.quiet_until.data),
            paused=is_paused,
            now_ms=now_ms,
        )
    )
    return {"pause": "paused", "resume": "resumed"}.get(do, "saved")


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


def _done(message: str) -> ResponseReturnValue:
    return lead_to("notifications.show", [message])


def _page(sent: Mapping[str, PageForm] | None = None) -> str:
    """The page; of its forms one may have been sent, with which something is wrong."""
    messages, now_ms = [name for name in get_flashed_messages() if name in SAID], site().now_ms()
    forms, rows = sent or {}, _list_own_channels()
    return render_template(
        "notifications.html",
        channels=[(row, _mark(row), _is_being_tested(row, now_ms)) for row in rows],
        forms_of={_mark(row): forms.get(_mark(row)) or ChannelForm.of(row) for row in rows},
        most=channels.MOST_CHANNELS,
        key=_public_key(),
        zone=zone(),
        device=forms.get(_DEVICE) or PageForm(),
        webhook=forms.get(_WEBHOOK) or WebhookForm(),
        said=messages[-1] if messages else "",
        SAID=SAID,
        NAMES=NAMES,
        FAILURES=channels.FAILURES,
        digest_of=_digest,
        host_of=lambda row: urlsplit(row.address).hostname,
    )
