"""The letter itself as it comes behind DATA (RFC 5321, 4.1.1.4): to its end, and without SMTP's own dots.

The library reads line by line, which takes a third of its time; here a letter is read in blocks.
"""

from asyncio import LimitOverrunError, StreamReader
from typing import Final

from pbem.mail.receiving.replies import LINE_TOO_LONG, TOO_LARGE

_LINE_END: Final = b"\r\n"
_END: Final = b"\r\n.\r\n"
"""Nothing else ends a letter: whoever takes a bare CR or LF for a line end lets letters hide in others."""
_END_BYTES: Final = len(_END) - len(_LINE_END)
"""Those that are no part of the letter."""


class DataRefused(Exception):
    """A letter that was read to its end and is not taken; `reply` says why."""

    def __init__(self, reply: str) -> None:
        super().__init__(reply)
        self.reply = reply


async def read_data(reader: StreamReader, most: int, longest_line: int) -> bytes:
    """Read a letter within limits on its bytes and the bytes of a line. Raises DataRefused.

    One that is too large is read to its end, since no reply may come before (RFC 5321, 4.2.5), and not kept.
    """
    letter = _Taken(reader, most + _END_BYTES)
    raw = await _to_the_end(letter)
    if letter.size > letter.most:
        raise DataRefused(TOO_LARGE)
    if len(raw) > longest_line and max(map(len, raw.split(_LINE_END))) + len(_LINE_END) > longest_line:
        raise DataRefused(LINE_TOO_LONG)
    return raw


async def _to_the_end(letter: "_Taken") -> bytes:
    """Read to the end, which at the beginning of a line has no line end before it that is not taken yet."""
    while True:
        byte = await letter.take(1)
        if byte == b".":
            before = letter.size
            await letter.take_to(_LINE_END)
            if letter.size - before == len(_LINE_END):
                return letter.pop()[: -len(_LINE_END)]
        elif byte == b"\r":
            letter.keep(byte)
            await letter.take_to(b"\n")
            if not letter.ends_line:
                break
        else:
            letter.keep(byte)
            break
    head = letter.pop()
    await letter.take_to(_END)
    return head + letter.pop()[:-_END_BYTES].replace(b"\r\n.", b"\r\n")


class _Taken:
    """The bytes of a letter that were taken so far, and not asked for; none where there are too many."""

    def __init__(self, reader: StreamReader, most: int) -> None:
        self._reader = reader
        self._parts: list[bytes] = []
        self.most = most
        self.size = 0
        """In all."""
        self.ends_line = False
        """Whether a whole line end was kept last."""
        self._last = b""

    def keep(self, data: bytes) -> None:
        self.size += len(data)
        self.ends_line = (self._last + data[-2:])[-2:] == _LINE_END
        self._last = data[-1:]
        self._parts.append(data)
        if self.size > self.most:
            self._parts.clear()

    async def take(self, count: int) -> bytes:
        return await self._reader.readexactly(count)

    async def take_to(self, end: bytes) -> None:
        """Take and keep all to the next such bytes, with these; the reader holds a limited number of bytes at once."""
        while True:
            try:
                self.keep(await self._reader.readuntil(end))
            except LimitOverrunError as overrun:
                self.keep(await self._reader.read(overrun.consumed))
            else:
                return

    def pop(self) -> bytes:
        """All that was kept since this was last asked."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data
