"""What 500 open pages cost that wait for news: threads, memory, what they do to other pages, and how fast they hear."""

import http.client
import json
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .figures import Figure

TITLE: Final = "500 browsers that wait for news"
LISTENERS: Final = 500
_PAGES: Final = 60
_TURNS: Final = 10

_SERVER: Final = """
import json, sys, time
from pathlib import Path
from forms_kit import submit_as
from pbem.cli.demo import settings_for
from pbem.clock import system_clock
from pbem.intake import Intake
from pbem.store import Database, create
from pbem.store.games.game import get_game
from pbem.store.players.player import add_player
from pbem.web.app import create_app
from pbem.web.server import serve

settings = settings_for(Path(sys.argv[1]))
create(settings.database)
with Database(settings.database) as database:
    now = 1700000000000
    players = database.write(lambda tx: [add_player(tx, n, f"{n}@x.example", "en", now) for n in ("Anna", "Bert")])
    intake = Intake(database, system_clock, settings)
    game_id = intake.operator.open_game("Wide", players, {})
    app = create_app(intake, system_clock)
    server = serve(app, "127.0.0.1", 0)
    server.start()
    print(server.port, flush=True)
    for line in sys.stdin:
        with database.read() as tx:
            game = get_game(tx, game_id)
        if line.strip() == "end turn":
            begun = time.monotonic()
            submit_as(intake, game_id, game.active_seat, "end", position=game.position)
            print(json.dumps([begun, time.monotonic()]), flush=True)
        else:
            print(server.streams, flush=True)
    server.stop()
"""


def measure() -> Iterator[Figure]:
    """All figures of streams."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", _SERVER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        crowd = Crowd(process)
        alone_ms, alone_kb, alone_threads = crowd.page_ms(), crowd.status("VmRSS"), crowd.status("Threads")
        crowd.come()
        yield Figure("threads more than without them", crowd.status("Threads") - alone_threads, "", at_most=0)
        yield Figure("memory of one of them", (crowd.status("VmRSS") - alone_kb) / LISTENERS, "KB", at_most=40)
        yield Figure("a game's page before they came, median", alone_ms, "ms")
        yield Figure("a game's page beside them, median", crowd.page_ms(), "ms", at_most=2 * alone_ms + 5)
        found, processor = crowd.turns()
        yield Figure("from a turn's commit until all have heard, median", statistics.median(found), "ms", at_most=1000)
        yield Figure("the same, the slowest", max(found), "ms", at_most=1000)
        yield Figure("of one core, while nothing happens", processor, "%", at_most=5)
        crowd.go()


class Crowd:
    """The server in a process of its own, and the browsers."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._port = int(self._answer())
        self._selector = selectors.DefaultSelector()

    def come(self) -> None:
        """Have all of them listen."""
        for number in range(LISTENERS):
            source = f"127.0.{number // 200 + 1}.{number % 200 + 1}"
            browser = socket.create_connection(("127.0.0.1", self._port), source_address=(source, 0))
            browser.sendall(b"GET /live?games=e1 HTTP/1.1\r\nHost: x\r\n\r\n")
            self._selector.register(browser, selectors.EVENT_READ)
        while int(self._ask("streams")) < LISTENERS:
            time.sleep(0.01)
        self._hear(b"event: now")

    def page_ms(self) -> float:
        """The time that the game's page takes to come, by the clock on the wall."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        times = []
        for _ in range(_PAGES):
            begun = time.monotonic()
            connection.request("GET", "/games/e1")
            connection.getresponse().read()
            times.append(1000 * (time.monotonic() - begun))
        connection.close()
        return statistics.median(times)

    def turns(self) -> tuple[list[float], float]:
        """The milliseconds that news took to come to all, and the per cent of a core that the server took at rest."""
        sentences = []
        for _ in range(_TURNS):
            begun, done = json.loads(self._ask("end turn"))
            assert done > begun
            sentences.append(1000 * (self._hear(b"event: news") - done))
        before = self._processor()
        time.sleep(3)
        return sentences, 100 * (self._processor() - before) / 3

    def status(self, name: str) -> int:
        """A number that the system tells of the server's process."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))

    def go(self) -> None:
        """Hang up, and have the server stop."""
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def _hear(self, what: bytes) -> float:
        """The moment at which the last of them has heard something."""
        left = {key.fileobj for key in self._selector.get_map().values()}
        while left:
            for key, _events in self._selector.select(10):
                assert isinstance(key.fileobj, socket.socket)
                if what in key.fileobj.recv(65536):
                    left.discard(key.fileobj)
        return time.monotonic()

    def _processor(self) -> float:
        """The seconds of a processor that the server has taken."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def _ask(self, what: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()
