"""What a game weighs: its emails as they were sent and as they are kept, and what the program's start costs.

One player gets the emails, so that each map is in one alone; at a full table two to four share it.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from pbem.cli.demo import settings_for
from pbem.clock import system_clock
from pbem.daemon.sender import Sender
from pbem.intake import Intake
from pbem.mail.sending.sendmail import transport_for
from pbem.store import Database, Tx, create
from pbem.store.mail.outbox import find_mail_bytes
from pbem.store.players.player import add_player

from .figures import Figure
from .pages import YEARS, long_game

TITLE: Final = f"weight: a player's emails of {YEARS} years, and starting"
_COMMANDS: Final = (("--version",), ("--help",), ("init", "--help"), ("game", "list", "--help"), ("serve", "--help"))


def measure() -> Iterator[Figure]:
    """All figures of weight."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _of_game(Path(folder))
    bare = _start("pass")
    for words in _COMMANDS:
        program = ("from pbem.cli import main", f"main({list(words)!r}, standalone_mode=False)")
        seconds = median(_start(*program) for _ in range(3))
        yield Figure(f"pbem {' '.join(words)}", seconds, "s", at_most=0.5 if len(words) == 1 else None, ceiling=bare)


def _of_game(folder: Path) -> Iterator[Figure]:
    settings = settings_for(folder)
    create(settings.database)
    with Database(settings.database) as database:
        database.write(lambda tx: add_player(tx, "P0", "p0@players.example", "en", 0))
        long_game(Intake(database, system_clock, settings))
        sender = Sender(database, transport_for(settings), system_clock, settings)
        while sender.round():
            pass
        sender.stop()
        with database.read() as tx:
            mails = [find_mail_bytes(tx, number) or b"" for number in _mails(tx)]
            packed, maps = _size(tx, "mail_bytes", "packed"), _size(tx, "picture", "png")
    sent = sum(map(len, mails)) / 1024
    yield Figure(f"{len(mails)} emails as they were sent", sent, "KB")
    yield Figure("the same as they are kept", packed + maps, "KB", at_most=sent / 2, ceiling=sent)
    yield Figure("of which maps", maps, "KB")


def _mails(tx: Tx) -> list[int]:
    """The ids of all mails."""
    return list(tx.connection.exec_driver_sql("SELECT id FROM mail").scalars())


def _size(tx: Tx, table: str, column: str) -> float:
    """The KB of all values of a column."""
    return int(tx.connection.exec_driver_sql(f"SELECT sum(length({column})) FROM {table}").scalar() or 0) / 1024


def _start(*program: str) -> float:
    """The processor's seconds for a program of its own."""
    lines = ["import contextlib, io, sys, time", "with contextlib.redirect_stdout(io.StringIO()):"]
    text = "\n".join([*lines, *(f"    {line}" for line in program), "print(time.process_time())"])
    return float(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout)
