"""The server's own facts: when it ran, its last beat, by which a copy put in its place is known, and forms dealt
with.
"""

import json
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Index, Text, bindparam, delete, func, select, text, update
from sqlalchemy.exc import DatabaseError

from pbem.files import write_whole
from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.schema import all_tables
from pbem.store.tables import TableRow, column, hidden, table


@table("meta")
class MetaRow(TableRow):
    """Small facts about the server itself, such as its last heartbeat."""

    key: str = column(primary_key=True)
    value: str = column(sa_type=Text)


@table("sent_form", hidden("digest", str, primary_key=True), Index(None, "sent_ms"))
class SentFormRow(TableRow):
    """A form of the website that was dealt with, known by the hash of its key and of all its fields.

    `player_id` is None where the sender was not signed in. `answer` is what the sender was shown; None until that is
    known, and for good where the server was killed before.
    """

    player_id: int | None = column(foreign_key="player.id")
    """The sender; None where they were not signed in."""
    sent_ms: int
    answer: str | None = column(shown=False, sa_type=Text)
    """The answer that the sender was shown, as stored by the website; None where unknown."""


class Beat(NamedTuple):
    """The last moment at which a server was known to run on the database.

    `number` grows by one with each beat, whatever the clock does. `database` identifies a database among those of all
    servers; a backup has that of its original. Where an older program wrote the beat, they are 0 and "".
    """

    at_ms: int
    database: str
    number: int


_GET = select(MetaRow.c.value).where(MetaRow.c.key == bindparam("name"))
_SET = update(MetaRow.table).where(MetaRow.c.key == bindparam("name")).values(value=bindparam("new_value"))
_QUICK_CHECK = text("PRAGMA quick_check")
_BEAT: Final = "heartbeat"
_DATABASE: Final = "database"
_NUMBER: Final = "beats"
_THIS = SentFormRow.c.digest == bindparam("form")
_FIND = select(*columns(SentFormRow)).where(_THIS)
_ANSWER = update(SentFormRow.table).where(_THIS).values(answer=bindparam("new_answer"))
_DROP = delete(SentFormRow.table).where(_THIS)
_FORGET_ANSWERS = update(SentFormRow.table).where(SentFormRow.c.answer.is_not(None)).values(answer=None)
_FORGET = delete(SentFormRow.table).where(SentFormRow.c.sent_ms <= bindparam("before_ms"))
_DATABASE_MS: Final = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")


def find_meta(tx: Tx, key: str) -> str | None:
    """A small fact about the server, such as its last heartbeat."""
    return tx.first(str, _GET, name=key)


def put_meta(tx: Tx, key: str, value: str) -> None:
    """Note a small fact in place of the one before."""
    if not tx.run(_SET, name=key, new_value=value).rowcount:
        add(tx, MetaRow(key=key, value=value))


def ensure_meta(tx: Tx, key: str, value: str) -> str:
    """A small fact, which is noted where there is none."""
    known = find_meta(tx, key)
    if known is None:
        add(tx, MetaRow(key=key, value=value))
    return value if known is None else known


def run_quick_check(tx: Tx) -> list[str]:
    """The problems that the database finds in itself, in its own words; none where it is well. Reads all of it.

    PostgreSQL has no such check in one word: each of its tables is read, and with that the sums of its pages.
    """
    try:
        if tx.connection.dialect.name == "sqlite":
            return [problem for problem in tx.all(str, _QUICK_CHECK) if problem != "ok"]
        for one in all_tables().sorted_tables:
            tx.connection.execute(select(func.count()).select_from(one))
    except DatabaseError as error:  # too damaged to be looked at
        return [str(error.orig)]
    return []


def find_last_beat(tx: Tx) -> Beat | None:
    """The last beat of a server on this database, when it was known to run; None where there never was one."""
    at_ms = find_meta(tx, _BEAT)
    if at_ms is None:
        return None
    return Beat(int(at_ms), find_meta(tx, _DATABASE) or "", int(find_meta(tx, _NUMBER) or 0))


def put_beat(tx: Tx, at_ms: int, *, database: str = "", after: int = 0) -> Beat:
    """Note that a server runs, and return the beat.

    Its number is greater than the last one's, and than `after`. The database keeps its identity unless `database` gives
    another.
    """
    last = find_last_beat(tx)
    known_by = database or (last.database if last else "") or secrets.token_hex(16)
    beat = Beat(at_ms, known_by, max(last.number if last else 0, after) + 1)
    for key, value in ((_BEAT, beat.at_ms), (_DATABASE, beat.database), (_NUMBER, beat.number)):
        put_meta(tx, key, str(value))
    return beat


def find_sent_form(tx: Tx, digest: str) -> SentFormRow | None:
    """The form with this digest, if it was dealt with and is still known."""
    return tx.first(SentFormRow, _FIND, form=digest)


def add_sent_form(tx: Tx, digest: str, player_id: int | None, now_ms: int) -> bool:
    """Note that a form is dealt with in this transaction; False where it was in one before."""
    if find_sent_form(tx, digest) is not None:
        return False
    add(tx, SentFormRow(player_id, now_ms, None), digest=digest)
    return True


def answer_sent_form(tx: Tx, digest: str, answer: str) -> None:
    """Keep what the sender of a form was shown; nothing where no such form was dealt with."""
    tx.run(_ANSWER, form=digest, new_answer=answer)


def drop_sent_form(tx: Tx, digest: str) -> None:
    """Forget a form that turned out to ask for nothing."""
    tx.run(_DROP, form=digest)


def forget_answers(tx: Tx) -> None:
    """Forget what all senders of forms were shown, which may name anybody; that the forms were dealt with stays."""
    tx.run(_FORGET_ANSWERS)


def forget_sent_forms(tx: Tx, before_ms: int) -> None:
    """Forget the forms that were dealt with up to a moment."""
    tx.run(_FORGET, before_ms=before_ms)


class Marked(NamedTuple):
    """The database that was last in service at a place, and the number of its last beat; "" and 0 for none."""

    database: str = ""
    number: int = 0


class ServiceMark:
    """The file PATH.served beside a database that is a file; nothing where it is none."""

    def __init__(self, database: Path | None) -> None:
        self._path = None if database is None else database.with_name(f"{database.name}.served")

    def write(self, beat: Beat) -> None:
        """Note a beat that is already in the database. Raises OSError."""
        if self._path is not None:
            write_whole(self._path, json.dumps({"database": beat.database, "beat": beat.number}).encode())

    def read(self) -> Marked:
        """The mark; an empty one where there is none, or none that can be read."""
        if self._path is None:
            return Marked()
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            return Marked(str(data["database"]), int(data["beat"]))
        except (OSError, ValueError, TypeError, KeyError):
            return Marked()


def was_replaced(mark: Marked, beat: Beat | None) -> bool:
    """Whether a database with this last beat is an older copy of that which a mark tells of, or another one.

    The beat has to be read after the mark. A database that no server ever ran on is new, and replaces nothing. Without
    a mark it was in service elsewhere, unless a server was killed between its first beat and the mark of that.
    """
    if beat is None:
        return False
    if not mark.number:
        return beat.number > 1
    return beat.database != mark.database or beat.number < mark.number


def find_database_ms(tx: Tx) -> int | None:
    """The present by the clock of a database that machines share; None for a file, whose processes have one clock."""
    if tx.connection.dialect.name == "sqlite":
        return None
    return int(tx.connection.execute(_DATABASE_MS).scalar_one())
