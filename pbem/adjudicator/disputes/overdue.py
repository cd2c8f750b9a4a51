"""Disputes that wait for a ruling: who is told of them as time goes by, and what comes of one that nobody rules on.

Moderators get an email at once and then daily, everyone in the game weekly. A dispute that nobody rules on in time
lapses: what was played stands, and the game continues. All of it is decided from the dispute's row, once, however long
nobody looked; the row says when it has to be looked at next.
"""

from collections.abc import Sequence
from datetime import timedelta

import structlog

from pbem.adjudicator.disputes.filing import (
    REMINDED_EACH_MS,
    TOLD_EACH_MS,
    deadline_and_page,
    go_on_undisputed,
    hold_for,
    ruling_deadline,
    speech,
    times_from,
    title_of,
    waiting_drafts,
    ways_to_rule,
)
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import Sentence, moderators_of, proclaim, write_to
from pbem.adjudicator.sessions import append_note
from pbem.config import Settings
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.notes import span_in_words
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import DisputeRow
from rules_core.kernel.log import Note

log = structlog.get_logger(__name__)


def attend(tx: Tx, settings: Settings, dispute_id: int, now_ms: int) -> None:
    """Tell of an open dispute whom it is time to tell, or let it lapse. Raises NotFound."""
    dispute = repo.dispute(tx, dispute_id)
    if dispute.status != "open":
        return
    if _has_come(dispute.rule_by_ms, now_ms):
        _lapse(tx, settings, dispute, now_ms)
        return
    remind_ms, tell_ms = dispute.remind_ms, dispute.tell_ms
    if _has_come(remind_ms, now_ms):
        remind_ms = now_ms + REMINDED_EACH_MS
        _remind_moderators(tx, settings, dispute, now_ms)
    if _has_come(tell_ms, now_ms):
        tell_ms = now_ms + TOLD_EACH_MS
        _announce_overdue(tx, settings, dispute, now_ms)
    repo.set_dispute_times(tx, dispute_id, remind_ms=remind_ms, tell_ms=tell_ms, rule_by_ms=dispute.rule_by_ms)


def reopen(
    tx: Tx, settings: Settings, dispute: DisputeRow, note: Note, now_ms: int, letter_id: int | None = None
) -> None:
    """Open a closed dispute again at a moderator's word, hold the game for it as at first, and tell everyone.

    A ruling on it stands until there is another.
    """
    game_id = dispute.game_id
    repo.reopen_dispute(tx, dispute.id, now_ms, **times_from(settings, now_ms))
    again = repo.dispute(tx, dispute.id)
    append_note(tx, game_id, None, note, now_ms, letter_id)
    hold_for(tx, settings, again, now_ms)

    def sentence(words: Catalogue) -> str:
        return words.text("Dispute %(number)s is open again.", number=dispute.id)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [speech(dispute.text), *deadline_and_page(tx, settings, again, seat, words)]

    proclaim(tx, settings, game_id, sentence, now_ms, more=more)
    _write_to_moderators(tx, settings, again, sentence, now_ms)


def _has_come(at_ms: int | None, now_ms: int) -> bool:
    return at_ms is not None and at_ms <= now_ms


def _lapse(tx: Tx, settings: Settings, dispute: DisputeRow, now_ms: int) -> None:
    repo.close_dispute(tx, dispute.id, "lapsed")
    append_note(tx, dispute.game_id, dispute.seat, Note("dispute lapsed", {"dispute": dispute.id}), now_ms)
    go_on_undisputed(tx, dispute.game_id, now_ms)

    def sentence(words: Catalogue) -> str:
        return words.text("Nobody ruled on dispute %(number)s in time: the play stands.", number=dispute.id)

    proclaim(tx, settings, dispute.game_id, sentence, now_ms, more=waiting_drafts(tx, dispute.game_id))
    for moderator in moderators_of(tx, dispute.game_id):
        words = catalogue(moderator.language)
        how = words.text('"%(order)s" opens it again.', order=f"reopen {dispute.id}: ...")
        blocks: list[doc.Block] = [doc.Lead((sentence(words),)), doc.Paragraph(how)]
        title = title_of(dispute.id, repo.game(tx, dispute.game_id), words)
        write_to(tx, settings, moderator, "moderation", title, blocks, now_ms)


def _remind_moderators(tx: Tx, settings: Settings, dispute: DisputeRow, now_ms: int) -> None:
    game = repo.game(tx, dispute.game_id)
    if not moderators_of(tx, game.id):
        log.warning("a dispute has no moderator; `pbem dispute rule` rules on it", dispute=dispute.id, game=game.tag)
    waited = timedelta(milliseconds=max(0, now_ms - dispute.opened_ms))

    def sentence(words: Catalogue) -> str:
        return words.text(
            "Dispute %(number)s in %(tag)s %(game)s has waited %(time)s for a ruling.",
            number=dispute.id,
            tag=game.tag,
            game=game.name,
            time=span_in_words(waited, words),
        )

    _write_to_moderators(tx, settings, dispute, sentence, now_ms)


def _write_to_moderators(tx: Tx, settings: Settings, dispute: DisputeRow, told: Sentence, now_ms: int) -> None:
    """Mail a sentence about an open dispute to all who can rule on it, with its text, the time left, and how."""
    game = repo.game(tx, dispute.game_id)
    for moderator in moderators_of(tx, game.id):
        words = catalogue(moderator.language)
        zone = zone_of(repo.preferences(tx, moderator.id), settings.server.time_zone)
        page = settings.page(f"/moderate/disputes/{dispute.id}")
        blocks: list[doc.Block] = [
            doc.Lead((told(words),)),
            speech(dispute.text),
            doc.Paragraph(ruling_deadline(dispute, zone, words)),
            doc.Paragraph(ways_to_rule(tx, game, dispute, words)),
            *doc.links(words.text("To examine it"), page),
        ]
        write_to(tx, settings, moderator, "moderation", title_of(dispute.id, game, words), blocks, now_ms)


def _announce_overdue(tx: Tx, settings: Settings, dispute: DisputeRow, now_ms: int) -> None:
    def sentence(words: Catalogue) -> str:
        return words.text("Dispute %(number)s is still waiting for a ruling.", number=dispute.id)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return deadline_and_page(tx, settings, dispute, seat, words)

    proclaim(tx, settings, dispute.game_id, sentence, now_ms, more=more)
