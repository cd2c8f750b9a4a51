"""One server for one database: two would send each mail twice."""

import fcntl
import os
from pathlib import Path
from typing import BinaryIO

from pbem.files import open_private


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
        """Takes the lock. Raises AlreadyServing, and OSError where the file cannot be made."""
        file = open_private(self._path, os.O_WRONLY | os.O_APPEND)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise AlreadyServing from error
        self._held = file

    def release(self) -> None:
        """Gives the lock back, if it is held."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> "InstanceLock":
        self.take()
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()
