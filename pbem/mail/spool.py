"""Letters kept as files beside the database, for some days: what a backup of last night does not know.

Each is one file, `MOMENT-NUMBER-KEY.letter`: a line of JSON with its envelope, then its bytes as they came. A file is
on disk before its name appears, and the names of a batch are synced together. A letter counts as the same by its key,
whatever moment and number it bears, so that what is kept or brought twice is there once.
"""

import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from pbem.files import check_room, open_private, scratch, sync, sync_folder
from pbem.store.mail.inbox import LetterOriginRow, NewLetter

_NAME: Final = re.compile(r"(\d{1,15})-(\d{1,15})-([0-9a-f]{32}-[0-9a-f]{8})\.letter")
_LONGEST_HEAD: Final = 1 << 16


class SpooledFile(NamedTuple):
    """A letter's file: when the letter came, in milliseconds since the epoch, as which, its key, and its bytes on disk.

    The number tells the order of letters that came within one millisecond.
    """

    path: Path
    received_ms: int
    number: int
    key: str
    size: int


def spool_key(recipient_token: str, digest: str) -> str:
    """The key of a letter to an address, by its digest; neither can be read in it."""
    return f"{digest[:32]}-{sha256(recipient_token.encode()).hexdigest()[:8]}"


class Spool:
    """A folder of letters, which need not be there yet. Safe to use from any thread and process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self) -> list[SpooledFile]:
        """All that is kept, the oldest first. Raises OSError."""
        found = []
        with suppress(FileNotFoundError), os.scandir(self.folder) as entries:
            for entry in entries:
                named = _NAME.fullmatch(entry.name)
                if named is not None:
                    with suppress(FileNotFoundError):  # another process has just removed it
                        size = entry.stat(follow_symlinks=False).st_size
                        found.append(SpooledFile(Path(entry.path), int(named[1]), int(named[2]), named[3], size))
        return sorted(found, key=lambda file: (file.received_ms, file.number))

    def keep(self, letters: Mapping[int, NewLetter], *, reserve: int = 0) -> None:
        """Keep letters by their numbers, on disk when this returns; those that are there already stay as they are.

        `reserve` bytes are left on the disk. Raises FileNotFoundError where the folder is not there, and OSError
        (ENOSPC) where there is no room; some may be kept then.
        """
        known = {file.key for file in self.files()}
        check_room(self.folder, reserve + sum(len(letter.raw) + _LONGEST_HEAD for letter in letters.values()))
        with scratch(self.folder) as folder:
            for number, letter in letters.items():
                key = spool_key(letter.recipient_token, letter.digest)
                if key in known:
                    continue
                name = f"{max(letter.received_ms, 0)}-{number}-{key}.letter"
                with open_private(folder / name, os.O_WRONLY | os.O_TRUNC) as file:
                    file.write(_head(letter) + letter.raw)
                    sync(file)
                (folder / name).replace(self.folder / name)
            sync_folder(self.folder)

    def read(self, path: Path) -> NewLetter | None:
        """A letter as it came; None for what is no whole file of one, or is gone. Raises OSError."""
        with suppress(FileNotFoundError):
            return _letter(path.read_bytes())
        return None

    def letters(self) -> Iterator[NewLetter]:
        """All letters, the oldest first. Raises OSError."""
        for file in self.files():
            letter = self.read(file.path)
            if letter is not None:
                yield letter

    def rotate(self, before_ms: int, most_bytes: int) -> None:
        """Remove what came before a moment, and the oldest beyond so many bytes. Raises OSError."""
        files = self.files()
        over = sum(file.size for file in files) - most_bytes
        gone = []
        for file in files:
            if file.received_ms < before_ms or over > 0:
                gone.append(file.path)
                over -= file.size
        self.remove(gone)

    def remove(self, paths: Collection[Path]) -> None:
        """Remove files, and have it on disk that they are gone. Raises OSError."""
        for path in paths:
            path.unlink(missing_ok=True)
        if paths:
            sync_folder(self.folder)


def _head(letter: NewLetter) -> bytes:
    facts = {
        "to": letter.recipient_token,
        "message_id": letter.message_id,
        "from": letter.mail_from,
        "received_ms": letter.received_ms,
        "way": letter.origin.way,
        "peer": letter.origin.peer,
        "helo": letter.origin.helo,
    }
    return json.dumps(facts).encode() + b"\n"


def _letter(content: bytes) -> NewLetter | None:
    head, _end, raw = content.partition(b"\n")
    try:
        facts = json.loads(head)
        origin = LetterOriginRow(facts["way"], facts["peer"], facts["helo"])
        return NewLetter(facts["to"], facts["message_id"], facts["from"], facts["received_ms"], raw, origin)
    except (ValueError, KeyError, TypeError):
        return None
