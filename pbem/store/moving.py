"""A whole database moved to another one, on either engine, so that no two of them can ever be played on.

First the copy is there, unfinished, which every program refuses; then the source is marked as moved, which every
program refuses, too; then the copy counts. Whoever is killed between has a source that goes on as before, or a move
that the same command finishes.
"""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import text

from pbem.store import schema
from pbem.store.copying import lasting_tables
from pbem.store.database import Tx
from pbem.store.engines import StoreName, held, put_state, shown_name, source, stored_schema, target
from pbem.store.errors import MovedAway, SchemaTooOld, StillRunning, StoreError, Unfinished
from pbem.store.service.server import Marked, find_last_beat
from pbem.store.transfer import UNSEEN, CopyProgress, CopySide, copy_rows

_FACT: Final = text("SELECT value FROM meta WHERE key = :key")
_RUNNING: Final = text("SELECT kind, host, pid FROM process WHERE until_ms > :now ORDER BY kind, host, pid")
_HAS_PROCESSES: Final = "0029"
"""The first schema with the table of processes."""


class Moved:
    """The outcome of a move: rows of which a character could not be kept, and whether it was only finished now."""

    def __init__(self, replaced: int = 0, *, is_resumed: bool = False) -> None:
        self.replaced = replaced
        self.is_resumed = is_resumed


def move(
    name: StoreName,
    to: StoreName,
    now_ms: int,
    verify: Callable[[Tx], None] = lambda _tx: None,
    progress: CopyProgress = UNSEEN,
) -> Moved:
    """Move all rows to another database, which has none, and mark the one that they came from.

    `verify` looks at what is there before it counts. Raises AlreadyServing where processes run on either,
    FileExistsError where the other one has rows, SchemaTooOld, NotCopied, MovedAway where the source was moved
    elsewhere, and what opening a database raises; all is as before then.
    """
    with held(name):
        try:
            check_newest(name)
        except MovedAway:
            if not _finish(name, to):
                raise
            return Moved(is_resumed=True)
        token = secrets.token_hex(16)
        with source(name) as one:
            check_nobody_runs(one, stored_schema(name), now_ms)
            make = partial(schema.make_tables, state=schema.UNFINISHED)
            with target(to, make) as other:
                copy_rows(one, other, lasting_tables(schema.all_tables()), progress)
                verify(Tx(other.connection))
                schema.put_state(other.connection, schema.UNFINISHED, json.dumps({"token": token}))
                replaced = other.replaced
        put_state(name, schema.MOVED, json.dumps({"to": shown_name(to), "token": token}))
        put_state(to, "", "")
    return Moved(replaced)


@contextmanager
def keep_others_out(name: StoreName, now_ms: int) -> Iterator[bool]:
    """Keep all others from a database of PostgreSQL for the length of the block; gives whether it has tables.

    Raises AlreadyServing where a server runs on it, NotOurs, and BadDatabase.
    """
    with held(name):
        try:
            stored = stored_schema(name)
        except FileNotFoundError:
            yield False
            return
        except (MovedAway, Unfinished):
            stored = ""
        with source(name) as one:
            check_nobody_runs(one, stored, now_ms)
        yield True


def copy_over(name: StoreName, to: StoreName) -> None:
    """Copy all rows to a database of PostgreSQL in the place of what is in it. Raises as `move` does."""
    with source(name) as one, target(to, schema.make_tables, replacing=True) as other:
        copy_rows(one, other, lasting_tables(schema.all_tables()))


def find_mark(name: StoreName) -> Marked:
    """The last beat of a database that is to be replaced, whatever its state; an empty one where it has none."""
    with suppress(StoreError), source(name) as one:
        beat = find_last_beat(Tx(one.connection))
        return Marked() if beat is None else Marked(beat.database, beat.number)
    return Marked()


def reclaim(path: Path) -> None:
    """Make a copy of a file that was moved away one that can be put into service again, by a restore.

    Raises what `stored_schema` does.
    """
    try:
        stored_schema(path)
    except MovedAway:
        put_state(path, "", "")


def check_newest(name: StoreName) -> None:
    """Raise SchemaTooOld and all else that keeps a database from being used."""
    stored = stored_schema(name)
    if schema.is_behind(shown_name(name), stored):
        raise SchemaTooOld(shown_name(name), stored, schema.SCHEMA)


def check_nobody_runs(side: CopySide, stored: str, now_ms: int) -> None:
    """Raise StillRunning where processes of a server were heard of lately."""
    if stored >= _HAS_PROCESSES:
        rows = side.connection.execute(_RUNNING, {"now": now_ms}).all()
        if rows:
            raise StillRunning([f"{kind} ({host}, {pid})" for kind, host, pid in rows])


def _finish(name: StoreName, to: StoreName) -> bool:
    """Finish a move that was broken off after the source was marked; return whether it was one to there."""
    with source(name) as one:
        token = _token(one)
    try:
        stored_schema(to)
    except Unfinished:
        with source(to) as other:
            if _token(other) != token:
                return False
        put_state(to, "", "")
        return True
    except FileNotFoundError:
        return False
    return False


def _token(side: CopySide) -> str | None:
    fact = side.connection.execute(_FACT, {"key": schema.MOVED_KEY}).scalar_one_or_none()
    return None if fact is None else str(json.loads(fact)["token"])
