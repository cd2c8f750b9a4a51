"""How a player wants to be written to: which reports he is mailed, and when he is reminded of a deadline."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pbem.adjudicator.context import Done, PlayerContext
from pbem.adjudicator.digest import choose
from pbem.i18n import N_
from pbem.lobby.commands import WishReminders, WishReports
from pbem.reports.terms import REMINDED
from pbem.store import repository as repo
from pbem.store.rows import Reports

REPORTS: Final[Mapping[Reports, str]] = {
    "all": N_("You are mailed what happens in every turn."),
    "mine": N_("You are mailed when it is your turn, and when a game begins or is over."),
    "daily": N_("You are mailed once a day, at 7 in the morning, what is new in all of your games."),
}
"""What a player is told of the reports that he has chosen."""


def reports(context: PlayerContext, wish: WishReports) -> Done:
    """Notes which reports a player wants."""
    before = repo.preferences(context.tx, context.player.id)
    chosen = replace(before, reports=wish.reports)
    choose(context.tx, context.settings, context.player.id, chosen, context.now_ms)
    return Done((context.words.text(REPORTS[wish.reports]),))


def reminders(context: PlayerContext, wish: WishReminders) -> Done:
    """Notes when a player wants to be reminded."""
    before = repo.preferences(context.tx, context.player.id)
    repo.put_preferences(context.tx, context.player.id, replace(before, reminders=wish.reminders))
    words = context.words
    if not wish.reminders:
        return Done((words.text("You are not reminded any more."),))
    times = ", ".join(words.text(REMINDED[int(hours)]) for hours in wish.reminders.split())
    return Done((words.text("You are reminded of a deadline: %(times)s.", times=times),))
