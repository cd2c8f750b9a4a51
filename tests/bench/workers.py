"""Letters a second on one PostgreSQL database that 1, 2 and 4 workers judge: accepted, judged, and mails delivered.

`make bench SCALE=300 STORE=postgresql` fills the database with so many games, and starts real processes beside it:
`pbem worker`, as many as are told, and one `pbem mail`, which lays mails into folders. Its clock is the wall's, since
several processes work; what else runs on the machine counts.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from postgresql_kit import SETTINGS, make_cluster, start, stop, url_of
from sqlalchemy import create_engine, insert, select, text

from pbem.cli.demo import DOMAIN
from pbem.config import Settings, load
from pbem.daemon.server import Server
from pbem.store import Database, Tx, create
from pbem.store.across.backlog import count_open_letters, count_unsent_mails

from . import crowd
from .figures import Figure
from .scale import SCALE, envelopes_of

TITLE: Final = f"letters to {SCALE:,} games on PostgreSQL"
_WORKERS: Final = (1, 2, 4)
_LETTERS: Final = max(1, min(200, SCALE // (4 * len(_WORKERS))))
"""Letters for each number of workers, each to another game: in a third of the games a person is to move."""
_DAYS: Final = 30
_PATIENCE_S: Final = 600.0


def measure() -> Iterator[Figure]:
    """The rates for each number of workers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "season").mkdir()
        block = crowd.play(folder / "season", _DAYS)
        with _postgresql(folder / "server") as url:
            settings = _configured(folder, url)
            with Database(url) as database:
                yield Figure("games", _fill(database, block, SCALE), "")
                yield Figure("the database", _size(database) / 1e6, "MB")
                for turn, workers in enumerate(_WORKERS):
                    yield from _rates(settings, folder, database, workers, turn * _LETTERS)


@contextmanager
def _postgresql(folder: Path) -> Iterator[str]:
    """A server that syncs at each commit, as one in use does."""
    folder.mkdir()
    make_cluster(folder)
    start(folder, *(one for one in SETTINGS if not one.startswith(("fsync", "shared", "autovacuum"))))
    try:
        url = url_of(folder, "postgres")
        create(url)
        yield url
    finally:
        stop(folder)


def _configured(folder: Path, url: str) -> Settings:
    config = folder / "pbem.toml"
    config.write_text(
        f'[server]\ndata_dir = "."\n[store]\nurl = "{url}"\n[mail]\ndomain = "{DOMAIN}"\nlisten_port = 0\n'
        "answers_per_hour = 100000\nanswers_in_row = 100000\nletters_per_hour = 100000\n"
        '[web]\nhealth_port = 0\n[backup]\ndaily_at = ""\nletters_days = 0\n'
    )
    config.chmod(0o600)
    return load(config)


def _fill(database: Database, block: crowd.Block, games: int) -> int:
    """Carry the block over row by row, and copy it there."""
    source = create_engine(f"sqlite:///{block.path}")

    def carry(tx: Tx) -> None:
        for table in crowd.copied_tables():
            columns = [column for column in table.columns if column.computed is None]
            with source.connect() as connection:
                rows = [dict(row) for row in connection.execute(select(*columns)).mappings()]
            if rows:
                tx.connection.execute(insert(table), rows)

    database.write(carry)
    source.dispose()
    return crowd.multiply(database, block, games)


def _size(database: Database) -> int:
    with database.read() as tx:
        return int(tx.connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)


def _rates(settings: Settings, folder: Path, database: Database, workers: int, skipped: int) -> Iterator[Figure]:
    letters = envelopes_of(database, settings, _LETTERS, skipped)
    server = Server(settings, database, ticking=False)
    accepted_s = _timed(lambda: [server.intake.letters.store(one) for one in letters])
    with ExitStack() as stack:
        for kind in ["mail", *["worker"] * workers]:
            stack.enter_context(_process(folder, kind))
        judged_s = _timed(lambda: _await(database, lambda tx: not count_open_letters(tx).get("new")))
        delivered_s = judged_s + _timed(lambda: _await(database, lambda tx: not count_unsent_mails(tx).get("due")))
    for name, seconds in (("accepted", accepted_s), ("judged", judged_s), ("answered and delivered", delivered_s)):
        yield Figure(f"letters {name}, {workers} workers", len(letters) / seconds, "/s")


@contextmanager
def _process(folder: Path, kind: str) -> Iterator[None]:
    """One process of the server, which has said that it runs."""
    command = [sys.executable, "-m", "pbem", "--config", str(folder / "pbem.toml"), kind, "--health-port", "0"]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, cwd=Path(__file__).parents[2])
    try:
        assert process.stdout is not None and process.stdout.readline(), f"see {folder / 'log'}"
        yield
    finally:
        process.terminate()
        process.wait()


def _await(database: Database, is_done: Callable[[Tx], bool]) -> None:
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        with database.read() as tx:
            if is_done(tx):
                return
        time.sleep(0.02)
    raise TimeoutError("the letters are not dealt with")


def _timed(work: Callable[[], Any]) -> float:
    begun = time.monotonic()
    work()
    return time.monotonic() - begun
