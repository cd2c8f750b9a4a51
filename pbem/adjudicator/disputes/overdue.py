"""Disputes that wait for a ruling: who is told of them as time goes by, and what comes of one that nobody rules on.

Moderators get an email at once and then daily, everyone in the game weekly. A dispute that nobody rules on in time
lapses: what was played stands, and the game continues. All of it is decided from the dispute's row, once, however long
nobody looked; the row says when it has to be looked at next.
"""

from collections.abc import Sequence
from datetime import timedelta

from pbem.adjudicator.disputes.filing import (
    REMIND_EACH_MS,
    REMINDED_EACH_MS,
    deadline_and_page,
    go_on_undisputed,
    hold_for,
    speech,
    times_from,
    title_of,
    waiting_drafts,
    write_to_moderators,
)
from pbem.adjudicator.mails.player import list_moderators_of, proclaim, write_to
from pbem.adjudicator.sessions import append_note
from pbem.i18n import Catalogue, catalogue
from pbem.log import LazyLog
from pbem.reports import document as doc
from pbem.reports.notes import span_in_words
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.moderation.disputes import FiledDispute, close_dispute, get_dispute, reopen_dispute, set_dispute_times
from rules_core.kernel.log import Note

log = LazyLog(__name__)


def remind_or_lapse(unit: UnitOfWork, dispute_id: int) -> None:
    """Remind those whose reminder of an open dispute is due, or let it lapse. Raises NotFound."""
    dispute = get_dispute(unit, dispute_id)
    if dispute.status != "open":
        return
    if _has_come(dispute.rule_by_ms, unit.now_ms):
        _lapse(unit, dispute)
        return
    remind_ms, tell_ms = dispute.remind_ms, dispute.tell_ms
    if _has_come(remind_ms, unit.now_ms):
        remind_ms = unit.now_ms + REMINDED_EACH_MS
        _remind_moderators(unit, dispute)
    if _has_come(tell_ms, unit.now_ms):
        tell_ms = unit.now_ms + REMIND_EACH_MS
        _announce_overdue(unit, dispute)
    set_dispute_times(unit, dispute_id, remind_ms=remind_ms, tell_ms=tell_ms, rule_by_ms=dispute.rule_by_ms)


def reopen(unit: UnitOfWork, dispute: FiledDispute, note: Note, letter_id: int | None = None) -> None:
    """Open a closed dispute again at a moderator's word, hold the game for it as at first, and tell everyone.

    A ruling on it stands until there is another.
    """
    game_id = dispute.game_id
    reopen_dispute(unit, dispute.id, unit.now_ms, **times_from(unit.settings, unit.now_ms))
    again = get_dispute(unit, dispute.id)
    append_note(unit, game_id, None, note, letter_id)
    hold_for(unit, again)

    def sentence(words: Catalogue) -> str:
        return words.text("Dispute %(number)s is open again.", number=dispute.id)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [speech(dispute.text), *deadline_and_page(unit, again, seat, words)]

    proclaim(unit, game_id, sentence, more=more)
    write_to_moderators(unit, again, lambda words: (sentence(words),))


def _has_come(at_ms: int | None, now_ms: int) -> bool:
    return at_ms is not None and at_ms <= now_ms


def _lapse(unit: UnitOfWork, dispute: FiledDispute) -> None:
    close_dispute(unit, dispute.id, "lapsed")
    append_note(unit, dispute.game_id, dispute.seat, Note("dispute lapsed", {"dispute": dispute.id}))
    go_on_undisputed(unit, dispute.game_id)

    def sentence(words: Catalogue) -> str:
        return words.text("Nobody ruled on dispute %(number)s in time: the play stands.", number=dispute.id)

    proclaim(unit, dispute.game_id, sentence, more=waiting_drafts(unit, dispute.game_id))
    for moderator in list_moderators_of(unit, dispute.game_id):
        words = catalogue(moderator.language)
        how = words.text('"%(order)s" opens it again.', order=f"reopen {dispute.id}: ...")
        blocks: list[doc.Block] = [doc.Lead((sentence(words),)), doc.Paragraph(how)]
        title = title_of(dispute.id, get_game(unit, dispute.game_id), words)
        write_to(unit, moderator, "moderation", title, blocks)


def _remind_moderators(unit: UnitOfWork, dispute: FiledDispute) -> None:
    game = get_game(unit, dispute.game_id)
    if not list_moderators_of(unit, game.id):
        log.warning("a dispute has no moderator; `pbem dispute rule` rules on it", dispute=dispute.id, game=game.tag)
    waited = timedelta(milliseconds=max(0, unit.now_ms - dispute.opened_ms))

    def sentence(words: Catalogue) -> str:
        return words.text(
            "Dispute %(number)s in %(tag)s %(game)s has waited %(time)s for a ruling.",
            number=dispute.id,
            tag=game.tag,
            game=game.name,
            time=span_in_words(waited, words),
        )

    write_to_moderators(unit, dispute, lambda words: (sentence(words),))


def _announce_overdue(unit: UnitOfWork, dispute: FiledDispute) -> None:
    def sentence(words: Catalogue) -> str:
        return words.text("Dispute %(number)s is still waiting for a ruling.", number=dispute.id)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return deadline_and_page(unit, dispute, seat, words)

    proclaim(unit, dispute.game_id, sentence, more=more)
