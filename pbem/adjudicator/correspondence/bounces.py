"""Reports on mails that came back, counted for each address as mailing lists do it, and addresses that are suspended
by them.
"""

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.mails.operator import write_to_operator
from pbem.adjudicator.mails.player import announce_to_everybody, write_to
from pbem.adjudicator.seats.absences import AbsenceContext, Span, running_again, standing_still
from pbem.adjudicator.sessions import append_note, load_game
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.i18n import Catalogue, catalogue
from pbem.mail.reading.letter import Bounced
from pbem.mail.sending.outgoing import new_message_id
from pbem.mail.status_codes import status_of_report
from pbem.reports import document as doc
from pbem.reports.notes import Reader, sentence
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.outbox import MailRow, find_mail_by_message_id
from pbem.store.mail.sending import ReachRow, find_reach, list_suspended, list_waiting_mails, put_reach, withhold_mails
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.service.server import find_meta, put_meta
from rules_core.kernel.log import LogEntry, Note

_DAY: Final = timedelta(days=1)
_DAY_MS: Final = _DAY // timedelta(milliseconds=1)
WAITS_MS: Final = 14 * _DAY_MS
"""How long a mail waits for a suspended address."""
_PAUSE: Final = 60 * _DAY
"""For how long a player's time does not stand still again after it did."""
_SUPERSEDED: Final = frozenset({"report", "notice", "reminder", "digest"})
"""Kinds of mail in whose place the newest report of a game comes."""
_LEAVES: Final = frozenset({"sign-in", "address"})
"""Kinds of mail that leave for a suspended address too, since they are how its owner mends it."""
_REPLACED: Final = "withheld: emails to this address came back; a newer report took its place"
_TOO_OLD: Final = "withheld: emails to this address came back for too long"


def is_suspended(tx: Tx, player: PlayerRow) -> bool:
    """Whether nothing is sent to a player at present."""
    found = find_reach(tx, player.id)
    return found is not None and found.suspended_ms is not None and found.address == player.address


def cleared(row: ReachRow, address: str) -> ReachRow:
    """The count of an address of which nothing bad is known; until when its player's time stood still stays known."""
    return ReachRow(row.player_id, address, first_day="", last_day=row.last_day)


def suspend(unit: UnitOfWork, player: PlayerRow, before: ReachRow) -> None:
    """Send nothing more to a player's address, and tell the tables of their games."""
    today = AbsenceContext(unit, player.id).today
    span = _standstill(unit.settings, before, today)
    moved = standing_still(unit, player.id, span)
    first, last = ("", before.last_day) if span is None else (span[0].isoformat(), span[1].isoformat())
    put_reach(unit, replace(before, suspended_ms=unit.now_ms, last_ms=unit.now_ms, first_day=first, last_day=last))
    note = Note("unreachable", {"who": player.name})
    if span is not None:
        note = Note("unreachable for now", {"who": player.name, "last_day": last})
    for seat, game in list(moved.seats):
        append_note(unit, game.id, seat, note)
    moved.set()
    for seat, game in moved.seats:
        if game.damaged_ms is None:
            _announce(unit, game.id, seat, note)


def _standstill(settings: Settings, before: ReachRow, today: date) -> Span | None:
    """The days on which a player's time stands still, from today on; None where it does not, or did not long ago."""
    days = settings.mail.standstill_days
    if not days or (before.last_day and date.fromisoformat(before.last_day) + _PAUSE >= today):
        return None
    return today, today + (days - 1) * _DAY


def _announce(unit: UnitOfWork, game_id: int, seat: int, note: Note) -> None:
    def heading(words: Catalogue) -> str:
        return sentence(LogEntry(0, None, note), Reader(words, unit.settings.server.time_zone, ()))

    announce_to_everybody(unit, load_game(unit, game_id), heading, but=seat)


def resume(unit: UnitOfWork, player_id: int, *, answered: int | None = None) -> bool:
    """Send to a player's address again, and the newest report of each game but the one `answered` anyhow.

    False where it was not suspended.
    """
    player, before = get_player(unit, player_id), find_reach(unit, player_id)
    if before is None or before.suspended_ms is None:
        return False
    span = (date.fromisoformat(before.first_day), date.fromisoformat(before.last_day)) if before.first_day else None
    moved = running_again(unit, player_id, span)
    after = cleared(before, player.address)
    if span is not None:
        after = replace(after, last_day=min(span[1], max(span[0], moved.known.today)).isoformat())
    put_reach(unit, after)
    moved.set()
    seats = list(moved.seats)
    for seat, game in seats:
        append_note(unit, game.id, seat, Note("reachable", {"who": player.name}))
    playing = {game.id for _seat, game in seats}
    waiting = list_waiting_mails(unit, player_id, before.address)
    withhold_mails(unit, [mail.id for mail in waiting if _is_superseded(mail, playing)], _REPLACED)
    words = catalogue(player.language)
    heading = words.text("Emails to you arrive again. Here is the game now.")
    for seat, game in seats:
        if game.id != answered and game.damaged_ms is None:
            composer = MailComposer(unit, load_game(unit, game.id))
            composer.send(composer.loaded.seats[seat], "report", composer.notice(seat, heading, words, news=()))
    return True


def _is_superseded(mail: MailRow, playing: set[int]) -> bool:
    is_watchers = mail.game_id is not None and mail.seat is None
    return mail.kind in _SUPERSEDED and (mail.kind == "digest" or is_watchers or mail.game_id in playing)


def let_go(tx: Tx, now_ms: int) -> None:
    """Give up mails that have waited too long for suspended addresses."""
    for row in list_suspended(tx):
        waiting = list_waiting_mails(tx, row.player_id, row.address)
        old = [mail.id for mail in waiting if mail.created_ms < now_ms - WAITS_MS and mail.kind not in _LEAVES]
        withhold_mails(tx, old, _TOO_OLD)


FRESH_MS: Final = 10 * _DAY_MS
"""For how long after a mail was sent a report on it counts; mail servers try for five days."""
QUIET_MS: Final = 7 * _DAY_MS
"""After so long without a report an address is good, and a probe has arrived."""
_HARD, _SOFT = 2, 1
"""Half points."""
_NOT_NOW: Final = 4
_NOTIFIED: Final = "host's trouble"
"""The name of the day, among the server's facts, on which the operator was last told of it."""
_MOST_SIGNS: Final = 300
"""Characters of a report that the operator is shown: anybody can write one."""
_ADDRESS: Final = re.compile(r"\S+@\S+")
_REFUSED: Final = re.compile(r"5\d\d[ -]5\.[12]\.\d")
"""A reply by which a server refuses a recipient for good (RFC 3463: addressing, mailbox)."""


def count_report(unit: UnitOfWork, bounce: Bounced, player_id: int) -> None:
    """Count what a report tells of a mail to a player, if it can be believed."""
    mail = find_mail_by_message_id(unit, bounce.message_id) if bounce.message_id else None
    if mail is None or mail.player_id != player_id:
        return
    status = status_of_report(bounce.reply)
    if status is not None and status.is_of_host:
        if mail.to_address in bounce.failed and is_fresh(mail, unit.now_ms):
            _notify_operator(unit, mail, bounce.reply)
    elif mail.to_address in bounce.failed:
        is_soft = status is not None and status.kind == _NOT_NOW
        _count(unit, mail, _SOFT if is_soft else _HARD, is_final=True)
    elif mail.to_address in bounce.delayed:
        _count(unit, mail, _SOFT, is_final=False)


def _notify_operator(unit: UnitOfWork, mail: MailRow, reply: str) -> None:
    """Tell the operator, once a day at most, that a mail system refuses our mails for no fault of an address."""
    today = from_ms(unit.now_ms).date().isoformat()
    if find_meta(unit, _NOTIFIED) == today:
        return
    put_meta(unit, _NOTIFIED, today)
    words, domain = catalogue(unit.settings.server.language), mail.to_address.partition("@")[2]
    blocks: list[doc.Block] = [
        doc.Lead(
            (words.text("Another server refused an email from here to an address at %(domain)s.", domain=domain),)
        ),
        doc.Speech((_ADDRESS.sub("...", reply)[:_MOST_SIGNS],)),
        doc.Paragraph(
            words.text(
                "That is no fault of the address, and nothing is stopped. It may be a policy against this server "
                "(SPF, DKIM, DMARC, a block list), or a fault over there; `pbem doctor` counts such reports. You are "
                "told at most once a day."
            )
        ),
    ]
    write_to_operator(unit, words.text("Emails from here are refused"), blocks)


def count_rejection(unit: UnitOfWork, mail: MailRow) -> None:
    """Count that the next server refused a mail's recipient for good."""
    _count(unit, mail, _HARD, is_final=True)


def refuses_recipient(reply: str) -> bool:
    """Whether a server's reply refuses a recipient for good, and not for other reasons."""
    return _REFUSED.match(reply) is not None


def is_fresh(mail: MailRow, now_ms: int) -> bool:
    """Whether a report on a mail still counts."""
    return 0 <= now_ms - (mail.sent_ms or mail.created_ms) < FRESH_MS


def _count(unit: UnitOfWork, mail: MailRow, halves: int, *, is_final: bool) -> None:
    """Count half points for the address that a mail went to; `is_final` says that it will not arrive."""
    if mail.player_id is None:
        return
    player = get_player(unit, mail.player_id)
    if player.bot is not None or player.address != mail.to_address or not is_fresh(mail, unit.now_ms):
        return
    before = _present(unit, player)
    if before.suspended_ms is not None:
        return
    if is_final and before.probe_id and before.probe_id == mail.message_id:
        suspend(unit, player, before)
        return
    after = _added(before, halves, unit.now_ms)
    if after.halves >= 2 * unit.settings.mail.bounce_points and not after.probe_id:
        after = _probed(unit, player, after)
    put_reach(unit, after)


def _present(unit: UnitOfWork, player: PlayerRow) -> ReachRow:
    """The count of a player's present address; it begins anew after a quiet week, and when a clock was wrong."""
    found = find_reach(unit, player.id)
    if found is None:
        return ReachRow(player.id, player.address)
    is_quiet = not 0 <= unit.now_ms - found.last_ms < QUIET_MS
    if found.address != player.address or (is_quiet and found.suspended_ms is None):
        return cleared(found, player.address)
    return found


def _added(before: ReachRow, halves: int, now_ms: int) -> ReachRow:
    """The count with one more report, which adds nothing to what its day has brought already."""
    today = from_ms(now_ms).date().isoformat()
    so_far = before.day_halves if before.day == today else 0
    more = max(0, halves - so_far)
    return replace(before, halves=before.halves + more, day=today, day_halves=so_far + more, last_ms=now_ms)


def _probed(unit: UnitOfWork, player: PlayerRow, before: ReachRow) -> ReachRow:
    """Try an address by a mail of its own, whose coming back would tell that nothing arrives there."""
    words, probe_id = catalogue(player.language), new_message_id(unit.settings.mail.domain)
    blocks: list[doc.Block] = [
        doc.Lead((words.text("Emails from us to you came back lately, so we are checking your address."),)),
        doc.Paragraph(words.text("You can read this, so it works: there is nothing you need to do.")),
        doc.Paragraph(_until(unit.settings, words)),
    ]
    subject = words.text("Checking your address at %(server)s", server=unit.settings.server.name)
    write_to(unit, player, "notice", subject, blocks, message_id=probe_id)
    return replace(before, probe_id=probe_id, probe_ms=unit.now_ms)


def _until(settings: Settings, words: Catalogue) -> str:
    if not settings.has_pages:
        return words.text("If this one came back too, we would send you nothing more until you write to us.")
    return words.text(
        "If this one came back too, we would send you nothing more until you write to us, or say on the website that "
        "emails arrive again."
    )
