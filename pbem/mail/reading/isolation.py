"""Letters read in a process of their own, which is killed when one of them takes too long or too much memory.

Untrusted bytes go into that process and plain values come out, both as MessagePack.
"""

import logging
from typing import Final

import msgspec

from pbem.isolated import CallFailed, IsolatedFunction, ProcessLimits
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterFault, read_headers, read_letter

log = logging.getLogger(__name__)

READING: Final = ProcessLimits(
    cpu_seconds=5,
    seconds=30.0,
    memory_bytes=512 << 20,  # the largest letter that is read needs about 200 MiB
    calls=200,  # libxml2 remembers every name that it has met
    reply_bytes=16 << 20,
)
"""Bounds for reading a letter."""


class _ReadJob(msgspec.Struct):
    raw: bytes
    mail_from: str
    own_domains: tuple[str, ...]
    headers_only: bool = False


class _Reply(msgspec.Struct):
    letter: Letter | None = None
    unreadable: BrokenLetter | None = None
    ignored: Ignored | None = None


class IsolatedReader:
    """Reads letters as `read_letter` does, in a process that it starts with the first. Safe to use from any thread.

    A letter over the limits is a BrokenLetter with TOO_COSTLY, or Ignored where its headers show that it is automatic.
    """

    def __init__(self, limits: ProcessLimits = READING) -> None:
        self._answer = IsolatedFunction(answer, limits)

    def __call__(self, raw: bytes, *, mail_from: str, own_domains: tuple[str, ...]) -> Letter | BrokenLetter | Ignored:
        """Read a letter. Raises ProcessUnavailable, and nothing else whatever the bytes."""
        for headers_only in (False, True):
            try:
                return self._read(_ReadJob(raw, mail_from, own_domains, headers_only))
            except (CallFailed, msgspec.DecodeError) as error:
                cause, _, _quoted = str(error).partition(":")  # what follows may be the letter's
                log.warning("A letter was too costly to read (%s)", cause)
        return BrokenLetter(LetterFault.TOO_COSTLY, "", "", "", "", (), ())

    def close(self) -> None:
        """End the process, behind the letter that it has in hand; another letter would start the next."""
        self._answer.close()

    def _read(self, job: _ReadJob) -> Letter | BrokenLetter | Ignored:
        """Have a job done in the process. Raises CallFailed, and msgspec.DecodeError for what is no reply."""
        reply = msgspec.msgpack.decode(self._answer(msgspec.msgpack.encode(job)), type=_Reply)
        found = reply.letter or reply.unreadable or reply.ignored
        if found is None:
            raise msgspec.ValidationError("an empty reply")
        return found


def answer(request: bytes) -> bytes:
    """Do a job in the process. Raises MemoryError, of which the process ends, for a letter that takes too much."""
    job = msgspec.msgpack.decode(request, type=_ReadJob)
    read = read_headers if job.headers_only else read_letter
    found = read(job.raw, mail_from=job.mail_from, own_domains=job.own_domains)
    if isinstance(found, Letter):
        return msgspec.msgpack.encode(_Reply(letter=found))
    if isinstance(found, Ignored):
        return msgspec.msgpack.encode(_Reply(ignored=found))
    if found.reason is LetterFault.TOO_COSTLY and not job.headers_only:
        raise MemoryError
    return msgspec.msgpack.encode(_Reply(unreadable=found))
