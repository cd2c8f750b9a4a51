"""Games that end as they stand, by agreement or neglect, and what lapses when no turn comes for it.

Nobody plays where the server or programs have played every turn for some rounds, or where a game has waited for a very
long time; and a game stands still, whoever plays, where for some years nothing was laid, built, bought or carried.
Everyone is warned before, and by a note of the log; without one since somebody last played, or brought the game
further, no game ends.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from pbem.adjudicator.context import FollowUps
from pbem.adjudicator.mails.game import MailComposer, zone_of
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.sessions import LoadedGame, append_note, load_game, save, stored_heads
from pbem.adjudicator.times import bounded_turns, compute_deadline_ms
from pbem.clock import from_ms
from pbem.config import Settings
from pbem.i18n import N_, Catalogue, catalogue
from pbem.reports.document import AnsweredLine, StandingResult
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game, release_game
from pbem.store.games.log import EntryRow, find_last_position, list_entries_before, list_notes
from pbem.store.games.proposals import (
    StandingRow,
    clear_standing,
    close_proposal,
    find_open_proposal,
    list_standing_orders,
)
from pbem.store.games.seats import count_turns_unplayed, find_last_played_ms
from pbem.store.games.vacancies import close_offer, list_offers
from pbem.store.players.preferences import get_preferences
from rules_core.kernel.definition import StopReason, stop
from rules_core.kernel.events import Advanced, YearBeginning
from rules_core.kernel.log import Note

Lapse: TypeAlias = Literal["over", "rolled back"]
_LAPSES: Final[Mapping[Lapse, str]] = {
    "over": N_("They were not carried out: the game ended before your next turn."),
    "rolled back": N_("They were not carried out: the game was rolled back to an earlier position. Send them again."),
}
"""Why orders lapse that no turn has come for."""

NOBODY_PLAYS: Final = "nobody plays"
WAITS_TOO_LONG: Final = "waits too long"
STANDS_STILL: Final = "stands still"
"""What the notes are about by which everyone is warned."""
_WARNED_AHEAD: Final = 2
"""Turns' time before a game that waits ends."""
_YEARS_WARNED: Final = 2
"""Years after its warning in which a game that stands still ends, unless it goes further."""
_LOOKED_AT: Final = 40


def lapse(unit: UnitOfWork, loaded: LoadedGame, why: Lapse) -> dict[int, StandingResult]:
    """Drop all orders of a game that wait for a next turn; what each seat is to be told of its own."""
    lapsed = {}
    for seat, orders in list_standing_orders(unit, loaded.game.id).items():
        clear_standing(unit, loaded.game.id, seat)
        words = catalogue(loaded.seats[seat].language)
        lines = (AnsweredLine(n, line, "not reached", "") for n, line in enumerate(orders.text.split("\n"), 1))
        lapsed[seat] = StandingResult((given(unit, loaded, orders, words), words.text(_LAPSES[why])), tuple(lines))
    return lapsed


def given(unit: UnitOfWork, loaded: LoadedGame, orders: StandingRow, words: Catalogue) -> str:
    """The moment at which orders were given, in a sentence."""
    preferences = get_preferences(unit, loaded.seats[orders.seat].player_id)
    moment = words.moment(from_ms(orders.created_ms), zone_of(preferences, unit.settings.server.time_zone))
    return words.text("You gave these orders on %(moment)s, at #%(place)s.", moment=moment, place=orders.position)


def lapse_questions(tx: Tx, game_id: int, seats: int) -> None:
    """End what others are asked in a game: to take a seat, or to let it go back."""
    for offer in (offer for seat in range(seats) for offer in list_offers(tx, game_id, seat)):
        if offer.status == "open":
            close_offer(tx, offer.id, "lapsed")
    proposal = find_open_proposal(tx, game_id)
    if proposal is not None:
        close_proposal(tx, proposal.id, "lapsed")


def end_as_it_stands(
    unit: UnitOfWork,
    game_id: int,
    reason: StopReason,
    note: Note,
    *,
    conceded: Collection[int] = (),
    seat: int | None = None,
    letter_id: int | None = None,
) -> None:
    """End a game with the standings of its position, with a note that says why, and mail everyone but a `seat`.

    Whoever `conceded` is placed last. Orders for a next turn, offers of seats and proposals to go back lapse. Where the
    game is over nothing is done. Raises NotFound, and BadRecord where the log cannot be read.
    """
    loaded = load_game(unit, game_id)
    if loaded.session.state.table.over:
        return
    floor = loaded.session.floor
    loaded.session.note(None, note)
    loaded.session.stop(stop(loaded.session.ruleset, loaded.session.state, reason, conceded))
    release_game(unit, game_id, None, None)
    lapse_questions(unit, game_id, len(loaded.seats))
    save(unit, loaded, letter_id)
    follow_ups = FollowUps(loaded, standing=lapse(unit, loaded, "over"))
    composer = MailComposer(unit, follow_ups.loaded, follow_ups=follow_ups)
    composer.report_to_others(seat, loaded.session.events_since(floor))


def end_if_unplayed(unit: UnitOfWork, loaded: LoadedGame) -> bool:
    """End a game that nobody plays any more before a program plays another turn; whether it ended."""
    if not _has_human_players(loaded):
        return False
    warned_ms = _warned_ms(unit, loaded, NOBODY_PLAYS)
    if warned_ms is None or _unplayed(unit, loaded, warned_ms) < len(loaded.seats):
        return False
    if _unplayed(unit, loaded) < _limit(unit.settings, loaded):
        return False
    _abandon(unit, loaded)
    return True


def end_if_still(unit: UnitOfWork, before: GameRow) -> None:
    """End a match that stands still, or warn everyone, once, that it will, after a turn in it.

    It is looked at as a year begins: `before` is the game before that turn. Raises NotFound.
    """
    game = get_game(unit, before.id)
    if game.year == before.year or game.status == "over" or not game.is_match:
        return
    loaded, years = load_game(unit, game.id), unit.settings.play.standstill_years
    still = _find_standstill(unit, loaded, years + _YEARS_WARNED)
    warned = [row.position for row in list_notes(unit, game.id, still.since) if _is_about(row, STANDS_STILL)]
    if not warned and len(still.years) > years:
        append_note(unit, game.id, None, Note(STANDS_STILL, {"years": years, "more": _YEARS_WARNED}))
        proclaim(unit, game.id, _standstill_warning)
    elif warned and sum(position > warned[0] for position in still.years) >= _YEARS_WARNED:
        end_as_it_stands(unit, game.id, "abandoned", Note("stood still", {"years": len(still.years) - 1}))


class _Standstill(NamedTuple):
    """The line at which a game was last brought further, or went back, and those at which years began since."""

    since: int
    years: list[int]


def _find_standstill(tx: Tx, loaded: LoadedGame, most: int) -> _Standstill:
    """Look back until the game was brought further, or `most` years have passed; never still is one that cannot be."""
    rules, limit = loaded.session.ruleset, _LOOKED_AT
    advancing, beginning = stored_heads(rules, Advanced), stored_heads(rules, YearBeginning)
    while advancing:
        rows = list_entries_before(tx, loaded.game.id, find_last_position(tx, loaded.game.id) + 1, limit)
        advanced = [row.position for row in rows if row.kind == "rollback" or row.payload.startswith(advancing)]
        since = advanced[-1] if advanced else 0
        years = [row.position for row in rows if row.position > since and row.payload.startswith(beginning)]
        if advanced or len(years) > most or len(rows) < limit:
            return _Standstill(since, years)
        limit *= 4
    return _Standstill(0, [])


def _standstill_warning(words: Catalogue) -> str:
    return words.text("The game is about to end, because nothing moves in it any more.")


def warn_if_unplayed(unit: UnitOfWork, game_id: int) -> None:
    """Warn everyone, once, that a game is about to end, after a turn that a program has played in it."""
    loaded = load_game(unit, game_id)
    if loaded.session.state.table.over or not _has_human_players(loaded):
        return
    idle, seats = _unplayed(unit, loaded), len(loaded.seats)
    if idle < _limit(unit.settings, loaded) - seats or _warned_ms(unit, loaded, NOBODY_PLAYS) is not None:
        return
    append_note(unit, game_id, None, Note(NOBODY_PLAYS, {"idle": idle, "turns": seats}))
    proclaim(unit, game_id, _warning)


def end_if_forsaken(unit: UnitOfWork, loaded: LoadedGame) -> bool:
    """End a game that has waited far too long for the player to move, once all were warned; whether it ended."""
    game, play = loaded.game, unit.settings.play
    most = max(_WARNED_AHEAD + 1, bounded_turns(game.terms, play.abandoned_turns, play.abandoned_days))
    if game.overdue < most - _WARNED_AHEAD or game.active_seat is None:
        return False
    if _warned_ms(unit, loaded, WAITS_TOO_LONG) is None:
        mover = loaded.seats[game.active_seat]
        turns, until_ms = max(1, most - game.overdue), unit.now_ms
        for _turn in range(turns):
            until_ms = compute_deadline_ms(
                unit, game.terms, mover.player_id, until_ms, announced_by_ms=game.deadline_ms
            )
        append_note(unit, game.id, None, Note(WAITS_TOO_LONG, {"who": mover.name, "until_ms": until_ms}))
        proclaim(unit, game.id, _warning)
        return False
    if game.overdue < most:
        return False
    _abandon(unit, loaded)
    return True


def _warning(words: Catalogue) -> str:
    return words.text("The game is about to end, because nobody plays it any more.")


def _abandon(unit: UnitOfWork, loaded: LoadedGame) -> None:
    end_as_it_stands(unit, loaded.game.id, "abandoned", Note("abandoned"))


def _has_human_players(loaded: LoadedGame) -> bool:
    return any(contact.bot is None for contact in loaded.seats)


def _limit(settings: Settings, loaded: LoadedGame) -> int:
    """The number of turns without a player after which a game ends: of whole rounds, and of a turn more than one."""
    seats, play = len(loaded.seats), settings.play
    return max(seats + 1, bounded_turns(loaded.game.terms, seats * play.idle_rounds, play.idle_days))


def _unplayed(tx: Tx, loaded: LoadedGame, since_ms: int = -1) -> int:
    """Count the turns that the server or programs have played since somebody last did, and since a moment."""
    return count_turns_unplayed(tx, loaded.game.id, since_ms)


def _warned_ms(tx: Tx, loaded: LoadedGame, about: str) -> int | None:
    """The last warning to everyone since somebody last played, or since the turn began that the game waits for."""
    since_ms = loaded.game.began_ms
    if about == NOBODY_PLAYS:
        since_ms = find_last_played_ms(tx, loaded.game.id)
    warned = [row.at_ms for row in list_notes(tx, loaded.game.id) if _is_about(row, about)]
    return next((at_ms for at_ms in reversed(warned) if at_ms > since_ms), None)


def _is_about(row: EntryRow, about: str) -> bool:
    return f'"about":"{about}"' in row.payload
