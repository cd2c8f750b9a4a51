"""Reports on mails that came back, counted for each player's address as mailing lists do it.

A day brings one point where a mail failed for good, and half a point where it was late or failed for now; a week
without any ends the count. At the number of points that the settings name the address is tried by a mail of its own, a
probe; if that comes back too, nothing is sent there any more until it is known to be good again.

Anyone can write a report. So one counts only where it names the Message-ID of a mail that was sent to this very player
at their present address in the last days, which nobody but its recipient knows, and where it tells of that address.
"""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Final

from pbem.adjudicator.correspondence import suspension
from pbem.adjudicator.mails.player import write_to
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.i18n import Catalogue, catalogue
from pbem.mail.reading.letter import Bounced
from pbem.mail.sending.outgoing import new_message_id
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.mail.outbox import MailRow, find_mail_by_message_id
from pbem.store.mail.reach import ReachRow, find_reach, put_reach
from pbem.store.players.player import PlayerRow, get_player

_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
FRESH_MS: Final = 10 * _DAY_MS
"""For how long after a mail was sent a report on it counts; mail servers try for five days."""
QUIET_MS: Final = 7 * _DAY_MS
"""After so long without a report an address is good, and a probe has arrived."""
_HARD, _SOFT = 2, 1
"""Half points."""
_REFUSED: Final = re.compile(r"5\d\d[ -]5\.[12]\.\d")
"""A reply by which a server refuses a recipient for good (RFC 3463: addressing, mailbox)."""


def count_report(unit: UnitOfWork, bounce: Bounced, player_id: int) -> None:
    """Count what a report tells of a mail to a player, if it can be believed."""
    mail = find_mail_by_message_id(unit, bounce.message_id) if bounce.message_id else None
    if mail is None or mail.player_id != player_id:
        return
    if mail.to_address in bounce.failed:
        _count(unit, mail, _SOFT if bounce.reply.startswith("4.") else _HARD, is_final=True)
    elif mail.to_address in bounce.delayed:
        _count(unit, mail, _SOFT, is_final=False)


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
        suspension.suspend(unit, player, before)
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
        return suspension.cleared(found, player.address)
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
