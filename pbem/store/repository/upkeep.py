"""The server's own facts, and the health of its database."""

from sqlalchemy import bindparam, func, insert, select, text, union_all, update
from sqlalchemy.exc import DatabaseError

from pbem.store.database import Tx
from pbem.store.models import metadata
from pbem.store.repository.columns import DISPUTE, GAME, META, OFFER, PRESS, PROPOSAL, WAITING_LIST

_GET = select(META.c.value).where(META.c.key == bindparam("name"))
_SET = update(META).where(META.c.key == bindparam("name")).values(value=bindparam("new_value"))
_ADD = insert(META)
_NEXT_DUE = union_all(
    select(func.min(GAME.c.wake_ms)).where(GAME.c.status == "playing"),
    *(
        select(func.min(DISPUTE.c[name])).where(DISPUTE.c.status == "open")
        for name in ("remind_ms", "tell_ms", "rule_by_ms")
    ),
    select(func.min(OFFER.c.expires_ms)).where(OFFER.c.status == "open"),
    select(func.min(PROPOSAL.c.expires_ms)).where(PROPOSAL.c.status == "open"),
    select(func.min(WAITING_LIST.c.expires_ms)).where(WAITING_LIST.c.status == "open"),
    select(func.min(PRESS.c.at_ms)).where(PRESS.c.passed_on.is_(False)),
)
_QUICK_CHECK = text("PRAGMA quick_check")
_COUNTS = {table.name: select(func.count()).select_from(table) for table in metadata.sorted_tables}


def meta(tx: Tx, key: str) -> str | None:
    """A small fact about the server, such as its last heartbeat."""
    return tx.first(str, _GET, name=key)


def put_meta(tx: Tx, key: str, value: str) -> None:
    """Notes a small fact in place of the one before."""
    if not tx.run(_SET, name=key, new_value=value).rowcount:
        tx.run(_ADD, key=key, value=value)


def next_due_ms(tx: Tx) -> int | None:
    """When something is due next: in a game, a dispute, an offer, a proposal, a list or press; digests have an hour."""
    return min((moment for moment in tx.all(lambda due: due, _NEXT_DUE) if moment is not None), default=None)


def quick_check(tx: Tx) -> list[str]:
    """What SQLite finds wrong with the file, in its own words; nothing where it is well. Reads all of it."""
    try:
        return [problem for problem in tx.all(str, _QUICK_CHECK) if problem != "ok"]
    except DatabaseError as error:  # too damaged to be looked at
        return [str(error.orig)]


def table_counts(tx: Tx) -> dict[str, int]:
    """How many rows each table has."""
    return {name: tx.one(int, name, count) for name, count in _COUNTS.items()}
