"""What starting a server with a thousand games takes of one core, and of memory."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from pbem.adjudicator.opening import open_game
from pbem.cli.demo import settings_for
from pbem.store import Database, UnitOfWork, create
from pbem.store.players.player import add_player
from pbem.terms import Terms

from .figures import Figure

TITLE = "a server with 1,000 games"
GAMES = 1000

STARTS = """
import json, sys, time
from pathlib import Path
from pbem.cli.demo import settings_for
from pbem.daemon.server import Server
from pbem.store import Database, migrate
settings = settings_for(Path(sys.argv[1]))
migrate(settings.database)
database = Database(settings.database)
server = Server(settings, database)
server.start()
seconds = time.process_time()
# The kernel's own high-water mark of this program; that of getrusage may be its parent's.
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
memory = int(status["VmHWM"].split()[0]) / 1024
server.stop()
database.close()
print(json.dumps([seconds, memory]))
"""


def measure() -> Iterator[Figure]:
    """All figures of starting."""
    with tempfile.TemporaryDirectory() as folder:
        _fill(Path(folder))
        runs = [_start(Path(folder)) for _ in range(3)]
    bare = median(_bare_start() for _ in range(3))
    yield Figure(
        "start until letters are taken, median of 3", median(run[0] for run in runs), "s", at_most=2, ceiling=bare
    )
    yield Figure("memory then, largest of 3", max(run[1] for run in runs), "MB", at_most=150)


def _start(folder: Path) -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-c", STARTS, str(folder)], capture_output=True, text=True, check=True)
    seconds, megabytes = json.loads(done.stdout.splitlines()[-1])
    return seconds, megabytes


def _bare_start() -> float:
    """Seconds of one core in which this machine imports the largest libraries alone."""
    text = "import flask, sqlmodel, aiosmtpd.smtp, babel, time; print(time.process_time())"
    return float(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout)


def _fill(folder: Path) -> None:
    settings = settings_for(folder)
    create(settings.database)
    with Database(settings.database) as database:
        database.write(lambda tx: open_games(UnitOfWork(tx, settings, 0)))


def open_games(unit: UnitOfWork) -> None:
    """Open all games, of two to four players, which have just begun."""
    players = [add_player(unit, f"P{n}", f"p{n}@players.example", "en", 0) for n in range(4)]
    for number in range(GAMES):
        open_game(
            unit,
            name=f"Game {number}",
            kind="first_rails",
            options={},
            players=players[: 2 + number % 3],
            terms=Terms(),
            domain="bench.example",
        )
