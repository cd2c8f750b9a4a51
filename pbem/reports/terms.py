"""The terms on which a game is run, in words."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.playing_time import EVERY_DAY, read_pace
from pbem.terms import Late, PressRule, Terms

LATE: Final[Mapping[Late, str]] = {
    "wait": N_("the game waits, and everybody is told"),
    "pass": N_("the server takes the income and ends the turn"),
    "standby": N_("the seat is offered to players who stand by"),
    "bot": N_("a program plays the turn"),
}
"""What comes when the time for a turn is up."""
PRESS: Final[Mapping[PressRule, str]] = {
    "none": N_("none"),
    "signed": N_("with the writer's name"),
    "anonymous": N_("with the writer's name, or without"),
}
"""How players may write to each other."""


def pace_in_words(pace: str, words: Catalogue) -> str:
    """The time for a turn: "7 days"."""
    read = read_pace(pace)
    if read is None:
        return pace
    if read.unit == "d":
        return words.plural("%(n)s day", "%(n)s days", read.amount)
    return words.plural("%(n)s hour", "%(n)s hours", read.amount)


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
