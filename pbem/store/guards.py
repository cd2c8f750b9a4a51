"""Tables that only grow: triggers that keep lines from being changed or removed, whoever holds the connection."""

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, event

REWRITES: Final = "pbem.rewrites"
"""The setting of a PostgreSQL transaction that names the guarded table whose lines it may change."""

_VIOLATION: Final = "integrity_constraint_violation"


class Guard(NamedTuple):
    """A table's guards, each a condition in SQL under which an act is refused, or "" for always."""

    table: str
    refusal: str
    """What the database says."""
    goes: str
    """When a line OLD may not be removed."""
    key: tuple[str, ...]

    def sqlite(self) -> tuple[str, ...]:
        """The statements that make them: for changes, removals, and replacements, which fire no trigger of those."""
        same = " AND ".join(f"{name} = NEW.{name}" for name in self.key)
        return (
            self._sqlite("changes", "UPDATE", ""),
            self._sqlite("goes", "DELETE", self.goes),
            self._sqlite("replaced", "INSERT", f"EXISTS (SELECT 1 FROM {self.table} WHERE {same})"),
        )

    def _sqlite(self, name: str, act: str, when: str) -> str:
        return (
            f"CREATE TRIGGER {self.table}_never_{name} BEFORE {act} ON {self.table} "
            f"{f'WHEN {when} ' if when else ''}BEGIN SELECT RAISE(ABORT, '{self.refusal}'); END"
        )

    def postgresql(self) -> tuple[str, ...]:
        """The same for PostgreSQL, where nothing replaces a line, but all can be cut off at once."""
        may_change = f"current_setting('{REWRITES}', true) IS DISTINCT FROM '{self.table}'"
        return (
            *self._postgresql("changes", "UPDATE", may_change, "ROW"),
            *self._postgresql("goes", "DELETE", self.goes, "ROW"),
            *self._postgresql("cut", "TRUNCATE", "", "STATEMENT"),
        )

    def _postgresql(self, name: str, act: str, when: str, each: str) -> tuple[str, str]:
        called = f"{self.table}_never_{name}"
        back = {"UPDATE": "NEW", "DELETE": "OLD", "TRUNCATE": "NULL"}[act]
        return (
            f"CREATE OR REPLACE FUNCTION {called}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {when or 'true'} THEN RAISE EXCEPTION '{self.refusal}' USING ERRCODE = '{_VIOLATION}'; END IF; "
            f"RETURN {back}; END $$",
            f"CREATE TRIGGER {called} BEFORE {act} ON {self.table} FOR EACH {each} EXECUTE FUNCTION {called}()",
        )

    def allow_changes(self, connection: Connection) -> None:
        """Let lines be changed, for the rest of the transaction or until `forbid_changes`."""
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(f"DROP TRIGGER {self.table}_never_changes")
        else:
            connection.exec_driver_sql(f"SELECT set_config('{REWRITES}', '{self.table}', true)")

    def forbid_changes(self, connection: Connection) -> None:
        """Put the guard back."""
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(self.sqlite()[0])
        else:
            connection.exec_driver_sql(f"SELECT set_config('{REWRITES}', '', true)")


_ALL: Final[list[Guard]] = []
_TRIGGERS: Final = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
}


def find_missing_guards(connection: Connection) -> list[str]:
    """The names of triggers that should be in a database, and are not, or are switched off."""
    name = connection.dialect.name
    found = set(connection.exec_driver_sql(_TRIGGERS[name]).scalars())
    acts = {"sqlite": ("changes", "goes", "replaced"), "postgresql": ("changes", "goes", "cut")}[name]
    wanted = [f"{one.table}_never_{act}" for one in _ALL for act in acts]
    return [trigger for trigger in wanted if trigger not in found]


def guard(table: Table, refusal: str, *, goes: str = "") -> Guard:
    """Have a table guarded wherever it is made; lines may be removed unless `goes` holds for OLD ("": never)."""
    made = Guard(table.name, refusal, goes, tuple(column.name for column in table.primary_key))
    _ALL.append(made)

    def put(_table: Table, connection: Connection, **_options: Any) -> None:
        for statement in getattr(made, connection.dialect.name)():
            connection.exec_driver_sql(statement)

    event.listen(table, "after_create", put)
    return made
