"""Going back: a game goes on from an earlier position of its log, of whatever branch. Nothing of the log is lost.

What was counted of the branch that is left counts no more; what was prepared on it is dropped, and its owner told.
Dice that were seen stand: thrown again they show the same, unless another epoch of them is asked for or needed.
"""

import json
from bisect import bisect
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pbem.adjudicator.casebook import PREAMBLE, append_note, facts, keep_snapshot, open_case
from pbem.adjudicator.opening import new_seed
from pbem.adjudicator.points import Points, Turn
from pbem.adjudicator.post import Post
from pbem.adjudicator.rating import rate_anew
from pbem.adjudicator.replaying import Replay, play_again, sent_in
from pbem.adjudicator.sequel import lapse
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.reports.context import Fired
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import EntryRow, GameRow, NewEntry
from pbem.store.tallies import TurnTakenRow
from rules_core.dice import commitment
from rules_core.log import Entry, Note, Rollback, decode_entry, encode_entry
from rules_core.ruleset import fold, ruleset_for


class NoSuchPoint(Exception):
    """A game cannot go back to this position; `before` and `after` are the nearest it can, where there are any."""

    def __init__(self, position: int, before: int | None, after: int | None) -> None:
        super().__init__(f"no return to {position}; the nearest are {before} and {after}")
        self.position = position
        self.before = before
        self.after = after


@dataclass(frozen=True)
class Returned:
    """What came of going back: where the log says so, the dice that are thrown now, and what was played again.

    `commitment` is the SHA-256 of the seed of those dice, where they have one of their own. `lapsed` is what each seat
    is to be told of the orders that it had given for its next turn.
    """

    game_id: int
    to: int
    position: int
    epoch: int
    commitment: str | None
    replay: Replay
    lapsed: Mapping[int, Fired]


def targets(tx: Tx, game: GameRow) -> list[int]:
    """The positions of a game's log that it may go back to, in order."""
    return Points(_entries(_lines(tx, game.id)), game.final_position).all()


def go_back(
    tx: Tx,
    settings: Settings,
    game_id: int,
    to: int,
    now_ms: int,
    *,
    new_dice: bool = False,
    reapply: bool = False,
    note: Note,
    seat: int | None = None,
    letter_id: int | None = None,
) -> Returned:
    """Lets a game go on from a position, and writes no mail; `note` is told with the `place` gone back to as a fact.

    `seat` is who asked for it, if a seat did. `reapply` plays again what was sent on the branch that is left, behind
    the position where that parts from the one gone back to; corrections are not made again. A game that is held stays
    so. Raises NotFound, and NoSuchPoint.
    """
    game, rows = repo.game(tx, game_id), _lines(tx, game_id)
    entries = _entries(rows)
    points = Points(entries, game.final_position)
    _check(points.all(), to)
    left = points.left(to)
    counted = repo.turns_of_game(tx, game_id)
    lapsed = _clean_up(tx, settings, game_id)
    epoch, sealed = _throw_on(tx, game, points, to, new=new_dice)
    ruleset = ruleset_for(game.kind)
    state = fold(ruleset, [entry.event for entry in points.standing(to) if entry.event is not None])
    back = Entry(rows[max(rows)].position + 1, seat, Rollback(to, epoch, sealed))
    payload = json.dumps(encode_entry(back), separators=(",", ":"))
    line = NewEntry("rollback", payload, seat, letter_id, now_ms, ruleset.VERSION)
    repo.append_entries(tx, game_id, back.position - 1, [line])
    keep_snapshot(tx, game_id, back.position, state)
    append_note(tx, game_id, seat, Note(note.about, {**note.facts, "place": to}), now_ms, letter_id)
    _count_no_more(tx, game, points.turns_ended(left))
    repo.forget_applied(tx, game_id, state.table.year, state.table.turn.number)
    case = open_case(tx, game_id)
    repo.update_game_facts(tx, game_id, facts(tx, case, now_ms, moved=True))
    replay = play_again(tx, game_id, sent_in(left, rows), now_ms) if reapply else Replay()
    _count_as_before(tx, game_id, counted)
    _keep_held(tx, game_id)
    return Returned(game_id, to, back.position, epoch, sealed, replay, lapsed)


def tell_return(tx: Tx, settings: Settings, returned: Returned, now_ms: int) -> None:
    """Mails everybody who reads, whatever reports he wants, that the game has gone back, and how it stands."""
    post = Post(tx, open_case(tx, returned.game_id), settings, now_ms)
    for contact in post.case.seats:
        if contact.reads:
            words = catalogue(contact.language)
            told = words.text("The game has gone back to #%(place)s.", place=returned.to)
            post.send(contact, "report", post.notice(contact.seat, told, words))


def _lines(tx: Tx, game_id: int) -> dict[int, EntryRow]:
    return {row.position: row for row in repo.entries(tx, game_id)}


def _entries(rows: Mapping[int, EntryRow]) -> list[Entry]:
    return [
        decode_entry(row.position, row.kind, row.actor, json.loads(row.payload))
        for row in rows.values()
        if row.kind not in PREAMBLE
    ]


def _check(found: list[int], to: int) -> None:
    if to not in found:
        at = bisect(found, to)
        raise NoSuchPoint(to, found[at - 1] if at else None, found[at] if at < len(found) else None)


def _clean_up(tx: Tx, settings: Settings, game_id: int) -> Mapping[int, Fired]:
    """Drops what was prepared on the branch that is left; what is told of orders that waited for a turn."""
    case = open_case(tx, game_id)
    lapsed = lapse(tx, case, settings, "rolled back")
    repo.drop_drafts(tx, game_id)
    for contact in case.seats:
        repo.lapse_offers(tx, game_id, contact.seat)
    return lapsed


def _throw_on(tx: Tx, game: GameRow, points: Points, to: int, *, new: bool) -> tuple[int, str | None]:
    """Notes with which dice the game goes on: their epoch, and what its own seed is promised by, if it has one."""
    dice = points.dice(to, new=new)
    repo.set_epoch(tx, game.id, dice.epoch)
    if not dice.has_own_seed:
        return dice.epoch, None
    seed = new_seed()
    repo.add_epoch_seed(tx, game.id, dice.epoch, seed, commitment(seed))
    return dice.epoch, commitment(seed)


def _count_no_more(tx: Tx, game: GameRow, gone: Collection[Turn]) -> None:
    """Takes back what was counted of a branch that is left: its turns, and how the game had ended."""
    kept = [turn for turn in repo.turns_of_game(tx, game.id) if (turn.year, turn.seat) not in gone]
    repo.forget_turns(tx, game.id)
    for turn in kept:
        repo.put_turn_taken(tx, turn)
    if game.status == "over":
        repo.put_results(tx, game.id, [])
        rate_anew(tx)


def _count_as_before(tx: Tx, game_id: int, before: Collection[TurnTakenRow]) -> None:
    """Counts turns that were played again as they were at first: who played them, and in which time."""
    ended = {(turn.year, turn.seat) for turn in repo.turns_of_game(tx, game_id)}
    repo.forget_turns(tx, game_id)
    for turn in before:
        if (turn.year, turn.seat) in ended:
            repo.put_turn_taken(tx, turn)


def _keep_held(tx: Tx, game_id: int) -> None:
    """Keeps the new deadline of a game that is held for its release."""
    game = repo.game(tx, game_id)
    if game.held_ms is not None and game.deadline_ms is not None:
        repo.set_deadline(tx, game_id, game.deadline_ms, game.wake_ms, 0)
