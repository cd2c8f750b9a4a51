"""Disputes as players have them: filed about a moment of a game, spoken about by all who play in it, withdrawn.

A player disputes a moment once, and only a few in a game; what became of it stands unless a moderator reopens it. The
player who disputes, the moment and the words are public at once; what is said about it is between players and
moderators until the dispute is closed. A game that is held for a dispute goes on when none of its disputes is open any
more, unless a moderator holds it for a reason of their own.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from pbem.adjudicator.disputes.holds import (
    HELD_FOR_DISPUTE,
    RELEASED_AFTER_DISPUTE,
    count_held_for_disputes_ms,
    draft_waits,
    is_held_for_dispute,
    let_go,
    stop,
)
from pbem.adjudicator.history.archive import Past, PastMoment
from pbem.adjudicator.history.rollback import find_target_before
from pbem.adjudicator.mails.game import enqueue, zone_of
from pbem.adjudicator.mails.player import list_moderators_of, write_to, zone_of_seat
from pbem.clock import from_ms
from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.games.compose import message_of, subject
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.proposals import find_draft
from pbem.store.games.seats import list_muted_seats, list_seat_contacts
from pbem.store.moderation.disputes import (
    FiledDispute,
    StatementRow,
    add_statement,
    list_disputes_of_game,
)
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import get_preferences
from pbem.store.tables import NEW
from rules_core.kernel.events import Ended, TurnBeginning
from rules_core.kernel.log import Note

MOST_SIGNS: Final = 4_000
"""Characters of a complaint, or of what is said about one."""
MOST_STATEMENTS: Final = 20
"""How often a seat may speak about one dispute."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
REMINDED_EACH_MS: Final = _DAY_MS
REMIND_EACH_MS: Final = 7 * _DAY_MS
"""How often moderators, and everyone in the game, are told of a dispute while it is open."""


# Filing


def last_turn(past: Past) -> PastMoment:
    """The moment by which the last turn that is through was ended; the newest one where none is."""
    played = [one for one in past.moments[1:] if any(isinstance(event, TurnBeginning | Ended) for event in one.events)]
    return played[-1] if played else past.last


def may_hold(unit: UnitOfWork, game: GameRow) -> bool:
    """Whether a dispute that is opened now puts a game on hold: disputes hold it no longer than some days in all."""
    if not unit.settings.play.hold_disputed or game.held_ms is not None or game.status != "playing":
        return False
    return _hold_left_ms(unit, game.id) > 0


def _hold_left_ms(unit: UnitOfWork, game_id: int) -> int:
    return unit.settings.play.dispute_hold_days * _DAY_MS - count_held_for_disputes_ms(unit, game_id)


def times_from(settings: Settings, now_ms: int) -> dict[str, int]:
    """The moments when a dispute opened now must first be told of, and be ruled on, by the names of its columns."""
    return {
        "remind_ms": now_ms + REMINDED_EACH_MS,
        "tell_ms": now_ms + REMIND_EACH_MS,
        "rule_by_ms": now_ms + settings.play.ruling_days * _DAY_MS,
    }


def hold_for(unit: UnitOfWork, dispute: FiledDispute) -> None:
    """Hold a game for a dispute that is opened now, where it may be; it continues by itself once all its time is up."""
    if may_hold(unit, get_game(unit, dispute.game_id)):
        until_ms = unit.now_ms + _hold_left_ms(unit, dispute.game_id)
        stop(unit, dispute.game_id, Note(HELD_FOR_DISPUTE, {"dispute": dispute.id}), until_ms)


def speech(text: str) -> doc.Speech:
    """Somebody's own words, as a mail quotes them."""
    return doc.Speech(tuple(text.split("\n")))


def deadline_and_page(unit: UnitOfWork, dispute: FiledDispute, seat: int | None, words: Catalogue) -> list[doc.Block]:
    """Until when there has to be a ruling on an open dispute, in the time zone of a seat's player, and its page."""
    zone = zone_of_seat(unit, dispute.game_id, seat, unit.settings.server.time_zone)
    page = _page(unit.settings, get_game(unit, dispute.game_id).tag, dispute.id)
    return [doc.Paragraph(ruling_deadline(dispute, zone, words)), *doc.links(words.text("The dispute"), page)]


def _page(settings: Settings, tag: str, dispute_id: int) -> str:
    return settings.page(f"/games/{tag}/disputes/{dispute_id}")


def how_to_speak(dispute_id: int, words: Catalogue) -> str:
    """Say how a player can make a statement."""
    return words.text(
        'Want to say something about it? Reply "%(order)s". The players and the moderators can read it at once, '
        "everyone else when the dispute is closed.",
        order=f"{in_words('{statement}', words.language)} {dispute_id}: ...",
    )


# Moderators


def write_to_moderators(unit: UnitOfWork, dispute: FiledDispute, found: Callable[[Catalogue], Sequence[str]]) -> None:
    """Mail sentences about an open dispute to all who can rule on it, with its text, the time left, and how."""
    game = get_game(unit, dispute.game_id)
    for moderator in list_moderators_of(unit, game.id):
        words = catalogue(moderator.language)
        zone = zone_of(get_preferences(unit, moderator.id), unit.settings.server.time_zone)
        page = unit.settings.page(f"/moderate/disputes/{dispute.id}")
        blocks: list[doc.Block] = [
            doc.Lead(tuple(found(words))),
            speech(dispute.text),
            doc.Paragraph(ruling_deadline(dispute, zone, words)),
            doc.Paragraph(ways_to_rule(unit, game, dispute, words)),
            *doc.links(words.text("To examine it"), page),
        ]
        write_to(unit, moderator, "moderation", title_of(dispute.id, game, words), blocks)


def ways_to_rule(tx: Tx, game: GameRow, dispute: FiledDispute, words: Catalogue) -> str:
    """The lines that a moderator can write about an open dispute, in a sentence, in the terms of its game."""
    game_texts = presentation_of(game.kind)
    correction = next(iter(game_texts.corrections.verbs.verbs), None)
    return words.text(
        'Reply "dispute %(number)s" to see it, "ask %(number)s: ..." to ask the players something, and to rule: '
        '"rule %(number)s uphold %(rule)s: ...", "rule %(number)s rollback %(place)s %(rule)s: ..." or "rule '
        '%(number)s amend %(correction)s ... %(rule)s: ...", with the rule that decides it and your reason.',
        number=dispute.id,
        rule=next(iter(game_texts.chapters)),
        correction="" if correction is None else correction.word(words.language),
        place=find_target_before(tx, game, dispute.position),
    )


def ruling_deadline(dispute: FiledDispute, zone: str, words: Catalogue) -> str:
    """The fate of an open dispute that nobody rules on, and the deadline for it; "" where it waits without an end."""
    if dispute.rule_by_ms is None:
        return ""
    return words.text(
        "If nobody rules on it by %(deadline)s, the play stands, and a game that is on hold for it continues.",
        deadline=words.moment(from_ms(dispute.rule_by_ms), zone),
    )


def title_of(dispute_id: int, game: GameRow, words: Catalogue) -> str:
    """The subject of moderators' mails about a dispute."""
    return words.text("Dispute %(number)s: %(game)s", number=dispute_id, game=subject(game))


# Speaking


def ask(unit: UnitOfWork, dispute: FiledDispute, moderator: PlayerRow, text: str, letter_id: int | None) -> None:
    """Ask everybody in a game something about a dispute, in a moderator's words."""
    add_statement(unit, StatementRow(NEW, dispute.id, None, moderator.id, text, unit.now_ms, letter_id))

    def heading(words: Catalogue) -> str:
        return words.text("The moderator %(who)s asks about dispute %(number)s:", who=moderator.name, number=dispute.id)

    pass_on(unit, dispute, heading, text)


def pass_on(
    unit: UnitOfWork, dispute: FiledDispute, heading: Callable[[Catalogue], str], text: str, *, but: int | None = None
) -> None:
    """Mail the players what was said about a dispute, in the thread of the game; by the seat in `but`, if by one.

    Who has muted that seat finds it on the dispute's page.
    """
    game = get_game(unit, dispute.game_id)
    page = _page(unit.settings, game.tag, dispute.id)
    for contact in list_seat_contacts(unit, game.id):
        if contact.seat == but or not contact.reads or but in list_muted_seats(unit, game.id, contact.player_id):
            continue
        words = catalogue(contact.language)
        blocks: list[doc.Block] = [
            doc.Lead((heading(words),)),
            speech(text),
            doc.Paragraph(how_to_speak(dispute.id, words)),
            doc.Signature(f"{game.name}, {unit.settings.server.name}", page),
        ]
        message = message_of(game, words, blocks)
        enqueue(unit, game, contact, "notice", message, "", "auto-generated")


# Closing


def go_on_undisputed(unit: UnitOfWork, game_id: int) -> bool:
    """Release a game that is held for a dispute, once none of its disputes is open; return whether it was released."""
    game = get_game(unit, game_id)
    is_disputed = any(row.status == "open" for row in list_disputes_of_game(unit, game_id))
    if is_disputed or not is_held_for_dispute(unit, game):
        return False
    return let_go(unit, game_id, Note(RELEASED_AFTER_DISPUTE, {}))


def waiting_drafts(tx: Tx, game_id: int) -> Callable[[Catalogue, int | None], Sequence[doc.Block]]:
    """The function that gives a seat's note on orders that wait for `confirm`, where the game is not held any more."""
    is_held = get_game(tx, game_id).held_ms is not None
    mover = get_game(tx, game_id).active_seat

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        if is_held or seat is None or seat != mover or find_draft(tx, game_id, seat) is None:
            return ()
        return [doc.Paragraph(draft_waits(words))]

    return more
