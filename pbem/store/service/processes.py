"""The running processes of a server, and their claims: what one of them is at, so that no other begins the same.

A claim counts while its process's lease does, which the process renews again and again. Nothing hangs on a claim but
time: a letter is closed once, a mail's outcome is noted once, whoever did them. So a process that was stopped for a
minute, or one that the clock has told to be dead, spoils nothing when it goes on.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import BigInteger, ColumnElement, String, bindparam, cast, delete, func, literal, select, update

from pbem.store.database import Tx
from pbem.store.dialects import insert_new
from pbem.store.rows import columns, values
from pbem.store.tables import PASSING, TableRow, column, table

SLACK_MS: Final = 10_000
"""By so much two that look at the clock one after the other, and write the other way round, may differ."""
ProcessKind: TypeAlias = Literal["serve", "worker", "web", "mail"]
ClaimKind: TypeAlias = Literal["letters", "mails", "notices"]
LEASE_MS: Final = 30_000
"""How long a process counts as running after it was last heard of."""
ALL: Final = "all"
"""The key of all work of a kind."""


@table("process", info=PASSING)
class ProcessRow(TableRow):
    """A running process: `until_ms` is the end of its lease, and `pid` is its number on its host."""

    id: str = column(primary_key=True)
    kind: ProcessKind
    host: str
    pid: int
    until_ms: int


@table("claim", info=PASSING)
class ClaimRow(TableRow):
    """A piece of work that a process is at, such as a queue of letters, by the game or address that they are for."""

    kind: ClaimKind = column(primary_key=True)
    key: str = column(primary_key=True, shown=False)
    """It may hold an address, which is a secret."""
    process_id: str = column(foreign_key="process.id", ondelete="CASCADE", index=True)


class Claimer(NamedTuple):
    """A process that looks for work, and the moment at which it does, by which claims of others count."""

    process: str
    lease_now_ms: int


NOBODY: Final = Claimer("", 0)
"""One beside whom no others run."""
_LEASE_MOMENT: Any = bindparam("lease_now_ms", type_=BigInteger)
# An end that lies further ahead than any lease lasts was written before the clock was set back.
_COUNTS = ProcessRow.c.until_ms.between(_LEASE_MOMENT, _LEASE_MOMENT + LEASE_MS + SLACK_MS)
_ALL = select(*columns(ProcessRow)).where(_COUNTS).order_by(ProcessRow.c.kind, ProcessRow.c.host, ProcessRow.c.pid)
_OTHERS = select(func.count()).where(
    _COUNTS, ProcessRow.c.id != bindparam("process"), ProcessRow.c.kind.in_(bindparam("kinds", expanding=True))
)
_ADD = insert_new(ProcessRow.table)
_RENEW = update(ProcessRow.table).where(ProcessRow.c.id == bindparam("process")).values(until_ms=bindparam("end_ms"))
_DROP = delete(ProcessRow.table).where(ProcessRow.c.id == bindparam("process"))
_DROP_PID = delete(ProcessRow.table).where(
    ProcessRow.c.host == bindparam("of_host"), ProcessRow.c.pid == bindparam("of_pid")
)
_DROP_LAPSED = delete(ProcessRow.table).where(~_COUNTS)
_DROP_ALL = delete(ProcessRow.table)
_LET_GO = delete(ClaimRow.table).where(
    ClaimRow.c.process_id == bindparam("process"),
    ClaimRow.c.kind == bindparam("of_kind"),
    ClaimRow.c.key.not_in(bindparam("keys", expanding=True)),
)
_CLAIM = insert_new(ClaimRow.table)
_CLAIMED = select(*columns(ClaimRow)).where(
    ClaimRow.c.kind == bindparam("of_kind"), ClaimRow.c.key.in_(bindparam("keys", expanding=True))
)


def number_key(number: ColumnElement[Any]) -> ColumnElement[str]:
    """A number as a key."""
    return cast(number, String)


def queue_of_games(game_id: ColumnElement[int]) -> ColumnElement[str]:
    """The key by which the letters and bots' turns of a game are claimed."""
    return literal("game ") + number_key(game_id)


def queue_of_game(game_id: int) -> str:
    """The same of one game."""
    return f"game {game_id}"


def is_claimed_by_another(kind: ClaimKind, key: ColumnElement[str]) -> ColumnElement[bool]:
    """The condition that another process than `process` has a claim on a key, or on all, that counts now."""
    return (
        select(ClaimRow.c.key)
        .join(ProcessRow.table, ProcessRow.c.id == ClaimRow.c.process_id)
        .where(ClaimRow.c.kind == kind, ClaimRow.c.key.in_((key, literal(ALL))))
        .where(ClaimRow.c.process_id != bindparam("process"), _COUNTS)
        .correlate_except(ClaimRow.table, ProcessRow.table)
        .exists()
    )


def list_processes(tx: Tx, now_ms: int) -> list[ProcessRow]:
    """The processes that run, as far as is known."""
    return tx.all(ProcessRow, _ALL, lease_now_ms=now_ms)


def count_others(tx: Tx, claimer: Claimer, kinds: Collection[ProcessKind]) -> int:
    """Count the processes of some kinds that run besides one."""
    return tx.one(int, "process", _OTHERS, kinds=sorted(kinds), **values(claimer))


def is_claimed(tx: Tx, kind: ClaimKind, key: str, claimer: Claimer) -> bool:
    """Whether another process than `claimer` has a claim on a key, or on all, that counts."""
    return tx.first(bool, select(is_claimed_by_another(kind, literal(key))), **values(claimer)) is True


def renew_process(tx: Tx, row: ProcessRow, now_ms: int) -> bool:
    """Note that a process runs, and drop those that were not heard of for too long; return whether it was known.

    One that was not has no claims any more.
    """
    tx.run(_DROP_LAPSED, lease_now_ms=now_ms)
    if tx.run(_RENEW, process=row.id, end_ms=now_ms + LEASE_MS).rowcount:
        return True
    tx.run(_ADD, **values(row))  # unless another of its threads has just done so
    return False


def drop_process(tx: Tx, process_id: str) -> None:
    """Note that a process has ended, and let go of all that it claimed."""
    tx.run(_DROP, process=process_id)


def drop_process_of_pid(tx: Tx, host: str, pid: int) -> None:
    """Note that the process of a number has ended, for a parent that has seen it end."""
    tx.run(_DROP_PID, of_host=host, of_pid=pid)


def drop_all_processes(tx: Tx) -> None:
    """Note that nobody runs, for one who knows: one that does all the same notes itself again."""
    tx.run(_DROP_ALL)


def exchange_claims(tx: Tx, row: ProcessRow, kind: ClaimKind, wanted: Sequence[str]) -> frozenset[str]:
    """Let go of a renewed process's claims of a kind, and claim what is wanted and no other has; return what it has."""
    tx.run(_LET_GO, process=row.id, of_kind=kind, keys=list(wanted))
    # In one order, or two processes could wait for each other.
    tx.run_many(_CLAIM, [{"kind": kind, "key": key, "process_id": row.id} for key in sorted(set(wanted))])
    found = tx.all(ClaimRow, _CLAIMED, of_kind=kind, keys=list(wanted))
    return frozenset(one.key for one in found if one.process_id == row.id)


def share_claims(
    tx: Tx, row: ProcessRow, kind: ClaimKind, kinds: Collection[ProcessKind], wanted: Sequence[str], now_ms: int
) -> frozenset[str]:
    """Claim all of a kind where no other process of `kinds` runs, else what is wanted, as `exchange_claims` does.

    While another has all, nothing is had; it lets go of that by this, once it sees that it is not alone.
    """
    # Whoever shares at the same time waits for this row, so that one that seems to be alone is.
    tx.run_many(_CLAIM, [{"kind": kind, "key": ALL, "process_id": row.id}])
    if [one.process_id for one in tx.all(ClaimRow, _CLAIMED, of_kind=kind, keys=[ALL])] != [row.id]:
        wanted = []
    elif not count_others(tx, Claimer(row.id, now_ms), kinds):
        wanted = [ALL]
    return exchange_claims(tx, row, kind, wanted)
