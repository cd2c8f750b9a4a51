"""Tables as classes: the fields are the table's columns, and the instances are the rows that queries give.

    @table("mute", hidden("letter_id", int | None, foreign_key="letter.id"), Index(None, "player_id"))
    class MuteRow(TableRow):
        game_id: int = column(primary_key=True, foreign_key="game.id")
        player_id: int = column(primary_key=True, foreign_key="player.id")
        since_ms: int

    _ALL = select(*columns(MuteRow)).order_by(MuteRow.c.since_ms)

A class is a frozen dataclass, made as fast as one. The arguments of `table` concern the table alone: indexes,
constraints, and hidden columns, which no row shows, because they are secret or known to the caller; other queries fetch
them. A query for fewer columns, or for those of several tables, gives a named tuple whose fields name them.

Moments are integer milliseconds since the epoch, UTC, in columns that end in `_ms`; digests and hashes are lower-case
hexadecimal.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from sqlalchemy import BigInteger, Column, Index, Insert, MetaData, String, Table, insert, text
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlmodel import Field
from sqlmodel.main import get_column_from_field

from pbem.store.dialects import portable

NEW: Final = 0
"""The id of a row that is not kept yet."""
_FACTS: Final = "column"
"""Where a dataclass field keeps what `column` says of it."""

PASSING: Final = {"passing": True}
"""The `info` of a table about what runs just now, whose rows mean nothing in a copy."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class TableRow:
    """The base of all tables' classes."""

    __slots__ = ()
    table: ClassVar[Table]
    c: ClassVar[ReadOnlyColumnCollection[str, Column[Any]]]
    """The table's columns, hidden ones too."""
    inserting: ClassVar[Insert]
    __match_args__: ClassVar[tuple[str, ...]]


R = TypeVar("R", bound=TableRow)


class Facts(TypedDict, total=False):
    """The facts of a column, as SQLModel's `Field` takes them."""

    primary_key: bool
    foreign_key: str
    ondelete: Literal["CASCADE"]
    unique: bool
    index: bool
    sa_type: Any


def column(*, default: Any = MISSING, shown: bool = True, **facts: Unpack[Facts]) -> Any:
    """Say more of a field than its type: its default, whether `repr` shows it, and facts of its column.

    The database knows of no default: whoever adds a row gives all of it.
    """
    return field(default=default, repr=shown, metadata={_FACTS: facts})


def hidden(name: str, kind: Any, **facts: Unpack[Facts]) -> Column[Any]:
    """Make a column that rows do not bring along, of a type and with facts as those of `column`."""
    if name.endswith("_ms"):
        facts = {"sa_type": BigInteger} | facts
    elif any(get_origin(one) is Literal for one in (kind, *get_args(kind))):
        facts = {"sa_type": String} | facts
    info = Field(**facts)
    info.annotation = kind
    made: Column[Any] = get_column_from_field(info)
    made.name = made.key = name
    made.type = portable(made.type)
    return made


def partial_index(name: str, *columns: str, where: str) -> Index:
    """Declare an index of the rows that a condition in SQL holds for, whatever the database."""
    return Index(name, *columns, sqlite_where=text(where))


@dataclass_transform(frozen_default=True, field_specifiers=(column, field))
def table(name: str, *items: SchemaItem, **options: Any) -> Callable[[type[R]], type[R]]:
    """Declare a table by a class: its columns are the class's fields, and those among `items`."""

    def declare(written: type[R]) -> type[R]:
        row = cast(type[R], dataclass(frozen=True, slots=True)(written))
        declared = [hidden(one.name, one.type, **one.metadata.get(_FACTS, {})) for one in fields(cast(Any, row))]
        keys: list[SchemaItem] = []
        others: list[SchemaItem] = []
        for item in items:
            (keys if isinstance(item, Column) and item.primary_key else others).append(item)
        row.table = Table(name, metadata, *keys, *declared, *others, **options)
        row.c, row.inserting = row.table.c, insert(row.table)
        return row

    return declare
