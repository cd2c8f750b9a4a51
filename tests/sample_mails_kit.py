"""One mail of each sort, as players of the three games get them, for tests of how mails look."""

import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from forms_kit import submit_as
from rows_kit import mails_after
from server.kit import DOMAIN, address_of
from simulated_kit import StoppedClock, seeded_chance
from simulation.server import QuietServer

from pbem.cli.mail.player import Received, letter, orders_for
from pbem.clock import to_ms
from pbem.config import Mail, ServerSettings, Settings, Web
from pbem.reports.document import Document, loaded
from pbem.reports.plain import mail_html
from pbem.store.games.game import GameRow, find_game_by_tag, get_game
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.outbox import MailRow, find_mail_document
from pbem.store.players.player import add_player, get_player
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.terms import Terms
from rules_core.games import bot_named

BEGINNING: Final = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)
FIRST_RAILS, GERMANY, NETWORK, FINISHED = "e1", "e2", "e3", "e4"
NAMES: Final = {"first_rails": "The First Rails", "germany": "Germany", "railroad_dice_2": "Railroad Dice 2"}
"""The games that go on: each bears the name of its kind."""
YEARS: Final = 3
MOST_PARTS: Final = 400


@dataclass(frozen=True)
class Sample:
    """A mail as it is sent: what it says, and its document, from which its HTML is made."""

    subject: str
    text: str
    document: Document

    def html(self, picture: str = f"cid:map.{'0' * 32}@{DOMAIN}") -> str:
        """The page that a mail program shows, with the picture at this address for its map."""
        return mail_html(self.document, self.subject, picture if self.document.board else None)


def sample_mails(folder: Path) -> dict[str, Sample]:
    """Mails by what they are: reports, answers, a reminder, press, a digest and so on."""
    with seeded_chance("samples"):
        return _Correspondence(folder).mails()


class _Correspondence:
    """A quiet server at which Anna, Ben and Cleo play the three games."""

    def __init__(self, folder: Path) -> None:
        self.clock = StoppedClock(BEGINNING)
        settings = Settings(
            server=ServerSettings(data_dir=folder),
            mail=Mail(domain=DOMAIN, listen_port=0),
            web=Web(base_url="https://games.test"),
        )
        self.server = QuietServer(settings, self.clock)
        self.chance = random.Random(11)
        self.people: list[int] = []
        self.found: dict[str, Sample] = {}

    def mails(self) -> dict[str, Sample]:
        """Play until there is one of each."""
        with closing(self.server):
            self.server.open()
            self._open_games()
            self._play_games()
            self._write_letters()
            self._let_time_pass()
        return self.found

    def _open_games(self) -> None:
        write, now_ms = self.server.database.write, to_ms(self.clock())
        for name in ("Anna", "Ben", "Cleo"):
            self.people.append(
                write(partial(add_player, name=name, address=address_of(name), language="en", created_ms=now_ms))
            )
            chosen = Preferences(format="text", reports="daily" if name == "Cleo" else "all")
            write(partial(put_preferences, player_id=self.people[-1], chosen=chosen))
        for number, (kind, name) in enumerate(NAMES.items()):
            self._open(name, kind, number)
            self._keep(f"the first mail of {name}", self._newest(f"e{number + 1}"))
        self._open("A short one", "first_rails", len(NAMES))

    def _open(self, name: str, kind: str, number: int) -> None:
        assert self.server.daemon is not None
        people, terms = self.people if number < len(NAMES) else self.people[:2], Terms(pace="2d", press="anonymous")
        self.server.daemon.intake.operator.open_game(
            name, people, {}, kind=kind, terms=terms, seed=bytes([number]) * 32, salts=["a", "b", "c"][: len(people)]
        )
        self.server.settle()

    def _play_games(self) -> None:
        for number, name in enumerate(NAMES.values()):
            self._play(f"e{number + 1}", lambda game: game.year >= YEARS and game.active_seat == 0)
            self._keep(f"a turn report of {name}", self._newest(f"e{number + 1}"))
        self._play(FINISHED, lambda game: game.status == "over")
        ends = (self._newest(FINISHED, who) for who in (0, 1))
        self._keep("the end of a game", next(mail for mail in ends if mail.text.startswith("The game is over")))

    def _play(self, tag: str, until: Callable[[GameRow], bool]) -> None:
        assert self.server.daemon is not None
        for _part in range(MOST_PARTS):
            game = self._game(tag)
            if until(game):
                self.server.settle()
                return
            assert game.active_seat is not None
            orders = "\n".join(self._orders(tag, game.active_seat))
            submit_as(self.server.daemon.intake, game.id, game.active_seat, orders, position=game.position)
        raise AssertionError(f"{tag} never came to where it should be")

    def _orders(self, tag: str, seat: int = 0) -> list[str]:
        bot = bot_named("heuristic")
        return orders_for(self.server.database, self._game(tag).id, seat, bot, self.chance.randrange)

    def _write_letters(self) -> None:
        self._write("a refusal", GERMANY, "Dear all,", "roll 20h", "end")
        self._write("an answer to check", FIRST_RAILS, "check", *self._orders(FIRST_RAILS))
        self._write("an answer to confirm", FIRST_RAILS, "confirm")
        self._write("an answer to orders", NETWORK, *self._orders(NETWORK))
        self._write("an answer to status", FIRST_RAILS, "status")
        self._write("an answer to help", FIRST_RAILS, "help")
        self._write("an answer to resign", GERMANY, "resign")
        self._write("press", FIRST_RAILS, "press Ben: Shall we build east? I have straights left.", who=0, to=1)
        self._write("help of the lobby", None, "help")
        self._write("a letter that is too long", FIRST_RAILS, "x" * 100_000)

    def _write(self, what: str, tag: str | None, *lines: str, who: int = 0, to: int = 0) -> None:
        """Have a letter written, and keep the newest mail that comes of it to a player."""
        database = self.server.database
        with database.read() as tx:
            writer = get_player(tx, self.people[who])
            token = writer.token if tag is None else list_seat_contacts(tx, self._game(tag).id)[who].token
        answered = None if tag is None else self._newest(tag, who)
        newest = None
        if answered is not None:
            newest = Received(answered.message_id, answered.references_, answered.subject, answered.text)
        assert self.server.bring(letter(lines, writer.address, f"{token}@{DOMAIN}", newest))
        self._keep(what, self._mails(to)[-1])

    def _let_time_pass(self) -> None:
        for _hour in range(3 * 24):
            self.clock.advance(timedelta(hours=1))
            self.server.tick()
        for mail in self._mails(0):
            if mail.kind == "reminder":
                self._keep(f"a reminder of {list(NAMES.values())[int(self._tag(mail)[1]) - 1]}", mail)
        self._keep("a digest", next(mail for mail in reversed(self._mails(2)) if mail.kind == "digest"))

    def _game(self, tag: str) -> GameRow:
        with self.server.database.read() as tx:
            game = find_game_by_tag(tx, tag)
        assert game is not None
        return game

    def _tag(self, mail: MailRow) -> str:
        with self.server.database.read() as tx:
            return "" if mail.game_id is None else get_game(tx, mail.game_id).tag

    def _mails(self, who: int) -> list[MailRow]:
        with self.server.database.read() as tx:
            return [mail for mail in mails_after(tx, 0) if mail.player_id == self.people[who]]

    def _newest(self, tag: str, who: int = 0) -> MailRow:
        return next(mail for mail in reversed(self._mails(who)) if self._tag(mail) == tag)

    def _keep(self, what: str, mail: MailRow) -> None:
        with self.server.database.read() as tx:
            document = find_mail_document(tx, mail.id)
        assert document is not None, what
        self.found[what] = Sample(mail.subject, mail.text, loaded(document))
