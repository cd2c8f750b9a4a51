"""What is due in a game as time goes by: reminders before a deadline, and what follows when it has come."""

from typing import Final

from pbem.adjudicator.casebook import Case, open_case
from pbem.adjudicator.deadlines import next_wake_ms
from pbem.adjudicator.post import Post
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import REMINDERS

_HOUR_MS: Final = 3_600_000


def wake(tx: Tx, game_id: int, settings: Settings, now_ms: int) -> None:
    """Does what is due in a game at a moment, and notes when it has to be looked at next. Raises NotFound."""
    case = open_case(tx, game_id)
    game = case.game
    if game.deadline_ms is None or game.wake_ms is None or game.wake_ms > now_ms:
        return
    if game.deadline_ms <= now_ms:
        repo.set_wake(tx, game_id, None, game.overdue + 1)
    else:
        repo.set_wake(tx, game_id, next_wake_ms(game.deadline_ms, now_ms), game.overdue)
    _remind(tx, case, settings, now_ms)


def _remind(tx: Tx, case: Case, settings: Settings, now_ms: int) -> None:
    game = case.game
    assert game.active_seat is not None and game.deadline_ms is not None and game.wake_ms is not None
    contact = case.seats[game.active_seat]
    come = {str(hours) for hours in REMINDERS if game.wake_ms <= game.deadline_ms - hours * _HOUR_MS <= now_ms}
    if come.isdisjoint(repo.preferences(tx, contact.player_id).reminders.split()):
        return
    words = catalogue(contact.language)
    post = Post(tx, case, settings, now_ms)
    heading = words.text("The time for your orders is up, and the others are waiting for you.")
    if game.deadline_ms > now_ms:
        heading = words.text("The others are waiting for your orders.")
    post.send(contact, "reminder", post.notice(contact.seat, heading, words))
