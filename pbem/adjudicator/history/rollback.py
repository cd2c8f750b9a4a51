"""Going back: a game goes on from an earlier position of its log, of whatever branch. Nothing of the log is lost.

What was counted of the branch that is left counts no more; what was prepared on it is dropped, and its owner told.
Dice that were seen stand: thrown again they show the same, unless another epoch of them is asked for or needed.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.adjudicator.context import visible
from pbem.adjudicator.counts import rate_anew
from pbem.adjudicator.history.branches import (
    EpochDice,
    NoRollbackTarget,
    Replay,
    RollbackTargets,
    Turn,
    dropped_blocks,
    missing_blocks,
    play_again,
    sent_in,
)
from pbem.adjudicator.log.lines import read_lines, read_whole_lines
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import More, Sentence, proclaim
from pbem.adjudicator.opening import new_seed
from pbem.adjudicator.sessions import (
    LoadedGame,
    append_note,
    facts,
    keep_snapshot,
    list_events_upto_final,
    load_game,
)
from pbem.adjudicator.stalled_games import lapse
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.reports.document import StandingResult
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import (
    GameRow,
    add_epoch_seed,
    find_last_epoch,
    get_game,
    mend_game,
    set_epoch,
    update_game_facts,
)
from pbem.store.games.log import EntryRow, append_entries, list_entries
from pbem.store.games.proposals import clear_draft, close_proposal, find_draft, find_open_proposal, forget_applied
from pbem.store.games.seats import TurnTakenRow, forget_turns, list_turns_of_game, mark_reported, put_turn_taken
from pbem.store.games.statistics import put_results
from pbem.store.games.vacancies import lapse_offers
from pbem.store.games.watching import list_watchers, mark_watcher_notified
from pbem.store.players.preferences import get_preferences
from pbem.store.tables import NEW
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import commitment
from rules_core.kernel.log import LogEntry, Note, Rollback, encode_entry
from rules_core.kernel.position import Position, PublicState

ROLLED_BACK: Final = "rolled back"
"""What the note of a moderator's rollback is about."""
__all__ = [
    "ROLLED_BACK",
    "NoRollbackTarget",
    "Returned",
    "announce_return",
    "go_back",
    "list_targets",
    "load_rollback_targets",
    "load_table_at",
]


@dataclass(frozen=True)
class Returned:
    """The result of going back: its place in the log, the dice that are thrown now, and what was played again.

    `commitment` is the SHA-256 of the seed of those dice, where they have one of their own. `lapsed` is what each seat
    is to be told of the orders that it had given for its next turn, `dropped` are those whose orders waited to be
    confirmed.
    """

    game_id: int
    to: int
    position: int
    epoch: int
    commitment: str | None
    replay: Replay
    lapsed: Mapping[int, StandingResult]
    dropped: frozenset[int]
    stands_as_before: bool = False
    """What was played since was played again, and everybody sees the position that they saw before."""


def list_targets(tx: Tx, game: GameRow) -> list[int]:
    """The positions of a game's log that it may go back to, in order."""
    return load_rollback_targets(tx, game).all()


def find_target_before(tx: Tx, game: GameRow, position: int) -> int:
    """The last position before one that a game may go back to; that one itself where there is none."""
    return max((place for place in list_targets(tx, game) if place < position), default=position)


def load_rollback_targets(tx: Tx, game: GameRow) -> RollbackTargets:
    """The positions that a game may go back to, as its log tells."""
    return RollbackTargets(_readable(game, load_lines(tx, game.id)))


def load_table_at(tx: Tx, game: GameRow, position: int) -> PublicState:
    """The table as it stood at a position that a game may go back to. Raises NoRollbackTarget."""
    points = load_rollback_targets(tx, game)
    points.check(position)
    return _state(game, points.standing(position)).table


def go_back(
    unit: UnitOfWork,
    game_id: int,
    to: int,
    *,
    new_dice: bool = False,
    reapply: bool = False,
    note: Note,
    seat: int | None = None,
    letter_id: int | None = None,
) -> Returned:
    """Roll a game back to a position without writing mail; `note` gets the `place` gone back to as a fact.

    `seat` is the seat that asked for it, if any. `reapply` plays again what was sent on the branch that is left, behind
    the position where that parts from the one gone back to; corrections are not made again. A game that is held stays
    so; one that was damaged is so no more, and goes on. Raises NotFound, and NoRollbackTarget.
    """
    game, rows = get_game(unit, game_id), load_lines(unit, game_id)
    points = RollbackTargets(_readable(game, rows))
    points.check(to)
    seen = visible(load_game(unit, game_id).session, None) if reapply and game.damaged_ms is None else None
    left, counted = points.left(to), list_turns_of_game(unit, game_id)
    dice = points.dice(to, new=new_dice, used=find_last_epoch(unit, game))
    sealed = throw_on(unit, game_id, dice)

    def add_note(note: Note) -> None:
        append_note(unit, game_id, seat, note, letter_id)

    back = LogEntry(max(rows) + 1, seat, Rollback(to, dice.epoch, sealed))
    write_rollback(unit, game, back, points.standing(to), letter_id)
    mend_game(unit, game_id)
    lapsed, dropped = _clean_up(unit, game_id)
    add_note(replace(note, facts={**note.facts, "place": to}))
    if sealed is not None:
        add_note(Note("new seed", {"commitment": sealed}))
    elif new_dice:
        add_note(Note("new dice"))
    proposal = find_open_proposal(unit, game_id)
    if proposal is not None:
        close_proposal(unit, proposal.id, "lapsed")
    _count_no_more(unit, game, counted, points.turns_kept(to))
    loaded = load_game(unit, game_id)
    table = loaded.session.state.table
    forget_applied(unit, game_id, table.year, table.turn.number)
    update_game_facts(unit, game_id, facts(unit, loaded, moved=True))
    replay = Replay()
    if reapply:
        replay = play_again(unit, game_id, sent_in(left, rows, game.final_position))
        _count_as_before(unit, game_id, counted)
        add_note(_how_far(replay, loaded.names))
    same = seen is not None and visible(load_game(unit, game_id).session, None) == seen
    return Returned(game_id, to, back.position, dice.epoch, sealed, replay, lapsed, dropped, same)


def announce_return(
    unit: UnitOfWork,
    returned: Returned,
    *,
    answered: int | None = None,
    sentence: Sentence | None = None,
    more: More = lambda words, seat: (),
) -> None:
    """Mail all players and watchers at once, whatever they have chosen, that the game has gone back.

    Everybody is told what was played again, where it stands now, what of their own was dropped or not carried out
    again, and, in the notes, why. `sentence` stands for the sentence that says so, and `more` is told right behind it.
    A seat that is `answered` anyway is mailed only where there is something to tell of its own orders.
    """
    game_id = returned.game_id
    loaded = load_game(unit, game_id)
    mover, news = loaded.game.active_seat, list_events_upto_final(unit, loaded.game, returned.position)
    rest = loaded.session.events_since(loaded.game.final_position)
    seats_concerned = {*returned.lapsed, *returned.dropped, *(sent.seat for sent in returned.replay.missing)}
    proclaim(
        unit,
        game_id,
        sentence or (lambda words: _return_sentence(returned, words)),
        but=frozenset({answered} - seats_concerned if answered is not None else ()),
        news=lambda seat: [*news, *rest] if seat is not None and seat == mover else news,
        more=lambda words, seat: [
            *more(words, seat),
            *([] if seat is None else _blocks_for_seat(unit, loaded, returned, seat, words)),
        ],
    )
    for contact in loaded.seats:
        if contact.reads:
            mark_reported(unit, game_id, contact.seat, loaded.game.final_position)
    for watcher in list_watchers(unit, game_id):
        mark_watcher_notified(unit, game_id, watcher.player_id, watcher.notified_position, loaded.game.final_position)


def _return_sentence(returned: Returned, words: Catalogue) -> str:
    if returned.stands_as_before:
        return words.text(
            "The game was rolled back to #%(place)s and played again from there: it is as before.",
            place=returned.to,
        )
    return words.text("The game was rolled back to #%(place)s.", place=returned.to)


def _blocks_for_seat(
    unit: UnitOfWork, loaded: LoadedGame, returned: Returned, seat: int, words: Catalogue
) -> list[doc.Block]:
    zone = zone_of(get_preferences(unit, loaded.seats[seat].player_id), unit.settings.server.time_zone)
    older = words.text(
        "Orders in reply to an older email are not carried out at once: you first see what they would do now."
    )
    return [
        doc.Paragraph(older),
        *dropped_blocks(seat in returned.dropped, returned.lapsed.get(seat), words),
        *missing_blocks(returned.replay, seat, loaded.session.state.table, zone, words),
    ]


def load_lines(tx: Tx, game_id: int) -> dict[int, EntryRow]:
    """All lines of a game's log by position, including those before the game began."""
    return {row.position: row for row in list_entries(tx, game_id)}


def entries_in(game: GameRow, rows: Mapping[int, EntryRow]) -> list[LogEntry]:
    """The entries of play among lines of a log. Raises BadRecord where what stands cannot be read."""
    return read_whole_lines(ruleset_for(game.kind), rows.values())


def _readable(game: GameRow, rows: Mapping[int, EntryRow]) -> list[LogEntry]:
    return read_lines(ruleset_for(game.kind), rows.values()).entries


def _clean_up(unit: UnitOfWork, game_id: int) -> tuple[Mapping[int, StandingResult], frozenset[int]]:
    """Drop what was prepared on the branch that is left: what is told of orders for a turn, and whose drafts went."""
    loaded = load_game(unit, game_id)
    lapsed = lapse(unit, loaded, "rolled back")
    seats = [contact.seat for contact in loaded.seats]
    dropped = frozenset(seat for seat in seats if find_draft(unit, game_id, seat) is not None)
    for seat in seats:
        clear_draft(unit, game_id, seat)
        lapse_offers(unit, game_id, seat)
    return lapsed, dropped


def throw_on(tx: Tx, game_id: int, dice: EpochDice) -> str | None:
    """Note with which dice the game goes on; what their own seed is promised by, if they have one."""
    set_epoch(tx, game_id, dice.epoch)
    if not dice.has_own_seed:
        return None
    seed = new_seed()
    promised = commitment(seed)
    add_epoch_seed(tx, game_id, dice.epoch, seed, promised)
    return promised


def write_rollback(
    unit: UnitOfWork, game: GameRow, back: LogEntry, standing: Sequence[LogEntry], letter_id: int | None
) -> None:
    """Append the rollback, and keep the position that it leads to."""
    ruleset = ruleset_for(game.kind)
    payload = json.dumps(encode_entry(back), separators=(",", ":"))
    line = EntryRow(NEW, back.kind, payload, back.seat, letter_id, unit.now_ms, ruleset.version)
    append_entries(unit, game.id, back.position - 1, [line])
    keep_snapshot(unit, game.id, back.position, _state(game, standing))


def _state(game: GameRow, standing: Sequence[LogEntry]) -> Position:
    found: Position = fold(ruleset_for(game.kind), [entry.event for entry in standing if entry.event is not None])
    return found


def _count_no_more(tx: Tx, game: GameRow, counted: Sequence[TurnTakenRow], kept: Collection[Turn]) -> None:
    """Take back what was counted of a branch that is left: its turns, and how the game had ended."""
    forget_turns(tx, game.id)
    for turn in counted:
        if (turn.year, turn.turn) in kept:
            put_turn_taken(tx, turn)
    if game.status == "over":
        put_results(tx, game.id, [])
        rate_anew(tx)


def _count_as_before(tx: Tx, game_id: int, counted: Sequence[TurnTakenRow]) -> None:
    """Count turns that were played again as they were at first: who played them, and in which time."""
    ended = {(turn.year, turn.turn) for turn in list_turns_of_game(tx, game_id)}
    forget_turns(tx, game_id)
    for turn in counted:
        if (turn.year, turn.turn) in ended:
            put_turn_taken(tx, turn)


def _how_far(replay: Replay, names: Sequence[str]) -> Note:
    if replay.stopped is None or not replay.stops_openly:
        return Note("played again")
    return Note("played again in part", {"who": names[replay.stopped.seat], "sent_ms": replay.stopped.at_ms})
