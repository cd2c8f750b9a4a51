"""The SQL that a request runs, written down as it goes to the database."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from pbem.store import Database
from pbem.store.prepared import Prepared


@dataclass
class Statements:
    """Statements that read or write rows, in their order, each with its parameters as text."""

    run: list[tuple[str, str]] = field(default_factory=list)

    @property
    def repeated(self) -> dict[tuple[str, str], int]:
        """How often those SELECTs ran that ran more than once with the same parameters."""
        counted = Counter(one for one in self.run if one[0].startswith("SELECT"))
        return {one: times for one, times in counted.items() if times > 1}

    def __len__(self) -> int:
        return len(self.run)

    def __str__(self) -> str:
        return "\n".join(f"{' '.join(sql.split())[:150]} {facts[:60]}" for sql, facts in self.run)


@contextmanager
def listening(to: Sequence[Engine | Connection], note: Callable[[str, Any], None]) -> Iterator[None]:
    """Have each statement that runs on engines or connections in the meantime noted before, by whichever thread."""
    original = Prepared.rows

    def execute(_connection: object, _cursor: object, sql: str, facts: Any, *_more: object) -> None:
        note(sql, facts)

    def rows(prepared: Prepared, connection: Connection, facts: Any, *, first: bool) -> Sequence[Sequence[Any]]:
        if connection in to or connection.engine in to:
            note(prepared.sql, prepared.placed(facts))
        return original(prepared, connection, facts, first=first)

    for one in to:
        event.listen(one, "before_cursor_execute", execute)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Prepared, "rows", rows)
            yield
    finally:
        for one in to:
            event.remove(one, "before_cursor_execute", execute)


@contextmanager
def statements_of(database: Database) -> Iterator[Statements]:
    """Write down what is run on a database in the meantime, by whichever thread."""
    found = Statements()

    def note(sql: str, facts: object) -> None:
        if sql.split(None, 1)[0] in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            found.run.append((sql, repr(facts)))

    with listening(database.engine.pools, note):
        yield found
