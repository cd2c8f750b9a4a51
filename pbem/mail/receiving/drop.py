"""A Maildir in which another program puts letters for this server.

Files in `new` are complete: such programs write in `tmp` and move. Taken letters are moved to `cur` and marked as read,
those for nobody here to `aside`; nothing is deleted. Symbolic links are moved aside and never followed: whoever may put
letters there must not make this server's user read other files for them.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from pbem.files import make_folder

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
