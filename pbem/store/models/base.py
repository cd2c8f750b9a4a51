"""What all tables share: one schema, and one way to name what is in it."""

from typing import Any, ClassVar, TypeAlias

from sqlalchemy import MetaData, Table
from sqlmodel import SQLModel

TableArgs: TypeAlias = tuple[Any, ...]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Base(SQLModel):
    """A model of this schema."""

    metadata: ClassVar[MetaData] = metadata


def table(model: type[SQLModel]) -> Table:
    """The table that a model stands for."""
    return metadata.tables[str(model.__tablename__)]
