"""A database as a large club has it: a season that was really played, and its copies, as many as are asked for.

Agents play some dozen games of all kinds by letters, through the real server in simulated time. What came of it is a
block: games, people, letters, mails, drawings. Each copy of the block is a club of its own in the same database: ids
are moved on, and texts that must differ (tags, tokens, addresses, Message-IDs, marks) begin with the copy's number.
Which columns those are follows from the tables as they are declared, so that a table which is added is copied too.
"""

import shutil
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from simulated_kit import StoppedClock, seeded_chance
from simulation.habits import CAST
from simulation.plan import plan_of
from simulation.runner import Simulation
from simulation.server import QuietServer
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Integer,
    String,
    Table,
    UniqueConstraint,
    case,
    cast,
    func,
    insert,
    literal,
    select,
    update,
)

from pbem.cli.demo import PLAYERS_DOMAIN, settings_for
from pbem.clock import system_clock, to_ms
from pbem.store import Database, Tx
from pbem.store.games.game import GameRow
from pbem.store.mail.outbox import MailRow, erase_mail_bytes, list_old_mail_bytes
from pbem.store.mail.sending import end_mail_hold
from pbem.store.players.player import find_player_by_address
from pbem.store.schema import all_tables
from pbem.store.tables import metadata

_GAMES: Final = 12
_SEED: Final = 7
_KEPT: Final = timedelta(days=2)
"""How long bytes of mails and drawings are kept: a thirtieth of what a server keeps, so that a disk holds so many."""
_AT_ONCE: Final = 50
"""Blocks that one statement makes."""
_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 1_440 * _MINUTE_MS
_MARK: Final = "copy"
_NAMED: Final = ("address", "token", "message_id", "tag")
"""Names of columns whose texts stand elsewhere without a foreign key: where mail goes, and what it belongs to."""
_NAMED_SO: Final = tuple(f"_{name}" for name in _NAMED)


class Block(NamedTuple):
    """A season that was played: its database, and how many games, mails and bytes are in it."""

    path: Path
    games: int
    mails: int
    size: int
    player: int
    moderator: int


def play(folder: Path, days: int, games: int = _GAMES) -> Block:
    """Play the season, which ended yesterday; of its mails' bytes and drawings those of the last days are kept."""
    settings = settings_for(folder)
    clock = StoppedClock(system_clock() - timedelta(days=days + 1))
    with seeded_chance(f"block {_SEED}"), closing(QuietServer(settings, clock)) as server:
        server.open()
        Simulation(server, CAST, plan_of(CAST, games, days, _SEED), _SEED, PLAYERS_DOMAIN).run(lambda _at: None)
        assert server.daemon is not None
        server.database.write(partial(_forget_bytes, before_ms=to_ms(clock() - _KEPT)))
        with server.database.read() as tx:
            people = [find_player_by_address(tx, f"{name}@{PLAYERS_DOMAIN}") for name in ("ada", "max")]
            games, mails = (_count(tx, row.table) for row in (GameRow, MailRow))
        server.database.write(lambda tx: end_mail_hold(tx))
        server.database.empty_log()
    with sqlite3.connect(settings.database) as connection:
        connection.execute("VACUUM")
    player, moderator = (one.id for one in people if one is not None)
    return Block(settings.database, games, mails, settings.database.stat().st_size, player, moderator)


def fill(block: Block, path: Path, games: int) -> int:
    """Make a database of so many games, or a few more to fill a block; return how many there are.

    Raises RuntimeError where more than two thirds of the free disk would be needed.
    """
    copies = -(-games // block.games)
    needed, free = copies * block.size, shutil.disk_usage(path.parent).free
    if needed > free * 2 // 3:
        raise RuntimeError(f"{games:,} games take {needed >> 20:,} MB, and {free >> 20:,} MB are free: set TMPDIR")
    shutil.copyfile(block.path, path)
    with Database(path) as database:
        made = multiply(database, block, games)
        database.empty_log()
    return made


def multiply(database: Database, block: Block, games: int) -> int:
    """Copy a block that is in a database until there are so many games, or a few more; return how many there are."""
    copies = -(-games // block.games)
    spans = database.write(find_spans)
    for first in range(1, copies, _AT_ONCE):
        numbers = range(first, min(first + _AT_ONCE, copies))
        database.write(partial(copy_block, spans=spans, numbers=numbers))
    database.write(partial(_settle, now_ms=to_ms(system_clock())))
    return copies * block.games


def copied_tables() -> list[Table]:
    """The tables that are copied, in the order of their foreign keys: those that lead to games, by whatever way.

    What is left is the server's own, as its outages are, and would not be more for more games.
    """
    all_tables()
    near = {table: {key.column.table for key in table.foreign_keys} for table in metadata.sorted_tables}
    found, fresh = set[Table](), {GameRow.table}
    while fresh:
        found |= fresh
        fresh = {one for table, others in near.items() for one in (table, *others) if found & {table, *others}} - found
    return [table for table in metadata.sorted_tables if table in found]


def _count(tx: Tx, table: Table) -> int:
    return tx.connection.scalar(select(func.count()).select_from(table)) or 0


def _forget_bytes(tx: Tx, before_ms: int) -> None:
    while found := list_old_mail_bytes(tx, before_ms, 500):
        erase_mail_bytes(tx, found, before_ms)


def find_spans(tx: Tx) -> dict[Table, int]:
    """Find by how much each copy's ids are more than those of the copy before, by their tables."""
    keys = {table: _id_of(table) for table in copied_tables()}
    found = {
        table: tx.connection.scalar(select(func.coalesce(func.max(key), 0)))
        for table, key in keys.items()
        if key is not None
    }
    return {table: int(last or 0) for table, last in found.items()}


def copy_block(tx: Tx, spans: Mapping[Table, int], numbers: range) -> None:
    """Copy the block once for each number, which are above 0; `spans` are the block's, from before the first copy."""
    begun = select(literal(numbers.start, Integer).label("n")).cte("copies", recursive=True)
    copies = begun.union_all(select(begun.c.n + 1).where(begun.c.n < numbers.stop - 1))
    for table in copied_tables():
        columns = [column for column in table.columns if column.computed is None]
        found = select(*(_of_copy(column, copies.c.n, spans) for column in columns))
        rows = found.select_from(table.join(copies, literal(1) == 1)).where(_is_of_block(table, spans))
        tx.run(insert(table).from_select([column.name for column in columns], rows))


def _of_copy(column: Column[Any], number: ColumnElement[int], spans: Mapping[Table, int]) -> ColumnElement[Any]:
    """The value of a column in a copy: an id moved on, a text marked, a moment up to a day later, or as it is."""
    table = _moved_with(column)
    if table is not None:
        return column + number * spans[table]
    if column in _marked(column.table):
        mark = literal(_MARK) + cast(number, String) + "-"
        return case(
            (column == "", ""),
            (column.startswith("<"), literal("<") + mark + func.substr(column, 2)),
            else_=mark + column,
        )
    if column.name.endswith("_ms"):
        return column + cast(number, BigInteger) % 1_440 * _MINUTE_MS
    return column


def _is_of_block(table: Table, spans: Mapping[Table, int]) -> ColumnElement[bool]:
    """Whether a row is one of the block's own."""
    for column in table.columns:
        moved = _moved_with(column)
        if moved is not None and not column.nullable:
            return column <= spans[moved]
    marked = next(column for column in table.columns if column in _marked(table))
    return ~marked.startswith(_MARK)


def _id_of(table: Table) -> Column[Any] | None:
    """The column of a table's ids, if its key is one number."""
    keys = list(table.primary_key)
    return keys[0] if len(keys) == 1 and isinstance(keys[0].type, Integer) and not keys[0].foreign_keys else None


def _followed(column: Column[Any]) -> Column[Any]:
    """The column that a column's values are of, by foreign keys or, where it names a table's id, by its name."""
    for key in column.foreign_keys:
        return _followed(key.column)
    named = metadata.tables.get(column.name.removesuffix("_id")) if column.name.endswith("_id") else None
    owner = None if named is None or not isinstance(column.type, Integer) else _id_of(named)
    return column if owner is None else owner


def _moved_with(column: Column[Any]) -> Table | None:
    """The table whose ids a column holds, if it holds ids."""
    end = _followed(column)
    return end.table if _id_of(end.table) is end else None


@cache
def _marked(table: Table) -> Collection[Column[Any]]:
    """The columns whose texts must differ from those of other copies, or stand where such texts do."""
    found = {column for column in table.columns if column.name in _NAMED or column.name.endswith(_NAMED_SO)}
    found |= {
        column for column in table.columns if (end := _followed(column)) is not column and end in _marked(end.table)
    }
    keys = [table.primary_key, *(one for one in table.constraints if isinstance(one, UniqueConstraint))]
    unique = [list(key.columns) for key in keys] + [list(index.columns) for index in table.indexes if index.unique]
    for columns in unique:
        if not any(column in found or _moved_with(column) is not None for column in columns):
            found.add(next(filter(_is_text, columns)))
    return found


def _is_text(column: Column[Any]) -> bool:
    return isinstance(getattr(column.type, "impl", column.type), String)


def _settle(tx: Tx, now_ms: int) -> None:
    """Spread the deadlines over the days to come, as they are where a server has run all the time; a few are late."""
    spread = now_ms + _DAY_MS + GameRow.c.id % 1_440 * _MINUTE_MS
    due = (GameRow.c.wake_ms <= now_ms + _DAY_MS, GameRow.c.deadline_ms.is_not(None))
    tx.run(update(GameRow.table).where(*due).values(deadline_ms=spread, wake_ms=spread))
    late = (GameRow.c.id % 100 == 1, GameRow.c.deadline_ms.is_not(None))
    tx.run(update(GameRow.table).where(*late).values(deadline_ms=now_ms - _DAY_MS))
    if tx.connection.dialect.name == "postgresql":
        for table in copied_tables():
            if (key := _id_of(table)) is not None:  # ids that were given leave the sequence where it was
                last = select(func.max(key)).scalar_subquery()
                tx.connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, key.name), last)))
        tx.connection.exec_driver_sql("ANALYZE")  # as it does by itself; on SQLite the server keeps no statistics
