"""The errors that the store raises.

StoreError
├── NotFound            no such row
├── AddressTaken        somebody plays under this address already
├── PositionTaken       the log grew since it was read
├── AlreadyFinished     the letter was dealt with by someone else
├── WouldWait           a read that must not wait would have to
├── NotComputed         a write needs a costly result first (`pbem.store.row_map`)
├── BadDatabase         the file is no database, or damaged
│   └── OutOfReach      its server does not answer, or not yet
├── NotOurs             the file is empty, or another program's database
├── AlreadyServing      another process serves the database
│   └── StillRunning    processes of a server have been heard of a moment ago
├── MovedAway           the games of this database go on in another one
├── Unfinished          a copy into this database was broken off
├── NotCopied           what was written into another database is not what was read
└── SchemaError
    ├── SchemaTooOld    the database must be migrated first
    ├── SchemaForgotten the database is from before the first schema that can be migrated
    └── SchemaTooNew    the database was made by a newer program
"""

from collections.abc import Sequence
from pathlib import Path


class StoreError(Exception):
    """Anything the store refuses; each kind carries its facts as attributes."""


class NotFound(StoreError, LookupError):
    """A row that is not in its table."""

    def __init__(self, table: str, key: object) -> None:
        super().__init__(f"no {table} {key!r}")
        self.table = table
        self.key = key


class AddressTaken(StoreError):
    """Somebody is registered with this address."""

    def __init__(self, address: str) -> None:
        super().__init__("the address is taken")
        self.address = address


class PositionTaken(StoreError):
    """The game's log ends at `found`, not at `expected`: read it again, and judge again."""

    def __init__(self, game_id: int, expected: int, found: int) -> None:
        super().__init__(f"the log of game {game_id} ends at {found}, not at {expected}")
        self.game_id = game_id
        self.expected = expected
        self.found = found


class AlreadyFinished(StoreError):
    """The letter is no longer new: nothing may be done for it a second time."""

    def __init__(self, letter_id: int) -> None:
        super().__init__(f"letter {letter_id} is not new any more")
        self.letter_id = letter_id


class WouldWait(StoreError):
    """A read that must not wait would have to."""


class BadDatabase(StoreError):
    """The file cannot be read as a database; `reason` is a message id, or what SQLite says of it."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class OutOfReach(BadDatabase):
    """The database's server does not answer, or not yet."""


class NotOurs(StoreError):
    """The file is a database, but none of this program's; `is_empty` when it holds no table at all."""

    def __init__(self, path: Path | str, *, is_empty: bool) -> None:
        super().__init__(f"{path} is {'empty' if is_empty else 'the database of another program'}")
        self.path = path
        self.is_empty = is_empty


class AlreadyServing(StoreError):
    """Another process serves this database: `holder` says of which kind and number, such as "serve 4711", if known."""

    def __init__(self, holder: str = "") -> None:
        super().__init__(holder or "another process")
        self.holder = holder


class StillRunning(AlreadyServing):
    """Processes of a server on this database were heard of less than a lease ago; `processes` names them."""

    def __init__(self, processes: Sequence[str]) -> None:
        super().__init__(", ".join(processes))
        self.processes = processes


class MovedAway(StoreError):
    """The games of this database go on in another one, `to`: its dice are known to nobody only while this one rests."""

    def __init__(self, path: Path | str, to: str) -> None:
        super().__init__(f"{path} was moved to {to}")
        self.path = path
        self.to = to


class Unfinished(StoreError):
    """A copy into this database was broken off before it counted, or it was not put into service yet."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(f"{path} is an unfinished copy")
        self.path = path


class NotCopied(StoreError):
    """A table of a copy is not what was read; `why` is a message id, or the database's words for it."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"{table}: {why}")
        self.table = table
        self.why = why


class SchemaError(StoreError):
    """The database's schema is not the one this program works with."""

    def __init__(self, path: Path | str, stored: str | None, known: str) -> None:
        super().__init__(f"{path} has schema {stored or 'none'}, this program works with {known}")
        self.path = path
        self.stored = stored
        self.known = known


class SchemaTooOld(SchemaError):
    """The database must be migrated before it is used."""


class SchemaForgotten(SchemaError):
    """The database was made by a program from before the first version: none knows how to migrate it."""


class SchemaTooNew(SchemaError):
    """The database was made, or migrated, by a newer program than this one."""
