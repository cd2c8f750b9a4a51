"""A PostgreSQL server of the tests' own, for all processes of a run: started when a test first asks, and gone with it.

Its files lie in memory where they can, and nothing is synced: tests of what a crash leaves kill no machines.
"""

import atexit
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Final

import psycopg
import pytest
from mailservers_kit import account
from sqlalchemy import URL, Connection, Engine, make_url

from pbem.store import Database, create
from pbem.store.postgresql.connections import create_writing_engine

_FOLDER: Final = "TESTS_POSTGRESQL"
"""The variable that tells workers, and servers that they start, where the server's folder is, or will be."""
_EMPTY: Final = "empty"
"""The database that has the tables and nothing else: the others are copies of it."""
_names = count()
# The server ends when the run does, however that ends.
_GUARDED: Final = (
    'while kill -0 "$1" 2>/dev/null; do sleep 1; done; '
    'kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")" 2>/dev/null; rm -rf "$2"'
)


def pytest_configure(config: pytest.Config) -> None:
    """Name the server's folder, and have the server ended with the run that named it."""
    if _FOLDER in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="pbem-pg-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT") or None)
    os.environ[_FOLDER] = folder
    config.add_cleanup(partial(_end, Path(folder)))


def _end(folder: Path) -> None:
    if (folder / "data" / "postmaster.pid").exists():
        _run(folder, "pg_ctl", "stop", "-D", folder / "data", "-m", "immediate", "-s")
    shutil.rmtree(folder, ignore_errors=True)
    os.environ.pop(_FOLDER, None)


@cache
def programs() -> Path:
    """Find the folder of the server's programs. Fails the test where it is missing, with what to install."""
    script = Path(__file__).parents[1] / ".ci" / "mailservers"
    found = subprocess.run(["bash", str(script), "--find", "--postgresql"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return Path(found.stdout.split(None, 1)[1].strip()).parent


def _run(folder: Path, program: str, *arguments: str | Path) -> None:
    owner = account()
    subprocess.run(
        [programs() / program, *arguments],
        cwd=folder,
        user=owner.pw_uid if os.getuid() == 0 else None,
        group=owner.pw_gid if os.getuid() == 0 else None,
        extra_groups=[] if os.getuid() == 0 else None,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


def start(folder: Path, *settings: str) -> None:
    """Start a server whose files are in a folder's `data`, and its socket in the folder; returns once it answers."""
    options = " ".join(f"-c {setting}" for setting in (*settings, f"unix_socket_directories={folder}"))
    _run(folder, "pg_ctl", "start", "-D", folder / "data", "-w", "-s", "-l", folder / "log", "-o", options)


def stop(folder: Path) -> None:
    """Stop such a server at once, as a crash does."""
    _run(folder, "pg_ctl", "stop", "-D", folder / "data", "-m", "immediate", "-s", "-w")


def make_cluster(folder: Path) -> None:
    """Make the files of a server in a folder."""
    owner = account()
    if os.getuid() == 0:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    folder.chmod(0o755)
    _run(folder, "initdb", "-D", folder / "data", "-U", "pbem", "-A", "trust", "-E", "UTF8", "--no-sync")


SETTINGS: Final = ("listen_addresses=", "fsync=off", "max_connections=200", "shared_buffers=32MB", "autovacuum=off")


@cache
def server() -> Path:
    """The folder of the run's server, which is there by now: its socket is in it."""
    folder = Path(os.environ[_FOLDER])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            make_cluster(folder)
            start(folder, *SETTINGS)
            _administer(folder, f"CREATE DATABASE {_EMPTY}")
            create(url_of(folder, _EMPTY))
            guard(folder)
            (folder / "ready").touch()
    return folder


def guard(folder: Path) -> None:
    """Have a server end with the run, and its folder go, however the run ends."""
    watching = ["sh", "-c", _GUARDED, "sh", str(_runner()), str(folder)]
    unused = subprocess.DEVNULL
    subprocess.Popen(watching, start_new_session=True, stdin=unused, stdout=unused, stderr=unused)


def _runner() -> int:
    """The process that began the run: the parent of a worker, or this one."""
    return os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()


def url_of(folder: Path, name: str) -> str:
    """A database of the server whose socket is in a folder."""
    return f"postgresql://pbem@/{name}?host={folder}"


def _administer(folder: Path, statement: str) -> None:
    with psycopg.connect(host=str(folder), user="pbem", dbname="postgres", autocommit=True) as connection:
        connection.execute(statement.encode())


@contextmanager
def new_postgresql(source: str = _EMPTY) -> Iterator[str]:
    """A copy of a database, by default an empty one, by its URL; it is gone afterwards."""
    folder = server()
    name = f"test_{os.getpid()}_{next(_names)}"
    _administer(folder, f"CREATE DATABASE {name} TEMPLATE {source} STRATEGY wal_log")
    try:
        yield url_of(folder, name)
    finally:
        _administer(folder, f"DROP DATABASE {name} WITH (FORCE)")


def keep_postgresql(database: Database) -> str:
    """Copy a database that nobody uses now, for `new_postgresql`, until the run ends; return the copy's name."""
    for pool in database.engine.pools:
        pool.dispose()
    url, name = database.engine.location, f"kept_{os.getpid()}_{next(_names)}"
    assert isinstance(url, URL)
    _administer(server(), f"CREATE DATABASE {name} TEMPLATE {url.database} STRATEGY wal_log")
    return name


@cache
def _shared() -> Engine:
    """A database of this process, in which nothing is ever committed."""
    given = new_postgresql()
    engine = create_writing_engine(make_url(given.__enter__()).set(drivername="postgresql+psycopg"), 1)
    atexit.register(given.__exit__, None, None, None)
    return engine


@contextmanager
def fresh_transaction() -> Iterator[Connection]:
    """A transaction on an empty database whose ids begin at 1; it is undone at the end of the block."""
    with _shared().connect() as connection, connection.begin() as transaction:
        connection.exec_driver_sql("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'")
        yield connection
        transaction.rollback()
