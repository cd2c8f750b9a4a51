"""The logs of games, which only grow, and the states that are kept to read less of them."""

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Connection, Index, Table, Text, event, text
from sqlmodel import Field

from pbem.store.models.base import Base, TableArgs, table


class EntryTable(Base, table=True):
    """One line of a game's log. The log is the game: it grows, and nothing in it ever changes. Few lines are notes."""

    __tablename__: ClassVar[str] = "entry"
    __table_args__: ClassVar[TableArgs] = (
        Index(
            "ix_entry_note",
            "game_id",
            "position",
            sqlite_where=text("kind = 'note'"),
            postgresql_where=text("kind = 'note'"),
        ),
        {"sqlite_with_rowid": False},
    )

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    position: int = Field(primary_key=True)
    kind: str
    payload: str = Field(sa_type=Text)
    actor: int | None
    letter_id: int | None = Field(foreign_key="letter.id")
    at_ms: int = Field(sa_type=BigInteger)
    ruleset_version: int


class SnapshotTable(Base, table=True):
    """A game's state at one position: a cache, which may be dropped at any time."""

    __tablename__: ClassVar[str] = "snapshot"

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    position: int
    schema_number: int
    state: bytes


# REPLACE would delete a line without firing the DELETE trigger, hence the third.
LOG_GUARDS = (
    "CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry "
    "WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
)
"""SQLite's triggers that keep the log append-only, whoever holds the connection."""


def _guard_log(_table: Table, connection: Connection, **_options: Any) -> None:
    if connection.dialect.name == "sqlite":
        for guard in LOG_GUARDS:
            connection.exec_driver_sql(guard)


event.listen(table(EntryTable), "after_create", _guard_log)
