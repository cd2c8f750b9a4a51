"""The base of the baseline: what its tables are declared on, and what keeps its log append-only.

The baseline stays as it is: it is what migrations begin with. What the tables are today stands in the store's modules.
"""

from typing import Final

from sqlalchemy import MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
# REPLACE would delete a line without firing the DELETE trigger, hence the third.
LOG_GUARDS: Final = (
    "CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry "
    "WHEN (SELECT purpose FROM game WHERE id = OLD.game_id) = 'match' "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry "
    "WHEN EXISTS (SELECT 1 FROM entry WHERE game_id = NEW.game_id AND position = NEW.position) "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
)
