"""The terms on which a game is run, in words."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.playing_time import EVERY_DAY, read_pace
from pbem.terms import Late, PressRule, Terms

LATE: Final[Mapping[Late, str]] = {
    "wait": N_("the game waits, and everybody is told"),
    "pass": N_(
        "the server takes the income and ends the turn; of dice beyond five it gives back the most frequent first, and "
        '"?" last'
    ),
    "standby": N_("the seat is offered to players who stand by"),
    "standby-pass": N_("the seat is offered to players who stand by; if nobody takes it, the server ends the turn"),
    "bot": N_("a program plays the turn"),
}
"""What comes when the time for a turn is up."""
PRESS: Final[Mapping[PressRule, str]] = {
    "none": N_("none"),
    "signed": N_("with the writer's name"),
    "anonymous": N_("with the writer's name, or without"),
}
"""How players may write to each other."""
REMINDED: Final[Mapping[int, str]] = {
    168: N_("a week before"),
    72: N_("3 days before"),
    48: N_("2 days before"),
    24: N_("a day before"),
    12: N_("12 hours before"),
    6: N_("6 hours before"),
    2: N_("2 hours before"),
    0: N_("when the time is up"),
}
"""When a player may choose to be reminded, by the distances of REMINDERS."""

_DAY: Final = timedelta(days=1)
_HOUR: Final = timedelta(hours=1)
_MINUTE: Final = timedelta(minutes=1)


def pace_in_words(pace: str, words: Catalogue) -> str:
    """The time for a turn: "7 days"."""
    read = read_pace(pace)
    if read is None:
        return pace
    if read.unit == "d":
        return words.plural("%(n)s day", "%(n)s days", read.amount)
    return words.plural("%(n)s hour", "%(n)s hours", read.amount)


def span_in_words(span: timedelta, words: Catalogue) -> str:
    """A length of time, rounded: in days from three on, or where it is two; else in hours, or in minutes below two."""
    span = round(abs(span) / _MINUTE) * _MINUTE
    if span >= 3 * _DAY or 2 * _DAY <= span < 2 * _DAY + _HOUR:
        return words.plural("%(n)s day", "%(n)s days", round(span / _DAY))
    if span >= 2 * _HOUR:
        return words.plural("%(n)s hour", "%(n)s hours", round(span / _HOUR))
    return words.plural("%(n)s minute", "%(n)s minutes", round(span / _MINUTE))


def days_in_words(days: str, words: Catalogue) -> str:
    """The playing days: "every day", or "Mon, Tue, Wed"."""
    if days == EVERY_DAY:
        return words.text("every day")
    names = words.locale.days["stand-alone"]["abbreviated"]
    return ", ".join(str(names[int(day) - 1]) for day in days)


def time_in_words(terms: Terms, words: Catalogue) -> str:
    """The time for a turn with the days on which it runs: "3 days (Mon, Tue, Wed, Thu, Fri; Europe/Berlin)"."""
    pace = pace_in_words(terms.pace, words)
    if terms.playing_days == EVERY_DAY:
        return pace
    days = days_in_words(terms.playing_days, words)
    return words.text("%(pace)s (%(days)s; %(zone)s)", pace=pace, days=days, zone=terms.zone)
