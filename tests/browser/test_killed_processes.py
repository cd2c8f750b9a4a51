"""A game in two browsers and by letters, while the processes that serve them are killed between and during moves."""

import re
import time
from pathlib import Path
from typing import Final

import click
import pytest
from mailservers_kit import free_ports
from playwright.sync_api import Browser, Error, Page, expect
from processes.players import Table, Writer
from processes.swarm import PATIENCE, Forwarder, Swarm, new_cluster, new_swarm_place
from relay_kit import RudeRelay
from server.kit import FIRST_TURN, address_of, await_until, open_game

from browser.kit import DESKTOP, PHONE, Windows, box, game_of, windows_of
from pbem.cli.mail.player import orders_for
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seat_contacts
from rules_core.games import bot_named

TURNS: Final = 8
SEED: Final = 31
NAMES: Final = ("Anna", "Bert")
TROUBLE_MS: Final = 60_000
MAY_FAIL: Final = ("net::", "50", "console:")
"""How faults begin that a killed process brings about in a browser; those of scripts do not."""


@pytest.mark.kills
def test_two_play_on_while_processes_are_killed(browser: Browser, tmp_path: Path) -> None:
    letters_at, forms_at = (ports := free_ports(4))[:2], ports[2:]
    forwarder = Forwarder(forms_at)
    url = f"http://127.0.0.1:{forwarder.port}"
    with (
        new_cluster() as cluster,
        RudeRelay() as relay,
        new_swarm_place(tmp_path / "place", relay, cluster.url, base_url=url) as place,
        windows_of(browser, url) as windows,
    ):
        tag = open_game(place, *NAMES)
        swarm, table = Swarm(place, SEED, cluster), Table(place, place.database, letters_at, forms_at)
        try:
            for number in range(2):
                swarm.add(f"mail{number}", "mail", PBEM_MAIL__LISTEN_PORT=str(letters_at[number]))
                swarm.add(f"web{number}", "web", PBEM_WEB__PORT=str(forms_at[number]))
                swarm.add(f"worker{number}", "worker")
            swarm.await_up()
            play(Game(swarm, table, relay, windows, tag))
            swarm.end()
            assert swarm.died == []
        finally:
            swarm.put_down()
            forwarder.close()


class Game:
    """A game, and how it is played: by its pages, which two browsers show, or by letters."""

    def __init__(self, swarm: Swarm, table: Table, relay: RudeRelay, windows: Windows, tag: str) -> None:
        self.swarm, self._table, self._relay, self._tag = swarm, table, relay, tag
        windows.expected = list(MAY_FAIL)
        self.pages = [windows.open(DESKTOP), windows.open(PHONE)]
        self.troubles = 0
        self._writer = Writer(table, self.row.id, SEED, by_forms=0)

    @property
    def row(self) -> GameRow:
        """The game as it stands."""
        return game_of(self._table.database, self._tag)

    def sign_in(self, seat: int) -> None:
        """Sign in by the link that is mailed, at whichever processes are asked."""
        page, name = self.pages[seat], NAMES[seat]
        page.goto("/sign-in")
        page.get_by_label("Your email address").fill(address_of(name))
        page.get_by_role("button", name="Email me a link").click()
        await_until(lambda: self._link(name) != "", f"a link for {name}")
        page.goto(self._link(name))
        page.get_by_role("main").get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/my")
        page.goto(f"/games/{self._tag}")

    def _link(self, name: str) -> str:
        raws = [raw for to, raw in list(self._relay.taken) if to == address_of(name)]
        found = re.search(rb"http://127\.0\.0\.1:\d+/sign-in/[\w-]+", b"".join(raws))
        return "" if found is None else found[0].decode()

    def move_by_page(self, orders: list[str]) -> None:
        """Type orders and send them; where a process is killed meanwhile, send them again as the page says."""
        page, before = self.pages[self.row.active_seat or 0], self.row.position
        come_to(page, f"/games/{self._tag}")
        box(page).fill("\n".join(orders))
        if self.swarm.chance.random() < 0.7:
            for member in self.swarm.of("web")[:: self.swarm.chance.choice((1, 2))]:
                self.swarm.kill(member)
        sure, again = page.get_by_role("button", name="Roll the dice"), page.locator("#trouble button")
        page.get_by_role("button", name="Send", exact=True).click()
        until = time.monotonic() + PATIENCE
        while self.row.position == before or not page.url.endswith("/answer"):
            assert time.monotonic() < until, page.content()
            self.swarm.supervise()
            if again.is_visible():
                self.troubles += 1
                assert box(page).input_value().split("\n") == orders, "what was typed is there still"
                again.click()
            elif sure.is_visible():
                sure.click()
            elif page.locator(".ask button[name=do], .ask h3").first.is_visible():
                page.get_by_role("button", name="Send", exact=True).click()
            page.wait_for_timeout(300)
        come_to(page, f"/games/{self._tag}")

    def move_by_letter(self, orders: list[str]) -> None:
        """Send orders by a letter, which is brought again until it is taken."""
        with self._table.database.read() as tx:
            contact = list_seat_contacts(tx, self.row.id)[self.row.active_seat or 0]
        self.swarm.kill(self.swarm.chance.choice(self.swarm.of("mail") + self.swarm.of("worker")))
        self._writer.by_letter(self.row, contact, orders)


def play(game: Game) -> None:
    """Play some turns; whoever does not move sees it by themselves."""
    for seat in range(len(NAMES)):
        game.sign_in(seat)
    for turn in range(TURNS):
        begun = game.row
        assert begun.active_seat is not None
        other = game.pages[1 - begun.active_seat]
        other.evaluate("document.body.before = true")
        while game.row.active_seat == begun.active_seat:
            now = game.row
            orders = list(FIRST_TURN) if now.position == begun.position and turn == 0 else next_orders(game)
            move = game.move_by_page if turn % 3 != 2 else game.move_by_letter
            move(orders)
            game.swarm.await_up()
        expect(other.locator(".status")).to_contain_text("your turn", timeout=TROUBLE_MS)
        assert other.evaluate("document.body.before === true"), "by itself, without being loaded anew"
        game.swarm.kill(game.swarm.chance.choice(game.swarm.members))
    click.echo(f"\nseed {SEED}\n{dict(game.swarm.done_to)}\n{game.troubles} times sent again")


def next_orders(game: Game) -> list[str]:
    """Orders of whoever's turn it is."""
    row = game.row
    assert row.active_seat is not None
    database = game.swarm.place.database
    return orders_for(database, row.id, row.active_seat, bot_named("heuristic"), game.swarm.chance.randrange)


def come_to(page: Page, path: str) -> None:
    """Load a page, as often as a process is killed that is asked for it."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            answer = page.goto(path)
            if answer is not None and answer.status == 200:
                return
        except Error:
            assert time.monotonic() < until, "no process answers"
        page.wait_for_timeout(300)
