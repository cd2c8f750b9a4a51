"""A letter all in: the processor time of all the server's processes from its bytes to its last mail at the relay.

The server is `pbem serve` with a real relay behind it; players and relay are this process, which is not counted.
Each position is played twice from the same file with the same dice: the second time its maps lie in the database.
"""

import os
import random
import shutil
import smtplib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from forms_kit import submit_as
from rows_kit import is_quiet, mails_after, newest_mail_id

from pbem.cli.demo import free_port
from pbem.cli.mail.player import Received, letter, orders_for
from pbem.clock import system_clock, to_ms
from pbem.config import Settings, load
from pbem.intake import Intake
from pbem.store import Database, create
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import Delivery, list_mails_of_seat, mark_sent
from pbem.store.players.player import add_player
from rules_core.games import bot_named

from .figures import Figure

TITLE: Final = "a letter all in, from its bytes to its last mail at the relay"
GAMES: Final = 6
"""Of each kind and year."""
LETTERS: Final = 3
"""Of each game, one after the other."""
CROWD: Final = 200
"""Games that each get one letter at once."""
CONNECTIONS: Final = 20
PATIENCE_SECONDS: Final = 120.0
_DOMAIN: Final = "seats.example"
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Moment(NamedTuple):
    """A kind of game and the year that it is in; `at_most` milliseconds with maps to draw, and without."""

    kind: str
    year: int
    at_most: float | None = None
    drawn_at_most: float | None = 40

    def __str__(self) -> str:
        return f"{self.kind}, year {self.year}"


MOMENTS: Final = (
    Moment("first_rails", 1, 60),
    Moment("first_rails", 6, 60),
    Moment("germany", 1, 90),
    Moment("germany", 6, 90),
    Moment("railroad_dice_2", 1),
    Moment("railroad_dice_2", 6),
)


def measure() -> Iterator[Figure]:
    """The processor's time of a letter, and the clock of many."""
    with tempfile.TemporaryDirectory() as folder, _relay() as relay:
        for moment in MOMENTS:
            place = Place(Path(folder) / str(moment), relay)
            games = place.prepare(moment, GAMES)
            again = place.copy()
            fresh = place.times(games, random.Random(1))
            again.take_pictures(place)
            drawn = again.times(games, random.Random(1))
            yield Figure(f"{moment}", statistics.median(fresh), "ms", at_most=moment.at_most)
            yield Figure(
                "where its maps are drawn already", statistics.median(drawn), "ms", at_most=moment.drawn_at_most
            )
        two = Place(Path(folder) / "crowd", relay)
        games = two.prepare(Moment("first_rails", 1), CROWD)
        one = two.copy()
        for place, cores in ((two, 2), (one, 1)):
            rush = place.rush(games, cores)
            yield Figure(f"{CROWD} letters accepted, {cores} cores", rush.accepted, "s")
            yield Figure("answered", rush.answered, "s")
            yield Figure("the last mail at the relay", rush.relayed, "s", at_most=7 if cores > 1 else 12)
            yield Figure("the processor's time for each of them", rush.cpu_ms, "ms")


class Rush(NamedTuple):
    """The seconds until many letters were accepted, dealt with, and their mails sent; and what each cost."""

    accepted: float
    answered: float
    relayed: float
    cpu_ms: float


class Place:
    """A folder with a server's configuration and database."""

    def __init__(self, folder: Path, relay: int) -> None:
        self._folder = folder
        self._relay = relay
        self.letters_at = free_port()
        folder.mkdir()
        limits = ("strangers_per_hour", "answers_per_hour", "answers_in_row", "letters_per_hour")
        (folder / "pbem.toml").write_text(
            f'[server]\ndata_dir = "."\n[web]\nport = {free_port()}\nhealth_port = 0\n'
            '[backup]\ndaily_at = ""\nletters_days = 0\n[log]\nlevel = "error"\n'
            f'[mail]\ndomain = "{_DOMAIN}"\nlisten_port = {self.letters_at}\n'
            + "".join(f"{name} = 100000\n" for name in limits)
            + f'[mail.relay]\nhost = "127.0.0.1"\nport = {relay}\ntls = "none"\n'
        )
        (folder / "pbem.toml").chmod(0o600)
        self.settings: Settings = load(folder / "pbem.toml")

    def copy(self) -> "Place":
        """The same positions in a folder of their own."""
        other = Place(self._folder.with_name(f"{self._folder.name} again"), self._relay)
        shutil.copy(self.settings.database, other.settings.database)
        return other

    def take_pictures(self, other: "Place") -> None:
        """Take over the maps that another place has drawn."""
        with closing(sqlite3.connect(self.settings.database)) as here:
            here.execute("ATTACH ? AS there", (str(other.settings.database),))
            here.execute("INSERT INTO picture SELECT * FROM there.picture")
            here.commit()

    def prepare(self, moment: Moment, number: int) -> list[int]:
        """Open games and play them up to a year, all mails of theirs sent; give their ids."""
        create(self.settings.database)
        with Database(self.settings.database) as database:
            intake = Intake(database, system_clock, self.settings)
            games = [_played(intake, moment, place) for place in range(number)]
            with database.read() as tx:
                mails = mails_after(tx, 0)
            sent = [Delivery(mail.id, "250 OK") for mail in mails]
            database.write(lambda tx: mark_sent(tx, sent, to_ms(system_clock())))
        with closing(sqlite3.connect(self.settings.database)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return games

    def times(self, games: list[int], chance: random.Random) -> list[float]:
        """The milliseconds of processor time of letters to these games, one after the other."""
        found: list[float] = []
        with (
            Database(self.settings.database) as database,
            self._serving() as server,
            smtplib.SMTP("127.0.0.1", self.letters_at) as door,
        ):
            for game_id in games[:1] + games * LETTERS:  # the first warms the server and its processes
                before, position = cpu_seconds(server), _game(database, game_id).position
                self._exchange(door, database, *_letter(database, game_id, chance))
                taken = 1000 * (cpu_seconds(server) - before)
                if _game(database, game_id).position > position:
                    found.append(taken)
                else:  # it only ended the turn, which its player is asked about
                    self._exchange(door, database, *_letter(database, game_id, chance, ["confirm"]))
        return found[1:]

    def _exchange(self, door: smtplib.SMTP, database: Database, sender: str, recipient: str, raw: bytes) -> None:
        with database.read() as tx:
            newest = newest_mail_id(tx)
        door.sendmail(sender, recipient, raw)
        _await(lambda: is_quiet(database))
        with database.read() as tx:
            if not mails_after(tx, newest):
                raise RuntimeError("a letter was not answered")

    def rush(self, games: list[int], cores: int) -> Rush:
        """Bring a letter to each game at once."""
        with Database(self.settings.database) as database:
            letters = [_letter(database, game_id, random.Random(game_id)) for game_id in games]
            with self._serving(cores) as server:
                begun, before = time.monotonic(), cpu_seconds(server)
                with ThreadPoolExecutor(CONNECTIONS) as senders:
                    list(senders.map(self._bring, (letters[n::CONNECTIONS] for n in range(CONNECTIONS))))
                accepted = time.monotonic()
                _await(lambda: not _waiting_letters(database), 0.05)
                answered = time.monotonic()
                _await(lambda: is_quiet(database), 0.05)
                relayed, cpu_ms = time.monotonic(), 1000 * (cpu_seconds(server) - before) / len(games)
                return Rush(accepted - begun, answered - begun, relayed - begun, cpu_ms)

    def _bring(self, letters: list[tuple[str, str, bytes]]) -> None:
        with smtplib.SMTP("127.0.0.1", self.letters_at) as door:
            for sender, recipient, raw in letters:
                door.sendmail(sender, recipient, raw)

    @contextmanager
    def _serving(self, cores: int | None = None) -> Iterator[int]:
        """Run a server, on so many cores; give its process id."""
        command = [sys.executable, "-m", "pbem", "--config", str(self._folder / "pbem.toml"), "serve"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            if cores is not None:
                os.sched_setaffinity(process.pid, sorted(os.sched_getaffinity(0))[:cores])
            while "email at port" not in (line := process.stdout.readline()):
                if not line:
                    raise RuntimeError("the server ended")
            time.sleep(1)
            try:
                yield process.pid
            finally:
                process.terminate()


def cpu_seconds(process: int) -> float:
    """The processor time of a process and of all below it, those that have ended included."""
    children: dict[int, list[int]] = {}
    ended: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("ascii").rpartition(")")[2].split()
        except OSError:  # it has ended since
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
        ended[int(path.parent.name)] = (int(fields[13]) + int(fields[14])) / _TICKS
    left, found = [process], 0.0
    while left:
        one = left.pop()
        left += children.get(one, ())
        found += ended[one] + time.clock_gettime(~one << 3 | 2)  # the system's number for the clock of a process
    return found


def _played(intake: Intake, moment: Moment, number: int) -> int:
    """Open a game and play it to a year; in the first, up to the first letter."""
    database, chance, now_ms = intake.units.database, random.Random(number), to_ms(system_clock())
    people = [(f"Player {seat}", f"{moment.kind}-{number}-{seat}@players.example") for seat in range(3)]
    ids = database.write(lambda tx: [add_player(tx, *person, "en", now_ms) for person in people])
    game_id = intake.operator.open_game(
        f"Bench {number}", ids, {}, kind=moment.kind, seed=number.to_bytes(32, "big"), salts=["a", "b", "c"]
    )
    while (game := _game(database, game_id)).active_seat is not None and game.year < moment.year:
        orders = orders_for(database, game_id, game.active_seat, bot_named("heuristic"), chance.randrange)
        submit_as(intake, game_id, game.active_seat, "\n".join(orders), position=game.position)
    return game_id


def _letter(
    database: Database, game_id: int, chance: random.Random, orders: list[str] | None = None
) -> tuple[str, str, bytes]:
    """A letter of the seat that is to move, in answer to its newest mail: who sends it, where to, and its bytes."""
    seat = _game(database, game_id).active_seat
    if seat is None:
        raise RuntimeError("a game ended")
    written = orders or orders_for(database, game_id, seat, bot_named("heuristic"), chance.randrange)
    with database.read() as tx:
        contact = list_seat_contacts(tx, game_id)[seat]
        mail = list_mails_of_seat(tx, game_id, seat)[-1]
    newest = Received(mail.message_id, mail.references_, mail.subject, mail.text)
    recipient = f"{contact.token}@{_DOMAIN}"
    return contact.address, recipient, letter(written, contact.address, recipient, newest).as_bytes()


def _game(database: Database, game_id: int) -> GameRow:
    with database.read() as tx:
        return get_game(tx, game_id)


def _waiting_letters(database: Database) -> int:
    with database.read() as tx:
        return count_letters_by_status(tx).get("new", 0)


def _await(holds: Callable[[], bool], pause_s: float = 0.01) -> None:
    """Wait until something holds. Raises TimeoutError."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("letters or mails wait")
        time.sleep(pause_s)


class _Taking:
    """A relay's handler that takes every mail."""

    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:
        return "250 OK"


@contextmanager
def _relay() -> Iterator[int]:
    controller = Controller(_Taking(), hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port
    controller.stop()
