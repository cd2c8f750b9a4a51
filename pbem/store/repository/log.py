"""The log of each game, the snapshots that save reading all of it, orders for next turns, and going back."""

from collections.abc import Sequence

from sqlalchemy import and_, bindparam, delete, func, insert, literal_column, or_, select, update

from pbem.store.database import Tx
from pbem.store.errors import PositionTaken
from pbem.store.repository.columns import (
    APPLIED,
    CONSENT,
    ENTRY,
    GAME,
    PROPOSAL,
    SNAPSHOT,
    STANDING,
    TURN_TAKEN,
    columns,
    values,
)
from pbem.store.rows import EntryRow, NewEntry, ProposalRow, ProposalStatus, SnapshotRow, StandingRow
from pbem.store.rows.tallies import TurnTakenRow

_OF_GAME = ENTRY.c.game_id == bindparam("game_id")
_ENTRIES = (
    select(*columns(EntryRow, ENTRY)).where(_OF_GAME, ENTRY.c.position > bindparam("after")).order_by(ENTRY.c.position)
)
_IS_NOTE = ENTRY.c.kind == literal_column("'note'")  # a parameter would keep the index of notes from being used
_NOTES = _ENTRIES.where(_IS_NOTE)
_ROLLBACKS = _ENTRIES.where(ENTRY.c.kind == "rollback")
_HOW_MANY_NOTES = select(func.count()).where(_OF_GAME, _IS_NOTE)
_LAST_NOTE = select(ENTRY.c.at_ms).where(_OF_GAME, _IS_NOTE).order_by(ENTRY.c.position.desc()).limit(1)
_ENTRIES_UPTO = _ENTRIES.where(ENTRY.c.position <= bindparam("upto"))
_BEFORE = (
    select(*columns(EntryRow, ENTRY))
    .where(_OF_GAME, ENTRY.c.position < bindparam("before"))
    .order_by(ENTRY.c.position.desc())
    .limit(bindparam("limit"))
)
_LAST = select(func.coalesce(func.max(ENTRY.c.position), 0)).where(_OF_GAME)
_LAST_ACTION = (
    select(ENTRY.c.position)
    .where(_OF_GAME, ENTRY.c.kind == "action", ENTRY.c.actor == bindparam("actor"))
    .order_by(ENTRY.c.position.desc())
    .limit(1)
)
_FINAL = (ENTRY.c.game_id == GAME.c.id) & (ENTRY.c.position == GAME.c.final_position) & (ENTRY.c.kind == "event")
_LAST_MS = select(func.max(ENTRY.c.at_ms))
_LAST_LINES = (
    select(ENTRY.c.game_id, ENTRY.c.payload)
    .join(GAME, _FINAL)
    .where(GAME.c.status == "over", GAME.c.id.in_(bindparam("games", expanding=True)))
)
_FIRST_EVENT = (
    select(*columns(EntryRow, ENTRY)).where(_OF_GAME, ENTRY.c.kind == "event").order_by(ENTRY.c.position).limit(1)
)
_APPEND = insert(ENTRY)

_SNAPSHOT = select(*columns(SnapshotRow, SNAPSHOT)).where(SNAPSHOT.c.game_id == bindparam("game_id"))
_ADD_SNAPSHOT = insert(SNAPSHOT)
_REPLACE_SNAPSHOT = (
    update(SNAPSHOT)
    .where(SNAPSHOT.c.game_id == bindparam("game"))
    .values(position=bindparam("position"), schema_number=bindparam("schema_number"), state=bindparam("state"))
)

_STANDING_IN_GAME = STANDING.c.game_id == bindparam("game_id")
_OF_SEAT = _STANDING_IN_GAME & (STANDING.c.seat == bindparam("seat"))
_ORDERS = select(*columns(StandingRow, STANDING)).where(_STANDING_IN_GAME).order_by(STANDING.c.seat)
_PUT = insert(STANDING)
_CLEAR = delete(STANDING).where(_OF_SEAT)

_FORGET_APPLIED = delete(APPLIED).where(
    APPLIED.c.game_id == bindparam("game"),
    or_(
        APPLIED.c.year > bindparam("in_year"),
        and_(APPLIED.c.year == bindparam("in_year"), APPLIED.c.turn >= bindparam("from_turn")),
    ),
)
_TURNS = select(*columns(TurnTakenRow, TURN_TAKEN)).where(TURN_TAKEN.c.game_id == bindparam("game"))
_FORGET_TURNS = delete(TURN_TAKEN).where(TURN_TAKEN.c.game_id == bindparam("game"))

_IS_OPEN = PROPOSAL.c.status == "open"
_PROPOSALS = select(*columns(ProposalRow, PROPOSAL)).where(_IS_OPEN)
_OPEN = _PROPOSALS.where(PROPOSAL.c.game_id == bindparam("game"))
_DUE = _PROPOSALS.where(PROPOSAL.c.expires_ms <= bindparam("now_ms")).order_by(PROPOSAL.c.id)
_ADD = insert(PROPOSAL)
_CLOSE = (
    update(PROPOSAL)
    .where(PROPOSAL.c.id == bindparam("proposal"), _IS_OPEN)
    .values(status=bindparam("fate"), of_departed=bindparam("departed"))
)

_CONSENTS = select(CONSENT.c.seat, CONSENT.c.at_ms).where(CONSENT.c.proposal_id == bindparam("proposal"))
_DROP_CONSENT = delete(CONSENT).where(
    CONSENT.c.proposal_id == bindparam("proposal"), CONSENT.c.seat == bindparam("place")
)
_ADD_CONSENT = insert(CONSENT)


def append_entries(tx: Tx, game_id: int, after: int, new: Sequence[NewEntry]) -> int:
    """Append to a game's log, which ended at position `after` when it was read; return the new last position.

    The first entry of a log has position 1. Raises PositionTaken where the log ends elsewhere.
    """
    last = last_position(tx, game_id)
    if last != after:
        raise PositionTaken(game_id, after, last)
    tx.run_many(
        _APPEND,
        [{"game_id": game_id, "position": position, **values(entry)} for position, entry in enumerate(new, after + 1)],
    )
    tx.put(_LAST, after + len(new), game_id=game_id)
    return after + len(new)


def last_position(tx: Tx, game_id: int) -> int:
    """The position at which a game's log ends; 0 for an empty one."""
    return tx.one(int, "game", _LAST, game_id=game_id)


def first_event(tx: Tx, game_id: int) -> EntryRow | None:
    """The event by which a game began; None where its log has none."""
    return tx.first(EntryRow, _FIRST_EVENT, game_id=game_id)


def last_action_of(tx: Tx, game_id: int, actor: int) -> int | None:
    """The position of the last action a seat took; None where it took none."""
    return tx.first(int, _LAST_ACTION, game_id=game_id, actor=actor)


def entries(tx: Tx, game_id: int, after: int = 0, upto: int | None = None) -> list[EntryRow]:
    """A game's log from the line after `after` to the line at `upto`, or to its end."""
    if upto is None:
        return tx.all(EntryRow, _ENTRIES, game_id=game_id, after=after)
    return tx.all(EntryRow, _ENTRIES_UPTO, game_id=game_id, after=after, upto=upto)


def notes(tx: Tx, game_id: int, after: int = 0) -> list[EntryRow]:
    """The notes in a game's log behind the line at `after`, in order."""
    return tx.all(EntryRow, _NOTES, game_id=game_id, after=after)


def rollbacks(tx: Tx, game_id: int, after: int = 0) -> list[EntryRow]:
    """The rollbacks in a game's log behind the line at `after`, in order."""
    return tx.all(EntryRow, _ROLLBACKS, game_id=game_id, after=after)


def count_notes(tx: Tx, game_id: int) -> int:
    """Count the notes of a game's log."""
    return tx.one(int, "game", _HOW_MANY_NOTES, game_id=game_id)


def last_note_ms(tx: Tx, game_id: int) -> int | None:
    """The moment when the last note of a game's log was written; None where it has none."""
    return tx.first(int, _LAST_NOTE, game_id=game_id)


def last_entry_ms(tx: Tx) -> int | None:
    """The moment when the last line of any log was written; None where there is no game. Reads all of them."""
    return tx.first(_same, _LAST_MS)


def last_lines(tx: Tx, game_ids: Sequence[int]) -> dict[int, str]:
    """The payload of the last final line of each of these games that is over, which tells how it ended."""
    return dict(tx.all(_pair, _LAST_LINES, games=list(game_ids)))


def _same(at_ms: int | None) -> int | None:
    return at_ms


def _pair(number: int, payload: str) -> tuple[int, str]:
    return number, payload


def entries_before(tx: Tx, game_id: int, before: int, limit: int) -> list[EntryRow]:
    """At most `limit` lines of a game's log that end just before a position, in order."""
    return tx.all(EntryRow, _BEFORE, game_id=game_id, before=before, limit=limit)[::-1]


def snapshot(tx: Tx, game_id: int) -> SnapshotRow | None:
    """The state last kept of a game, if any."""
    return tx.first(SnapshotRow, _SNAPSHOT, game_id=game_id)


def put_snapshot(tx: Tx, game_id: int, kept: SnapshotRow) -> None:
    """Keep a game's state in place of the one before."""
    if not tx.run(_REPLACE_SNAPSHOT, game=game_id, **values(kept)).rowcount:
        tx.run(_ADD_SNAPSHOT, game_id=game_id, **values(kept))


def put_standing(tx: Tx, game_id: int, orders: StandingRow) -> None:
    """Keep a seat's orders for its next turn, in place of those before."""
    clear_standing(tx, game_id, orders.seat)
    tx.run(_PUT, game_id=game_id, **values(orders))


def standing_orders(tx: Tx, game_id: int) -> dict[int, StandingRow]:
    """The orders that wait in a game for a next turn, by seat. They are secret to their seats."""
    return {row.seat: row for row in tx.all(StandingRow, _ORDERS, game_id=game_id)}


def take_standing(tx: Tx, game_id: int, seat: int) -> StandingRow | None:
    """The orders that wait for a seat's next turn, which wait no longer."""
    orders = standing_orders(tx, game_id).get(seat)
    if orders is not None:
        clear_standing(tx, game_id, seat)
    return orders


def clear_standing(tx: Tx, game_id: int, seat: int) -> None:
    """Drop the orders that wait for a seat's next turn, if any do."""
    tx.run(_CLEAR, game_id=game_id, seat=seat)


def forget_applied(tx: Tx, game_id: int, year: int, turn: int) -> None:
    """Forget which texts were applied in a turn and those behind it, so that they may be sent again."""
    tx.run(_FORGET_APPLIED, game=game_id, in_year=year, from_turn=turn)


def turns_of_game(tx: Tx, game_id: int) -> list[TurnTakenRow]:
    """The turns of a game that are counted."""
    return tx.all(TurnTakenRow, _TURNS, game=game_id)


def forget_turns(tx: Tx, game_id: int) -> None:
    """Count no turn of a game any more."""
    tx.run(_FORGET_TURNS, game=game_id)


def open_proposal(tx: Tx, game_id: int) -> ProposalRow | None:
    """The proposal that is open in a game at present; there is one at a time."""
    return tx.first(ProposalRow, _OPEN, game=game_id)


def due_proposals(tx: Tx, now_ms: int) -> list[ProposalRow]:
    """The open proposals whose time is up."""
    return tx.all(ProposalRow, _DUE, now_ms=now_ms)


def add_proposal(tx: Tx, game_id: int, seat: int, to: int, reason: str, now_ms: int, expires_ms: int) -> int:
    """Note that a seat proposes to go back to a position; return the proposal's id."""
    facts = {"reason": reason, "made_ms": now_ms, "expires_ms": expires_ms, "status": "open", "of_departed": False}
    return tx.add(_ADD, game_id=game_id, seat=seat, to_position=to, **facts)


def close_proposal(tx: Tx, proposal_id: int, fate: ProposalStatus, *, of_departed: bool = False) -> None:
    """Note what became of a proposal that was open; `of_departed`: it takes back what somebody played who has left."""
    tx.run(_CLOSE, proposal=proposal_id, fate=fate, departed=of_departed)


def consents(tx: Tx, proposal_id: int) -> dict[int, int]:
    """The seats that have agreed to a proposal, each with the moment."""
    return dict(tx.all(_consent, _CONSENTS, proposal=proposal_id))


def add_consent(tx: Tx, proposal_id: int, seat: int, now_ms: int) -> None:
    """Note that a seat agrees now; its player before may have agreed, too."""
    tx.run(_DROP_CONSENT, proposal=proposal_id, place=seat)
    tx.run(_ADD_CONSENT, proposal_id=proposal_id, seat=seat, at_ms=now_ms)


def _consent(seat: int, at_ms: int) -> tuple[int, int]:
    return seat, at_ms
