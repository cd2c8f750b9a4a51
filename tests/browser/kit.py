"""A server to be visited, the windows of a browser, and what is asked of every page."""

import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from forms_kit import submit_as
from notifications.kit import certificate
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response
from rows_kit import is_quiet
from server.kit import Place, address_of, await_until, files_to, new_place, open_game

from pbem.adjudicator.context import PlayerContext
from pbem.adjudicator.disputes.filing import last_turn
from pbem.adjudicator.history.archive import Archive, Past
from pbem.adjudicator.history.rollback import go_back
from pbem.cli.demo import free_port
from pbem.cli.mail.player import Received, orders_for
from pbem.clock import system_clock, to_ms
from pbem.config import Settings
from pbem.daemon.server import Server
from pbem.i18n import catalogue
from pbem.intake import Intake
from pbem.lobby.commands import Invite, Join, Open
from pbem.lobby.office import for_player
from pbem.lobby.registering import GOOD_FOR
from pbem.store import Database, Tx, UnitOfWork
from pbem.store.accounts.addresses import add_address_change, add_address_claim
from pbem.store.accounts.erasures import ask_erasure
from pbem.store.accounts.sessions import ReportLinkRow, add_report_link, add_sign_in
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seat_contacts, list_seats
from pbem.store.mail.inbox import MAX_ATTEMPTS, fail_letter, store_letter
from pbem.store.mail.postbox import make_unsubscription
from pbem.store.moderation.disputes import DisputeRow, StatementRow, add_dispute, add_statement, rule_dispute
from pbem.store.moderation.secrets import grant_access
from pbem.store.players.player import add_player, find_player_by_address, get_player, set_role
from pbem.store.players.registrations import RegistrationRow, add_registration
from pbem.store.tables import NEW
from pbem.web.site import KEY
from pbem.web.site import Site as WebSite
from rules_core.games import bot_named
from rules_core.kernel.log import Note

PLAYING: Final = "e1"
"""A game of Anna with two bots, in its third year; it is Anna's turn. Tests look at it and play others of their own."""
OVER: Final = "e2"
"""A game that Anna has played to its end with a bot."""
GERMANY: Final = "e3"
"""A game of Germany of Anna with a bot, in its third year; it is Anna's turn."""
MODERATED: Final = "e4"
"""A game of Emma with a bot, which Anna moderates; its secrets are open to her, and a letter was put aside.

It has been taken back to its beginning, from behind a turn or a roll.
"""
ANSWERED: Final = "e5"
"""A game in which Anna's last orders came from a page, which shows what became of them."""
INVITED: Final = "from-a-mail"
"""The end of links by which a stranger registers, and by which Dora signs in, moves to another address and adds one."""
YEARS: Final = 3
MOST_TURNS: Final = 400
PATIENCE_MS: Final = 30_000
"""How long a page may take to do what it was asked on a machine that is busy with other tests."""


@dataclass(frozen=True)
class Window:
    """How somebody looks at pages."""

    name: str
    width: int
    height: int
    touch: bool = False
    dark: bool = False
    javascript: bool = True


DESKTOP: Final = Window("desktop", 1200, 900)
TABLET: Final = Window("tablet", 768, 1024, touch=True)
PHONE: Final = Window("phone", 360, 740, touch=True)
PLAIN: Final = Window("plain", 1200, 900, javascript=False)
WINDOWS: Final = (DESKTOP, PHONE, PLAIN)


def in_windows(*suite: Window, of: Sequence[Window] = WINDOWS) -> pytest.MarkDecorator:
    """Have a test look through these windows; those that are left of `of` are for `make soak`."""
    soak = [pytest.param(window, marks=pytest.mark.soak) for window in of if window not in suite]
    return pytest.mark.parametrize("window", [*suite, *soak], ids=lambda window: window.name)


def chromium(checkout: Path, *, is_whole: bool = False) -> str:
    """Where the system's Chromium is, by default that without windows. Fails, and says what to install, without one."""
    command = ["bash", str(checkout / ".ci" / "browser"), "--find" if is_whole else "--shell"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


def furnish(folder: Path) -> Place:
    """A place with the games that tests look at, played up to where they stand."""
    trusted = f'networks = ["127.0.0.0/8"]\nca_file = "{certificate()}"'
    place = new_place(folder, web_port=free_port(), smtp_port=free_port(), notifications=trusted)
    chance = random.Random(3)
    open_game(place, "Anna", ("Bodo", "heuristic"), ("Cleo", "heuristic"))
    open_game(place, "Anna", ("Bodo", "heuristic"))
    open_game(place, "Anna", ("Bodo", "heuristic"), kind="germany")
    open_game(place, "Emma", ("Bodo", "heuristic"))
    play_on(place, PLAYING, chance, until=lambda game: game.year >= YEARS and game.active_seat == 0)
    play_on(place, OVER, chance, until=lambda game: game.status == "over")
    play_on(place, GERMANY, chance, until=lambda game: game.year >= YEARS and game.active_seat == 0)
    stray(place, chance)
    place.database.write(lambda tx: open_lists(tx, place.settings))
    place.database.write(make_moderator)
    place.database.write(dispute_some)
    return place


def stray(place: Place, chance: random.Random) -> None:
    """Play the first that is final of the game that is moderated, and take it back."""
    begun = game_of(place.database, MODERATED)
    play_on(place, MODERATED, chance, until=lambda game: game.final_position > begun.final_position)
    note, now_ms = Note("rolled back", {"by": "", "reason": "A letter was misread."}), to_ms(system_clock())
    place.database.write(
        lambda tx: go_back(UnitOfWork(tx, place.settings, now_ms), begun.id, begun.final_position, note=note)
    )


def open_lists(tx: Tx, settings: Settings) -> None:
    """Open a list of Anna's, one that she may join and one she is invited to; mail a stranger and Dora links."""
    now_ms = to_ms(system_clock())
    anna = find_player_by_address(tx, address_of("Anna"))
    assert anna is not None
    dora = get_player(tx, add_player(tx, "Dora", address_of("Dora"), "en", now_ms))
    callers = {
        player.name: PlayerContext(unit=UnitOfWork(tx, settings, now_ms), player=player, words=catalogue("en"))
        for player in (anna, dora)
    }
    variants = {"two_starts": "drawn"}
    for name, command in (
        ("Anna", Open("germany", 4, settings.terms, variants, name="Rhine and Main")),
        ("Dora", Join(1)),
        ("Dora", Open("first_rails", 3, settings.terms, name="Tea at four")),
        ("Dora", Open("first_rails", 2, settings.terms, private=True, name="Only us")),
        ("Dora", Invite(3, "Anna")),
    ):
        for_player(callers[name])(command)
    expires_ms = now_ms + GOOD_FOR // timedelta(milliseconds=1)
    add_sign_in(tx, INVITED, dora.id, now_ms, expires_ms)
    playing = find_game_by_tag(tx, PLAYING)
    assert playing is not None
    add_report_link(tx, INVITED, ReportLinkRow(playing.id, 0, anna.id, now_ms))
    add_address_change(tx, INVITED, dora.id, address_of("Dorothy"), now_ms, expires_ms)
    add_address_claim(tx, INVITED, dora.id, address_of("Dolly"), now_ms, expires_ms)
    ask_erasure(tx, dora.id, INVITED, now_ms, expires_ms)
    make_unsubscription(tx, dora.id, "press", "", now_ms)
    add_registration(tx, RegistrationRow(INVITED, address_of("Zoe"), "Zoe", "en", now_ms, expires_ms, None))


def make_moderator(tx: Tx) -> None:
    """Make Anna an operator and a moderator, who has opened the secrets of a game in which a letter was put aside."""
    anna, game = find_player_by_address(tx, address_of("Anna")), find_game_by_tag(tx, MODERATED)
    assert anna is not None
    assert game is not None
    set_role(tx, anna.id, "moderator", on=True)
    set_role(tx, anna.id, "operator", on=True)
    grant_access(tx, game.id, anna.id, None, to_ms(system_clock()))
    raw = f"From: {address_of('Emma')}\r\n\r\nroll all\r\n".encode()
    token = list_seat_contacts(tx, game.id)[0].token
    letter_id, _ = store_letter(tx, token, "", address_of("Emma"), to_ms(system_clock()), raw)
    for _attempt in range(MAX_ATTEMPTS):
        fail_letter(tx, letter_id, "ValueError")


def dispute_some(tx: Tx) -> None:
    """Have Emma dispute the game that is moderated, and Anna two of hers, of which one was ruled."""
    now_ms = to_ms(system_clock())
    for tag in (MODERATED, PLAYING, OVER):
        game = find_game_by_tag(tx, tag)
        assert game is not None
        moment, first = last_turn(Archive().past(tx, game)), list_seats(tx, game.id)[0]
        new = DisputeRow(NEW, game.id, 0, first.player_id, moment.position, "That was laid on water.", now_ms, None)
        number = add_dispute(tx, new).id
        add_statement(tx, StatementRow(NEW, number, 0, first.player_id, "As the map shows.", now_ms, None))
        if tag == OVER:
            rule_dispute(tx, number, "uphold", "FR-34", "It was bridged in the same order.", None, now_ms, 1)


def play_on(place: Place, tag: str, chance: random.Random, until: Callable[[GameRow], bool]) -> None:
    """Play a game for all its players, the people's turns as a bot would, until it stands as wished."""
    intake = Intake(place.database, system_clock, place.settings)
    for _turn in range(MOST_TURNS):
        game = game_of(place.database, tag)
        if until(game):
            return
        if not intake.clock.play_bot(game.id, chance.randrange):
            send_next(place.database, intake, game, chance)
    raise AssertionError(f"{tag} never came to where it should be")


def send_next(database: Database, intake: Intake, game: GameRow, chance: random.Random) -> None:
    """Send what a bot would do in the seat to move, up to its next roll or the end of the turn."""
    seat = game.active_seat
    assert seat is not None
    orders = orders_for(database, game.id, seat, bot_named("heuristic"), chance.randrange)
    answer = submit_as(intake, game.id, seat, "\n".join(orders), position=game.position)
    assert answer.applied, orders


def game_of(database: Database, tag: str) -> GameRow:
    """A game as it stands."""
    with database.read() as tx:
        game = find_game_by_tag(tx, tag)
    assert game is not None
    return game


@dataclass
class Site:
    """A server with players and games, and what somebody with a browser and a mail program can do there."""

    place: Place
    server: Server
    cookies: dict[str, str] = field(default_factory=dict)
    """The session of each player who has signed in, whom `sign_in` need not send a mail again."""
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def url(self) -> str:
        """Where the pages begin, without a slash at the end."""
        return self.place.settings.web.base_url

    def open(self, page: Page, path: str, status: int = 200) -> Page:
        """Load a page by its path, or by a whole address that a mail tells. Fails on another status."""
        response = page.goto(path)
        assert response is not None
        assert response.status == status, f"{path}: {response.status}"
        return page

    def sign_in(self, page: Page, name: str) -> Page:
        """Sign a player in: the first time by the mailed link, later as a browser that has kept its cookie."""
        if name in self.cookies:
            page.context.add_cookies([{"name": "session", "value": self.cookies[name], "url": self.url}])
        else:
            self.ask_for_link(page, name)
            self.open(page, self.link_to(name))
            page.get_by_role("main").get_by_role("button", name="Sign in").click()
            page.wait_for_url("**/my")
            self.keep_cookie(page, name)
        return self.open(page, "/my")

    def keep_cookie(self, page: Page, name: str) -> None:
        """Have windows that are opened later know what this one's session does, such as the last answer to orders."""
        self.cookies[name] = next(c["value"] for c in page.context.cookies() if c["name"] == "session")

    def send(self, page: Page, tag: str, *orders: str) -> Page:
        """Types orders that can be carried out into a game's page, sends them, and rolls when it is asked."""
        self.open(page, f"/games/{tag}")
        box(page).fill("\n".join(orders))
        self.press_send(page)
        return page

    def press_send(self, page: Page) -> None:
        """Send the orders that stand in a game's page, roll when it is asked, and wait for what came of them."""
        sure, done = page.get_by_role("button", name="Roll the dice"), page.locator(".answer")
        if not sure.is_visible():
            page.get_by_role("button", name="Send", exact=True).click()
        sure.or_(done).first.wait_for()
        if sure.is_visible():
            sure.click()
        page.wait_for_url("**/answer")

    def ask_for_link(self, page: Page, name: str) -> None:
        """Have a link mailed to a player, and wait for the mail."""
        before = len(self.links_to(name))
        self.open(page, "/sign-in")
        page.get_by_label("Your email address").fill(address_of(name))
        page.get_by_role("button", name="Email me a link").click()
        await_until(lambda: len(self.links_to(name)) > before, f"the mail with a link to {name}")

    def link_to(self, name: str, what: str = "sign-in") -> str:
        """The newest address of a kind that a player was asked to open by mail."""
        return self.links_to(name, what)[-1]

    def links_to(self, name: str, what: str = "sign-in") -> list[str]:
        """The addresses of a kind that a player was asked to open by mail, oldest first."""
        link = re.compile(rf"^{re.escape(self.url)}/{what}/\S+", re.MULTILINE)
        return [found[0] for mail in self.mails(name) if (found := link.search(mail.text))]

    def mails(self, name: str) -> list[Received]:
        """All mails that lie in a player's Maildir, oldest first."""
        return files_to(self.place, name)

    def new_game(self, name: str = "Anna", bots: int = 1, kind: str = "first_rails") -> str:
        """Open a game of a player with bots, whose first turn it is, and who can play FIRST_TURN; return its tag."""
        tag = open_game(self.place, name, *[(bot, "heuristic") for bot in ("Bodo", "Cleo", "Dago")[:bots]], kind=kind)
        self.wake()
        return tag

    def game(self, tag: str) -> GameRow:
        """A game as it stands."""
        return game_of(self.place.database, tag)

    def moments(self, tag: str) -> list[int]:
        """The positions of a game that everybody may look at, from its beginning."""
        return [moment.position for moment in self._past(tag).moments]

    def left(self, tag: str) -> list[int]:
        """The same of the first branch that a game has left."""
        past = self._past(tag)
        return [moment.position for moment in past.moments_of(past.branch(1))]

    def _past(self, tag: str) -> Past:
        here: WebSite = self.server.app.extensions[KEY]
        with self.place.database.read() as tx:
            return here.archive.past(tx, self.game(tag))

    def play_bots(self) -> None:
        """Wait until all bots have played, and every mail is delivered."""
        self.wake()
        await_until(lambda: is_quiet(self.place.database), "quiet")

    def play_turn(self, tag: str) -> None:
        """Play the turn of the person whose turn it is, elsewhere than in a window, and the bots' turns behind it."""
        before = self.game(tag)
        while self.game(tag).active_seat == before.active_seat and self.game(tag).turn == before.turn:
            send_next(self.place.database, self.server.intake, self.game(tag), self.chance)
        self.play_bots()

    def wake(self) -> None:
        """Tell the server that there is something to do."""
        self.server.worker.wake()
        self.server.sender.wake()


def box(page: Page) -> Locator:
    """The box in which orders are typed, unfolded."""
    page.evaluate("document.querySelector('details.transcript')?.setAttribute('open', '')")
    return page.get_by_label("One order per line")


class Watch:
    """Notes what goes wrong in a browser's windows, which their visitor would not see."""

    def __init__(self, context: BrowserContext) -> None:
        self.faults: list[str] = []
        context.on("console", self._told)
        context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def _told(self, message: ConsoleMessage) -> None:
        # A resource that is missing is told with its address by `_answered`.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what a page still loads when it is left
            self.faults.append(f"{request.failure}: {request.url}")

    def _answered(self, response: Response) -> None:
        may_refuse = response.request.resource_type in ("document", "fetch")
        if response.status >= (500 if may_refuse else 400):
            self.faults.append(f"{response.status}: {response.url}")


class Windows:
    """Opens windows, each of a browser that nobody has used before, and closes them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._open: list[tuple[BrowserContext, Watch]] = []
        self.expected: list[str] = []
        """How faults begin that a test brings about."""

    def open(self, window: Window = DESKTOP) -> Page:
        """An empty page."""
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": window.width, "height": window.height},
            is_mobile=window.touch,
            has_touch=window.touch,
            color_scheme="dark" if window.dark else "light",
            java_script_enabled=window.javascript,
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        self._open.append((context, Watch(context)))
        return context.new_page()

    def close(self) -> list[str]:
        """Close all of them; return what went wrong in any."""
        for context, _watch in self._open:
            context.close()
        faults = [fault for _context, watch in self._open for fault in watch.faults]
        return [fault for fault in faults if not fault.startswith(tuple(self.expected))]


@contextmanager
def windows_of(browser: Browser, url: str) -> Iterator[Windows]:
    """Windows that are closed at the end. Fails when something went wrong in them."""
    windows = Windows(browser, url)
    try:
        yield windows
    finally:
        faults = windows.close()
    assert faults == [], faults
