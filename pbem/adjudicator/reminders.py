"""Mails about time: to the player to move, and to the others when they are late."""

from datetime import timedelta

from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.seats.standby import choices
from pbem.adjudicator.times import reminder_moments
from pbem.games.compose import opened_by
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.notes import span_in_words
from pbem.store.games.seats import SeatContact
from pbem.store.players.preferences import get_preferences


def remind_before(composer: MailComposer) -> None:
    """Remind the player to move where a distance that they have chosen was reached since the game was last looked at.

    Distances that were reached together bring one mail.
    """
    game = composer.loaded.game
    assert game.deadline_ms is not None and game.wake_ms is not None
    moments = reminder_moments(game.pace, game.deadline_ms)
    reached = {hours for hours, at_ms in moments.items() if game.wake_ms <= at_ms <= composer.unit.now_ms}
    if reached & _distances(composer):
        words = _words(composer)
        left = span_in_words(timedelta(milliseconds=game.deadline_ms - composer.unit.now_ms), words)
        sentence = words.text(
            "The others are waiting for your orders. You have %(left)s left until the deadline, but sooner is welcome.",
            left=left,
        )
        composer.send(
            _mover(composer), "reminder", composer.notice(_mover(composer).seat, sentence, words), topic="reminders"
        )


def remind_late(composer: MailComposer, *, at_stake: bool = False) -> None:
    """Remind the player to move that their time is up, if they want to be told of that, or if their seat is
    `at_stake`.
    """
    game = composer.loaded.game
    assert game.deadline_ms is not None
    if not at_stake and 0 not in _distances(composer):
        return
    words, mover = _words(composer), _mover(composer)
    sentence = words.text("Your deadline has passed, and the others are waiting for you.")
    if game.overdue:
        late = span_in_words(timedelta(milliseconds=composer.unit.now_ms - game.deadline_ms), words)
        sentence = words.text("Your orders are %(late)s late, and the others are waiting for you.", late=late)
    stake = words.text(
        "They can now have another player take over your seat, or agree that the game ends as it stands."
    )
    message = composer.notice(mover.seat, sentence, words)
    opened = opened_by(message, [doc.Paragraph(stake)] if at_stake else [])
    composer.send(mover, "reminder", opened, topic=None if at_stake else "reminders")


def notify_mover(composer: MailComposer, msgid: str) -> None:
    """Tell the player to move what has come, in a sentence; the log's notes say more."""
    mover = _mover(composer)
    if mover.reads:
        composer.send(mover, "notice", composer.notice(mover.seat, _words(composer).text(msgid), _words(composer)))


def notify_others(composer: MailComposer, msgid: str, *, by: int | None = None) -> None:
    """Tell the others, as far as they want every report, in a sentence about the `player` to move.

    Players who have muted the seat that did it, `by`, find it in the log.
    """
    mover = _mover(composer)
    for contact in composer.loaded.seats:
        if contact.seat == mover.seat or not contact.reads or not composer.wants_notice(by, contact):
            continue
        if get_preferences(composer.unit, contact.player_id).reports == "all":
            words = catalogue(contact.language)
            sentence = words.text(msgid, player=mover.name)
            composer.send(contact, "notice", composer.notice(contact.seat, sentence, words), topic="reports")


def announce_choices(composer: MailComposer) -> None:
    """Tell all waiting players, whatever reports they want, how long they have waited and what they can do about it."""
    mover, game = _mover(composer), composer.loaded.game
    assert game.deadline_ms is not None
    waited = timedelta(milliseconds=composer.unit.now_ms - game.deadline_ms)
    for contact in composer.loaded.seats:
        if contact.seat == mover.seat or not contact.reads:
            continue
        words = catalogue(contact.language)
        sentence = words.text(
            "The game has waited %(time)s for %(player)s.", time=span_in_words(waited, words), player=mover.name
        )
        message = composer.notice(contact.seat, sentence, words)
        composer.send(contact, "notice", opened_by(message, _choices(mover.name, words)))


def _choices(player: str, words: Catalogue) -> list[doc.Block]:
    lines = tuple(doc.OrderLine(f"{order}  # {what}") for order, what in choices(player, words))
    return [
        doc.Paragraph(words.text("If you don't want to wait any longer, you can send one of these lines:")),
        doc.Orders(lines),
    ]


def _mover(composer: MailComposer) -> SeatContact:
    seat = composer.loaded.game.active_seat
    assert seat is not None
    return composer.loaded.seats[seat]


def _words(composer: MailComposer) -> Catalogue:
    return catalogue(_mover(composer).language)


def _distances(composer: MailComposer) -> set[int]:
    """The distances from a deadline, in hours, at which the player to move wants to be reminded; none for a bot."""
    mover = _mover(composer)
    if not mover.reads:
        return set()
    return {int(hours) for hours in get_preferences(composer.unit, mover.player_id).reminders.split()}
