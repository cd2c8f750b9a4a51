"""Group commit: letters that arrive while others are being stored wait, and are then stored together.

A letter that arrives alone is stored at once. Each letter gets a result of its own, and all results of a batch are
passed to the event loop together.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pbem.store.mail.inbox import Way


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
