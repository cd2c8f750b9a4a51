"""Waiting lists: all that are open, each on a page of its own, and the form that opens one.

Every button does what a line of a letter does, through the same function and told in the same sentences.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field, HiddenField, SelectField, SelectMultipleField, StringField
from wtforms.validators import DataRequired

from pbem.adjudicator.context import Done, PlayerCommand, Refused
from pbem.clock import EVERY_DAY, read_pace
from pbem.commands.command import form_of
from pbem.forms import PaceInput, PageForm, named_by, one_of, stripped
from pbem.games.presentation import USUAL, presentation_of
from pbem.i18n import N_
from pbem.lobby.commands import CloseList, Decline, Invite, Join, Leave, OfficeCommand, Open, SeatBots
from pbem.lobby.lists import LONGEST_NAME, may_see
from pbem.lobby.office import glossary_entry
from pbem.lobby.verbs import FOR_PLAYERS
from pbem.mail.reading.text import chosen_name
from pbem.reports.notes import LATE, PRESS
from pbem.store.games.game import get_game
from pbem.store.games.waiting_lists import find_waiting_list, list_public_lists
from pbem.store.players.player import PlayerRow
from pbem.terms import BeaconWish, Terms
from pbem.web.account.preferences import zones
from pbem.web.lists import slug
from pbem.web.site import flashed, lead_to, site
from pbem.web.visitor import FormErrors, ask_office, keep_onward, player, visitor, words, zone
from pbem.web.waiting_shown import (
    AS_USUAL,
    WEEK,
    Rematch,
    list_own,
    paces,
    rematch,
    running_days,
    shown,
    shown_all,
    usual_pace,
)
from rules_core.games import kinds, ruleset_for

BEACON: Final[Mapping[BeaconWish, str]] = {
    "wait": N_("With a public round; if it can't be reached, the game waits for it"),
    "without": N_("With a public round; if it can't be reached, the game starts without it after a while"),
    "none": N_("Without one: the host, who knows the seed, could choose the dice"),
}
"""Whether a public round is part of the dice."""
_USUAL_SEATS: Final = 3
"""The usual number of players, if that many may play the game."""

pages = Blueprint("waiting", __name__)

NUMBER: Final = "<int(max=9223372036854775807):list_id>"
"""A number as the database can hold it; others are no page."""


@cache
def list_form_of(kind: str) -> type["NewListForm"]:
    """The form that opens a game of a kind."""
    fields, known = {}, presentation_of(kind).variants
    for name, values in ruleset_for(kind).options.items():
        texts = {value: known[name].others.get(value, known[name].usual) for value in values}
        fields[f"option-{name}"] = one_of(known[name].title, texts, default=values[0])
    return type("KindOfListForm", (NewListForm,), fields)


class NewListForm(PageForm):
    """The form that opens a list, but for the variants, which are its game's (`list_form_of`)."""

    kind: Any = HiddenField()
    again: Any = HiddenField(default="")
    """The tag of the game that is played once more; its people are invited."""
    seats = one_of(N_("Players, including you"), lambda form, _field: form.numbers, coerce=int)
    pace = one_of(N_("Pace"), {name: pace.title for name, pace in paces(Terms()).items()}, default=WEEK)
    name: Any = StringField(
        N_("Name of the game"),
        [named_by(lambda name: chosen_name(name, LONGEST_NAME))],
        filters=[stripped],
        description=N_("Everyone can read it. Leave it empty to name the game after you."),
        render_kw={"maxlength": LONGEST_NAME, "autocomplete": "off"},
    )
    private = one_of(
        N_("Who can join"),
        {"no": N_("Anyone: it is listed"), "yes": N_("Invite only: nobody else sees it")},
        default="no",
    )
    amount: Any = PaceInput(
        N_("Different time per turn"),
        description=N_("Leave this empty to keep the pace chosen above."),
        is_optional=True,
    )
    late = one_of(
        N_("If the deadline is missed"), {AS_USUAL: N_("The usual for the pace chosen above"), **LATE}, default=AS_USUAL
    )
    days = one_of(
        N_("Playing days (deadlines pause on the others)"),
        dict.fromkeys(EVERY_DAY, ""),
        SelectMultipleField,
        validators=[DataRequired(N_("Please choose at least one day."))],
        validate_choice=False,
        filters=[lambda days: [day for day in EVERY_DAY if day in (days or ())]],
    )
    zone = one_of(N_("Time zone of the playing days"), {name: name for name in zones()}, SelectField, default="UTC")
    press = one_of(N_("Press (messages between players)"), PRESS, default="signed")
    beacon = one_of(N_("Public randomness in the dice"), BEACON, default="none")

    @property
    def numbers(self) -> dict[int, str]:
        """The numbers of players with which the kind of game may be played."""
        return {number: str(number) for number in ruleset_for(self.kind.data).seats}

    @property
    def variants(self) -> dict[str, Field]:
        """The fields of the variants, by their names."""
        return {name: self[f"option-{name}"] for name in ruleset_for(self.kind.data).options}

    @property
    def chosen(self) -> list[str]:
        """The variants that are chosen and are not the usual ones, as message ids."""
        return presentation_of(self.kind.data).chosen({name: field.data for name, field in self.variants.items()})

    @property
    def command(self) -> Open:
        """The list that is asked for, where nothing is wrong."""
        named = paces(site().settings.public_terms)[self.pace.data]
        pace = self.amount.data or read_pace(named.pace)
        late = named.late if self.late.data == AS_USUAL else self.late.data
        terms = Terms(str(pace), "".join(self.days.data), self.zone.data, late, self.press.data)
        usual = {name: values[0] for name, values in ruleset_for(self.kind.data).options.items()}
        options = {name: field.data for name, field in self.variants.items() if field.data != usual[name]}
        is_private = self.private.data == "yes"
        return Open(self.kind.data, self.seats.data, terms, options, is_private, self.name.data, self.beacon.data)


def usual(kind: str, terms: Terms, beacon: BeaconWish = "none") -> NewListForm:
    """The form of a kind of game, filled in with the terms that are usual here, by the visitor's own clock."""
    numbers = ruleset_for(kind).seats
    seats = _USUAL_SEATS if _USUAL_SEATS in numbers else numbers[-1]
    return list_form_of(kind)(
        kind=kind, seats=seats, pace=usual_pace(terms), days=terms.playing_days, zone=zone(), press=terms.press,
        beacon=beacon,
    )  # fmt: skip


def as_before(before: Rematch, beacon: BeaconWish) -> NewListForm:
    """The form filled in with the terms of a game that is over, for its own people."""
    game, terms = before.game, before.game.terms
    pace, name = read_pace(terms.pace), usual_pace(terms)
    known = paces(site().settings.public_terms)[name]
    options = {f"option-{option}": value for option, value in json.loads(game.options).items()}
    return list_form_of(game.kind)(
        kind=game.kind,
        name=game.name,
        seats=before.seats,
        pace=name,
        amount=None if known.pace == terms.pace else pace,
        days=terms.playing_days,
        zone=terms.zone,
        late=AS_USUAL if known.late == terms.late else terms.late,
        press=terms.press,
        private="yes",
        beacon=beacon,
        again=game.tag,
        **options,
    )


@pages.get("/lists")
def all_open() -> ResponseReturnValue:
    """The lists that the visitor is on or was asked to join, and those that are open to everybody."""
    wanted = {slug(kind): kind for kind in kinds()}.get(request.args.get("game", ""))
    with site().read() as unit:
        mine, inviting = list_own(unit, visitor())
        known = {row.id for row in (*mine, *inviting)}
        public = [row for row in list_public_lists(unit, wanted) if row.id not in known]
        found = {
            "mine": shown_all(unit, mine),
            "invited": shown_all(unit, inviting),
            "open": shown_all(unit, public),
        }
    return render_template(
        "waiting.html", shown=found, wanted=wanted, slug=slug, said=flashed(pages.name), join=form_of(Join)()
    )


@pages.route("/lists/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """The form that opens a list, and what it sends."""
    me = player()
    if request.method == "GET":
        kind = {slug(kind): kind for kind in kinds()}.get(request.args.get("game", ""), USUAL)
        beacon = site().settings.dice.beacon
        wish_for = "none" if beacon is None else beacon.lists
        before = _before(request.args.get("again", ""), me)
        if before is not None:
            return _form(as_before(before, wish_for), before)
        return _form(usual(kind, site().settings.public_terms, wish_for))
    kind = request.form.get("kind", "")
    kind = kind if kind in kinds() else USUAL
    form = list_form_of(kind)(request.form, pace=usual_pace(site().settings.public_terms))
    form.kind.data = kind
    before = _before(form.again.data, me)
    if form.validate():
        with FormErrors(form):
            done = site().intake.forms.do(me, form.command, words())
            return _go_to_result(done if before is None else _with_the_same(me, done, before))
    return _form(form, before), 422


def _before(tag: str, me: PlayerRow) -> Rematch | None:
    if not tag:
        return None
    with site().read() as unit:
        return rematch(unit, tag, me)


def _with_the_same(me: PlayerRow, done: Done, before: Rematch) -> Done:
    """Invite those who played before to the list that was opened, and seat as many bots as then.

    What cannot be done is told, and the list stays open. Bots come last: with them the game may begin.
    """
    sentences, number = list(done.sentences), done.list_id or 0
    wishes: list[OfficeCommand] = [Invite(number, name) for name in before.others]
    for wish in [*wishes, *([SeatBots(number, before.bots)] if before.bots else [])]:
        try:
            sentences += site().intake.forms.do(me, wish, words()).sentences
        except Refused as refused:
            sentences.append(refused.message)
    return replace(done, sentences=tuple(sentences))


@pages.get(f"/lists/{NUMBER}")
def one(list_id: int) -> ResponseReturnValue:
    """A list; to whom it is not shown it does not exist."""
    return _page(list_id)


@pages.post(f"/lists/{NUMBER}/join")
def join(list_id: int) -> ResponseReturnValue:
    """Put the visitor on a list, or change their words for the dice; who is not known yet is led to become so."""
    if visitor() is None:
        keep_onward(url_for("waiting.one", list_id=list_id))
        return redirect(url_for("registration.register"), 303)
    return _do(Join, list_id)


@pages.post(f"/lists/{NUMBER}/leave")
def leave(list_id: int) -> ResponseReturnValue:
    """Take the visitor off a list."""
    return _do(Leave, list_id)


@pages.post(f"/lists/{NUMBER}/close")
def close(list_id: int) -> ResponseReturnValue:
    """Close a list of the visitor's own, or one that they keep."""
    return _do(CloseList, list_id)


@pages.post(f"/lists/{NUMBER}/invite")
def invite(list_id: int) -> ResponseReturnValue:
    """Ask somebody to join the visitor's own list."""
    return _do(Invite, list_id)


@pages.post(f"/lists/{NUMBER}/bots")
def bots(list_id: int) -> ResponseReturnValue:
    """Give a free place on the visitor's own list to a bot."""
    return _do(SeatBots, list_id)


@pages.post(f"/lists/{NUMBER}/decline")
def decline(list_id: int) -> ResponseReturnValue:
    """Decline an invitation."""
    return _do(Decline, list_id)


@pages.get("/help/office")
def office() -> ResponseReturnValue:
    """The guide to what may be written to a player's own address, from the table of words that also reads it."""
    return render_template("office.html", entries=[glossary_entry(verb, words()) for verb in FOR_PLAYERS])


def _do(command: type[PlayerCommand], list_id: int) -> ResponseReturnValue:
    """Do to a list what its form asks for; where that cannot be, its page says why."""
    form, done = ask_office(command, list_id=list_id)
    return (_page(list_id, form), 422) if done is None else _go_to_result(done)


def _page(list_id: int, sent: PageForm | None = None) -> str:
    me = visitor()
    with site().read() as unit:
        row = find_waiting_list(unit, list_id)
        if row is None or (row.private and (me is None or not may_see(unit, row, me.id, me.address))):
            abort(404)
        found = shown(unit, row)
    join, invite = (sent if isinstance(sent, form_of(one)) else form_of(one)() for one in (Join, Invite))
    return render_template(
        "waiting_list.html", list=found, sent=sent or PageForm(), said=flashed(pages.name), join=join, invite=invite
    )


def _form(form: NewListForm, before: Rematch | None = None) -> str:
    """The form as it was filled in; `before` is played once more."""
    day_names = words().locale.days["stand-alone"]["abbreviated"]
    form.days.choices = {day: day_names[int(day) - 1] for day in EVERY_DAY}
    if not form.errors and form.zone.data not in zones():
        form.zone.choices = {form.zone.data: form.zone.data, **form.zone.choices}
    return render_template(
        "waiting_new.html", form=form, slug=slug, before=before, PRESS=PRESS,
        paces=paces(site().settings.public_terms),
        list_days=site().settings.play.list_days, has_beacon=site().settings.dice.beacon is not None,
        days=running_days("".join(form.days.data or ()), words()),
        chosen=[words().text(text) for text in form.chosen],
    )  # fmt: skip


def _go_to_result(done: Done) -> ResponseReturnValue:
    if done.game_id is not None:
        with site().read() as unit:
            return redirect(url_for("games.game", tag=get_game(unit, done.game_id).tag), 303)
    with site().read() as unit:
        row = find_waiting_list(unit, done.list_id or 0)
        me = visitor()
        is_seen = row is not None and me is not None and may_see(unit, row, me.id, me.address)
    if is_seen and row is not None and row.status in ("open", "full"):
        return lead_to("waiting.one", done.sentences, pages.name, list_id=row.id)
    return lead_to("waiting.all_open", done.sentences, pages.name)
