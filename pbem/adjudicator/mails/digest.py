"""The digest, for players who want one mail a day: all their games together, at seven in the morning where they live.

It tells what was not mailed to them. So each seat, and each watcher, has marks up to where they were told, and press
that they were not mailed lies ready; marks and mail are one transaction, so that nothing is lost, and nothing told
twice.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pbem.adjudicator.context import visible
from pbem.adjudicator.mails.game import MailComposer, zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.mails.press import load_kept_press
from pbem.adjudicator.sessions import list_events_upto_final, load_game
from pbem.clock import from_ms, to_ms
from pbem.config import Settings
from pbem.games.compose import Chapter, chapter
from pbem.i18n import catalogue
from pbem.mail.reply_codes import code_line
from pbem.reports import document as doc
from pbem.reports.press import PressPiece
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.games.log import find_last_position
from pbem.store.games.seats import mark_notified, mark_reported
from pbem.store.games.watching import Watcher, is_watching, mark_watcher_notified
from pbem.store.mail.press import (
    DigestReader,
    drop_kept_press,
    end_digests,
    find_digest_reader,
    list_digest_readers,
    list_seats_to_digest,
    mark_digest,
)
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.players.preferences import Preferences, get_preferences, put_preferences
from rules_core.kernel.codec import BadRecord

HOUR: Final = time(7)
"""When digests leave, by the reader's own clock."""
_DAY: Final = timedelta(days=1)


def list_digests_due(unit: UnitOfWork) -> list[int]:
    """The players who are due for their mail of the day, or to be looked at for the first time."""
    return [reader.player_id for reader in list_digest_readers(unit) if _is_due(reader, unit.settings, unit.now_ms)]


def _is_due(reader: DigestReader, settings: Settings, now_ms: int) -> bool:
    if reader.sent_ms is None or reader.sent_ms > to_ms(from_ms(now_ms) + _DAY):
        return True
    zone = zone_of(Preferences(reader.zone), settings.server.time_zone)
    return reader.sent_ms < to_ms(_last_morning(from_ms(now_ms), ZoneInfo(zone)))


def _last_morning(now: datetime, zone: ZoneInfo) -> datetime:
    local = now.astimezone(zone)
    morning = datetime.combine(local.date(), HOUR, zone)
    return morning if morning <= local else datetime.combine(local.date() - _DAY, HOUR, zone)


def send(unit: UnitOfWork, player_id: int) -> None:
    """Mail a player what is new to them, if they are due and anything is. Raises NotFound.

    Who is looked at for the first time was mailed all up to now, so that their days begin with this.
    """
    reader = find_digest_reader(unit, player_id)
    if reader is None or not _is_due(reader, unit.settings, unit.now_ms):
        return
    if reader.sent_ms is not None:
        _mail_news(unit, get_player(unit, player_id))
    mark_digest(unit, player_id, unit.now_ms)


def choose_reports(unit: UnitOfWork, player_id: int, chosen: Preferences) -> None:
    """Save which reports a player wants. Whoever gives up the digest is mailed at once what it would have told.

    Raises NotFound.
    """
    before = get_preferences(unit, player_id)
    put_preferences(unit, player_id, chosen)
    if chosen.reports == "daily":
        if before.reports != "daily":
            mark_digest(unit, player_id, unit.now_ms)
    elif before.reports == "daily":
        _mail_news(unit, get_player(unit, player_id))
        end_digests(unit, player_id)


def _mail_news(unit: UnitOfWork, player: PlayerRow) -> None:
    chapters = list(_chapters(unit, player))
    if not any(one.is_new for one in chapters):
        return
    words = catalogue(player.language)
    zone = zone_of(get_preferences(unit, player.id), unit.settings.server.time_zone)
    chapters.sort(key=lambda one: (not one.waits, one.view.seat is None))
    waiting = sum(one.waits for one in chapters)
    lead = [words.text("Here's what is new in your games.")]
    if waiting:
        lead.append(words.plural("It's your turn in one of them.", "It's your turn in %(n)s of them.", waiting))
    blocks: list[doc.Block] = [doc.Lead(tuple(lead), words.date(from_ms(unit.now_ms), zone))]
    for one in chapters:
        blocks += chapter(one, words)
    about = (
        words.text(
            "You get one email a day, as you chose in your settings. Orders need the line with the code of their "
            "game, also in reply to this email."
        )
        if unit.settings.mail.is_shared
        else words.text(
            "You get one email a day, as you chose in your settings. Send orders to each game's own address, not in "
            "reply to this email."
        )
    )
    subject = words.text("Your daily digest from %(server)s", server=unit.settings.server.name)
    write_to(unit, player, "digest", subject, [*blocks, doc.Paragraph(about)])
    _mark_digested(unit, player.id)


def _chapters(unit: UnitOfWork, player: PlayerRow) -> Iterator[Chapter]:
    press = load_kept_press(unit, player.id)
    for game_id, seat in list_seats_to_digest(unit, player.id):
        with suppress(BadRecord):  # a game that is damaged keeps nothing of the others back
            chapter = _of_seat(unit, game_id, seat, press.get(game_id, []))
            if chapter.is_new or chapter.waits:
                yield chapter
    for watcher in is_watching(unit, player.id):
        with suppress(BadRecord):
            chapter = _of_watcher(unit, watcher, press.get(watcher.game_id, []))
            if chapter.is_new:
                yield chapter


def _of_watcher(unit: UnitOfWork, watcher: Watcher, press: list[PressPiece]) -> Chapter:
    composer = MailComposer(unit, load_game(unit, watcher.game_id))
    return Chapter(
        view=visible(composer.loaded.session, None),
        context=composer.context_for_watcher(watcher),
        news=list_events_upto_final(unit, composer.game, watcher.reported),
        press=press,
    )


def _of_seat(unit: UnitOfWork, game_id: int, seat: int, press: list[PressPiece]) -> Chapter:
    composer = MailComposer(unit, load_game(unit, game_id))
    contact, game = composer.loaded.seats[seat], composer.game
    view = visible(composer.loaded.session, seat)
    is_mine = game.active_seat == seat
    return Chapter(
        view=view,
        context=composer.context_for(seat),
        news=list_events_upto_final(unit, game, contact.reported),
        press=press,
        legal=tuple(composer.ruleset.legal(view)) if is_mine else (),
        address=unit.settings.mail.address_of(contact.token) if is_mine else "",
        code=code_line(contact.token) if unit.settings.mail.is_shared else "",
    )


def _mark_digested(tx: Tx, player_id: int) -> None:
    for game_id, seat in list_seats_to_digest(tx, player_id):
        mark_notified(tx, game_id, seat, find_last_position(tx, game_id))
        mark_reported(tx, game_id, seat, get_game(tx, game_id).final_position)
    for watcher in is_watching(tx, player_id):
        end, final = find_last_position(tx, watcher.game_id), get_game(tx, watcher.game_id).final_position
        mark_watcher_notified(tx, watcher.game_id, player_id, end, final)
    drop_kept_press(tx, player_id)
