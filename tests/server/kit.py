"""Servers of one folder each, as processes and in the test's own; their players' mail systems; and what came of it."""

import json
import os
import queue
import re
import shutil
import signal
import smtplib
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import structlog
from click.testing import CliRunner, Result
from empty_kit import new_database_file
from renderer_kit import RENDERER
from rows_kit import is_quiet, mails_after
from simulated_kit import StoppedClock

from pbem.adjudicator.sessions import load_game
from pbem.cli import main as pbem_main
from pbem.cli.mail.player import Mailbox, Received, letter
from pbem.clock import Clock, system_clock, to_ms
from pbem.config import Settings, load
from pbem.daemon.jobs import MINUTE
from pbem.daemon.sender import Sender
from pbem.daemon.server import Server
from pbem.intake import Intake
from pbem.mail.receiving.batches import Envelope
from pbem.mail.sending.sendmail import transport_for
from pbem.store import Database
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.log import EntryRow, list_entries
from pbem.store.games.opening import find_free_tag
from pbem.store.games.seats import SeatContact, list_seat_contacts, list_seats
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import MailRow, count_mails_by_status, list_mails_of_seat
from pbem.store.players.player import Bot, add_player, find_player_by_address
from pbem.terms import Terms
from rules_core.games.first_rails.turn import BOX
from rules_core.kernel.codec import decode
from rules_core.kernel.dice import DrawKey, keyed_draw
from rules_core.line.components import components_from
from rules_core.line.events import Event
from rules_core.line.table import State

DOMAIN: Final = "seats.test"
BEGINNING: Final = datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
PROGRAM: Final = Path(sys.executable).parent / "pbem"
PATIENCE: Final = 180.0
"""Seconds after which something that should have happened has not."""
LAST_WORDS: Final = 2.0
"""Seconds in which a server that keeps silent may write down where its threads are."""
FIRST_TURN: Final = ("roll 4?", "buy weiden", "B e e", "end")
"""Orders that the first player of every game here can carry out: a roll, and what follows of it."""
DICE: Final = 40
E = TypeVar("E")


def await_until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds. Fails when it does not come."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(0.005)


def fitting_seed(tag: str, salts: list[str]) -> bytes:
    """A seed by which seat 0 begins, and its first roll has the dice that FIRST_TURN needs."""
    faces = components_from(BOX).faces
    for number in count():
        seed = number.to_bytes(32, "big")
        draw = keyed_draw(seed, tag, salts, 0)
        rolled = Counter(faces[draw(DrawKey(1, 0, "roll", at), 6)] for at in range(8))
        if draw(DrawKey(0, 0, "start", 0), len(salts)) == 0 and rolled["straight"] > 1 and rolled["share"]:
            return seed
    raise AssertionError("numbers end")


@dataclass
class Place:
    """A folder with a configuration and a database. Close it when done, or use it in a `with` statement."""

    folder: Path

    @property
    def config(self) -> Path:
        """The configuration file."""
        return self.folder / "pbem.toml"

    @cached_property
    def settings(self) -> Settings:
        """What it says."""
        return load(self.config)

    @cached_property
    def database(self) -> Database:
        """The database, open."""
        return Database(self.settings.store_url)

    def copy(self, folder: Path) -> "Place":
        """The same in another folder."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Place(folder)

    def close(self) -> None:
        """Close the database; it is opened again when it is asked for."""
        if "database" in self.__dict__:
            self.database.close()
            del self.database

    def __enter__(self) -> "Place":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def pbem(self, *arguments: object, status: int = 0, typed: bytes | None = None) -> Result:
        """Run a command here, within the test's own process, and check how it ends."""
        return run_pbem("--config", self.config, *arguments, status=status, typed=typed)


def run_pbem(*arguments: object, status: int = 0, typed: bytes | None = None) -> Result:
    """Run the program within the test's own process. Fails on another exit status, and on a traceback."""
    result = CliRunner().invoke(pbem_main, [str(argument) for argument in arguments], input=typed)
    structlog.reset_defaults()  # the level of a server's log must not hide lines from other tests
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == status, result.output
    return result


def new_place(
    folder: Path,
    *,
    web_port: int = 0,
    smtp_port: int = 0,
    mail: str = "",
    log: str = 'level = "error"',
    notifications: str = "",
) -> Place:
    """A place without games, whose servers take any free ports; the last three are lines of those tables."""
    folder.mkdir(parents=True, exist_ok=True)
    place = Place(folder)
    place.config.write_text(
        f'[server]\ndata_dir = "var"\n[web]\nport = {web_port}\nhealth_port = 0\n'
        f'[backup]\ndaily_at = ""\nletters_days = 0\n[log]\n{log}\n'
        + (f"[notifications]\n{notifications}\n" if notifications else "")
        + f'[mail]\ndomain = "{DOMAIN}"\nlisten_port = {smtp_port}\n{mail}\n'
    )
    place.config.chmod(0o600)
    place.settings.server.data_dir.mkdir(0o700)
    new_database_file(place.settings.database)
    return place


def open_game(
    place: Place,
    *players: str | tuple[str, Bot],
    kind: str = "first_rails",
    clock: Clock = system_clock,
    terms: Terms | None = None,
) -> str:
    """Open a game of new players, or bots, that the first of them begins; return its tag."""
    database = place.database
    with database.read() as tx:
        tag = find_free_tag(tx)
    salts = [f"salt {seat}" for seat in range(len(players))]

    def register(player: str | tuple[str, Bot]) -> int:
        name, bot = (player, None) if isinstance(player, str) else player
        with database.read() as tx:
            known = find_player_by_address(tx, address_of(name))
        if known is not None:
            return known.id
        return database.write(lambda tx: add_player(tx, name, address_of(name), "en", to_ms(clock()), bot))

    ids = [register(player) for player in players]
    intake = Intake(database, clock, place.settings)
    seed = fitting_seed(tag, salts)
    intake.operator.open_game("Whitsun", ids, {}, kind=kind, terms=terms, seed=seed, salts=salts)
    return tag


def at(place: Place, store: str) -> Place:
    """The same place, whose configuration names another database; "" for its file."""
    text = place.config.read_text().partition("[store]")[0]
    place.config.write_text(f'{text}[store]\nurl = "{store}"\n')
    place.close()
    place.__dict__.pop("settings", None)
    return place


def address_of(name: str) -> str:
    """The address that a player is registered with."""
    return f"{name.lower()}@player.test"


@contextmanager
def serving(place: Place, clock: Clock = system_clock) -> Iterator[Server]:
    """A server within the test's own process. By a clock of the test's own no time is lost that `live` lets pass."""
    even = time.monotonic if clock is system_clock else lambda: clock().timestamp()
    server = Server(place.settings, place.database, clock, monotonic=even, renderer=RENDERER)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def live(server: Server, clock: StoppedClock, span: timedelta) -> None:
    """Have time pass at a server, which looks at what is due every hour."""
    end = clock() + span
    while clock() < end:
        clock.advance(min(timedelta(hours=1), end - clock()))
        server.tick()


def settle(place: Place) -> None:
    """Have a server do all that is to do, and end it."""
    with serving(place):
        await_until(lambda: is_quiet(place.database), "quiet")


@dataclass
class Penfriend:
    """A player at his mail program, whose system brings letters to a server as an MTA does."""

    place: Place
    tag: str
    seat: int

    @cached_property
    def contact(self) -> SeatContact:
        """His seat."""
        with self.place.database.read() as tx:
            game = find_game_by_tag(tx, self.tag)
            assert game is not None
            return list_seat_contacts(tx, game.id)[self.seat]

    @property
    def mailbox(self) -> Mailbox:
        """His mails, all of them unread."""
        return Mailbox(self.place.settings.maildir, self.contact.address)

    def newest(self) -> Received:
        """The last mail he got."""
        return self.mailbox.new()[-1][1]

    def letter(self, *orders: str) -> bytes:
        """A letter in answer to the newest mail."""
        contact = self.contact
        return letter(orders, contact.address, f"{contact.token}@{DOMAIN}", self.newest()).as_bytes()

    def send(self, raw: bytes, port: int) -> bool:
        """Bring a letter to the server at a port; return whether it said 250."""
        contact, accepted = self.contact, False
        with (
            suppress(smtplib.SMTPException, OSError),
            smtplib.SMTP("127.0.0.1", port, "mta.player.test", timeout=PATIENCE) as door,
        ):
            door.sendmail(contact.address, f"{contact.token}@{DOMAIN}", raw)
            accepted = True
        return accepted


def deal_with(place: Place, letter: bytes, seat: int, tag: str = "e1") -> None:
    """Have a letter to a seat dealt with at once, without a server, and the mails that it makes delivered."""
    player = Penfriend(place, tag, seat)
    intake = Intake(place.database, system_clock, place.settings)
    envelope = Envelope(player.contact.address, player.contact.token, letter, "")
    letter_id, _is_new = intake.letters.store(envelope)
    intake.letters.receive(letter_id)
    sender = Sender(place.database, transport_for(place.settings), system_clock, place.settings, RENDERER)
    while sender.round():
        pass


@dataclass(frozen=True)
class Kept:
    """All that a place holds of a game."""

    game: GameRow
    entries: list[EntryRow]
    state: State
    letters: dict[str, int]
    mails: list[MailRow]
    """Those to people, in the order written."""

    @property
    def log(self) -> list[tuple[str, int | None, str]]:
        """The log without what differs from one run to the next."""
        return [(entry.kind, entry.actor, entry.payload) for entry in self.entries]

    @property
    def dice(self) -> int:
        """All the dice there are, wherever they lie."""
        table = self.state.table
        hidden = sum(screen.hidden for screen in self.state.screens if screen is not None)
        return table.bank + table.line.dice + hidden + sum(player.front.total for player in table.players)

    def events(self, kind: type[E]) -> list[E]:
        """The events of a kind in the log."""
        found = [decode(Event, json.loads(entry.payload)) for entry in self.entries if entry.kind == "event"]
        return [event for event in found if isinstance(event, kind)]


def kept(place: Place, tag: str = "e1") -> Kept:
    """What a place holds of a game now."""
    with place.database.read() as tx:
        game = find_game_by_tag(tx, tag)
        assert game is not None
        return Kept(
            game,
            list_entries(tx, game.id),
            load_game(tx, game.id).session.state,
            count_letters_by_status(tx),
            [mail for seat in list_seats(tx, game.id) for mail in list_mails_of_seat(tx, game.id, seat.seat)],
        )


def files_to(place: Place, name: str) -> list[Received]:
    """The mails that lie in a player's Maildir."""
    return [mail for _path, mail in Mailbox(place.settings.maildir, address_of(name)).new()]


def pictures_to(place: Place, name: str) -> list[bytes | None]:
    """The maps in the mails that lie in a player's Maildir, in the order of the mails; None for one without."""
    paths = [path for path, _mail in Mailbox(place.settings.maildir, address_of(name)).new()]
    return [picture_in(message_from_bytes(path.read_bytes())) for path in paths]


def picture_in(mail: Message) -> bytes | None:
    """The picture that a mail holds."""
    pictures = [part.get_payload(decode=True) for part in mail.walk() if part.get_content_type() == "image/png"]
    return next((picture for picture in pictures if isinstance(picture, bytes)), None)


class Forked:
    """Servers that are processes of their own, one after the other, made by `kill_driver.py`."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        command = [sys.executable, str(Path(__file__).with_name("kill_driver.py"))]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        self._said: queue.Queue[str] = queue.Queue()
        self._pid = 0
        self._place: Place | None = None
        self._awaited = ""
        self._left_unread = ""
        threading.Thread(target=self._listen, args=(self._process, self._said), daemon=True).start()

    def start(
        self,
        place: Place,
        point: str | None = None,
        passage: int = 1,
        act: str = "kill",
        words: Sequence[str] = ("serve",),
        minute: float = MINUTE,
        typed: bytes | None = None,
        draws: bool = False,
    ) -> "Forked":
        """Start a server, or another command by its words, that ends itself at a point; None: that does not.

        It looks for what is due each `minute`, which is in seconds, and finds `typed` on its standard input. Maps that
        were drawn in this run it has from there, unless it `draws`.
        """
        self._put_down()
        command = ["--config", str(place.config), *words]
        wanted = {"command": command, "log": str(place.folder / "log"), "point": point, "typed": None}
        self._place, self._awaited = place, f"{' '.join(words)}, to {act} itself at {point!r}, passage {passage}"
        if typed is not None:
            path = place.folder / "typed"
            path.write_bytes(typed)
            wanted["typed"] = str(path)
        self._tell({**wanted, "passage": passage, "act": act, "minute": minute, "draws": draws})
        self._pid = int(self._heard(r"pid (\d+)"))
        return self

    def smtp(self) -> int:
        """Where it takes letters."""
        return int(self._heard(r"email at port (\d+)"))

    def smtp_or_end(self) -> int | None:
        """Where it takes letters; None where it ended before it said so."""
        line = self._line("email at port")
        while not line.startswith("ended"):
            if found := re.search(r"email at port (\d+)", line):
                return int(found[1])
            line = self._line("email at port")
        self._left_unread = line
        return None

    def described(self, last: str) -> str:
        """What it says up to a line that holds these words."""
        text = ""
        while last not in text:
            text += self._line(last)
        return text

    def terminate(self) -> int:
        """Ask it to end; return its exit status."""
        os.kill(self._pid, signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        """Its exit status, or the negative number of the signal that killed it, once it has ended."""
        code = int(self._heard(r"ended (-?\d+)"))
        self._pid = 0
        return code

    def close(self) -> None:
        """End whatever runs."""
        if self._pid:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _put_down(self) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            self.ended()

    def _tell(self, wanted: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()

    @staticmethod
    def _listen(process: subprocess.Popen[str], said: queue.Queue[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line)

    def _heard(self, pattern: str) -> str:
        while True:
            line = self._line(pattern)
            if found := re.search(pattern, line):
                return found[1]
            assert not line.startswith("ended"), f"{line.strip()}, where {pattern!r} was due"

    def _line(self, due: str) -> str:
        if self._left_unread:
            line, self._left_unread = self._left_unread, ""
            return line
        try:
            return self._said.get(timeout=PATIENCE)
        except queue.Empty:
            text = self._state()
            # What it says too late would be taken for the answer to what it is asked next.
            self.close()
            self._begin()
            raise AssertionError(f"it never said {due!r}{text}") from None

    def _state(self) -> str:
        """What there is to be known of a server that keeps silent: its log, its threads, and what waits for it."""
        if not self._pid or self._place is None:
            return ", nor that it had begun"
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGUSR1)
            time.sleep(LAST_WORDS)
        with self._place.database.read() as tx:
            letters, mails, newest = count_letters_by_status(tx), count_mails_by_status(tx), mails_after(tx, 0)[-1:]
        log = (self._place.folder / "log").read_text(errors="replace")
        said = "".join(f"the newest mail, {mail.status}:\n{mail.text[:500]}\n" for mail in newest)
        return f"\n{self._awaited}\nletters: {letters}, mails: {mails}\n{said}its log, and its threads:\n{log}"
