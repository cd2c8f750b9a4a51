"""The log of a game, which only grows, and snapshots of its state."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import (
    Text,
    bindparam,
    func,
    literal_column,
    select,
    update,
)

from pbem.store.database import Tx
from pbem.store.errors import PositionTaken
from pbem.store.games.game import GameRow
from pbem.store.guards import guard
from pbem.store.row_map import SETTLED
from pbem.store.rows import add, columns, values
from pbem.store.tables import TableRow, column, hidden, partial_index, table


@table(
    "entry",
    hidden("game_id", int, primary_key=True, foreign_key="game.id"),
    partial_index("ix_entry_note", "game_id", "position", where="kind = 'note'"),
    sqlite_with_rowid=False,
)
class EntryRow(TableRow):
    """One line of a game's log. The log is the game: lines are added, and none is ever changed.

    The log of a game that is not a match can be removed with it. A NEW row has no `position` yet; `payload` is JSON,
    and `actor` the seat that acted, if any. Few lines are notes.
    """

    position: int = column(primary_key=True)
    kind: str
    payload: str = column(sa_type=Text)
    actor: int | None
    letter_id: int | None = column(foreign_key="letter.id")
    at_ms: int
    ruleset_version: int


LOG_GUARD = guard(
    EntryRow.table,
    "the log is append-only",
    goes="(SELECT purpose FROM game WHERE id = OLD.game_id) = 'match'",
)


@contextmanager
def log_open_to_erasure(tx: Tx) -> Iterator[None]:
    """Let notes be rewritten within a transaction, for a person who is erased; the guard is back when it commits."""
    LOG_GUARD.allow_changes(tx.connection)
    yield
    LOG_GUARD.forbid_changes(tx.connection)


@table("snapshot", hidden("game_id", int, primary_key=True, foreign_key="game.id"))
class SnapshotRow(TableRow):
    """A game's state at one position: a cache, which may be dropped at any time."""

    position: int
    schema_number: int
    state: bytes = column(shown=False)


_OF_GAME = EntryRow.c.game_id == bindparam("game_id")
ENTRIES = (
    select(*columns(EntryRow)).where(_OF_GAME, EntryRow.c.position > bindparam("after")).order_by(EntryRow.c.position)
)
_IS_NOTE = EntryRow.c.kind == literal_column("'note'")  # a parameter would keep the index of notes from being used
_NOTES = ENTRIES.where(_IS_NOTE)
_ROLLBACKS = ENTRIES.where(EntryRow.c.kind == "rollback")
_HOW_MANY_NOTES = select(func.count()).where(_OF_GAME, _IS_NOTE)
_LAST_NOTE = select(EntryRow.c.at_ms).where(_OF_GAME, _IS_NOTE).order_by(EntryRow.c.position.desc()).limit(1)
_ENTRIES_UPTO = ENTRIES.where(EntryRow.c.position <= bindparam("upto"))
_BEFORE = (
    select(*columns(EntryRow))
    .where(_OF_GAME, EntryRow.c.position < bindparam("before"))
    .order_by(EntryRow.c.position.desc())
    .limit(bindparam("limit"))
    .execution_options(**{SETTLED: True})
)
_LAST = select(func.coalesce(func.max(EntryRow.c.position), 0)).where(_OF_GAME)
_LAST_ACTION = (
    select(EntryRow.c.position)
    .where(_OF_GAME, EntryRow.c.kind == "action", EntryRow.c.actor == bindparam("actor"))
    .order_by(EntryRow.c.position.desc())
    .limit(1)
)
_FINAL = (
    (EntryRow.c.game_id == GameRow.c.id)
    & (EntryRow.c.position == GameRow.c.final_position)
    & (EntryRow.c.kind == "event")
)
_LAST_MS = select(func.max(EntryRow.c.at_ms))
_FIRST_MS = select(EntryRow.c.at_ms).order_by(EntryRow.c.game_id, EntryRow.c.position).limit(1)
_LAST_LINES = (
    select(EntryRow.c.game_id, EntryRow.c.payload)
    .join(GameRow.table, _FINAL)
    .where(GameRow.c.status == "over", GameRow.c.id.in_(bindparam("games", expanding=True)))
)
_FIRST_EVENT = (
    select(*columns(EntryRow)).where(_OF_GAME, EntryRow.c.kind == "event").order_by(EntryRow.c.position).limit(1)
)
SNAPSHOT = select(*columns(SnapshotRow)).where(SnapshotRow.c.game_id == bindparam("game_id"))
_REPLACE_SNAPSHOT = (
    update(SnapshotRow.table)
    .where(SnapshotRow.c.game_id == bindparam("game"))
    .values(position=bindparam("position"), schema_number=bindparam("schema_number"), state=bindparam("state"))
)


def append_entries(tx: Tx, game_id: int, after: int, new: Sequence[EntryRow]) -> int:
    """Append to a game's log, which ended at position `after` when it was read; return the new last position.

    The first entry of a log has position 1. Raises PositionTaken where the log ends elsewhere.
    """
    last = find_last_position(tx, game_id)
    if last != after:
        raise PositionTaken(game_id, after, last)
    tx.run_many(
        EntryRow.inserting,
        [values(entry) | {"game_id": game_id, "position": position} for position, entry in enumerate(new, after + 1)],
    )
    tx.put(_LAST, (after + len(new),), game_id=game_id)
    return after + len(new)


def find_last_position(tx: Tx, game_id: int) -> int:
    """The position at which a game's log ends; 0 for an empty one."""
    return tx.one(int, "game", _LAST, game_id=game_id)


def find_first_event(tx: Tx, game_id: int) -> EntryRow | None:
    """The event by which a game began; None where its log has none."""
    return tx.first(EntryRow, _FIRST_EVENT, game_id=game_id)


def find_last_action_of(tx: Tx, game_id: int, actor: int) -> int | None:
    """The position of the last action a seat took; None where it took none."""
    return tx.first(int, _LAST_ACTION, game_id=game_id, actor=actor)


def list_entries(tx: Tx, game_id: int, after: int = 0, upto: int | None = None) -> list[EntryRow]:
    """A game's log from the line after `after`, which is one of its lines or 0, to that at `upto`, or to its end."""
    if upto is None:
        found = tx.all(EntryRow, ENTRIES, game_id=game_id, after=after)
        tx.put(_LAST, (found[-1].position if found else after,), game_id=game_id)
        return found
    return tx.all(EntryRow, _ENTRIES_UPTO, game_id=game_id, after=after, upto=upto)


def list_notes(tx: Tx, game_id: int, after: int = 0) -> list[EntryRow]:
    """The notes in a game's log behind the line at `after`, in order."""
    return tx.all(EntryRow, _NOTES, game_id=game_id, after=after)


def list_rollbacks(tx: Tx, game_id: int, after: int = 0) -> list[EntryRow]:
    """The rollbacks in a game's log behind the line at `after`, in order."""
    return tx.all(EntryRow, _ROLLBACKS, game_id=game_id, after=after)


def count_notes(tx: Tx, game_id: int) -> int:
    """Count the notes of a game's log."""
    return tx.one(int, "game", _HOW_MANY_NOTES, game_id=game_id)


def find_last_note_ms(tx: Tx, game_id: int) -> int | None:
    """The moment when the last note of a game's log was written; None where it has none."""
    return tx.first(int, _LAST_NOTE, game_id=game_id)


def find_last_entry_ms(tx: Tx) -> int | None:
    """The moment when the last line of any log was written; None where there is no game. Reads all of them."""
    return tx.first(_same, _LAST_MS)


def find_first_entry_ms(tx: Tx) -> int | None:
    """The moment when the oldest game that is kept began; None where there is no game."""
    return tx.first(int, _FIRST_MS)


def list_last_lines(tx: Tx, game_ids: Sequence[int]) -> dict[int, str]:
    """The payload of the last final line of each of these games that is over, which tells how it ended."""
    return dict(tx.all(_pair, _LAST_LINES, games=list(game_ids)))


def _same(at_ms: int | None) -> int | None:
    return at_ms


def _pair(number: int, payload: str) -> tuple[int, str]:
    return number, payload


def list_entries_before(tx: Tx, game_id: int, before: int, limit: int) -> list[EntryRow]:
    """At most `limit` lines of a game's log that end just before a position that there is, in order."""
    return tx.all(EntryRow, _BEFORE, game_id=game_id, before=before, limit=limit)[::-1]


def find_snapshot(tx: Tx, game_id: int) -> SnapshotRow | None:
    """The state last kept of a game, if any."""
    return tx.first(SnapshotRow, SNAPSHOT, game_id=game_id)


def put_snapshot(tx: Tx, game_id: int, snapshot: SnapshotRow) -> None:
    """Keep a game's state in place of the one before."""
    if not tx.run(_REPLACE_SNAPSHOT, game=game_id, **values(snapshot)).rowcount:
        add(tx, snapshot, game_id=game_id)
