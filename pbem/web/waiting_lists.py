"""Waiting lists: all that are open, each on a page of its own, and the form that opens one.

Every button does what a line of a letter does, through the same function and told in the same sentences.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, get_args

from flask import Blueprint, abort, flash, get_flashed_messages, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import ImmutableMultiDict

from pbem.adjudicator.context import Done, Refused
from pbem.clock import EVERY_DAY, read_pace
from pbem.games.presentation import presentation_of
from pbem.i18n import N_
from pbem.lobby.commands import Decline, Invite, Join, Leave, OfficeCommand, Open, SeatBots
from pbem.lobby.lists import LONGEST_NAME, LONGEST_SALT, may_see
from pbem.lobby.office import glossary_entry
from pbem.lobby.verbs import FOR_PLAYERS
from pbem.mail.reading.text import chosen_name
from pbem.naming import BadName
from pbem.reports.notes import LATE, PRESS
from pbem.store.games.game import get_game
from pbem.store.games.waiting_lists import find_waiting_list, list_public_lists
from pbem.store.players.player import PlayerRow
from pbem.terms import BeaconWish, Late, PressRule, Terms
from pbem.web.account.preferences import zones
from pbem.web.lists import slug
from pbem.web.paces import AS_USUAL, WEEK, NamedPace, paces, running_days, usual_pace
from pbem.web.rematch import Rematch, rematch
from pbem.web.site import site
from pbem.web.visitor import keep_onward, player, visitor, words, zone
from pbem.web.waiting_shown import own, shown
from rules_core.games import kinds, ruleset_for

_AGAIN: Final = N_("Please choose one of these.")
BEACON: Final[Mapping[BeaconWish, str]] = {
    "wait": N_("With a public round; if it can't be reached, the game waits for it"),
    "without": N_("With a public round; if it can't be reached, the game starts without it after a while"),
    "none": N_("Without one: the host, who knows the seed, could choose the dice"),
}
"""Whether a public round is part of the dice."""
UNITS: Final[Mapping[str, str]] = {"d": N_("days"), "h": N_("hours")}
"""In what a turn's time is counted."""
_USUAL_SEATS: Final = 3
"""How many play where nothing else is chosen, if so many may play the game."""

pages = Blueprint("waiting", __name__)

NUMBER: Final = "<int(max=9223372036854775807):list_id>"
"""A number as the database can hold it; others are no page."""


@dataclass(frozen=True)
class WantedList:
    """The fields as they are shown; all of them texts, so that whatever was typed comes back."""

    kind: str
    name: str = ""
    seats: str = "3"
    pace: str = WEEK
    amount: str = ""
    """The time for a turn where it is none of the paces'."""
    unit: str = "d"
    days: tuple[str, ...] = tuple(EVERY_DAY)
    zone: str = "UTC"
    late: str = AS_USUAL
    """What comes when the time is up, where that is not the pace's."""
    press: str = "signed"
    private: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    beacon: str = "none"
    """Whether a public round is part of the dice; "" is not offered."""
    again: str = ""
    """The tag of the game that is played once more; its people are invited."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of players with which the kind of game may be played."""
        return ruleset_for(self.kind).seats

    @property
    def paces(self) -> Mapping[str, NamedPace]:
        """The paces to choose from, by name."""
        return paces(site().settings.public_terms)

    @property
    def zones(self) -> list[str]:
        """The time zones to choose from, the server's own among them whatever it is."""
        return sorted({*zones(), self.zone})

    @property
    def variants(self) -> dict[str, list[tuple[str, str]]]:
        """The variants of the kind of game: each with its values, and what they mean as message ids."""
        known = presentation_of(self.kind).variants
        return {
            name: [(value, known[name].others.get(value, known[name].usual)) for value in values]
            for name, values in ruleset_for(self.kind).options.items()
        }

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the variants, as message ids."""
        return {name: variant.title for name, variant in presentation_of(self.kind).variants.items()}

    UNITS = UNITS
    BEACON = BEACON
    LATE = LATE
    PRESS = PRESS


def usual(kind: str, terms: Terms, beacon: BeaconWish = "none") -> WantedList:
    """The form of a kind of game, filled in with the terms that are usual here, by the visitor's own clock."""
    options = {name: values[0] for name, values in ruleset_for(kind).options.items()}
    days, numbers = tuple(terms.playing_days), ruleset_for(kind).seats
    seats = _USUAL_SEATS if _USUAL_SEATS in numbers else numbers[-1]
    return WantedList(
        kind, seats=str(seats), pace=usual_pace(terms), days=days, zone=zone(), press=terms.press, options=options,
        beacon=beacon,
    )  # fmt: skip


def as_before(before: Rematch, beacon: BeaconWish) -> WantedList:
    """The form filled in with the terms of a game that is over, for its own people."""
    game, terms = before.game, before.game.terms
    pace, name = read_pace(terms.pace), usual_pace(terms)
    known = paces(site().settings.public_terms)[name]
    is_named = pace is None or known.pace == terms.pace
    options = {option: values[0] for option, values in ruleset_for(game.kind).options.items()}
    return WantedList(
        game.kind,
        name=game.name,
        seats=str(before.seats),
        pace=name,
        amount="" if is_named or pace is None else str(pace.amount),
        unit="d" if is_named or pace is None else pace.unit,
        days=tuple(terms.playing_days),
        zone=terms.zone,
        late=AS_USUAL if known.late == terms.late else terms.late,
        press=terms.press,
        private=True,
        options={**options, **json.loads(game.options)},
        beacon=beacon,
        again=game.tag,
    )


def typed_in(form: ImmutableMultiDict[str, str]) -> tuple[WantedList, Open | None, dict[str, str]]:
    """Read the form: what was sent; the list that it asks for, or what is wrong with it by field, as message ids."""
    kind = form.get("kind", "")
    kind = kind if kind in kinds() else kinds()[0]
    wanted = WantedList(
        kind,
        form.get("name", "").strip(),
        form.get("seats", ""),
        form.get("pace", usual_pace(site().settings.public_terms)),
        form.get("amount", "").strip(),
        form.get("unit", "d"),
        tuple(day for day in EVERY_DAY if day in form.getlist("days")),
        form.get("zone", ""),
        form.get("late", AS_USUAL),
        form.get("press", ""),
        form.get("private", "") == "yes",
        {name: form.get(f"option-{name}", values[0]) for name, values in ruleset_for(kind).options.items()},
        form.get("beacon", "none"),
        form.get("again", ""),
    )
    faults = _faults(wanted)
    if faults:
        return wanted, None, faults
    named = wanted.paces[wanted.pace]
    late: Late = next((late for late in get_args(Late) if late == wanted.late), named.late)
    press: PressRule = next(press for press in get_args(PressRule) if press == wanted.press)
    terms = Terms(
        str(read_pace(_pace(wanted) if wanted.amount else named.pace)), "".join(wanted.days), wanted.zone, late, press
    )
    beacon: BeaconWish = next(wish for wish in get_args(BeaconWish) if wish == wanted.beacon)
    known = ruleset_for(kind).options
    options = {name: value for name, value in wanted.options.items() if value != known[name][0]}
    return wanted, Open(kind, int(wanted.seats), terms, options, wanted.private, wanted.name, beacon), {}


def _pace(wanted: WantedList) -> str:
    return f"{wanted.amount.lstrip('0')}{wanted.unit}"


def _faults(wanted: WantedList) -> dict[str, str]:
    faults = {}
    try:
        chosen_name(wanted.name, LONGEST_NAME)
    except BadName as bad:
        faults["name"] = bad.msgid
    if wanted.seats not in map(str, wanted.numbers):
        faults["seats"] = _AGAIN
    if wanted.pace not in wanted.paces:
        faults["pace"] = _AGAIN
    if wanted.unit not in UNITS or (wanted.amount and read_pace(_pace(wanted)) is None):
        faults["amount"] = N_("Please give a number of days or hours; at most 60 days.")
    if not wanted.days:
        faults["days"] = N_("Please choose at least one day.")
    if wanted.zone not in wanted.zones or wanted.zone not in (*zones(), "UTC"):
        faults["zone"] = _AGAIN
    if wanted.late not in (AS_USUAL, *LATE):
        faults["late"] = _AGAIN
    if wanted.press not in PRESS:
        faults["press"] = _AGAIN
    if wanted.beacon not in BEACON:
        faults["beacon"] = _AGAIN
    known = ruleset_for(wanted.kind).options
    for name, value in wanted.options.items():
        if value not in known[name]:
            faults[f"option-{name}"] = _AGAIN
    return faults


@pages.get("/lists")
def all_open() -> ResponseReturnValue:
    """The lists that the visitor is on or was asked to join, and those that are open to everybody."""
    wanted = {slug(kind): kind for kind in kinds()}.get(request.args.get("game", ""))
    with site().read() as unit:
        mine, asked = own(unit, visitor())
        known = {row.id for row in (*mine, *asked)}
        public = [row for row in list_public_lists(unit, wanted) if row.id not in known]
        found = {
            "mine": [shown(unit, row) for row in mine],
            "asked": [shown(unit, row) for row in asked],
            "open": [shown(unit, row) for row in public],
        }
    return render_template("waiting.html", shown=found, wanted=wanted, slug=slug, said=_said(), longest=LONGEST_SALT)


@pages.route("/lists/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """The form that opens a list, and what it sends."""
    me = player()
    if request.method == "GET":
        kind = {slug(kind): kind for kind in kinds()}.get(request.args.get("game", ""), kinds()[0])
        beacon = site().settings.dice.beacon
        wish_for = "none" if beacon is None else beacon.lists
        before = _before(request.args.get("again", ""), me)
        if before is not None:
            return _form(as_before(before, wish_for), {}, before)
        return _form(usual(kind, site().settings.public_terms, wish_for), {})
    wanted, wish, faults = typed_in(request.form)
    before = _before(wanted.again, me)
    if wish is None:
        return _form(wanted, faults, before), 422
    try:
        done = site().intake.forms.do(me, wish, words())
    except Refused as refused:
        return _form(wanted, {"": refused.message}, before), 422
    return _go_to_result(done if before is None else _with_the_same(me, done, before))


def _before(tag: str, me: PlayerRow) -> Rematch | None:
    """The game that a player wants once more, if they may."""
    if not tag:
        return None
    with site().read() as unit:
        return rematch(unit, tag, me)


def _with_the_same(me: PlayerRow, done: Done, before: Rematch) -> Done:
    """Invite those who played before to the list that was opened, and seat as many bots as then.

    What cannot be done is told, and the list stays open. Bots come last: with them the game may begin.
    """
    told, number = list(done.told), done.list_id or 0
    wishes: list[OfficeCommand] = [Invite(number, name) for name in before.others]
    for wish in [*wishes, *([SeatBots(number, before.bots)] if before.bots else [])]:
        try:
            told += site().intake.forms.do(me, wish, words()).told
        except Refused as refused:
            told.append(refused.message)
    return replace(done, told=tuple(told))


@pages.get(f"/lists/{NUMBER}")
def one(list_id: int) -> ResponseReturnValue:
    """A list; to whom it is not shown it does not exist."""
    return _page(list_id)


@pages.post(f"/lists/{NUMBER}/join")
def join(list_id: int) -> ResponseReturnValue:
    """Put the visitor on a list, or change their words for the dice; who is not known yet is led to become so."""
    me = visitor()
    if me is None:
        keep_onward(url_for("waiting.one", list_id=list_id))
        return redirect(url_for("registration.register"), 303)
    return _done(me, Join(list_id, request.form.get("salt", "").strip()))


@pages.post(f"/lists/{NUMBER}/leave")
def leave(list_id: int) -> ResponseReturnValue:
    """Take the visitor off a list."""
    return _done(player(), Leave(list_id))


@pages.post(f"/lists/{NUMBER}/invite")
def invite(list_id: int) -> ResponseReturnValue:
    """Ask somebody to join the visitor's own list."""
    return _done(player(), Invite(list_id, request.form.get("whom", "").strip()))


@pages.post(f"/lists/{NUMBER}/bots")
def bots(list_id: int) -> ResponseReturnValue:
    """Give a free place on the visitor's own list to a bot."""
    return _done(player(), SeatBots(list_id))


@pages.post(f"/lists/{NUMBER}/decline")
def decline(list_id: int) -> ResponseReturnValue:
    """Say no to an invitation."""
    return _done(player(), Decline(list_id))


@pages.get("/help/office")
def office() -> ResponseReturnValue:
    """The guide to what may be written to a player's own address, from the table of words that also reads it."""
    return render_template("office.html", entries=[glossary_entry(verb, words()) for verb in FOR_PLAYERS])


def _page(list_id: int, fault: str = "") -> str:
    me = visitor()
    with site().read() as unit:
        row = find_waiting_list(unit, list_id)
        if row is None or (row.private and (me is None or not may_see(unit, row, me.id, me.address))):
            abort(404)
        found = shown(unit, row)
    return render_template(
        "waiting_list.html", list=found, fault=fault, said=_said(), typed=request.form, longest=LONGEST_SALT
    )


def _form(wanted: WantedList, faults: Mapping[str, str], before: Rematch | None = None) -> str:
    """The form as it was filled in; `faults` are told by field, that of all under ""; `before` is played once more."""
    return render_template(
        "waiting_new.html", wanted=wanted, faults=faults, slug=slug, longest=LONGEST_NAME, before=before,
        list_days=site().settings.play.list_days, has_beacon=site().settings.dice.beacon is not None,
        days=running_days("".join(wanted.days), words()),
        chosen=[words().text(text) for text in presentation_of(wanted.kind).chosen(wanted.options)],
    )  # fmt: skip


def _done(me: PlayerRow, command: OfficeCommand) -> ResponseReturnValue:
    """Do something for a player and tell them of it; where it cannot be done the list's page says why."""
    list_id = getattr(command, "list_id", 0)
    try:
        return _go_to_result(site().intake.forms.do(me, command, words()))
    except Refused as refused:
        return _page(list_id, refused.message), 422


def _go_to_result(done: Done) -> ResponseReturnValue:
    """Say what was done, on the page of what came of it."""
    if done.game_id is not None:
        with site().read() as unit:
            return redirect(url_for("games.game", tag=get_game(unit, done.game_id).tag), 303)
    for sentence in done.told:
        flash(sentence, pages.name)
    with site().read() as unit:
        row = find_waiting_list(unit, done.list_id or 0)
        me = visitor()
        is_seen = row is not None and me is not None and may_see(unit, row, me.id, me.address)
    if is_seen and row is not None and row.status in ("open", "full"):
        return redirect(url_for("waiting.one", list_id=row.id, _anchor="said"), 303)
    return redirect(url_for("waiting.all_open", _anchor="said"), 303)


def _said() -> list[str]:
    return [str(sentence) for sentence in get_flashed_messages(category_filter=(pages.name,))]
