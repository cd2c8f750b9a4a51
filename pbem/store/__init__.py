"""The store: the only room that speaks SQL.

`engines` chooses between SQLite and PostgreSQL, each in a room of its own, and makes databases; `Database` holds an
open one. In the packages below each table is a
class (`tables`), whose rows are what goes in and out; the queries that read and write it stand below.
"""

from pbem.store.database import Database, Tx, put_in_place
from pbem.store.engines import cause_of, create, is_out_of_order, is_passing, is_refused_by_disk, migrate
from pbem.store.errors import (
    AddressTaken,
    AlreadyFinished,
    AlreadyServing,
    BadDatabase,
    NotFound,
    NotOurs,
    PositionTaken,
    SchemaError,
    SchemaForgotten,
    SchemaTooNew,
    SchemaTooOld,
    StoreError,
    WouldWait,
)
from pbem.store.row_map import Computed
from pbem.store.unit import UnitOfWork

__all__ = [
    "AddressTaken",
    "AlreadyFinished",
    "AlreadyServing",
    "BadDatabase",
    "Computed",
    "Database",
    "NotFound",
    "NotOurs",
    "PositionTaken",
    "SchemaError",
    "SchemaForgotten",
    "SchemaTooNew",
    "SchemaTooOld",
    "StoreError",
    "Tx",
    "UnitOfWork",
    "WouldWait",
    "cause_of",
    "create",
    "is_out_of_order",
    "is_passing",
    "is_refused_by_disk",
    "migrate",
    "put_in_place",
]
