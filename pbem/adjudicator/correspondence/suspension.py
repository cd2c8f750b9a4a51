"""Suspended addresses: nothing is sent to an address at which mails do not arrive, and everyone concerned is told.

Its player's time stands still, as on days on which they are away, for as many days as the settings say; after that, and
for somebody whose time stood still so in the last two months, the game's own rules for late players hold. Mails wait
in the outbox for two weeks. It ends when the player writes, presses the button on the website, or takes another
address: then reports of games that go on, digests and reminders that waited are not sent any more, but one newest
report of each game is; all else that waited is sent.
"""

from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.mails.player import announce_to_everybody
from pbem.adjudicator.seats.absences import AbsenceContext, Span, running_again, standing_still
from pbem.adjudicator.sessions import append_note, load_game
from pbem.config import Settings
from pbem.i18n import Catalogue, catalogue
from pbem.reports.notes import Reader, sentence
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.reach import ReachRow, find_reach, list_suspended, list_waiting_mails, put_reach, withhold_mails
from pbem.store.players.player import PlayerRow, get_player
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
        if game.id != answered:
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
