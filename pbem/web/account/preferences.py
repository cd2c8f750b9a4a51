"""A player's settings: language, time zone, emails, the address of the calendar, and where they are signed in."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final, get_args
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from flask import Blueprint, flash, get_flashed_messages, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.adjudicator.correspondence.endings import LETTERS_NEEDED
from pbem.adjudicator.correspondence.optional_mail import CHOSEN, NAMES
from pbem.adjudicator.mails.game import reminders_of
from pbem.adjudicator.seats import absences
from pbem.adjudicator.seats.absences import AbsenceContext
from pbem.commands.languages import LANGUAGES
from pbem.i18n import N_, languages
from pbem.notifications.channels import channels_of
from pbem.reports.notes import REMINDED
from pbem.store.accounts.addresses import find_pending_address_change
from pbem.store.accounts.sessions import list_sessions
from pbem.store.games.game import list_newest_games_of_player
from pbem.store.mail.endings import forget_endings as stored_forget_endings
from pbem.store.mail.endings import list_endings
from pbem.store.mail.unsubscribing import list_unwanted
from pbem.store.players.player import PlayerRow, list_other_addresses
from pbem.store.players.preferences import (
    MailFormat,
    Preferences,
    Reports,
    Subjects,
    find_calendar_token,
    renew_calendar,
    revoke_calendar,
)
from pbem.web.site import site
from pbem.web.visitor import SESSION_MS, chosen, player, present_session, words, zone

pages = Blueprint("settings", __name__)

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "place": ("language", "zone"),
    "reports": ("reports",),
    "reminders": ("reminders",),
    "topics": ("topics",),
    "format": ("format", "subjects"),
}
"""The parts of the page that are saved each by itself, with their fields; no part is all of them."""


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
_AGAIN: Final = N_("Please choose one of these.")
_NO_PLACE: Final = ("Etc", "SystemV", "US", "posix", "right")
"""Beginnings of names of time zones that are kept for old programs, and are no part of the world."""


@dataclass(frozen=True)
class WantedPreferences:
    """The choices of the form, as they are or as they were sent."""

    language: str
    zone: str
    format: str
    reports: str
    reminders: tuple[str, ...]
    """Distances from a deadline in hours."""
    topics: tuple[str, ...]
    """What else is wanted by mail."""
    subjects: str

    @property
    def faults(self) -> dict[str, str]:
        """The faults by field, as message ids."""
        allowed = {
            "zone": {"", *zones()},
            "format": set(get_args(MailFormat)),
            "reports": set(get_args(Reports)),
            "subjects": set(get_args(Subjects)),
            "language": {code for code, _ in tongues(player().language)},
        }
        found = {field: _AGAIN for field, values in allowed.items() if getattr(self, field) not in values}
        if not set(self.topics) <= set(CHOSEN):
            found["topics"] = _AGAIN
        if reminders_of(" ".join(self.reminders)) is None:
            found["reminders"] = _AGAIN
        return found

    @property
    def chosen(self) -> Preferences:
        """The preferences to keep from these fields, beside the language; only where nothing is wrong."""
        mail_format: MailFormat = "text" if self.format == "text" else "html"
        reports: Reports = next(way for way in get_args(Reports) if way == self.reports)
        subjects: Subjects = "turn" if self.subjects == "turn" else "same"
        return Preferences(self.zone, mail_format, reports, reminders_of(" ".join(self.reminders)) or "", subjects)


@pages.get("/my/settings")
def show() -> ResponseReturnValue:
    """All settings, with what can be changed."""
    return settings_page({})


@pages.post("/my/settings")
def save() -> ResponseReturnValue:
    """Keep what was chosen in a part of the page; where something cannot be, nothing is kept and the page says what."""
    me, part = player(), request.form.get("part", "")
    fields = PARTS.get(part, tuple(field for some in PARTS.values() for field in some))
    wanted = _typed(_present(me), fields)
    faults = {field: fault for field, fault in wanted.faults.items() if field in fields}
    if faults:
        return settings_page(faults, wanted), 422
    topics = [topic for topic in CHOSEN if topic in wanted.topics]
    site().intake.forms.choose(me.id, wanted.language, wanted.chosen, topics)
    flash(part if part in PARTS else "saved")
    return redirect(url_for("settings.show", _anchor="said"), 303)


@pages.post("/my/settings/calendar")
def calendar() -> ResponseReturnValue:
    """Give the calendar an address, or another one, or none."""
    me, closes = player(), request.form.get("do") == "close"
    if closes:
        site().database.write(lambda tx: revoke_calendar(tx, me.id))
    else:
        site().database.write(lambda tx: renew_calendar(tx, me.id))
    flash("calendar closed" if closes else "calendar opened")
    return redirect(url_for("settings.show", _anchor="said"), 303)


@pages.post("/my/settings/endings")
def forget_endings() -> ResponseReturnValue:
    """Forget how the player's letters have ended."""
    me = player()
    site().database.write(lambda tx: stored_forget_endings(tx, me.id))
    flash("endings forgotten")
    return redirect(url_for("settings.show", _anchor="said"), 303)


def settings_page(faults: Mapping[str, str], wanted: WantedPreferences | None = None, address: str = "") -> str:
    """The page of settings; `faults` are message ids by field, beside what was typed into `wanted` and `address`."""
    me, here = player(), site()
    with here.read() as unit:
        pending = find_pending_address_change(unit, me.id, here.now_ms())
        token = find_calendar_token(unit, me.id)
        endings = [row for row in list_endings(unit, me.id) if row.letters >= LETTERS_NEEDED]
        games = [game for _seat, game in list_newest_games_of_player(unit, me.id, "playing", _MOST_GAMES)]
        sessions = list_sessions(unit, me.id, here.now_ms() - SESSION_MS)
        away = AbsenceContext(unit, me.id).announced
        senders = len(list_other_addresses(unit, me.id)) + 1
        channels = len(channels_of(unit, me.id))
    kept, told = _present(me), [str(name) for name in get_flashed_messages()]
    said = [SAID[name] for name in told if name in SAID]
    return render_template(
        "settings.html",
        kept=kept,
        wanted=wanted or kept,
        reminded=[words().text(when) for hours, when in REMINDED.items() if str(hours) in kept.reminders],
        topics_kept=[words().text(NAMES[topic]) for topic in CHOSEN if topic in kept.topics],
        faults=faults,
        first_fault=next((field for field in _FIELDS if field in faults), ""),
        typed_address=address,
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
        tongues=tongues(me.language),
        zones=_grouped(),
        server_zone=here.settings.server.time_zone,
        present_zone=zone(),
        now_ms=here.now_ms(),
        said=said[-1] if said else SettingSaid(),
        tongue_name=tongue_name,
        REMINDED=REMINDED,
        TOPICS={topic: NAMES[topic] for topic in CHOSEN},
    )


_FIELDS: Final = (*(field for fields in PARTS.values() for field in fields), "address", "renewal")
"""The fields in the order in which they stand on the page."""


def _typed(present: WantedPreferences, fields: Collection[str]) -> WantedPreferences:
    """The choices as they are, but for the fields that were sent."""

    def one(name: str, now: str) -> str:
        return request.form.get(name, "") if name in fields else now

    def several(name: str, now: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(request.form.getlist(name)) if name in fields else now

    return WantedPreferences(
        language=one("language", present.language),
        zone=one("zone", present.zone),
        format=one("format", present.format),
        reports=one("reports", present.reports),
        reminders=several("reminders", present.reminders),
        topics=several("topics", present.topics),
        subjects=one("subjects", present.subjects),
    )


def _present(me: PlayerRow) -> WantedPreferences:
    now = chosen()
    with site().read() as unit:
        off = list_unwanted(unit, me.id)
    topics = tuple(topic for topic in CHOSEN if topic not in off)
    return WantedPreferences(
        me.language, now.zone, now.format, now.reports, tuple(now.reminders.split()), topics, now.subjects
    )


def tongues(own: str) -> list[tuple[str, bool]]:
    """The languages to choose from, each with whether all texts are written in it, or orders are read in it alone.

    The player's own is among them, whatever the operator has registered them with.
    """
    written = languages()
    others = [code for code in (*LANGUAGES, own) if code not in written]
    return [(code, True) for code in written] + [(code, False) for code in dict.fromkeys(others)]


def tongue_name(code: str) -> str:
    """The name of a language in that language itself."""
    try:
        return Locale.parse(code.replace("-", "_")).get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code


@cache
def zones() -> tuple[str, ...]:
    """The time zones to choose from, by name."""
    places = {name for name in available_timezones() if "/" in name and name.split("/")[0] not in _NO_PLACE}
    return (*sorted(places), "UTC")


def _grouped() -> list[tuple[str, list[str]]]:
    """The time zones by the part of the world they lie in."""
    return [(part, list(names)) for part, names in groupby(zones(), key=lambda name: name.split("/")[0])]
