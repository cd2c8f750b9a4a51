"""Games that a moderator or a dispute holds: their time stands still, and orders wait as drafts until they go on.

What does not play goes on as ever: press, days away, seats that change hands. Nothing else happens to such a game by
itself, no reminder, no program's turn, no orders given in advance, but that what a moderator holds goes on in the end.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from pbem.adjudicator.log.lines import read_markers
from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.mails.player import list_moderators_of, proclaim, write_to, zone_of_seat
from pbem.adjudicator.sessions import append_note, find_last_action, list_events_since_turn, list_notes_after, load_game
from pbem.adjudicator.times import first_wake_ms, load_playing_time
from pbem.clock import Pace, PlayingTime, from_ms, read_pace, to_ms
from pbem.config import Settings
from pbem.games.compose import opened_by, subject
from pbem.i18n import N_, Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.notes import Reader, sentence
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game, hold_game, release_game
from pbem.store.games.log import list_notes
from pbem.store.games.proposals import find_draft
from pbem.store.games.seats import list_seat_contacts, list_seats, mark_reported
from rules_core.kernel.log import LogEntry, Note

HELD: Final = "held"
RELEASED: Final = "released"
"""What the notes of both are about."""
HOLD_ENDED: Final = "hold ended"
"""What the note is about where nobody has released a game in time."""
HELD_FOR_DISPUTE: Final = "held for dispute"
RELEASED_AFTER_DISPUTE: Final = "released after dispute"
"""The notes of a release after a dispute, and of one where nothing is disputed any more."""
_DAY_MS: Final = 86_400_000
_LEAST: Final = Pace(1, "d")
"""The player to move has no less time after a release, unless a whole turn has."""


def hold(unit: UnitOfWork, game_id: int, note: Note) -> None:
    """Hold a game, and tell everybody at once; nothing where it is held already, or over. Raises NotFound.

    It goes on by itself after some days.
    """
    until_ms = ends_ms(unit.settings, unit.now_ms)
    if not stop(unit, game_id, note, until_ms):
        return

    def more(words: Catalogue, seat: int | None) -> list[doc.Block]:
        zone = zone_of_seat(unit, game_id, seat, unit.settings.server.time_zone)
        return [doc.Paragraph(hold_end(until_ms, words, zone))]

    held = N_("The game is on hold for now.")
    proclaim(unit, game_id, lambda words: words.text(held), more=more)


def ends_ms(settings: Settings, now_ms: int) -> int:
    """The moment at which a game that a moderator holds now goes on by itself."""
    return now_ms + settings.play.hold_days * _DAY_MS


def hold_end(until_ms: int, words: Catalogue, zone: str) -> str:
    """The moment at which a game that is held goes on by itself, in a sentence."""
    return words.text(
        "If nobody releases it, it continues by itself on %(end)s.", end=words.moment(from_ms(until_ms), zone)
    )


def stop(unit: UnitOfWork, game_id: int, note: Note, until_ms: int | None = None) -> bool:
    """Hold a game without telling anybody, which is left to the caller; false where it is held already, or over. Raises
    NotFound.
    """
    game = get_game(unit, game_id)
    if game.held_ms is not None or game.status == "over":
        return False
    hold_game(unit, game_id, unit.now_ms, until_ms)
    append_note(unit, game_id, None, note)
    return True


def release(unit: UnitOfWork, game_id: int, note: Note) -> None:
    """Release a game, with the time that was left, and tell everybody at once; nothing where it is not held.

    The note is completed by the deadline. Raises NotFound.
    """
    if let_go(unit, game_id, note):
        mover = get_game(unit, game_id).active_seat
        assert mover is not None, "only a game that is played is held"
        _announce_release(unit, game_id, mover)


def end_in_time(unit: UnitOfWork, game_id: int) -> None:
    """Release a game that a moderator has held for as long as is allowed, and tell the moderators too."""
    game = get_game(unit, game_id)
    assert game.held_ms is not None, "what is not held needs no end of it"
    days = (unit.now_ms - game.held_ms) // _DAY_MS
    release(unit, game_id, Note(HOLD_ENDED, {"days": days}))
    for moderator in list_moderators_of(unit, game_id):
        words = catalogue(moderator.language)
        sentence = words.text(
            "%(tag)s %(game)s was on hold for %(days)s days and now continues by itself.",
            tag=game.tag,
            game=game.name,
            days=days,
        )
        how = words.text('"%(order)s" puts it on hold again.', order=f"hold {game.tag}: ...")
        blocks: list[doc.Block] = [doc.Lead((sentence,)), doc.Paragraph(how)]
        write_to(unit, moderator, "moderation", subject(game), blocks)


def let_go(unit: UnitOfWork, game_id: int, note: Note) -> bool:
    """Let a game go on as `release` does, without telling anybody, which is left to the caller; false where it is not
    held.

    Raises NotFound.
    """
    game = get_game(unit, game_id)
    if game.held_ms is None or game.active_seat is None:
        return False
    deadline_ms = deadline_after(unit, game)
    mover = list_seat_contacts(unit, game_id)[game.active_seat]
    release_game(unit, game_id, deadline_ms, first_wake_ms(game.terms, mover, deadline_ms, unit.now_ms))
    noted = replace(note, facts={**note.facts, "who": mover.name, "deadline_ms": deadline_ms})
    append_note(unit, game_id, None, noted)
    return True


def deadline_after(unit: UnitOfWork, game: GameRow) -> int:
    """The deadline of a game that is held, if it is let go on now: as much playing time as was left then."""
    assert game.held_ms is not None and game.left_ms is not None and game.active_seat is not None
    player_id = list_seats(unit, game.id)[game.active_seat].player_id
    then = _calendar_then(unit, game, player_id, game.held_ms)
    left = then.between(from_ms(game.held_ms), from_ms(game.left_ms))
    coming = load_playing_time(unit, game.terms, player_id, unit.now_ms)
    return to_ms(max(coming.plus(from_ms(unit.now_ms), left), _least(game, coming, from_ms(unit.now_ms))))


def _calendar_then(tx: Tx, game: GameRow, player_id: int, held_ms: int) -> PlayingTime:
    """The calendar that a deadline was reckoned by when the game was held: days announced later cost no time."""
    return load_playing_time(tx, game.terms, player_id, held_ms, announced_by_ms=held_ms)


def _least(game: GameRow, calendar: PlayingTime, now: datetime) -> datetime:
    whole = read_pace(game.pace)
    assert whole is not None, "terms are checked when a game is opened"
    return calendar.after(now, min(_LEAST, whole, key=lambda pace: pace.span))


def _announce_release(unit: UnitOfWork, game_id: int, mover: int) -> None:
    loaded = load_game(unit, game_id)
    composer, contact = MailComposer(unit, loaded), loaded.seats[mover]
    if contact.reads:
        words = catalogue(contact.language)
        last = find_last_action(unit, game_id, mover)
        has_begun = last is not None and last > loaded.session.start
        events = loaded.session.events_seen_by(mover) if has_begun else list_events_since_turn(unit, game_id, last)
        waits = [] if find_draft(unit, game_id, mover) is None else [doc.Paragraph(draft_waits(words))]
        composer.send(contact, "report", opened_by(composer.report_to(mover, events, words), waits))
        mark_reported(unit, game_id, mover, composer.game.final_position)
    proclaim(unit, game_id, lambda words: words.text("The game continues."), but=frozenset({mover}))


def draft_waits(words: Catalogue) -> str:
    """The sentence for the owner of a draft when the game goes on."""
    return words.text(
        "Orders you sent while the game was on hold are waiting for you: reply `confirm` to carry them out."
    )


def why_held(tx: Tx, game: GameRow, words: Catalogue, zone: str) -> str:
    """The reason why a game is held, in the sentence of the note that told it; "" for one that is not held."""
    if game.held_ms is None:
        return ""
    hold = _last_hold(tx, game.id)
    names = tuple(seat.name for seat in list_seats(tx, game.id))
    why = words.text("The game is on hold.") if hold is None else sentence(hold, Reader(words, zone, names))
    return why if game.wake_ms is None else f"{why} {hold_end(game.wake_ms, words, zone)}"


def is_held_for_dispute(tx: Tx, game: GameRow) -> bool:
    """Whether a game is held for what is disputed in it, rather than by a moderator for another reason."""
    hold = None if game.held_ms is None else _last_hold(tx, game.id)
    return hold is not None and hold.note is not None and hold.note.about == HELD_FOR_DISPUTE


def count_held_for_disputes_ms(tx: Tx, game_id: int) -> int:
    """Count for how long disputes have held a game so far, in milliseconds; not a hold that still lasts."""
    total, since_ms = 0, None
    rows = list_notes(tx, game_id)
    times = {row.position: row.at_ms for row in rows}
    for entry in read_markers(rows):
        about, at_ms = "" if entry.note is None else entry.note.about, times[entry.position]
        if about == HELD_FOR_DISPUTE:
            since_ms = at_ms
        elif since_ms is not None and about in (RELEASED, HOLD_ENDED, RELEASED_AFTER_DISPUTE, HELD):
            total, since_ms = total + at_ms - since_ms, None
    return total


def _last_hold(tx: Tx, game_id: int) -> LogEntry | None:
    """The note by which a game was held last: of one that is held, the one that holds it."""
    about = (HELD, HELD_FOR_DISPUTE)
    found = [
        entry for entry in list_notes_after(tx, game_id, 0) if entry.note is not None and entry.note.about in about
    ]
    return found[-1] if found else None
