"""A database without a row, made once for each process: its migrations take longer than most tests."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from pbem.store import create


@cache
def empty_database() -> Path:
    """A database as `create` makes it, to be copied and not to be opened."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    create(folder / "pbem.sqlite3")
    return folder / "pbem.sqlite3"


def new_database_file(path: Path) -> Path:
    """Make an empty database at a path, as `create` does. Raises FileExistsError where a file of that name is."""
    if path.exists():
        raise FileExistsError(path)
    return Path(shutil.copy(empty_database(), path))
