"""A server's pages over a real database, and a browser without scripts to visit them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from begun_kit import Beginning
from compiled import COMPILED
from empty_kit import new_database_file
from flask import Flask
from flask.testing import FlaskClient
from lxml import html
from renderer_kit import RENDERER
from rows_kit import mails_of_player
from simulated_kit import StoppedClock
from werkzeug.test import TestResponse

from pbem.clock import to_ms
from pbem.config import DiceSettings, ServerSettings, Settings, Web
from pbem.daemon.sender import Sender
from pbem.games.line.public_data import ResultData, StateData
from pbem.intake import Intake
from pbem.mail.sending.sendmail import transport_for
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.accounts.sessions import add_session, find_player_by_session, see_session
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seats
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import Bot, add_player
from pbem.web import create_app
from pbem.web.public_data import data
from pbem.web.site import KEY, Site

NAMES = ("Anna", "Bert", "Clara", "Dora")
PublicGame: TypeAlias = data.GameData[StateData, ResultData]
BEGINNING = datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
SEED = b"the dice of all these tests: ..."
SALTS = ("salt of Anna", "salt of Bert", "salt of Clara", "salt of Dora")


@dataclass
class World:
    """A server with its players, by name."""

    settings: Settings
    database: Database
    clock: StoppedClock
    intake: Intake
    app: Flask
    beginning: Beginning
    players: dict[str, int]
    changes: list[None] = field(default_factory=list)
    sessions: Iterator[int] = field(default_factory=count)

    def unit(self, tx: Tx, now_ms: int | None = None) -> UnitOfWork:
        """The unit of work that a request at this moment would be dealt with in."""
        return UnitOfWork(tx, self.settings, to_ms(self.clock()) if now_ms is None else now_ms)

    def add_player(self, name: str, language: str = "en", bot: Bot | None = None) -> int:
        """Register a player under an address made of his name."""
        now_ms, address = to_ms(self.clock()), f"{name.lower()}@player.test"

        def add() -> int:
            self.players[name] = self.database.write(lambda tx: add_player(tx, name, address, language, now_ms, bot))
            return self.players[name]

        return self.beginning.step((name, address, language, now_ms, bot), add)

    def open_game(
        self,
        name: str = "Whitsun",
        players: Sequence[str] = NAMES[:3],
        options: Mapping[str, str] | None = None,
        kind: str = "first_rails",
    ) -> GameRow:
        """Open a game whose dice are always the same."""
        ids = [self.players[player] for player in players]
        salts, chosen = SALTS[: len(ids)], options or {}

        def open_it() -> int:
            return self.intake.operator.open_game(name, ids, chosen, seed=SEED, salts=salts, kind=kind)

        key = (name, tuple(players), tuple(chosen.items()), kind, self.clock())
        return self.game(self.beginning.step(key, open_it))

    def game(self, game_id: int) -> GameRow:
        """A game as it stands."""
        with self.database.read() as tx:
            return get_game(tx, game_id)

    def to_move(self, game: GameRow) -> str:
        """The name of the player whose turn it is."""
        seat = self.game(game.id).active_seat
        with self.database.read() as tx:
            return next(row.name for row in list_seats(tx, game.id) if row.seat == seat)

    def mails(self, name: str) -> list[MailRow]:
        """Every mail to a player."""
        with self.database.read() as tx:
            return mails_of_player(tx, self.players[name])

    def deliver(self) -> None:
        """Lay all mails that wait into their players' Maildirs."""
        sender = Sender(self.database, transport_for(self.settings), self.clock, self.settings, RENDERER)
        while sender.round():
            pass

    def browser(self) -> "Browser":
        """A visitor whom nobody knows yet."""
        return Browser(self.app)

    def signed_in(self, name: str) -> "Browser":
        """A visitor who is signed in, in a session of their own, and has seen no page yet."""
        browser = self.browser()
        sit_down(browser.client, self.players[name], self.settings.web.base_url, number=next(self.sessions))
        return browser

    def signed_in_by_link(self, name: str) -> "Browser":
        """A visitor who signed in the whole way, by a mailed link, which is five pages."""
        browser = self.browser()
        browser.open("/")
        browser.press("Email me a link", address=f"{name.lower()}@player.test")
        browser.open(self.link(name))
        browser.press("Sign in", form="/sign-in/")
        assert browser.response.status_code == 200
        return browser

    def link(self, name: str) -> str:
        """The path of the link in the last mail to a player."""
        base = self.settings.web.base_url
        lines = self.mails(name)[-1].text.splitlines()
        return next(line.removeprefix(base) for line in lines if line.startswith(f"{base}/sign-in/"))


@dataclass(frozen=True)
class Kept:
    """What a world holds, to begin others with: to play its games again for each would take a second or two."""

    database: bytes
    players: Mapping[str, int]
    at: datetime


def keep(world: World, folder: Path) -> Kept:
    """What a world holds by now; the folder is one for a copy."""
    world.database.copy_to(folder / "kept.sqlite3")
    return Kept((folder / "kept.sqlite3").read_bytes(), dict(world.players), world.clock.at)


def sit_down(client: FlaskClient, player_id: int, base_url: str, number: int = 0) -> None:
    """Sign a player in without a link, so that none is mailed or used up; into the same session for one number."""
    here: Site = client.application.extensions[KEY]
    token, now_ms = f"session {number} of player {player_id}", here.now_ms()

    def keep(tx: Tx) -> None:
        known = find_player_by_session(tx, token, 0)
        if known is None:
            add_session(tx, token, player_id, "Firefox, Linux", now_ms)
        else:
            see_session(tx, known[1].id, now_ms)

    here.database.write(keep)
    with client.session_transaction(base_url=base_url) as session:
        session["_user_id"], session["_fresh"] = token, True


@contextmanager
def new_world(
    folder: Path,
    language: str = "en",
    base_url: str = "https://games.test",
    dice: DiceSettings | None = None,
    kept: "Kept | None" = None,
) -> Iterator[World]:
    """A server in an empty folder, with four players or with what was kept; `dice` are settings of theirs."""
    if kept is None:
        new_database_file(folder / "pbem.sqlite3")
    else:
        (folder / "pbem.sqlite3").write_bytes(kept.database)
    settings = Settings(
        server=ServerSettings(data_dir=folder, language=language),
        web=Web(base_url=base_url),
        dice=dice or DiceSettings(),
    )
    clock = StoppedClock(BEGINNING)
    players: dict[str, int] = {}
    known = None if kept else (language, base_url, settings.dice)
    with (
        Database(folder / "pbem.sqlite3") as database,
        Beginning(database, players, known).watched() as beginning,
        ExitStack() as stack,
    ):
        changes: list[None] = []
        stack.enter_context(database.notifying_of_writes(lambda: changes.append(None)))
        intake = Intake(database, clock, settings)
        app = create_app(intake, clock, letters_port=lambda: 1, draw=RENDERER)
        app.jinja_env.bytecode_cache = COMPILED
        world = World(settings, database, clock, intake, app, beginning, players, changes)
        if kept is None:
            beginning.step(NAMES, lambda: [world.add_player(name, language) for name in NAMES][-1])
        else:
            players.update(kept.players)
            clock.at = kept.at
        yield world


class Browser:
    """Visits pages, keeps cookies, follows redirections, and sends the forms that it was shown."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.secure = bool(app.config["SESSION_COOKIE_SECURE"])
        self.response: TestResponse

    def open(self, path: str, **options: Any) -> TestResponse:
        """Load a page."""
        self.response = self.client.get(path, base_url=self._base(), follow_redirects=True, **options)
        return self.response

    def post(self, path: str, fields: Mapping[str, Any], **options: Any) -> TestResponse:
        """Send a form that no page showed."""
        self.response = self.client.post(path, data=fields, base_url=self._base(), follow_redirects=True, **options)
        return self.response

    def press(self, button: str, *, form: str = "", **fields: str | list[str]) -> TestResponse:
        """Fill in fields of the form that has this button (and `form` in its address), and press it."""
        path, sent = self.form(button, form)
        return self.post(path, {**sent, **fields})

    def follow(self, path: str, button: str) -> TestResponse:
        """Open a mailed link and press its button; where the page shows none, send its form all the same."""
        self.open(path)
        if any(found.text_content().strip() == button for found in self.page.xpath("//main//button")):
            return self.press(button, form=path)
        self.open("/sign-in")
        return self.post(path, {"csrf_token": self.form("Email me a link")[1]["csrf_token"]})

    def form(self, button: str, form: str = "") -> tuple[str, dict[str, Any]]:
        """Where the form with this button goes to, and what it sends as it stands; a list where a field has several."""
        for found in self.page.forms:
            pressed = [one for one in found.iter("button") if one.text_content().strip("⟦⟧ \n") == button]
            if pressed and form in found.action:
                filled = {box.name: box.value.removeprefix("\n") for box in found.iter("textarea")}
                named = {pressed[0].get("name"): pressed[0].get("value")} if pressed[0].get("name") else {}
                values: dict[str, Any] = {}
                for name, value in found.form_values():
                    values.setdefault(name, []).append(value)
                values = {name: several if len(several) > 1 else several[0] for name, several in values.items()}
                return found.action, {**values, **filled, **named}
        raise AssertionError(f"no button {button!r} on the page")

    @property
    def page(self) -> html.HtmlElement:
        """The page that is shown."""
        return html.document_fromstring(self.response.get_data())

    @property
    def text(self) -> str:
        """What is to be read on the page, in one line."""
        return " ".join(self.page.find("body").text_content().split())

    def _base(self) -> str:
        return "https://games.test" if self.secure else "http://games.test"
