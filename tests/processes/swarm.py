"""A server of many real processes, of which any may be killed, stopped for a while, or left without its database.

Each is started by the command line alone, and again as soon as it has ended, as systemd would.
"""

import os
import random
import re
import secrets
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from listening_kit import Listening
from postgresql_kit import guard, make_cluster, start, stop, url_of
from relay_kit import RudeRelay
from server.kit import DOMAIN, PROGRAM, Place

from pbem.store import create

MARK: Final = "PBEM_TESTS_SWARM"
"""The variable by which a process is known that was started by a swarm, or by one that was."""
LEASE_SECONDS: Final = 30.0
STOPPED_SECONDS: Final = LEASE_SECONDS + 3
PATIENCE: Final = 300.0
"""Seconds after which a machine that is busy with other things has not done what it should have."""
_LONGEST_SECONDS: Final = 1500.0
_STILL_SECONDS: Final = 20.0
"""How long nothing may go on before the next is killed."""
SYNCED: Final = ("listen_addresses=", "max_connections=200", "shared_buffers=64MB")
"""Settings of a PostgreSQL server as it stands on a machine that may fail: what is committed is on the disk."""


class Cluster:
    """A PostgreSQL server of a test's own, which can be restarted as after a crash."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        make_cluster(folder)
        guard(folder)
        start(folder, *SYNCED)
        self.url = url_of(folder, "postgres")

    def restart(self, rest_s: float) -> None:
        """Crash, and come back after a while."""
        stop(self._folder)
        time.sleep(rest_s)
        start(self._folder, *SYNCED)

    def end(self) -> None:
        """Stop for good."""
        stop(self._folder)


@contextmanager
def new_cluster() -> Iterator[Cluster]:
    """A server on the disk, which is gone at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="pbem-cluster-", dir="/tmp", ignore_cleanup_errors=True) as name:
        cluster = Cluster(Path(name))
        try:
            yield cluster
        finally:
            cluster.end()


def new_swarm_place(folder: Path, relay: RudeRelay, url: str = "", workers: int = 0, base_url: str = "") -> Place:
    """A place without games, on PostgreSQL if a URL is given, whose mails go to a relay."""
    place = Place(folder)
    folder.mkdir(parents=True, exist_ok=True)
    address = f'base_url = "{base_url}"\n' if base_url else ""
    place.config.write_text(
        f'[server]\ndata_dir = "var"\nworkers = {workers}\n[store]\nurl = "{url}"\n[web]\nhealth_port = 0\n{address}'
        '[backup]\ndaily_at = ""\nletters_days = 0\n[log]\nlevel = "info"\n'
        f'[mail]\ndomain = "{DOMAIN}"\n[mail.relay]\nhost = "127.0.0.1"\nport = {relay.port}\ntls = "none"\n'
    )
    place.config.chmod(0o600)
    place.settings.server.data_dir.mkdir(0o700)
    create(place.settings.store_url)
    return place


@dataclass
class Member:
    """A process of the swarm, which is another each time that it was started."""

    name: str
    words: Sequence[str]
    folder: Path
    config: Path
    settings: Mapping[str, str]
    starts: int = 0
    stopped_at: float | None = None

    def __post_init__(self) -> None:
        """Start."""
        self.start()

    @property
    def kind(self) -> str:
        """The command that it runs."""
        return self.words[0]

    @property
    def log(self) -> Path:
        """What the present one has to say."""
        return self.folder / f"{self.name}.{self.starts}.log"

    def said(self) -> str:
        """What it has said by now."""
        return self.log.read_text(errors="replace")

    def start(self) -> None:
        """Start it, for the first time or again; it dies with whoever started it."""
        self.starts += 1
        self.begun = time.monotonic()
        with self.log.open("w") as file:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", str(PROGRAM), "--config", str(self.config), *self.words],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                env={**os.environ, "LC_ALL": "C.UTF-8", **self.settings},
            )

    @property
    def is_up(self) -> bool:
        """Whether it serves, and is not stopped."""
        return self.process.poll() is None and self.stopped_at is None and "serving" in self.said()

    @property
    def leads(self) -> bool:
        """Whether it said so, and has not ended."""
        return self.process.poll() is None and "this process leads now" in self.said()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)


@dataclass
class Swarm:
    """The processes of a server, and what was done to them. `seed` decides whom it meets."""

    place: Place
    seed: int
    cluster: Cluster | None = None
    members: list[Member] = field(default_factory=list)
    done_to: Counter[str] = field(default_factory=Counter)
    """The kills, by command, and "leader", "stopped" and "database"."""
    died: list[str] = field(default_factory=list)
    """The logs of those that have ended by themselves, but for those that found no database when they began."""

    def __post_init__(self) -> None:
        """Begin its chances."""
        self.chance = random.Random(self.seed)
        self.mark = secrets.token_hex(8)
        self._killed: set[int] = set()

    def add(self, name: str, *words: str, **settings: str) -> Member:
        """Add a process by its command; `settings` are variables of its environment."""
        member = Member(name, words, self.place.folder, self.place.config, {**settings, MARK: self.mark})
        self.members.append(member)
        return member

    def of(self, kind: str) -> list[Member]:
        """The processes of a kind."""
        return [member for member in self.members if member.kind == kind]

    def supervise(self) -> None:
        """Start again what has ended, and let go on what was stopped for long enough."""
        now = time.monotonic()
        for member in self.members:
            if member.stopped_at is not None and now - member.stopped_at > STOPPED_SECONDS:
                member.signal(signal.SIGCONT)
                member.stopped_at = None
            if member.process.poll() is not None:
                if member.process.pid not in self._killed and "connection" not in member.said():
                    self.died.append(f"{member.log}: {member.process.returncode}, {member.said()[-300:]}")
                member.stopped_at = None
                member.start()

    def await_up(self) -> None:
        """Wait until all of them serve."""
        until = time.monotonic() + PATIENCE
        while not all(member.is_up for member in self.members):
            self.supervise()
            assert time.monotonic() < until, "they never all served"
            time.sleep(0.05)

    def kill(self, member: Member) -> None:
        """End one as `kill -9` does."""
        self.done_to["leader"] += member.leads
        self.done_to[member.kind] += 1
        self._killed.add(member.process.pid)
        member.signal(signal.SIGKILL)
        member.process.wait()
        self.supervise()

    def stop_for_long(self, member: Member) -> None:
        """Have one stand still for longer than its lease."""
        self.done_to["stopped"] += 1
        self.done_to[f"stopped {member.kind}"] += 1
        member.stopped_at = time.monotonic()
        member.signal(signal.SIGSTOP)

    def restart_database(self) -> None:
        """Crash the database, and have it come back after a moment."""
        assert self.cluster is not None
        self.done_to["database"] += 1
        self.cluster.restart(self.chance.uniform(0, 1))

    def kills(self, *kinds: str) -> int:
        """How often processes of these kinds were killed."""
        return sum(self.done_to[kind] for kind in kinds)

    def end(self) -> None:
        """Ask all to end, and check that each does so well."""
        for member in self.members:
            member.signal(signal.SIGCONT)
            member.signal(signal.SIGTERM)
        found = {member.log: member.process.wait(PATIENCE) for member in self.members}
        assert set(found.values()) <= {0}, found

    def orphans(self) -> list[int]:
        """The processes that were started here and run still, or by those that were."""
        return [pid for pid in running_with(self.mark) if pid != os.getpid()]

    def put_down(self) -> None:
        """Kill all that is left."""
        for member in self.members:
            member.signal(signal.SIGKILL)
        for member in self.members:
            member.process.wait()
        for pid in self.orphans():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def errors(self) -> Counter[str]:
        """The lines of all logs that tell of something wrong, without what differs each time."""
        found: Counter[str] = Counter()
        for path in self.place.folder.glob("*.log"):
            for line in path.read_text(errors="replace").splitlines():
                if re.search(r"\[(error|critical|warning) *\]", line):
                    found[re.sub(r"\s+", " ", re.sub(r"^\S+ |\d+", "", line))[:140]] += 1
        return found


def running_with(mark: str) -> list[int]:
    """The processes, none that are dead as yet waited for, in whose environment a mark is."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_dead = (path / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
            if not is_dead and mark.encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
    return found


def harry(
    swarm: Swarm, kills: int, kinds: Sequence[str], progress: Callable[[], int], *, stops: int = 0, restarts: int = 0
) -> None:
    """Kill processes of some kinds until there were so many; meanwhile stop some for long, and restart the database.

    Each is killed a moment after something went on, by `progress`, so that they are in the middle of work. Now and then
    it is the leader, one that only starts, or all of the kind at once.
    """
    until, chance = time.monotonic() + _LONGEST_SECONDS, swarm.chance
    stop_at = {round(kills * (part + 0.5) / stops) for part in range(stops)}
    restart_at = {round(kills * (part + 0.8) / restarts) for part in range(restarts)}
    while (done := swarm.kills(*kinds)) < kills:
        assert time.monotonic() < until, f"only {done} kills"
        _await_progress(swarm, progress)
        time.sleep(chance.uniform(0, 0.2))
        serving = [member for member in swarm.members if member.kind in kinds and member.is_up]
        if stop_at and done >= min(stop_at) and serving:
            stop_at.remove(min(stop_at))
            swarm.stop_for_long(chance.choice(serving))
        elif restart_at and done >= min(restart_at):
            restart_at.remove(min(restart_at))
            swarm.restart_database()
        elif serving:
            for member in _victims(swarm, serving):
                swarm.kill(member)


def _await_progress(swarm: Swarm, progress: Callable[[], int]) -> None:
    before, until = progress(), time.monotonic() + _STILL_SECONDS
    while progress() == before and time.monotonic() < until:
        swarm.supervise()
        time.sleep(0.02)


def _victims(swarm: Swarm, serving: Sequence[Member]) -> list[Member]:
    chance = swarm.chance
    way = chance.random()
    if way < 0.15 and (leaders := [member for member in serving if member.leads]):
        return leaders
    one = chance.choice(serving)
    alike = [member for member in swarm.of(one.kind) if member.stopped_at is None]
    if way < 0.25:
        return alike
    return [chance.choice(alike)] if way < 0.4 else [one]


class Forwarder:
    """A port that gives its connections to others in turn, and passes over those that do not answer."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports, self._turn = list(ports), 0
        self._listening = Listening(self._serve)

    @property
    def port(self) -> int:
        """Where it is."""
        return self._listening.port

    def close(self) -> None:
        """End."""
        self._listening.close()

    def _serve(self, connection: socket.socket) -> None:
        for _ in self._ports:
            self._turn += 1
            with suppress(ConnectionRefusedError):
                other = socket.create_connection(("127.0.0.1", self._ports[self._turn % len(self._ports)]))
                break
        else:
            return
        with other:
            back = threading.Thread(target=_carry, args=(other, connection), daemon=True)
            back.start()
            _carry(connection, other)
            back.join()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(65536):
            target.sendall(block)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
