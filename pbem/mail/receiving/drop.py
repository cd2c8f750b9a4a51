"""Letters as they come in, whatever the way: by a Maildir into which another program lays them, and stored in
batches.
"""

import asyncio
import errno
import os
import stat
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from pbem.files import make_folder
from pbem.store.mail.inbox import Way

_FOLDERS: Final = ("new", "cur", "tmp", "aside")
_SEEN: Final = ":2,S"


class IsLink(Exception):
    """Raised for a link in place of a letter."""


class Drop:
    """The folder; for one thread, beside other programs that put letters into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        """Make what is missing of it. Raises OSError."""
        for name in _FOLDERS:
            make_folder(self.folder / name)

    def waiting(self) -> Iterator[Path]:
        """The letters that nobody has looked at, the oldest first. Raises OSError."""
        found = []
        for path in (self.folder / "new").iterdir():
            with suppress(FileNotFoundError):  # another program has moved it
                facts = path.lstat()
                if not path.name.startswith(".") and stat.S_IFMT(facts.st_mode) in (stat.S_IFREG, stat.S_IFLNK):
                    found.append((facts.st_mtime_ns, path.name, path))
        return (path for _when, _name, path in sorted(found))

    def read(self, path: Path, most: int) -> bytes:
        """The bytes of a letter, one more than `most` where it is larger. Raises IsLink, and OSError."""
        with _opened(path) as file:
            return file.read(most + 1)

    def done(self, path: Path) -> None:
        """Move a letter to those that were taken; one that is gone is left."""
        with suppress(FileNotFoundError):
            path.rename(self.folder / "cur" / f"{path.name.partition(':')[0]}{_SEEN}")

    def set_aside(self, path: Path) -> Path:
        """Move a letter to those that are for nobody here; its new place."""
        place = self.folder / "aside" / path.name.partition(":")[0]
        with suppress(FileNotFoundError):
            path.rename(place)
        return place

    def count_inaccessible(self) -> int:
        """Count the letters that wait and cannot be read, as another user has laid them there. Raises OSError."""
        if not (self.folder / "new").exists():
            return 0
        return sum(1 for path in self.waiting() if not _is_readable(path))

    def count_aside(self) -> int:
        """Count the letters that were for nobody here. Raises OSError."""
        aside = self.folder / "aside"
        return sum(1 for _path in aside.iterdir()) if aside.is_dir() else 0


def _opened(path: Path) -> BinaryIO:
    """A letter, open to be read; nothing that waits for somebody to write. Raises IsLink, and OSError."""
    try:
        return open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK))
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise IsLink from error
        raise


def _is_readable(path: Path) -> bool:
    """Whether this process can read a file; one that is gone needs no reading, nor does a link."""
    try:
        _opened(path).close()
    except (FileNotFoundError, IsLink):
        return True
    except OSError:
        return False
    return True


@dataclass(frozen=True)
class Envelope:
    """A letter for one address, as it came.

    `mail_from` is the envelope sender, "" for bounces; `recipient_local_part` the address's token, in lower case and
    without a tag; `raw` the bytes after SMTP's own escapes; `peer` the address of the machine that brought it.
    """

    mail_from: str = field(repr=False)
    recipient_local_part: str = field(repr=False)
    raw: bytes = field(repr=False)
    peer: str
    way: Way = "smtp"
    """The way by which it came; "local" where somebody at this machine's command line brought it."""
    helo: str = field(default="", repr=False, compare=False)
    """The name that the machine gave itself, which can be anything."""
    message_id: str | None = field(default=None, compare=False)
    """Empty where the letter has none; None where nobody has looked."""


Store: TypeAlias = Callable[[Sequence[Envelope]], Future[None]]
"""Begins to commit letters durably, all of them or none, and returns at once; the result is there when they are.

What could not be committed is the future's exception, whatever it likes.
"""
MOST: Final = 64
"""Letters in one commit."""
MOST_BYTES: Final = 4 << 20
"""In one commit, so that others who write to the database need not wait long; a single letter may be larger."""
_Waiting: TypeAlias = tuple[Sequence[Envelope], "asyncio.Future[None]"]


class Batches:
    """Stores letters, one commit at a time. For one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    async def stored(self, letter: Sequence[Envelope]) -> None:
        """Have a letter stored for each of its recipients, or for none. Raises what the store did."""
        if not letter:
            return
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((letter, done))
        if self._task is None:
            self._task = loop.create_task(self._go())
        await done

    async def _go(self) -> None:
        try:
            while self._waiting:
                await self._commit(self._next())
        finally:
            self._task = None

    async def _commit(self, batch: Sequence[_Waiting]) -> None:
        """Store letters in one commit, or, where that fails, each by itself, so that one spoils no other's."""
        error: Exception | None = None
        try:
            await asyncio.wrap_future(self._store([envelope for letter, _done in batch for envelope in letter]))
        except Exception as failure:
            error = failure
        if error is not None and len(batch) > 1:
            for waiting in batch:
                await self._commit([waiting])
            return
        for _letter, done in batch:
            if done.done():  # who brought it has gone
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    def _next(self) -> list[_Waiting]:
        batch = [self._waiting.popleft()]
        size = _size(batch[0])
        while self._waiting and len(batch) < MOST and size + _size(self._waiting[0]) <= MOST_BYTES:
            batch.append(self._waiting.popleft())
            size += _size(batch[-1])
        return batch


def _size(waiting: _Waiting) -> int:
    """The bytes of a letter, for all its recipients."""
    return sum(len(envelope.raw) for envelope in waiting[0])
