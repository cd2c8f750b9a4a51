"""Locks between the processes that use an SQLite file; the operating system opens them when their holder dies."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from pbem.files import open_private
from pbem.store.errors import AlreadyServing

_LONGEST_HOLDER: Final = 100
_ATTEMPTS: Final = 10
_PAUSE_SECONDS: Final = 0.05
"""Whoever starts is alone for a moment, to see whether it is; others that start try again."""


class WriteLock:
    """Lets one holder in at a time, in all processes that name the same path; holders of one object must be one thread.

    The locks are the files PATH.gate and PATH.lock, which stay where they are.
    """

    def __init__(self, path: Path) -> None:
        """Open the two files, making them where they are missing. Raises OSError."""
        self._gate = _opened(path, ".gate")
        self._lock = _opened(path, ".lock")

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Wait for its turn, and hold it for the length of the block."""
        fcntl.flock(self._gate, fcntl.LOCK_EX)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        finally:
            fcntl.flock(self._gate, fcntl.LOCK_UN)
        try:
            yield
        finally:
            fcntl.flock(self._lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the files."""
        self._gate.close()
        self._lock.close()


def _opened(path: Path, suffix: str) -> BinaryIO:
    return open_private(path.with_name(path.name + suffix), os.O_WRONLY | os.O_APPEND)


class PresenceLock:
    """A lock that all processes of a server hold together, so that nobody puts another file in its place meanwhile.

    It is the file PATH.running, which stays where it is.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.running")
        self._held: BinaryIO | None = None

    def take(self, *, alone: bool = False) -> None:
        """Take it with others, or alone. Raises AlreadyServing, and OSError where the file cannot be made."""
        file = open_private(self._path, os.O_WRONLY | os.O_APPEND)
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise AlreadyServing from error
        self._held = file

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> bool:
        """Take it with others, and return whether there are none. Raises what `take` does."""
        for attempt in range(_ATTEMPTS):
            try:
                self.take(alone=True)
            except AlreadyServing:
                pass
            else:
                assert self._held is not None
                fcntl.flock(self._held, fcntl.LOCK_SH)
                return True
            try:
                self.take()
            except AlreadyServing:
                if attempt == _ATTEMPTS - 1:
                    raise
                time.sleep(_PAUSE_SECONDS)
            else:
                return False
        raise AssertionError

    def __exit__(self, *_error: object) -> None:
        self.release()


class InstanceLock:
    """A lock on a database's service, for as long as it is held; the operating system opens it when its holder dies.

    It is the file PATH.serving, which stays where it is. Whoever wants to be `alone` is so only while none of the
    server's other processes runs, which hold a `PresenceLock`.
    """

    def __init__(self, database: Path, holder: str = "", *, alone: bool = False) -> None:
        """`holder` is what others are told of who holds it."""
        self._holder = holder
        self._path = database.with_name(f"{database.name}.serving")
        self._presence = PresenceLock(database) if alone else None
        self._held: BinaryIO | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._held is not None

    def take(self) -> None:
        """Take the lock. Raises AlreadyServing, and OSError where the file cannot be made."""
        file = open_private(self._path, os.O_WRONLY | os.O_APPEND)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise AlreadyServing(self._path.read_text(errors="replace")[:_LONGEST_HOLDER]) from error
        self._held = file
        file.truncate(0)
        file.write(self._holder.encode())
        file.flush()
        if self._presence is not None:
            try:
                self._presence.take(alone=True)
            except BaseException:
                self.release()
                raise

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._presence is not None:
            self._presence.release()
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> "InstanceLock":
        self.take()
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()
