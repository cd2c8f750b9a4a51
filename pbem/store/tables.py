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
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    TypedDict,
    TypeVar,
    Union,
    Unpack,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Insert,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    insert,
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex, SchemaItem
from sqlalchemy.sql.base import ReadOnlyColumnCollection

NEW: Final = 0
"""The id of a row that is not kept yet."""
_FACTS: Final = "column"
"""Where a dataclass field keeps what `column` says of it."""
_TYPES: Final = {bool: Boolean, bytes: LargeBinary, float: Float, int: Integer, str: String}
"""The columns' types by those of the fields, where neither a field's name nor its facts say more."""

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
    """The facts of a column that its field's type does not say."""

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
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    (plain,) = (one for one in kinds if one is not NoneType)
    if "sa_type" in facts:
        of_column = facts["sa_type"]
    elif name.endswith("_ms"):
        of_column = BigInteger
    else:
        of_column = String if get_origin(plain) is Literal else _TYPES[plain]
    keys = [ForeignKey(facts["foreign_key"], ondelete=facts.get("ondelete"))] if "foreign_key" in facts else []
    return Column(
        name,
        of_column,
        *keys,
        primary_key=facts.get("primary_key", False),
        nullable=NoneType in kinds,
        index=facts.get("index", False),
        unique=facts.get("unique", False),
    )


def partial_index(name: str, *columns: str, where: str) -> Index:
    """Declare an index of the rows that a condition in SQL holds for, whatever the database."""
    return Index(name, *columns, sqlite_where=text(where))


@compiles(CreateIndex, "postgresql")
def _create_index(statement: CreateIndex, compiler: Any, **options: Any) -> str:
    # To name PostgreSQL's option at the declaration imports its dialect, with asyncio, in every process: 40 ms.
    found = statement.element.dialect_options
    found["postgresql"]["where"] = found["sqlite"]["where"]
    return cast(str, compiler.visit_create_index(statement, **options))


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
