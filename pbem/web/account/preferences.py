"""A player's settings: language, time zone, emails, the address of the calendar, and where they are signed in."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from flask import Blueprint, get_flashed_messages, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectField, SelectMultipleField
from wtforms.validators import ValidationError

from pbem.adjudicator.correspondence.endings import LETTERS_NEEDED
from pbem.adjudicator.correspondence.optional_mail import CHOSEN, NAMES
from pbem.adjudicator.mails.game import reminders_of
from pbem.adjudicator.seats import absences
from pbem.adjudicator.seats.absences import AbsenceContext
from pbem.commands.languages import LANGUAGES
from pbem.forms import PageForm, address_field, one_of
from pbem.i18n import N_, languages
from pbem.notifications.channels import load_channels
from pbem.reports.notes import REMINDED
from pbem.store.accounts.addresses import find_pending_address_change
from pbem.store.accounts.sessions import list_sessions
from pbem.store.games.listing import list_newest_games_of_player
from pbem.store.mail.ignored import forget_endings as stored_forget_endings
from pbem.store.mail.ignored import list_endings
from pbem.store.mail.postbox import list_unwanted
from pbem.store.players.player import PlayerRow, list_other_addresses
from pbem.store.players.preferences import (
    Preferences,
    find_calendar_token,
    renew_calendar,
    revoke_calendar,
)
from pbem.web.site import lead_to, site
from pbem.web.visitor import SESSION_MS, chosen, player, present_session, words, zone

pages = Blueprint("settings", __name__)


def _zones() -> dict[str, Any]:
    """The time zones by the part of the world they lie in, and that of the server."""
    parts: dict[str, Any] = {"": "-"}
    for name in zones():
        parts.setdefault(name.split("/")[0], {})[name] = name
    return parts


@cache
def zones() -> tuple[str, ...]:
    """The time zones to choose from, by name."""
    places = {name for name in available_timezones() if "/" in name and name.split("/")[0] not in _NO_PLACE}
    return (*sorted(places), "UTC")


class PlaceForm(PageForm):
    """The form of the language and the time zone."""

    language: Any = one_of(
        N_("Language"),
        lambda: tongues(player().language),
        SelectField,
        description=N_(
            "For the website, emails, and the words in your orders. Languages marked * work in orders only so far; the "
            "rest is in English."
        ),
    )
    zone: Any = one_of(N_("Time zone"), _zones, SelectField)


class ReportsForm(PageForm):
    """The form of the reports that are mailed."""

    reports: Any = one_of(
        N_("Email me a report"),
        {
            "all": N_("Every turn"),
            "mine": N_("My turns, and when a game starts or ends"),
            "daily": N_("Daily digest: one email at 7 in the morning with what is new in all my games"),
        },
    )


class RemindersForm(PageForm):
    """The form of the distances from a deadline, in hours, at which a player is reminded."""

    reminders: Any = one_of(
        N_("Remind me of my deadline"), {str(hours): when for hours, when in REMINDED.items()}, SelectMultipleField
    )


class TopicsForm(PageForm):
    """The form of what else is wanted by mail."""

    topics: Any = one_of(N_("Also email me"), {topic: NAMES[topic] for topic in CHOSEN}, SelectMultipleField)


class FormatForm(PageForm):
    """The form of how mails look."""

    format: Any = one_of(
        N_("Contents"),
        {
            "html": N_("With map and dice symbols (HTML, and the same as text)"),
            "text": N_("Plain text only"),
        },
    )
    subjects: Any = one_of(
        N_("Subject lines of a game's emails"),
        {"same": N_("Always the same, so they stay together"), "turn": N_('With "your turn" when it is my turn')},
    )


class AddressForm(PageForm):
    """The form by which a player moves to another mail address; what is wrong is told as far as its owner may know."""

    address: Any = address_field(
        N_("New address"),
        N_("The old address is told. Once you have followed the link, emails from the old one are refused."),
        id="address-new",
    )

    def validate_address(self, field: Field) -> None:
        """Check that it is neither the player's already nor the server's own."""
        if field.data.lower() == player().address:
            raise ValidationError(N_("This is already your address."))
        if site().settings.mail.is_own(field.data):
            raise ValidationError(N_("This is one of the server's own addresses; it cannot be a player's."))


PARTS: Final[Mapping[str, type[PageForm]]] = {
    "place": PlaceForm,
    "reports": ReportsForm,
    "reminders": RemindersForm,
    "topics": TopicsForm,
    "format": FormatForm,
}
"""The forms of the page that are saved each by itself; all of them where none is named."""


@dataclass(frozen=True)
class SettingSaid:
    """A text that is said after a form was sent, and beside which setting; "" is the head of the page."""

    text: str = ""
    """A message id."""
    place: str | None = None


SAID: Final[Mapping[str, SettingSaid]] = {
    **{part: SettingSaid(N_("Saved."), part) for part in PARTS},
    "saved": SettingSaid(N_("Saved."), ""),
    "asked": SettingSaid(N_("If the address can be yours, an email with a link is on its way to it."), "address"),
    "withdrawn": SettingSaid(N_("Your address stays as it is. The link we emailed no longer works."), "address"),
    "renewed": SettingSaid(N_("The address is renewed: an email from the new one is on its way to you."), "renewal"),
    "sent": SettingSaid(N_("An email from your address is on its way to you."), "renewal"),
    "mails go on": SettingSaid(
        N_("We send you emails again: the newest report of each of your games is on its way."), ""
    ),
    "session ended": SettingSaid(N_("That browser is signed out."), "sessions"),
    "endings forgotten": SettingSaid(N_("The endings of your emails are forgotten."), ""),
    "calendar opened": SettingSaid(
        N_("Your calendar has an address. Anyone who knows it can see your deadlines: keep it to yourself."), "calendar"
    ),
    "calendar closed": SettingSaid(N_("Your calendar is turned off, and its address no longer works."), "calendar"),
}
"""What is said after a form was sent, by the word that it leaves for the page behind it."""
_MOST_GAMES: Final = 100
_NO_PLACE: Final = ("Etc", "SystemV", "US", "posix", "right")
"""Beginnings of names of time zones that are kept for old programs, and are no part of the world."""


@pages.get("/my/settings")
def show() -> ResponseReturnValue:
    """All settings, with what can be changed."""
    return settings_page()


@pages.post("/my/settings")
def save() -> ResponseReturnValue:
    """Keep what was chosen in a part of the page; where something cannot be, nothing is kept and the page says what."""
    me, part = player(), request.form.get("part", "")
    sent = [part] if part in PARTS else list(PARTS)
    forms = _forms(me, request.form, sent)
    if [name for name in sent if not forms[name].validate()]:
        return settings_page(forms), 422
    wanted = {field.name: field.data for form in forms.values() for field in form}
    topics = [topic for topic in CHOSEN if topic in wanted["topics"]]
    reminders = reminders_of(" ".join(wanted["reminders"])) or ""
    chosen = Preferences(wanted["zone"], wanted["format"], wanted["reports"], reminders, wanted["subjects"])
    site().intake.forms.choose(me.id, wanted["language"], chosen, topics)
    return lead_to("settings.show", [part if part in PARTS else "saved"])


@pages.post("/my/settings/calendar")
def calendar() -> ResponseReturnValue:
    """Give the calendar an address, or another one, or none."""
    me, closes = player(), request.form.get("do") == "close"
    if closes:
        site().database.write(lambda tx: revoke_calendar(tx, me.id))
    else:
        site().database.write(lambda tx: renew_calendar(tx, me.id))
    return lead_to("settings.show", ["calendar closed" if closes else "calendar opened"])


@pages.post("/my/settings/endings")
def forget_endings() -> ResponseReturnValue:
    """Forget how the player's letters have ended."""
    me = player()
    site().database.write(lambda tx: stored_forget_endings(tx, me.id))
    return lead_to("settings.show", ["endings forgotten"])


def settings_page(
    forms: Mapping[str, PageForm] | None = None, address: "AddressForm | None" = None, renewal: str = ""
) -> str:
    """The page of settings, with forms that were sent; `renewal` says why an address could not be renewed."""
    me, here = player(), site()
    parts = forms or _forms(me)
    with here.read() as unit:
        pending = find_pending_address_change(unit, me.id, here.now_ms())
        token = find_calendar_token(unit, me.id)
        endings = [row for row in list_endings(unit, me.id) if row.letters >= LETTERS_NEEDED]
        games = [game for _seat, game in list_newest_games_of_player(unit, me.id, "playing", _MOST_GAMES)]
        sessions = list_sessions(unit, me.id, here.now_ms() - SESSION_MS)
        away = AbsenceContext(unit, me.id).announced
        senders = len(list_other_addresses(unit, me.id)) + 1
        channels = len(load_channels(unit, me.id))
    names = [str(name) for name in get_flashed_messages()]
    messages = [SAID[name] for name in names if name in SAID]
    return render_template(
        "settings.html",
        kept=_forms(me),
        parts=parts,
        address=address or AddressForm(),
        renewal_fault=renewal,
        faulty=[
            *(["renewal"] if renewal else []),
            *(name for name, form in {**parts, "address": address}.items() if form and form.errors),
        ],
        pending=pending,
        sessions=sessions,
        this_session=present_session(),
        calendar=f"{here.settings.web.base_url}/calendar/{token}.ics" if token else "",
        endings=endings,
        games=games,
        away=absences.in_words(absences.span_of(away[0]), words()) if away else "",
        senders=senders,
        channels=channels,
        is_local=here.settings.mail.is_local,
        written=languages(),
        server_zone=here.settings.server.time_zone,
        present_zone=zone(),
        now_ms=here.now_ms(),
        said=messages[-1] if messages else SettingSaid(),
    )


def _forms(me: PlayerRow, sent: MultiDict[str, str] | None = None, parts: Collection[str] = ()) -> dict[str, PageForm]:
    """The forms of the page by part, as the settings are but for the `parts` that were sent."""
    now = chosen()
    with site().read() as unit:
        off = list_unwanted(unit, me.id)
    values = {
        **{name: getattr(now, name) for name in ("zone", "format", "reports", "subjects")},
        "language": me.language,
        "reminders": now.reminders.split(),
        "topics": [topic for topic in CHOSEN if topic not in off],
    }
    return {name: form(sent if name in parts else None, data=values) for name, form in PARTS.items()}


def tongues(chosen: str) -> dict[str, str]:
    """The languages to choose from with their names; those that only orders are read in have a mark.

    The player's own is among them, whatever the operator has registered them with.
    """
    written = languages()
    others = [code for code in (*LANGUAGES, chosen) if code not in written]
    return {code: tongue_name(code) for code in written} | {code: f"{tongue_name(code)} *" for code in others}


def tongue_name(code: str) -> str:
    """The name of a language in that language itself."""
    try:
        return Locale.parse(code.replace("-", "_")).get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code
