"""The SQL that a request runs, written down as it goes to the database."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import event

from pbem.store import Database


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
def statements_of(database: Database) -> Iterator[Statements]:
    """Write down what is run on a database in the meantime, by whichever thread."""
    found = Statements()
    engines = [database._readers, database._writer, database._glances]

    def note(_connection: object, _cursor: object, sql: str, facts: object, *_more: object) -> None:
        if sql.split(None, 1)[0] in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            found.run.append((sql, repr(facts)))

    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
