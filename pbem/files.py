"""Files and folders of the server's own: nobody else may read them, and each is there whole or not at all.

Modes are given where a file is made, since the umask of a service is often 022. What root makes belongs to whom the
folder belongs to, or a server that runs as another user could not open what a command left there. What is being written
lies in a folder `pbem-partial-...` beside its place; one that a killed process has left is cleared by the next that
writes there.
"""

import errno
import fcntl
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISLNK
from typing import BinaryIO, Final

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
PARTIAL: Final = "pbem-partial-"
"""How the names of folders begin that hold what is being written."""
_OTHERS: Final = 0o077
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The numbers of errors that say that there is no room."""
_FULL_BYTES: Final = 1 << 16
"""A disk with less room than this is full: the database and its log grow by some pages at a time."""
_NO_LINKS: Final = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})
"""How filesystems say that they know no hard links."""


def make_folder(path: Path) -> None:
    """Make a folder that only its owner can enter, and those above it; what is there stays as it is. Raises OSError."""
    if not path.is_dir():
        if path.parent != path:
            make_folder(path.parent)
        with suppress(FileExistsError):
            path.mkdir(PRIVATE_FOLDER)
            give_to_owner(path)
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def open_private(path: Path, flags: int) -> BinaryIO:
    """Open a file for appending or writing; one that is made belongs to its owner alone. Raises OSError."""
    return os.fdopen(_opened(path, flags, PRIVATE_FILE), "ab" if flags & os.O_APPEND else "wb")


def _opened(path: Path, flags: int, mode: int) -> int:
    """Open a file, and make it where it is missing; what is there keeps its mode and owner. Raises OSError."""
    flags |= os.O_CREAT | os.O_CLOEXEC
    try:
        handle = os.open(path, flags | os.O_EXCL, mode)
    except FileExistsError:
        if flags & os.O_EXCL:
            raise
        return os.open(path, flags, mode)
    give_to_owner(path, handle)
    return handle


def give_to_owner(made: Path, handle: int | None = None) -> None:
    """Give what root has just made to the owner of the folder that it is in; nothing by anybody else. Raises OSError.

    By its handle a file is given that nobody else can have put there.
    """
    if os.geteuid() != 0:
        return
    folder = made.parent.stat()
    if handle is None:
        os.chown(made, folder.st_uid, folder.st_gid, follow_symlinks=False)
    else:
        os.fchown(handle, folder.st_uid, folder.st_gid)


def take_after(old: Path, new: Path) -> None:
    """Give a file the mode of that whose place it takes, and, by root, its owner. Raises OSError."""
    facts = old.stat()
    new.chmod(S_IMODE(facts.st_mode))
    if os.geteuid() == 0:
        os.chown(new, facts.st_uid, facts.st_gid)


def list_others_files(folder: Path) -> Iterator[Path]:
    """Yield what lies in a folder, and below it, that belongs to another user than the folder itself.

    A server can't use it, whichever of the two it runs as. Raises OSError where a folder cannot be read.
    """
    owner = folder.stat().st_uid
    for path in sorted(folder.iterdir()):
        with suppress(FileNotFoundError):  # as it is moved, or a file of SQLite's
            facts = path.lstat()
            if facts.st_uid != owner:
                yield path
            elif S_ISDIR(facts.st_mode) and os.access(path, os.R_OK | os.X_OK):
                yield from list_others_files(path)


def user_name(number: int) -> str:
    """The name of a user of this machine, or their number where they have none."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def copy_private(source: Path, target: Path) -> None:
    """Copy a file's bytes into a new one that only its owner can read, and have it on disk. Raises OSError."""
    with source.open("rb") as old, open_private(target, os.O_WRONLY | os.O_EXCL) as new:
        shutil.copyfileobj(old, new, 1 << 20)
        sync(new)


def write_whole(path: Path, content: bytes, *, mode: int = PRIVATE_FILE, replacing: bool = True) -> None:
    """Write a file that is there whole or not at all, and on disk when this returns.

    The umask may take away from the mode. A link stays one, and what is no file, such as a terminal, is written to.
    Raises FileExistsError where one is there that is not to be replaced, and OSError.
    """
    path = path.resolve() if replacing else path
    if replacing and path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    with scratch(path.parent) as folder:
        new = folder / path.name
        with os.fdopen(_opened(new, os.O_WRONLY | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            sync(file)
        if replacing:
            new.replace(path)
            sync_folder(path.parent)
        else:
            publish(new, path)


def publish(new: Path, path: Path) -> None:
    """Give a whole file its place in the folder above, unless something is there. Raises FileExistsError, OSError."""
    try:
        path.hardlink_to(new)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        new.rename(path)
    sync_folder(path.parent)


@contextmanager
def scratch(parent: Path) -> Iterator[Path]:
    """Make a folder to write in, for the length of the block, and clear those that killed processes left beside it.

    Only its owner can enter it. Raises OSError.
    """
    clear_scratch(parent)
    folder, handle = _held_folder(parent)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _held_folder(parent: Path) -> tuple[Path, int]:
    """A new folder and its lock; another one where a process that clears was faster than the lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PARTIAL, dir=parent))  # readable by its owner only
        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
        if folder.is_dir():
            give_to_owner(folder, handle)
            return folder, handle
        os.close(handle)


def clear_scratch(parent: Path) -> None:
    """Remove the scratch folders that nobody holds any more. Raises OSError where the parent cannot be read."""
    for folder in list(parent.glob(f"{PARTIAL}*")):
        with suppress(OSError):  # somebody else's, or cleared by another process in this moment
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(handle)


def check_room(folder: Path, wanted: int) -> None:
    """Raise OSError (ENOSPC) where a folder's disk has less room than so many bytes; other errors as they come."""
    if shutil.disk_usage(folder).free < wanted:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def find_disk_fault(path: Path) -> int:
    """The error number of a disk that cannot be written, being full or read-only, for a path on it; 0 for all others.

    Libraries often have another word for it, such as "unable to open database file".
    """
    try:
        facts = os.statvfs(path if path.exists() else path.parent)
    except OSError:
        return 0
    if facts.f_flag & os.ST_RDONLY:
        return errno.EROFS
    is_full = facts.f_bavail * facts.f_frsize < _FULL_BYTES or (facts.f_files > 0 and facts.f_favail == 0)
    return errno.ENOSPC if is_full else 0


def is_disk_fault(error: BaseException) -> bool:
    """Tell whether an error says that a disk is full, or cannot be written."""
    return isinstance(error, OSError) and error.errno in (*FULL, errno.EROFS)


def sync(file: BinaryIO) -> None:
    """Have what was written to a file on disk. Raises OSError."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Have the names in this folder on disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_to_others(path: Path, others: int = _OTHERS) -> Iterator[Path]:
    """Yield the path, and all below it, that others than the owner can read, write or enter; links are passed over.

    `others` are the permissions that they should not have. What is in a folder of another user, which this one cannot
    read, is left out. Raises OSError.
    """
    mode = path.lstat().st_mode
    if S_ISLNK(mode):
        return
    if S_IMODE(mode) & others:
        yield path
    if S_ISDIR(mode) and os.access(path, os.R_OK | os.X_OK):
        for inner in sorted(path.iterdir()):
            with suppress(FileNotFoundError):  # a mail that another program moves, or a file of SQLite's
                yield from open_to_others(inner, others)


def close_to_others(path: Path, others: int = _OTHERS) -> None:
    """Take permissions from a file or folder. Raises OSError."""
    path.chmod(S_IMODE(path.lstat().st_mode) & ~others)
