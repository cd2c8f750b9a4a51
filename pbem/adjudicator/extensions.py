"""Deadlines that are put off: at the wish of the player to move, within limits, or by the operator."""

from typing import Final

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext
from pbem.adjudicator.mails.game import Post, zone_of
from pbem.adjudicator.reminders import notify_mover, notify_others
from pbem.adjudicator.sessions import LoadedGame, append_note, load_game
from pbem.adjudicator.times import next_wake_ms, playing_time
from pbem.clock import Pace, from_ms, read_pace, to_ms
from pbem.commands.orders.commands import Extend
from pbem.config import Settings
from pbem.i18n import N_
from pbem.reports.notes import pace_in_words
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game, set_deadline
from pbem.store.games.seats import SeatContact, count_extension
from pbem.store.games.vacancies import lapse_offers
from pbem.store.players.preferences import get_preferences
from pbem.terms import Terms
from rules_core.kernel.log import Note, NoteFact

USUAL: Final = Pace(2, "d")
"""By how much a deadline is put off where nothing else is said, unless a turn has less time than that."""

LONGEST_REASON: Final = 200
"""Characters of a player's reason that are told."""


class NothingToExtend(Exception):
    """The game is over, so that no deadline runs."""


def extensions_left(contact: SeatContact, settings: Settings) -> int:
    """The number of times a player may still have their deadlines put off in a game."""
    return max(0, settings.play.extensions - contact.extensions)


def longest(terms: Terms) -> Pace:
    """By how much a player may put a deadline off at once: by as much time as a turn has."""
    pace = read_pace(terms.pace)
    assert pace is not None, "terms are checked when a game is opened"
    return pace


def usual(terms: Terms) -> Pace:
    """By how much a deadline is put off where nothing is said."""
    return min(USUAL, longest(terms), key=lambda pace: pace.span)


def judge_extend(context: SeatContext, request: Extend) -> JudgedCommand:
    """Judge what the player to move asks for. Raises Refused."""
    loaded, words = context.loaded, context.words
    by = request.by or usual(loaded.game.terms)
    _check(context, by)
    deadline = later(context.unit, loaded, by)
    zone = zone_of(
        get_preferences(context.unit, loaded.seats[context.seat].player_id), context.unit.settings.server.time_zone
    )
    more = extensions_left(loaded.seats[context.seat], context.unit.settings) - 1
    told = words.text(
        "You have %(pace)s more. Your deadline is now %(deadline)s.",
        pace=pace_in_words(str(by), words),
        deadline=words.moment(from_ms(deadline), zone),
    )
    rest = words.plural(
        "You can do this %(n)s more time in this game.", "You can do this %(n)s more times in this game.", more
    )
    reason = "" if loaded.game.press == "none" else request.reason[:LONGEST_REASON]
    unsaid = [words.text("The others can't read your reason: there is no press in this game.")]
    said = [told, rest, *(unsaid if request.reason and not reason else ())]
    return JudgedCommand(said, lambda: _extend(context, by, deadline, reason))


def _check(context: SeatContext, by: Pace) -> None:
    """Raise Refused where a player may not put their deadline off, or not by as much."""
    loaded, words, table = context.loaded, context.words, context.loaded.session.state.table
    if table.over or table.turn.seat != context.seat:
        raise Refused(words.text("it is not your turn, so you have no deadline to extend"))
    if loaded.game.held_ms is not None:
        raise Refused(words.text("the game is on hold, so no deadline runs"))
    if any(isinstance(request, Extend) for request in context.before):
        raise Refused(words.text("a deadline can be extended only once per message"))
    if not extensions_left(loaded.seats[context.seat], context.unit.settings):
        most = context.unit.settings.play.extensions
        raise Refused(
            words.plural(
                "players can extend their deadlines %(n)s time per game, and you have used it",
                "players can extend their deadlines %(n)s times per game, and you have used them all",
                most,
            )
            if most
            else words.text("players can't extend their deadlines here")
        )
    most_at_once = longest(loaded.game.terms)
    if by.span > most_at_once.span:
        pace = pace_in_words(str(most_at_once), words)
        raise Refused(words.text("a deadline can be extended by at most %(pace)s at once", pace=pace))


def _extend(context: SeatContext, by: Pace, deadline_ms: int, reason: str) -> None:
    """Put the deadline off, unless the letter has ended the turn meanwhile."""
    tx, seat = context.unit, context.seat
    game = get_game(tx, context.loaded.game.id)
    if (game.active_seat, game.year, game.turn) != (seat, context.loaded.game.year, context.loaded.game.turn):
        return
    count_extension(tx, game.id, seat)
    facts: dict[str, NoteFact] = {
        "who": context.loaded.seats[seat].name,
        "pace": str(by),
        "deadline_ms": deadline_ms,
        **({"reason": reason} if reason else {}),
    }
    note = Note("extended for a reason" if reason else "extended", facts)
    _put_off(context.unit, game.id, seat, deadline_ms, note, context.letter_id)
    notify_others(Post(context.unit, load_game(tx, game.id)), _MORE_TIME, by=seat)


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
    _put_off(unit, game_id, seat, deadline, note, None)
    post = Post(unit, load_game(unit, game_id))
    notify_mover(post, N_("You have more time."))
    notify_others(post, _MORE_TIME)
    return deadline


_MORE_TIME: Final = N_("%(player)s has more time.")


def later(unit: UnitOfWork, loaded: LoadedGame, by: Pace) -> int:
    """The deadline, put off, by the time of the game: counted from now where it has passed already."""
    game, time_ms = loaded.game, loaded.game.time_ms(unit.now_ms)
    assert game.latest_ms is not None and game.active_seat is not None
    calendar = playing_time(unit, game.terms, loaded.seats[game.active_seat].player_id, time_ms)
    return to_ms(calendar.after(from_ms(max(game.latest_ms, time_ms)), by))


def _put_off(unit: UnitOfWork, game_id: int, seat: int, deadline_ms: int, note: Note, letter_id: int | None) -> None:
    set_deadline(unit, game_id, deadline_ms, next_wake_ms(deadline_ms, unit.now_ms), 0)
    append_note(unit, game_id, seat, note, letter_id)
    lapse_offers(unit, game_id, seat)
