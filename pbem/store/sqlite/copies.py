"""Copies of a database, whatever its schema: whole, checked and on the disk, or not there at all."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from pbem.files import check_room, open_private, publish, scratch, sync, sync_folder
from pbem.store.errors import BadDatabase
from pbem.store.sqlite.connections import connect_to_read, room_for


def copy_whole(database: Path, path: Path, *, replacing: bool = False) -> None:
    """Write a whole database, as it is at one moment, into a new file that only its owner may read.

    A server can continue meanwhile. Either the whole file is on the disk afterwards, or none. Raises FileExistsError
    where one is there that is not to be replaced, BadDatabase for a copy that is not well, and OSError (ENOSPC) where
    there is no room for it, before anything is written.
    """
    if not replacing and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with scratch(path.parent) as folder:
        new = folder / path.name
        copy_into(database, new, path)
        if replacing:
            new.replace(path)
            sync_folder(path.parent)
        else:
            publish(new, path)


def copy_into(database: Path, new: Path, called: Path) -> None:
    """Copy a whole database into a file of a scratch folder, and check it; `called` is what errors call the file.

    Raises as `copy_whole` does.
    """
    with closing(connect_to_read(database)) as source, open_private(new, os.O_WRONLY | os.O_EXCL) as file:
        check_room(called.parent, _size_of(source))
        _copy_pages(source, new, called)
        sync(file)
    problems = quick_check(new)
    if problems:
        raise BadDatabase(database, problems[0])


def size_of(database: Path) -> int:
    """The bytes that a copy of a database takes. Raises sqlite3.Error."""
    with closing(connect_to_read(database)) as source:
        return _size_of(source)


def _size_of(source: sqlite3.Connection) -> int:
    (pages,), (size,) = (source.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages) * int(size)


def quick_check(path: Path) -> list[str]:
    """The problems that SQLite finds in a database, whatever its schema, in its own words; none where it is well."""
    try:
        with closing(connect_to_read(path)) as connection:
            found = [str(problem) for (problem,) in connection.execute("PRAGMA quick_check")]
    except sqlite3.Error as error:  # too damaged to be looked at
        return [str(error)]
    return [problem for problem in found if problem != "ok"]


def _copy_pages(source: sqlite3.Connection, new: Path, called: Path) -> None:
    with closing(sqlite3.connect(new)) as target:
        # A copy that is cut off is thrown away, and a whole one is synced by its file.
        target.execute("PRAGMA journal_mode=OFF").close()
        target.execute("PRAGMA synchronous=OFF").close()
        try:
            with room_for(called):
                source.backup(target)
        except sqlite3.Error as error:
            raise OSError(errno.EIO, str(error), str(called)) from error
