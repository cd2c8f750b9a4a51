"""`pbem demo`: whole games between bots, through real SMTP letters and the reports that come back."""

import hashlib
import random
import re
import smtplib
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.adjudicator.records.export import export_game
from pbem.adjudicator.sessions import load_game
from pbem.cli.mailbox import Mailbox
from pbem.cli.order_writer import Received, letter, orders_for
from pbem.config import Mail, Settings, Web
from pbem.config import ServerSettings as ServerTable
from pbem.daemon.server import Server
from pbem.files import make_folder, write_whole
from pbem.i18n import ENGLISH
from pbem.store import Database, Tx, schema
from pbem.store import repository as repo
from pbem.store.rows import GameRow
from rules_core.games import bot_named

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
DOMAIN = "demo.example"
PLAYERS_DOMAIN = "players.example"
PATIENCE_SECONDS = 60.0


@dataclass
class Writer:
    """A player of the demonstration: an address, a post box, and a bot that writes the letters."""

    name: str
    address: str
    token: str
    mailbox: Mailbox
    choose: Callable[[int], int]
    newest: Received | None = None

    def read_up_to(self, position: int) -> None:
        """Waits for the mail that tells of a log position, which the newest mail then is. Raises TimeoutError."""
        while self.newest is None or told_position(self.newest.text) < position:
            self.newest = self.mailbox.wait(PATIENCE_SECONDS)[-1][1]


def told_position(text: str) -> int:
    """The log position that a mail of ours prints, as in "Y3.2 #118"; 0 where it prints none."""
    found = re.search(r"^Y\d+\.\d+ #(\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


@dataclass(frozen=True)
class Played:
    """How a game went: who won it, nobody where it is a draw, and the best score of a player."""

    tag: str
    players: tuple[str, ...]
    letters: int = 0
    years: int = 0
    ended: str | None = None
    winners: tuple[str, ...] = ()
    score: int = 0
    record: Path | None = None


class Demo:
    """A server of its own in a folder, and the players who write to it."""

    def __init__(self, folder: Path, kind: str, seed: int, bot: str, options: dict[str, str]) -> None:
        self.folder = folder
        self.kind = kind
        self.seed = seed
        self.bot = bot_named(bot)
        self.options = options
        self.settings = settings_for(folder)
        make_folder(folder)
        schema.create(self.settings.database)
        self.database = Database(self.settings.database)
        self.server = Server(self.settings, self.database)

    def __enter__(self) -> "Demo":
        self.server.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.server.stop()
        self.database.close()

    def play(self, number: int, seats: int, progress: Callable[[int], None]) -> Played:
        """Plays one game to its end; `progress` is told the year. Raises TimeoutError when a mail does not come."""
        names = NAMES[:seats]
        addresses = [f"{name.lower()}{number}@{PLAYERS_DOMAIN}" for name in names]
        operator, people = self.server.intake.operator, zip(names, addresses, strict=True)
        players = [operator.add_player(*person, ENGLISH) for person in people]
        secret = hashlib.sha256(f"demo {self.seed} {number}".encode()).digest()
        salts = [f"{name} {self.seed}" for name in names]
        game_id = operator.open_game(f"Demo {number}", players, self.options, kind=self.kind, seed=secret, salts=salts)
        self.server.sender.wake()
        writers = self._writers(game_id, addresses, number)
        with self.database.read() as tx:
            played = Played(repo.game(tx, game_id).tag, names)
        # Closed without a farewell, which after an interruption would take the answer to a letter for its own.
        with closing(smtplib.SMTP(self.settings.mail.listen_host, self.server.listener.port)) as door:
            game, letters = self._game(game_id), 0
            while game.active_seat is not None:
                progress(game.year)
                self._letter(door, game, writers[game.active_seat])
                letters += 1
                game = self._game(game_id)
        for writer in writers:
            writer.read_up_to(game.position)
        return self._finished(replace(played, letters=letters), game)

    def _writers(self, game_id: int, addresses: list[str], number: int) -> list[Writer]:
        with self.database.read() as tx:
            contacts = repo.seat_contacts(tx, game_id)
        writers = []
        for contact, address in zip(contacts, addresses, strict=True):
            chance = random.Random(f"{self.seed} {number} {contact.seat}")
            mailbox = Mailbox(self.settings.maildir, address)
            writers.append(Writer(contact.name, address, contact.token, mailbox, chance.randrange))
        return writers

    def _letter(self, door: smtplib.SMTP, game: GameRow, writer: Writer) -> None:
        """Has a writer answer his newest mail, and waits for the answer to that."""
        writer.read_up_to(game.position)
        assert game.active_seat is not None and writer.newest is not None
        orders = orders_for(self.database, game.id, game.active_seat, self.bot, writer.choose)
        door.send_message(letter(orders, writer.address, f"{writer.token}@{DOMAIN}", writer.newest))
        [(_path, writer.newest), *_rest] = reversed(writer.mailbox.wait(PATIENCE_SECONDS))
        if self._game(game.id).position == game.position:
            raise RuntimeError(f"a letter of {writer.name} changed nothing:\n{writer.newest.text}")

    def _finished(self, played: Played, game: GameRow) -> Played:
        with self.database.read() as tx:
            loaded = load_game(tx, game.id)
            record = write_record(tx, game, self.folder)
        table = loaded.session.state.table
        winners = [standing for standing in table.standings if standing.place == 1]
        return replace(
            played,
            years=table.year,
            ended=table.ended,
            winners=tuple(loaded.names[standing.seat] for standing in winners),
            score=max(standing.score for standing in table.standings),
            record=record,
        )

    def _game(self, game_id: int) -> GameRow:
        with self.database.read() as tx:
            return repo.game(tx, game_id)


def write_record(tx: Tx, game: GameRow, folder: Path) -> Path:
    """Writes a game's record into `records` in a folder; gives its file. Raises OSError."""
    record = folder / "records" / f"{game.tag}.json"
    make_folder(record.parent)
    write_whole(record, export_game(tx, game.id).encode())
    return record


def settings_for(folder: Path) -> Settings:
    """The settings of a demonstration: everything in one folder, on any free ports of this machine alone."""
    return Settings(
        server=ServerTable(data_dir=folder),
        web=Web(port=free_port(), health_port=0),
        mail=Mail(domain=DOMAIN, listen_port=0, strangers_per_hour=10_000),  # all its players come at once
    )


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
