"""`pbem demo`: whole games between bots, through real SMTP letters and the reports that come back."""

import hashlib
import json
import random
import re
import smtplib
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.sessions import load_game
from pbem.cli.context import Failure, _, example, json_option, show, words
from pbem.cli.games import KIND, PLAYERS, cannot_be, chosen, list_of_variants, option_help
from pbem.cli.mail.player import Mailbox, Received, letter, orders_for
from pbem.cli.server import set_up_logging
from pbem.config import BackupSettings, Log, Mail, Settings, Web
from pbem.config import ServerSettings as ServerTable
from pbem.daemon.server import Server
from pbem.files import make_folder, write_whole
from pbem.games.presentation import USUAL, presentation_of
from pbem.i18n import ENGLISH
from pbem.store import Database, Tx, create
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seat_contacts
from rules_core.games import bot_named, bot_names, ruleset_for
from rules_core.kernel.definition import BadOptions

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
        """Wait for the mail that tells of a log position, which the newest mail then is. Raises TimeoutError."""
        while self.newest is None or printed_position(self.newest.text) < position:
            self.newest = self.mailbox.wait(PATIENCE_SECONDS)[-1][1]


def printed_position(text: str) -> int:
    """The log position that a mail of ours prints, as in "Y3.2 #118"; 0 where it prints none."""
    found = re.search(r"^Y\d+\.\d+ #(\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


@dataclass(frozen=True)
class Played:
    """The outcome of a game: who won it, nobody where it is a draw, and the best score of a player."""

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
        create(self.settings.database)
        self.database = Database(self.settings.database)
        self.server = Server(self.settings, self.database)

    def __enter__(self) -> "Demo":
        self.server.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.server.stop()
        self.database.close()

    def play(self, number: int, seats: int, progress: Callable[[int], None]) -> Played:
        """Play one game to its end; `progress` is told the year. Raises TimeoutError when a mail does not come."""
        names = tuple(name if number == 1 else f"{name} {number}" for name in NAMES[:seats])
        addresses = [f"{name.lower()}{number}@{PLAYERS_DOMAIN}" for name in NAMES[:seats]]
        operator, people = self.server.intake.operator, zip(names, addresses, strict=True)
        players = [operator.add_player(*person, ENGLISH) for person in people]
        secret = hashlib.sha256(f"demo {self.seed} {number}".encode()).digest()
        salts = [f"{name} {self.seed}" for name in names]
        game_id = operator.open_game(f"Demo {number}", players, self.options, kind=self.kind, seed=secret, salts=salts)
        self.server.sender.wake()
        writers = self._writers(game_id, addresses, number)
        with self.database.read() as tx:
            played = Played(get_game(tx, game_id).tag, names)
        # Closed without a farewell, which after an interruption would take the answer to a letter for its own.
        with closing(smtplib.SMTP(self.settings.mail.listen_host, self.server.listener.port)) as smtp:
            game, letters = self._game(game_id), 0
            while game.active_seat is not None:
                progress(game.year)
                self._letter(smtp, game, writers[game.active_seat])
                letters += 1
                game = self._game(game_id)
        for writer in writers:
            writer.read_up_to(game.position)
        return self._finished(replace(played, letters=letters), game)

    def _writers(self, game_id: int, addresses: list[str], number: int) -> list[Writer]:
        with self.database.read() as tx:
            contacts = list_seat_contacts(tx, game_id)
        writers = []
        for contact, address in zip(contacts, addresses, strict=True):
            chance = random.Random(f"{self.seed} {number} {contact.seat}")
            mailbox = Mailbox(self.settings.maildir, address)
            writers.append(Writer(contact.name, address, contact.token, mailbox, chance.randrange))
        return writers

    def _letter(self, smtp: smtplib.SMTP, game: GameRow, writer: Writer) -> None:
        writer.read_up_to(game.position)
        assert game.active_seat is not None and writer.newest is not None
        orders = orders_for(self.database, game.id, game.active_seat, self.bot, writer.choose)
        smtp.send_message(letter(orders, writer.address, f"{writer.token}@{DOMAIN}", writer.newest))
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
            return get_game(tx, game_id)


def write_record(tx: Tx, game: GameRow, folder: Path) -> Path:
    """Write a game's record into `records` in a folder; give its file. Raises OSError."""
    record = folder / "records" / f"{game.tag}.json"
    make_folder(record.parent)
    write_whole(record, export_game(tx, game.id).encode())
    return record


def settings_for(folder: Path) -> Settings:
    """The settings of a demonstration: everything in one folder, on any free ports of this machine alone."""
    return Settings(
        server=ServerTable(data_dir=folder),
        web=Web(port=free_port(), health_port=0),
        backup=BackupSettings(daily_at="", letters_days=0),
        # All its players come at once, and play a whole game within minutes.
        mail=Mail(
            domain=DOMAIN,
            listen_port=0,
            strangers_per_hour=10_000,
            answers_per_hour=100_000,
            answers_in_row=100_000,
            letters_per_hour=100_000,
        ),
    )


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@click.command(
    help=_("Play whole games between bots, with real emails and reports.") + list_of_variants(),
    epilog=example("pbem demo --games 3 --seed 7"),
)
@click.option("--game", "kind", default=USUAL, show_default=True, type=KIND, help=_("Which game."))
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help=_("How many games."))
@click.option("--seed", default=1, show_default=True, help=_("The same seed plays the same games."))
@click.option("--players", type=PLAYERS, help=_("Players in each game; 2, 3 and 4 in turn by default."))
@click.option("--bot", default="heuristic", show_default=True, type=click.Choice(bot_names()), help=_("Who plays."))
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=option_help())
@click.option(
    "--folder",
    default="pbem-demo",
    show_default=True,
    type=click.Path(path_type=Path),
    help=_("Where emails, records and the database go; if the folder exists, another one with a number is made."),
)
@json_option
def demo(
    kind: str,
    games: int,
    seed: int,
    players: int | None,
    bot: str,
    options: tuple[str, ...],
    folder: Path,
    as_json: bool,
) -> None:
    """Play games and print a table of how they went."""
    set_up_logging(Log(level="warning"))
    place, seats = fresh(folder), ruleset_for(kind).seats
    try:
        with Demo(place, kind, seed, bot, chosen(options)) as demonstration:
            results = _play(demonstration, [players or seats[number % len(seats)] for number in range(games)])
    except BadOptions as error:
        raise cannot_be(kind, error) from error
    except (TimeoutError, RuntimeError) as error:
        raise Failure(str(error)) from error
    print_results(kind, results, place, as_json)


def fresh(folder: Path) -> Path:
    """The folder itself where it is free, else with the first number that is."""
    number, free = 1, folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free.absolute()


def _play(demonstration: Demo, seats: list[int]) -> list[Played]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[year]}"), TimeElapsedColumn())
    results = []
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("Games"), total=len(seats), year="")
        for number, players in enumerate(seats, start=1):

            def show_year(year: int, number: int = number) -> None:
                bar.update(task, year=_("game %(game)s, year %(year)s", game=number, year=year))

            results.append(demonstration.play(number, players, show_year))
            bar.advance(task)
            if not console.is_terminal:
                console.print(_("Game %(game)s of %(games)s is over.", game=number, games=len(seats)))
    return results


def print_results(kind: str, results: list[Played], place: Path, as_json: bool) -> None:
    """Print how the games in a folder went, as a table or as JSON."""
    score = presentation_of(kind).score
    if as_json:
        as_data = [_as_data(played, score.column) for played in results]
        click.echo(json.dumps(as_data, default=str, ensure_ascii=False, indent=2))
        return
    rows = [
        {
            _("game"): played.tag,
            _("players"): ", ".join(played.players),
            _("years"): played.years,
            _("emails"): played.letters,
            _("winner"): ", ".join(played.winners) or _("nobody: a draw"),
            words.text(score.column): words.number(played.score * score.unit),
            _("how it ended"): words.text(presentation_of(kind).endings[played.ended]) if played.ended else "",
        }
        for played in results
    ]
    show(rows, False, "")
    click.echo()
    click.echo(_("All emails are in %(folder)s, one Maildir per player.", folder=place / "maildir"))
    click.echo(_("The game records are in %(folder)s.", folder=place / "records"))


def _as_data(played: Played, score: str) -> dict[str, object]:
    return {score if name == "score" else name: value for name, value in asdict(played).items()}
