"""A backup in one file: a tar archive, packed with gzip, whose checksum tells whether it is whole.

    pbem.toml                     the configuration
    files/mail.dkim.key_file      each file that a key of it names, by that key
    pbem.sqlite3                  the database

Nothing is unpacked by the names in an archive: whoever unpacks asks for a member, and says where it goes.
"""

import gzip
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from os import O_EXCL, O_WRONLY
from pathlib import Path
from typing import IO, Final

from pbem.files import check_room, open_private, sync

DATABASE: Final = "pbem.sqlite3"
CONFIG: Final = "pbem.toml"
_FILES: Final = "files/"
_GZIP: Final = b"\x1f\x8b"
_LARGEST_FILE: Final = 1 << 20
"""Bytes of a configuration or key that are unpacked."""
_LEVEL: Final = 4
"""Seven times as fast as the usual one, for a twentieth more bytes."""
_MOST_MEMBERS: Final = 100
_CHUNK: Final = 1 << 20


class BadArchive(Exception):
    """A file that is no archive of a backup, or not a whole one."""


def is_archive(path: Path) -> bool:
    """Tell whether a file may be an archive, by how it begins. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(_GZIP)) == _GZIP


def write_archive(path: Path, database: Path, config: bytes | None, files: Mapping[str, bytes]) -> None:
    """Write a new archive, for its owner alone, and have it on disk; `files` go by their keys. Raises OSError."""
    small = ({} if config is None else {CONFIG: config}) | {_FILES + key: content for key, content in files.items()}
    with open_private(path, O_WRONLY | O_EXCL) as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=_LEVEL, format=tarfile.PAX_FORMAT) as tar:
            for name, content in small.items():
                tar.addfile(_info(name, len(content)), BytesIO(content))
            with database.open("rb") as source:
                tar.addfile(_info(DATABASE, database.stat().st_size), source)
        sync(file)


def _info(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info


def read_small_files(path: Path) -> tuple[bytes | None, dict[str, bytes]]:
    """The configuration in an archive, None where it has none, and the other files by their keys.

    The archive is read to its end: it is whole, and has one database. Raises BadArchive, and OSError.
    """
    small: dict[str, bytes] = {}
    names: set[str] = set()
    with _members(path) as members:
        for info, content in members:
            if info.name in names:
                raise BadArchive(f"{info.name} is in it twice")
            names.add(info.name)
            if len(names) > _MOST_MEMBERS:
                raise BadArchive(f"there are more than {_MOST_MEMBERS} files in it")
            if info.name == CONFIG or info.name.startswith(_FILES):
                if info.size > _LARGEST_FILE:
                    raise BadArchive(f"{info.name} is too large")
                small[info.name] = content.read()
    if DATABASE not in names:
        raise BadArchive(f"there is no {DATABASE} in it")
    config = small.pop(CONFIG, None)
    return config, {name.removeprefix(_FILES): content for name, content in small.items()}


def extract_database(path: Path, target: Path) -> None:
    """Unpack the database of an archive, which must be whole, into a new file.

    Raises BadArchive, and OSError (ENOSPC) where there is no room for it, before anything is written.
    """
    with _members(path) as members:
        for info, content in members:
            if info.name == DATABASE:
                check_room(target.parent, info.size)
                with open_private(target, O_WRONLY | O_EXCL) as file:
                    while chunk := content.read(_CHUNK):
                        file.write(chunk)
                    sync(file)
    if not target.exists():
        raise BadArchive(f"there is no {DATABASE} in it")


@contextmanager
def _members(path: Path) -> Iterator[Iterator[tuple[tarfile.TarInfo, IO[bytes]]]]:
    """The files in an archive with their contents, as they are met, to its end, where its checksum is.

    Raises BadArchive.
    """
    try:
        with gzip.open(path) as packed, tarfile.open(fileobj=packed, mode="r|") as tar:
            yield _contents(tar, packed)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise BadArchive(str(error)) from error
    except OSError as error:
        if error.errno is None:  # so gzip says that the checksum is another
            raise BadArchive(str(error)) from error
        raise


def _contents(tar: tarfile.TarFile, packed: gzip.GzipFile) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    for info in tar:
        if info.isreg() and (content := tar.extractfile(info)) is not None:
            yield info, content
    while packed.read(_CHUNK):
        pass
