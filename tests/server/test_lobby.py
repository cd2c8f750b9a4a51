"""From a stranger's first letter to a game of his own, over real SMTP; and who is refused on the way."""

import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest
from rows_kit import is_quiet
from web_kit import Browser, sit_down

from pbem.cli.mail.player import Mailbox, Received, letter
from pbem.daemon.server import Server
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.players.player import find_player_by_address
from server.kit import DOMAIN, PATIENCE, Place, await_until, new_place, serving

LOBBY = f"lobby@{DOMAIN}"
ADA, BEN = "ada@player.test", "ben@player.test"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server's folder on which nobody is registered."""
    with new_place(tmp_path_factory.mktemp("lobby")) as place:
        yield place


@pytest.fixture(scope="module")
def server(place: Place) -> Iterator[Server]:
    with serving(place) as server:
        yield server


def write(server: Server, sender: str, to: str, *lines: str, answered: Received | None = None) -> Received:
    """Send a letter, and wait for its answer."""
    message = letter(lines, sender, to, answered)
    with smtplib.SMTP("127.0.0.1", server.listener.port, "mta.player.test", timeout=PATIENCE) as door:
        door.sendmail(sender, to, message.as_bytes())
    mailbox = Mailbox(server.settings.maildir, sender)
    return mailbox.wait_for_answer(message["Message-ID"], PATIENCE)[1]


def registered(server: Server, address: str, name: str) -> Received:
    """The mail that welcomes a stranger, who did all that it takes."""
    received = write(server, address, LOBBY, "Hello, what is this?")
    assert received.sender != LOBBY
    return write(server, address, received.sender, f"register {name}", answered=received)


def test_two_strangers_come_to_a_game_by_mail_alone(place: Place, server: Server) -> None:
    ada = registered(server, ADA, "Ada")
    opened = write(server, ADA, ada.sender, 'open first rails for 2 pace 2d "Tea at four"', answered=ada)
    assert "done: Waiting list 1, Tea at four, is open" in opened.text
    ben = registered(server, BEN, "Ben")
    assert "Tea at four" in ben.text
    begun = write(server, BEN, ben.sender, "join 1 with a pinch of salt", answered=ben)
    assert "the game has started as e1." in " ".join(begun.text.split())
    await_until(lambda: is_quiet(place.database), "quiet")
    for address in (ADA, BEN):
        assert "[First Rails e1] Tea at four" in {mail.subject for _path, mail in mails_to(place, address)}


def mails_to(place: Place, address: str) -> list[tuple[Path, Received]]:
    """All mails that lie in somebody's Maildir."""
    return Mailbox(place.settings.maildir, address).new()


def test_a_mail_from_ones_own_address_can_be_answered_in_the_postbox(place: Place, server: Server) -> None:
    welcome = registered(server, "cid@player.test", "Cid")
    with place.database.read() as tx:
        player = find_player_by_address(tx, "cid@player.test")
    assert player is not None
    browser = Browser(server.app)
    sit_down(browser.client, player.id, "http://games.test")
    browser.open("/postbox")
    link = next(link for link in browser.page.iter("a") if link.text == welcome.subject)
    browser.open(link.get("href"))
    browser.press("Send email", letter="games")
    assert "The answer is here:" in browser.text
    browser.open(next(link for link in browser.page.iter("a") if link.text == "read the answer").get("href"))
    assert "You have no game in progress." in browser.text


def reply_to(server: Server, mail_from: str, recipients: list[str], header_from: str) -> list[int]:
    """What the server says to each recipient, and to the letter where it is for anybody."""
    raw = letter(["lists"], header_from, recipients[0], None).as_bytes()
    with smtplib.SMTP("127.0.0.1", server.listener.port, "mta.player.test", timeout=PATIENCE) as door:
        door.ehlo()
        door.mail(mail_from)
        codes = [door.rcpt(recipient)[0] for recipient in recipients]
        if 250 in codes:
            codes.append(door.data(raw)[0])
    return codes


def test_who_may_not_write_is_refused_while_he_speaks(place: Place, server: Server) -> None:
    received = write(server, "zoe@player.test", LOBBY, "Hello?")
    mallory = "mallory@player.test"
    assert reply_to(server, mallory, [received.sender], mallory) == [250, 550], (
        "only whom it was mailed to may answer it"
    )
    assert reply_to(server, "", [LOBBY], mallory) == [550], "no letter without a sender is taken for everybody"
    assert reply_to(server, mallory, [LOBBY], "a@player.test, b@player.test") == [250, 550]
    assert reply_to(server, mallory, ["nobodyhere@" + DOMAIN], mallory) == [550]
    zoes, before = [received.sender, LOBBY], letters_at(place)
    assert reply_to(server, "zoe@player.test", zoes, "zoe@player.test") == [250, 452, 250], "one letter, one writer"
    assert letters_at(place) == before + 1


def letters_at(place: Place) -> int:
    with place.database.read() as tx:
        return sum(count_letters_by_status(tx).values())
