"""The paces that whoever opens a game chooses from: an evening, a few days for each turn, or a week."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.clock import EVERY_DAY, Pace, read_pace
from pbem.i18n import N_, Catalogue
from pbem.reports.notes import LATE, days_in_words, pace_in_words
from pbem.terms import Late, Terms

EVENING: Final = "evening"
DAYS: Final = "days"
WEEK: Final = "week"
AS_USUAL: Final = "usual"
"""What comes when the time is up: what belongs to the pace."""


@dataclass(frozen=True)
class NamedPace:
    """A pace to choose: what it is called, the time for a turn, and what comes when that is up."""

    title: str
    """A message id."""
    pace: str
    late: Late

    def text(self, words: Catalogue) -> str:
        """Tell its meaning, in sentences."""
        return words.text(
            "%(pace)s per turn. If the deadline is missed, %(what)s.",
            pace=pace_in_words(self.pace, words),
            what=words.text(LATE[self.late]),
        )


def paces(terms: Terms) -> Mapping[str, NamedPace]:
    """The paces by name, as the operator's terms have them: theirs takes the place of the one that it is most like."""
    known = {
        EVENING: NamedPace(N_("An evening"), "1h", "bot"),
        DAYS: NamedPace(N_("A few days a turn"), "3d", terms.late),
        WEEK: NamedPace(N_("A week a turn"), "7d", terms.late),
    }
    usual = usual_pace(terms)
    return {**known, usual: NamedPace(known[usual].title, terms.pace, terms.late)}


def usual_pace(terms: Terms) -> str:
    """The name of the pace that the operator's terms are most like."""
    pace = read_pace(terms.pace)
    assert pace is not None, "the settings are checked when they are read"
    if pace.span <= Pace(12, "h").span:
        return EVENING
    return DAYS if pace.span <= Pace(4, "d").span else WEEK


def running_days(days: str, words: Catalogue) -> str:
    """The days on which time runs."""
    return words.text("every day") if days == EVERY_DAY else words.text("on %(days)s", days=days_in_words(days, words))
