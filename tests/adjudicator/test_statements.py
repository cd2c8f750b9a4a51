"""How much SQL a request runs, of three seats in year 3, from the inbox or the socket to the committed answer."""

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from forms_kit import submit_as
from moderation.kit import add_moderator
from relay_kit import PATIENT, RudeRelay
from renderer_kit import RENDERER
from statements_kit import Statements, statements_of
from web_kit import Browser, sit_down

from adjudicator.going_back import play
from adjudicator.kit import Game, KeptGame, World, keep_game
from adjudicator.letters import Form, letter_bytes
from pbem.cli.mail.player import orders_for
from pbem.daemon.sender import Sender
from pbem.mail.sending.relay import RelayTransport
from pbem.mail.sending.sendmail import transport_for
from pbem.mail.sending.transport import Transport
from pbem.reports.document import loaded
from pbem.store.mail.outbox import find_mail_document
from pbem.store.players import player as players
from rules_core.games import bot_named

YEAR = 3


def far_on(world: World) -> Game:
    """A game of three in its third year, of which everybody has been told, with a moderator."""
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert", "Clara"))
    while game.row.year < YEAR:
        play(game, 1)
    submit(game)
    return game


def orders(game: Game) -> list[str]:
    """The next orders of whoever is to move, as a bot gives them."""
    seat, bot = game.row.active_seat or 0, bot_named("heuristic")
    return orders_for(game.world.database, game.id, seat, bot, random.Random(1).randrange)


def submit(game: Game) -> None:
    """Have whoever is to move take their turn to its end."""
    before = (game.row.year, game.row.turn)
    while (game.row.year, game.row.turn) == before:
        row = game.row
        submit_as(game.world.intake, game.id, row.active_seat or 0, "\n".join(orders(game)), position=row.position)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("far on"), far_on)


@pytest.fixture
def game(kept: KeptGame, tmp_path: Path) -> Iterator[Game]:
    with kept.copied(tmp_path) as game:
        game.world.clock.advance(timedelta(minutes=1))
        yield game


@pytest.fixture(params=["Maildir", "relay"])
def way_out(game: Game, request: pytest.FixtureRequest) -> Iterator[Transport]:
    """Where mails go: a Maildir, which notes a batch at once, and a relay, which notes each before the next."""
    with RudeRelay() as relay:
        to_relay = RelayTransport(relay.settings(connections=1), helo_name="seats.test", timeouts=PATIENT)
        yield to_relay if request.param == "relay" else transport_for(game.world.settings)


def signed_in(game: Game) -> Browser:
    """The browser of whoever is to move."""
    browser = Browser(game.world.app)
    sit_down(browser.client, game.seats[game.row.active_seat or 0].player_id, browser._base())
    return browser


def check(found: Statements, most: int) -> None:
    """Hold what was run against the most that there may be."""
    assert not found.repeated, f"run again with the same parameters: {found.repeated}"
    assert 0 < len(found) <= most, f"{len(found)} statements:\n{found}"


def sender_to(game: Game, transport: Transport) -> Sender:
    """A sender that has drawn all maps of mails that wait, and so waits for none."""
    world = game.world
    sender = Sender(world.database, transport, world.clock, world.settings, RENDERER)
    for mail in world.all_mails():
        with world.database.read() as tx:
            text = find_mail_document(tx, mail.id)
        board = loaded(text).board if text else None
        if board is not None:
            sender.map_cache.begin(board).result()
    return sender


def deliver(sender: Sender) -> None:
    """Send all mails that wait."""
    while sender.round():
        sender._pool.await_all()
    sender.stop()


def test_letter_of_three_orders(game: Game) -> None:
    world, seat = game.world, game.row.active_seat or 0
    raw, contact = game.write(seat, "\n".join(orders(game)[:3])), game.seats[seat]
    letter_id = world.store(raw, contact.token, contact.address)
    with statements_of(world.database) as found:
        world.intake.letters.receive(letter_id)
    assert game.row.position > 0 and world.letter(letter_id).status == "done"
    check(found, 24)


def test_each_mail_sent(game: Game, way_out: Transport) -> None:
    submit(game)
    waiting = sum(mail.status == "due" for mail in game.world.all_mails())
    sender = sender_to(game, way_out)
    with statements_of(game.world.database) as found:
        deliver(sender)
    assert waiting >= 2 and all(mail.status == "sent" for mail in game.world.all_mails())
    assert len(found) <= 5 * waiting, str(found)


def test_press_with_its_page(game: Game) -> None:
    browser, order = signed_in(game), orders(game)[0]
    browser.open(f"/games/{game.row.tag}")
    before = game.row.position
    path, fields = browser.form("Send")
    with statements_of(game.world.database) as pressed:
        response = browser.client.post(path, data={**fields, "orders": order}, base_url=browser._base())
    with statements_of(game.world.database) as shown:
        browser.open(response.headers["Location"])
    assert game.row.position > before
    assert len(pressed) <= 18, str(pressed)
    check(shown, 19)


def test_page_of_a_game(game: Game) -> None:
    browser, tag = signed_in(game), game.row.tag
    with statements_of(game.world.database) as found:
        browser.open(f"/games/{tag}")
    assert "Send" in browser.text
    check(found, 20)


def test_missed_deadline(game: Game) -> None:
    row = game.row
    game.world.clock.advance(timedelta(days=30))
    with statements_of(game.world.database) as found:
        game.world.intake.clock.wake(game.id)
    assert game.row.overdue > row.overdue
    check(found, 30)


def test_letter_of_a_moderator(game: Game) -> None:
    world = game.world
    with world.database.read() as tx:
        mona = players.get_player(tx, world.players["Mona"])
    form: Form = {"answering": None, "message_id": "<1.mona@player.test>"}
    raw = letter_bytes(f"hold {game.row.tag}: A question.", mona.address, f"{mona.token}@seats.test", form)
    letter_id = world.store(raw, mona.token, mona.address)
    with statements_of(world.database) as found:
        world.intake.letters.receive(letter_id)
    assert world.letter(letter_id).status == "done"
    check(found, 19)
