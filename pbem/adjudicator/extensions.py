"""Deadlines that are put off: at the wish of the player to move, within limits, or by the operator."""

from typing import Final

from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.reminders import notify_mover, notify_others
from pbem.adjudicator.sessions import LoadedGame, append_note, load_game
from pbem.adjudicator.times import load_playing_time, next_wake_ms
from pbem.clock import Pace, from_ms, read_pace, to_ms
from pbem.config import Settings
from pbem.i18n import N_
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game, set_deadline
from pbem.store.games.seats import SeatContact
from pbem.store.games.vacancies import lapse_offers
from pbem.terms import Terms
from rules_core.kernel.log import Note

USUAL: Final = Pace(2, "d")
"""The time by which a deadline is put off where nothing else is said, unless a turn has less time than that."""


class NothingToExtend(Exception):
    """The game is over, so that no deadline runs."""


def extensions_left(contact: SeatContact, settings: Settings) -> int:
    """The number of times a player may still have their deadlines put off in a game."""
    return max(0, settings.play.extensions - contact.extensions)


def longest(terms: Terms) -> Pace:
    """The longest time by which a player may put a deadline off at once: the time of a turn."""
    pace = read_pace(terms.pace)
    assert pace is not None, "terms are checked when a game is opened"
    return pace


def usual(terms: Terms) -> Pace:
    """The time by which a deadline is put off where none is named."""
    return min(USUAL, longest(terms), key=lambda pace: pace.span)


def extend_freely(unit: UnitOfWork, game_id: int, by: Pace, reason: str, moderator: str = "") -> int:
    """Put the deadline of a game off at a moderator's word, or the operator's, and tell everybody.

    Returns the new one; that of a game that is held is by the time at which it was held. Raises NotFound and
    NothingToExtend.
    """
    loaded = load_game(unit, game_id)
    seat = loaded.game.active_seat
    if seat is None:
        raise NothingToExtend
    deadline = later(unit, loaded, by)
    facts: dict[str, str | int | None] = {
        "who": loaded.seats[seat].name,
        "pace": str(by),
        "deadline_ms": deadline,
        "reason": reason,
    }
    about = "extended with reason" if reason else "extended by operator"
    if moderator or loaded.game.held_ms is not None:
        about = "extended while held" if loaded.game.held_ms is not None else "extended by moderator"
        facts = {"by": moderator, **facts}
    note = Note(about, facts)
    put_off(unit, game_id, seat, deadline, note, None)
    composer = MailComposer(unit, load_game(unit, game_id))
    notify_mover(composer, N_("You have more time."))
    notify_others(composer, MORE_TIME)
    return deadline


MORE_TIME: Final = N_("%(player)s has more time.")
"""What the others are told."""


def later(unit: UnitOfWork, loaded: LoadedGame, by: Pace) -> int:
    """The deadline, put off, by the time of the game: counted from now where it has passed already."""
    game, time_ms = loaded.game, loaded.game.time_ms(unit.now_ms)
    assert game.latest_ms is not None and game.active_seat is not None
    calendar = load_playing_time(unit, game.terms, loaded.seats[game.active_seat].player_id, time_ms)
    return to_ms(calendar.after(from_ms(max(game.latest_ms, time_ms)), by))


def put_off(unit: UnitOfWork, game_id: int, seat: int, deadline_ms: int, note: Note, letter_id: int | None) -> None:
    """Set a deadline that is later, and note it in the log."""
    pace = get_game(unit, game_id).pace
    set_deadline(unit, game_id, deadline_ms, next_wake_ms(pace, deadline_ms, unit.now_ms), 0)
    append_note(unit, game_id, seat, note, letter_id)
    lapse_offers(unit, game_id, seat)
