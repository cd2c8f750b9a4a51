"""The server's own facts, and the health of its database."""

from sqlalchemy import bindparam, insert, select, text, update
from sqlalchemy.exc import DatabaseError

from pbem.store.database import Tx
from pbem.store.repository.columns import META

_GET = select(META.c.value).where(META.c.key == bindparam("name"))
_SET = update(META).where(META.c.key == bindparam("name")).values(value=bindparam("new_value"))
_ADD = insert(META)
_QUICK_CHECK = text("PRAGMA quick_check")


def meta(tx: Tx, key: str) -> str | None:
    """A small fact about the server, such as its last heartbeat."""
    return tx.first(str, _GET, name=key)


def put_meta(tx: Tx, key: str, value: str) -> None:
    """Notes a small fact in place of the one before."""
    if not tx.run(_SET, name=key, new_value=value).rowcount:
        tx.run(_ADD, key=key, value=value)


def quick_check(tx: Tx) -> list[str]:
    """What SQLite finds wrong with the file, in its own words; nothing where it is well. Reads all of it."""
    try:
        return [problem for problem in tx.all(str, _QUICK_CHECK) if problem != "ok"]
    except DatabaseError as error:  # too damaged to be looked at
        return [str(error.orig)]
