"""Mails to one player from an own address, about seats that change hands, and to everybody in a game."""

from collections.abc import Callable, Container, Sequence
from typing import TypeAlias

from pbem.adjudicator.mails.game import MailComposer, enqueue_for_watcher, zone_of
from pbem.adjudicator.sessions import LoadedGame, load_game
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.games.compose import opened_by, subject
from pbem.i18n import Catalogue, catalogue
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.reports import document as doc
from pbem.reports.notes import Reader, sentence, time_in_words
from pbem.reports.plain import text_of
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.log import find_last_position
from pbem.store.games.seats import Left, list_seats, list_seats_ever_of
from pbem.store.games.watching import list_watchers, mark_watcher_notified
from pbem.store.mail.outbox import AutoSubmitted, MailKind, MailRow, Topic
from pbem.store.players.player import PlayerRow, list_moderators
from pbem.store.players.preferences import get_preferences
from pbem.store.tables import NEW
from rules_core.kernel.events import Event
from rules_core.kernel.log import LogEntry, Note

Sentence: TypeAlias = Callable[[Catalogue], str]
"""A function that gives a sentence in a reader's language."""
News: TypeAlias = Callable[[int | None], Sequence[Event]]
"""The events that a seat, or a watcher (None), does not know yet."""
More: TypeAlias = Callable[[Catalogue, int | None], Sequence[doc.Block]]
"""A function that gives further blocks for a seat, or a watcher (None), in their language."""


def list_moderators_of(tx: Tx, game_id: int) -> list[PlayerRow]:
    """The moderators who may rule in a game: those who never had a seat in it."""
    return [one for one in list_moderators(tx) if not list_seats_ever_of(tx, game_id, one.id)]


def write_to(
    unit: UnitOfWork,
    player: PlayerRow,
    kind: MailKind,
    subject: str,
    blocks: Sequence[doc.Block],
    *,
    answering: str = "",
    auto: AutoSubmitted = "auto-generated",
    message_id: str = "",
    topic: Topic | None = None,
) -> None:
    """Put a mail made of these parts into the outbox; a bot of the server's own reads none.

    `answering` is the Message-ID of the letter that it answers, `message_id` the one that it was given beforehand, if
    it was. Their letters in answer come to their own address.
    """
    if player.bot is not None:
        return
    words = catalogue(player.language)
    signature = doc.Signature(unit.settings.server.name, unit.settings.page())
    document = doc.Document(words.language, (*blocks, signature))
    mail = MailRow(
        id=NEW,
        message_id=message_id or new_message_id(unit.settings.mail.domain),
        player_id=player.id,
        to_address=player.address,
        kind=kind,
        subject=subject,
        text=text_of(document),
        in_reply_to=answering or None,
        references_=answering,
        auto=auto,
        created_ms=unit.now_ms,
        sender=player.token,
    )
    queue_mail(unit, mail, doc.dumped(document), topic=topic)


def write_about_account(
    unit: UnitOfWork,
    player: PlayerRow,
    blocks: Sequence[doc.Block],
    *,
    answering: str | None = None,
    message_id: str = "",
) -> None:
    """Put a mail about a player's account into the outbox; `answering` is None where it answers no letter."""
    subject = catalogue(player.language).text("Your account at %(server)s", server=unit.settings.server.name)
    auto: AutoSubmitted = "auto-generated" if answering is None else "auto-replied"
    write_to(unit, player, "lobby", subject, blocks, answering=answering or "", auto=auto, message_id=message_id)


def say_farewell(
    unit: UnitOfWork, player: PlayerRow, game: GameRow, how: Left, answering: str = "", why: Note | None = None
) -> None:
    """Tell a player that a seat is theirs no more, and whether they may come back to it; `why` is noted in the log."""
    words = catalogue(player.language)
    gone = {
        "resigned": words.text("You have resigned from %(game)s.", game=game.name),
        "late": words.text(
            "You missed the deadline, and a standby player has taken over your seat in %(game)s. Thank you for the "
            "turns you played.",
            game=game.name,
        ),
        "missing": words.text(
            "Your seat in %(game)s is vacant: the others waited long for your orders and have asked for someone "
            "else. Thank you for the turns you played.",
            game=game.name,
        ),
        "removed": words.text("You have lost your seat in %(game)s.", game=game.name),
    }[how]
    closed = words.text(
        "That seat's address no longer accepts email, and the game's pages now show you only what everyone sees. "
        "Orders waiting for your confirmation or your next turn are dropped. The emails you have are yours to keep."
    )
    if not unit.settings.has_pages:
        closed = words.text(
            "That seat's address no longer accepts email. Orders waiting for your confirmation or your next turn "
            "are dropped. The emails you have are yours to keep. Reply `watch %(tag)s` to get emails with what "
            "everyone sees.",
            tag=game.tag,
        )
    reader = Reader(words, unit.settings.server.time_zone, ())
    noted = [] if why is None else [doc.Paragraph(sentence(LogEntry(0, None, why), reader))]
    blocks = [doc.Lead((gone,)), *noted, doc.Paragraph(closed), *_way_back(unit.settings, game, how, words)]
    title = words.text("%(game)s: your seat", game=subject(game))
    _write(unit, player, title, blocks, answering)


def _way_back(settings: Settings, game: GameRow, how: Left, words: Catalogue) -> Sequence[doc.Block]:
    if not settings.has_pages:
        return _way_back_by_mail(game, how, words)
    if how in ("resigned", "missing"):
        sentence = words.text(
            "As long as nobody has the seat, you can take it back: reply `return %(tag)s`, or do it at %(page)s. If "
            "someone takes it and it becomes vacant again, you are asked first.",
            tag=game.tag,
            page=page(settings),
        )
        return [doc.Paragraph(sentence)]
    if how == "late":
        sentence = words.text(
            "If the seat becomes vacant again, you are asked first. Other vacant seats are listed at %(page)s.",
            page=page(settings),
        )
        return [doc.Paragraph(sentence)]
    return []


def _way_back_by_mail(game: GameRow, how: Left, words: Catalogue) -> Sequence[doc.Block]:
    if how in ("resigned", "missing"):
        sentence = words.text(
            "As long as nobody has the seat, you can take it back: reply `return %(tag)s`. If someone takes it and "
            "it becomes vacant again, you are asked first.",
            tag=game.tag,
        )
        return [doc.Paragraph(sentence)]
    if how == "late":
        sentence = words.text(
            "If the seat becomes vacant again, you are asked first. Reply `standby` to be offered other seats."
        )
        return [doc.Paragraph(sentence)]
    return []


def make_offer(composer: MailComposer, player: PlayerRow, seat: int, expires_ms: int) -> None:
    """Offer a seat to a player, with the game as everybody sees it."""
    game, settings, words = composer.game, composer.unit.settings, catalogue(player.language)
    contact = composer.loaded.seats[seat]
    chosen = zone_of(get_preferences(composer.unit, player.id), settings.server.time_zone)
    why = words.text(
        "Would you like %(player)s's seat in %(game)s? %(player)s is late.", game=game.name, player=contact.name
    )
    if contact.vacant_ms is not None:
        why = words.text(
            "Would you like %(player)s's seat in %(game)s? %(player)s has left.", game=game.name, player=contact.name
        )
    until = words.text(
        "To take it, reply `take %(tag)s` by %(deadline)s, or take it at %(page)s. You then get everything only its "
        "player can see.",
        tag=game.tag,
        deadline=words.moment(from_ms(expires_ms), chosen),
        page=page(settings),
    )
    if not settings.has_pages:
        until = words.text(
            "To take it, reply `take %(tag)s` by %(deadline)s. You then get everything only its player can see.",
            tag=game.tag,
            deadline=words.moment(from_ms(expires_ms), chosen),
        )
    pace = words.text("Time per turn: %(time)s.", time=time_in_words(game.terms, words))
    other = words.text("Reply `decline %(tag)s` if you don't want it, so the next player can be asked.", tag=game.tag)
    shown = composer.status_for(None, words).document.blocks
    position = [block for block in shown if not isinstance(block, doc.Signature)]
    blocks = [doc.Lead((why,)), doc.Paragraph(until), doc.Lines((pace, other)), *position]
    title = words.text("%(game)s: a seat for you?", game=subject(game))
    _write(composer.unit, player, title, blocks)


def welcome(composer: MailComposer, seat: int, before: str | None, questions: Sequence[doc.Block]) -> None:
    """Tell the new player of a seat all that its player may see, and the `questions` put to them.

    `before` is the name of the former player, if there was one.
    """
    contact = composer.loaded.seats[seat]
    words = catalogue(contact.language)
    heading = words.text("You have taken over %(player)s's seat. What follows is for your eyes only.", player=before)
    if before is None:
        heading = words.text("Welcome back to your seat. Here is the game now.")
    composer.send(contact, "report", opened_by(composer.notice(seat, heading, words, news=()), questions))


def announce_to_everybody(
    unit: UnitOfWork,
    loaded: LoadedGame,
    describe: Callable[[Catalogue], str],
    *,
    but: int | None = None,
    by: int | None = None,
) -> None:
    """Mail a sentence to every player who wants every report; the others find it in the log.

    The seat in `but` is answered anyway. Players who have muted the seat that did it, `by`, find it there, too.
    """
    composer = MailComposer(unit, loaded)
    for contact in loaded.seats:
        if not contact.reads or contact.seat == but or not composer.wants_notice(by, contact):
            continue
        if get_preferences(unit, contact.player_id).reports == "all":
            words = catalogue(contact.language)
            composer.send(contact, "notice", composer.notice(contact.seat, describe(words), words), topic="reports")


def page(settings: Settings) -> str:
    """The address of the page where seats are taken over."""
    return settings.page("/seats")


def _write(unit: UnitOfWork, player: PlayerRow, title: str, blocks: Sequence[doc.Block], answering: str = "") -> None:
    auto: AutoSubmitted = "auto-replied" if answering else "auto-generated"
    write_to(unit, player, "lobby", title, blocks, answering=answering, auto=auto)


def proclaim(
    unit: UnitOfWork,
    game_id: int,
    sentence: Sentence,
    *,
    but: Container[int] = frozenset(),
    by: int | None = None,
    needing: Container[int] = frozenset(),
    news: News | None = None,
    more: More = lambda words, seat: (),
) -> None:
    """Mail a sentence and the log's notes to everybody in a game, save the seats in `but`.

    `by` is the seat that did it, which is answered anyway. Players who have muted it are not mailed, save the seats
    `needing` it, as they are asked something or have asked it: the log tells the others with their next mail. The
    blocks of `more` stand right behind the sentence. Where the position has changed, `news` are the events that led to
    it, and it is shown.
    """
    composer = MailComposer(unit, load_game(unit, game_id))
    for contact in composer.loaded.seats:
        if not contact.reads or contact.seat in but or contact.seat == by:
            continue
        if contact.seat in needing or composer.wants_notice(by, contact):
            words, seat = catalogue(contact.language), contact.seat
            message = composer.notice(seat, sentence(words), words, None if news is None else news(seat))
            composer.send(contact, "notice", opened_by(message, more(words, seat)))
    for watcher in list_watchers(unit, game_id):
        words = catalogue(watcher.language)
        notice = composer.notice_for_watcher(watcher, sentence(words), words, None if news is None else news(None))
        message = opened_by(notice, more(words, None))
        enqueue_for_watcher(unit, composer.game, watcher, "notice", message)
        mark_watcher_notified(unit, game_id, watcher.player_id, find_last_position(unit, game_id), watcher.reported)


def zone_of_seat(tx: Tx, game_id: int, seat: int | None, default: str) -> str:
    """The time zone in which a seat, or who watches (None), is told the time; `default` where none was chosen."""
    if seat is None:
        return default
    return zone_of(get_preferences(tx, list_seats(tx, game_id)[seat].player_id), default)
