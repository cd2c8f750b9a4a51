"""What the form says that opens a waiting list: its fields, as they are shown and as they were sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, get_args

from werkzeug.datastructures import ImmutableMultiDict

from pbem.games.presentation import presentation_of
from pbem.i18n import N_
from pbem.lobby.commands import Open
from pbem.lobby.lists import LONGEST_NAME
from pbem.mail.text import chosen_name
from pbem.naming import BadName
from pbem.playing_time import EVERY_DAY, read_pace
from pbem.reports.terms import LATE, PRESS
from pbem.terms import BeaconWish, Late, PressRule, Terms
from pbem.web.account.preferences import zones
from rules_core.games import kinds, ruleset_for

_AGAIN: Final = N_("Please choose one of these.")
BEACON: Final[Mapping[BeaconWish, str]] = {
    "wait": N_("With a public round; if it cannot be reached, the game waits for it"),
    "without": N_("With a public round; if it cannot be reached, the game begins without it after a time"),
    "none": N_("Without one: the host, who knows the seed, could choose the dice"),
}
"""Whether a public round is part of the dice."""
UNITS: Final[Mapping[str, str]] = {"d": N_("days"), "h": N_("hours")}
"""In what a turn's time is counted."""
_USUAL_SEATS: Final = 3
"""How many play where nothing else is chosen, if so many may play the game."""


@dataclass(frozen=True)
class WantedList:
    """The fields as they are shown; all of them texts, so that whatever was typed comes back."""

    kind: str
    name: str = ""
    seats: str = "3"
    amount: str = "7"
    unit: str = "d"
    days: tuple[str, ...] = tuple(EVERY_DAY)
    zone: str = "UTC"
    late: str = "wait"
    press: str = "signed"
    private: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    beacon: str = "none"
    """Whether a public round is part of the dice; "" is not offered."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many may play the kind of game."""
        return ruleset_for(self.kind).seats

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
        """What the variants are called, as message ids."""
        return {name: variant.title for name, variant in presentation_of(self.kind).variants.items()}

    UNITS = UNITS
    BEACON = BEACON
    LATE = LATE
    PRESS = PRESS


def usual(kind: str, terms: Terms, beacon: BeaconWish = "none") -> WantedList:
    """The form of a kind of game, filled in with the terms that are usual here."""
    pace = read_pace(terms.pace)
    assert pace is not None, "the settings are checked when they are read"
    options = {name: values[0] for name, values in ruleset_for(kind).options.items()}
    days, numbers = tuple(terms.playing_days), ruleset_for(kind).seats
    seats = _USUAL_SEATS if _USUAL_SEATS in numbers else numbers[-1]
    return WantedList(
        kind, "", str(seats), str(pace.amount), pace.unit, days, terms.zone, terms.late, terms.press, options=options,
        beacon=beacon,
    )  # fmt: skip


def typed_in(form: ImmutableMultiDict[str, str]) -> tuple[WantedList, Open | None, dict[str, str]]:
    """What was sent; the list that it asks for, or what is wrong with it by field, as message ids."""
    kind = form.get("kind", "")
    kind = kind if kind in kinds() else kinds()[0]
    wanted = WantedList(
        kind,
        form.get("name", "").strip(),
        form.get("seats", ""),
        form.get("amount", "").strip(),
        form.get("unit", ""),
        tuple(day for day in EVERY_DAY if day in form.getlist("days")),
        form.get("zone", ""),
        form.get("late", ""),
        form.get("press", ""),
        form.get("private", "") == "yes",
        {name: form.get(f"option-{name}", values[0]) for name, values in ruleset_for(kind).options.items()},
        form.get("beacon", "none"),
    )
    faults = _faults(wanted)
    if faults:
        return wanted, None, faults
    late: Late = next(late for late in get_args(Late) if late == wanted.late)
    press: PressRule = next(press for press in get_args(PressRule) if press == wanted.press)
    terms = Terms(str(read_pace(_pace(wanted))), "".join(wanted.days), wanted.zone, late, press)
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
    if read_pace(_pace(wanted)) is None:
        faults["amount"] = N_("Please give a number of days or hours; at most 60 days.")
    if not wanted.days:
        faults["days"] = N_("Please choose a day at least.")
    if wanted.zone not in wanted.zones or wanted.zone not in (*zones(), "UTC"):
        faults["zone"] = _AGAIN
    if wanted.late not in LATE:
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
