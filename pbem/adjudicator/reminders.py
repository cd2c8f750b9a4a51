"""Mails about time: to the player to move, and to the others when they are late."""

from datetime import timedelta
from typing import Final

from pbem.adjudicator.mails.game import Post
from pbem.adjudicator.seats.impasse import choices
from pbem.games.compose import opened_by
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.notes import span_in_words
from pbem.store.games.seats import SeatContact
from pbem.store.players.preferences import REMINDERS, get_preferences

_HOUR_MS: Final = 3_600_000


def remind_before(post: Post) -> None:
    """Remind the player to move where a distance that they have chosen was reached since the game was last looked at.

    Distances that were reached together bring one mail.
    """
    game = post.loaded.game
    assert game.deadline_ms is not None and game.wake_ms is not None
    reached = {hours for hours in REMINDERS if game.wake_ms <= game.deadline_ms - hours * _HOUR_MS <= post.unit.now_ms}
    if reached & _distances(post):
        words = _words(post)
        left = span_in_words(timedelta(milliseconds=game.deadline_ms - post.unit.now_ms), words)
        told = words.text(
            "The others are waiting for your orders. You have %(left)s left until the deadline, but sooner is welcome.",
            left=left,
        )
        post.send(_mover(post), "reminder", post.notice(_mover(post).seat, told, words), topic="reminders")


def remind_late(post: Post, *, at_stake: bool = False) -> None:
    """Remind the player to move that their time is up, if they want to be told of that, or if their seat is
    `at_stake`.
    """
    game = post.loaded.game
    assert game.deadline_ms is not None
    if not at_stake and 0 not in _distances(post):
        return
    words, mover = _words(post), _mover(post)
    told = words.text("Your deadline has passed, and the others are waiting for you.")
    if game.overdue:
        late = span_in_words(timedelta(milliseconds=post.unit.now_ms - game.deadline_ms), words)
        told = words.text("Your orders are %(late)s late, and the others are waiting for you.", late=late)
    stake = words.text(
        "They can now have another player take over your seat, or agree that the game ends as it stands."
    )
    message = post.notice(mover.seat, told, words)
    opened = opened_by(message, [doc.Paragraph(stake)] if at_stake else [])
    post.send(mover, "reminder", opened, topic=None if at_stake else "reminders")


def notify_mover(post: Post, msgid: str) -> None:
    """Tell the player to move what has come, in a sentence; the log's notes say more."""
    mover = _mover(post)
    if mover.reads:
        post.send(mover, "notice", post.notice(mover.seat, _words(post).text(msgid), _words(post)))


def notify_others(post: Post, msgid: str, *, by: int | None = None) -> None:
    """Tell the others, as far as they want every report, in a sentence about the `player` to move.

    Players who have muted the seat that did it, `by`, find it in the log.
    """
    mover = _mover(post)
    for contact in post.loaded.seats:
        if contact.seat == mover.seat or not contact.reads or not post.wants_notice(by, contact):
            continue
        if get_preferences(post.unit, contact.player_id).reports == "all":
            words = catalogue(contact.language)
            told = words.text(msgid, player=mover.name)
            post.send(contact, "notice", post.notice(contact.seat, told, words), topic="reports")


def announce_choices(post: Post) -> None:
    """Tell all waiting players, whatever reports they want, how long they have waited and what they can do about it."""
    mover, game = _mover(post), post.loaded.game
    assert game.deadline_ms is not None
    waited = timedelta(milliseconds=post.unit.now_ms - game.deadline_ms)
    for contact in post.loaded.seats:
        if contact.seat == mover.seat or not contact.reads:
            continue
        words = catalogue(contact.language)
        told = words.text(
            "The game has waited %(time)s for %(player)s.", time=span_in_words(waited, words), player=mover.name
        )
        message = post.notice(contact.seat, told, words)
        post.send(contact, "notice", opened_by(message, _choices(mover.name, words)))


def _choices(player: str, words: Catalogue) -> list[doc.Block]:
    lines = tuple(doc.OrderLine(f"{order}  # {what}") for order, what in choices(player, words))
    return [
        doc.Paragraph(words.text("If you don't want to wait any longer, you can send one of these lines:")),
        doc.Orders(lines),
    ]


def _mover(post: Post) -> SeatContact:
    seat = post.loaded.game.active_seat
    assert seat is not None
    return post.loaded.seats[seat]


def _words(post: Post) -> Catalogue:
    return catalogue(_mover(post).language)


def _distances(post: Post) -> set[int]:
    """The distances from a deadline, in hours, at which the player to move wants to be reminded; none for a bot."""
    mover = _mover(post)
    if not mover.reads:
        return set()
    return {int(hours) for hours in get_preferences(post.unit, mover.player_id).reminders.split()}
