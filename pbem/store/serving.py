"""The server that runs on a database, one at a time, and its last beat, by which a copy put in its place is known.

A database cannot tell that it was replaced by its own backup: the backup knows nothing of what came after it. The mark
stays where it is, and is never part of a backup; on another machine there is none, and nothing to compare.
"""

import fcntl
import json
import os
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pbem.files import open_private, write_whole
from pbem.store.server import Beat


class Marked(NamedTuple):
    """The database that was last in service at a place, and the number of its last beat; "" and 0 for none."""

    database: str = ""
    number: int = 0


class ServiceMark:
    """The file PATH.served beside a database."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.served")

    def write(self, beat: Beat) -> None:
        """Note a beat that is already in the database. Raises OSError."""
        write_whole(self._path, json.dumps({"database": beat.database, "beat": beat.number}).encode())

    def read(self) -> Marked:
        """The mark; an empty one where there is none, or none that can be read."""
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            return Marked(str(data["database"]), int(data["beat"]))
        except (OSError, ValueError, TypeError, KeyError):
            return Marked()


def was_replaced(mark: Marked, beat: Beat | None) -> bool:
    """Whether a database with this last beat is an older copy of that which a mark tells of, or another one.

    The beat has to be read after the mark. A database that no server ever ran on is new, and replaces nothing.
    """
    if not mark.number or beat is None:
        return False
    return beat.database != mark.database or beat.number < mark.number


class AlreadyServing(Exception):
    """Another process serves this database."""


class InstanceLock:
    """A lock on a database's service, for as long as it is held; the operating system opens it when its holder dies.

    It is the file PATH.serving, which stays where it is.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.serving")
        self._held: BinaryIO | None = None

    def take(self) -> None:
        """Take the lock. Raises AlreadyServing, and OSError where the file cannot be made."""
        file = open_private(self._path, os.O_WRONLY | os.O_APPEND)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise AlreadyServing from error
        self._held = file

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> "InstanceLock":
        self.take()
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()
