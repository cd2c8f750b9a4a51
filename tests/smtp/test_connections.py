"""How many connections there may be, from where, and for how long."""

import smtplib
import socket
import threading
import time
from ipaddress import ip_network

import pytest
from each_kit import each

from pbem.mail.receiving.listener import Listener
from pbem.mail.receiving.session import Limits, Room
from pbem.mail.receiving.takers import TOO_MANY_CONNECTIONS, TOO_MANY_FROM_ADDRESS
from pbem.networks import SITE_SHARE, network_of
from smtp.kit import ALICE, DOMAIN, LETTER, START_OF_LETTER, Door, Inbox, code_at, connect, idling, send, until_empty


def test_a_line_without_end_ends_the_connection(open_door: Door, inbox: Inbox) -> None:
    door = open_door(Limits(max_bytes=10_000))
    with connect(door) as client:
        client.ehlo()
        client.mail(ALICE)
        client.rcpt(f"alicetoken@{DOMAIN}")
        client.docmd("DATA")
        with pytest.raises((OSError, smtplib.SMTPServerDisconnected)):
            for _ in range(1_000):
                client.send(b"x" * 100_000)
            client.getreply()
        client.close()
    assert inbox.letters == []


def test_a_connection_too_many_is_asked_to_come_again(open_door: Door) -> None:
    door = open_door(Limits(max_connections=2))
    with connect(door), connect(door):
        with pytest.raises(smtplib.SMTPConnectError) as refused:
            connect(door)
        assert refused.value.smtp_code == 421
    for _ in range(500):  # the door sees the others leave in its own time
        try:
            connect(door).quit()
            return
        except smtplib.SMTPConnectError:
            time.sleep(0.01)
    pytest.fail("the others left, and still nobody is let in")


def test_idle_connections_close_the_door_for_their_own_address_alone(door: Listener, inbox: Inbox) -> None:
    with idling(door, *["127.0.0.2"] * 60) as greetings:
        assert [greeting[:3] for greeting in greetings] == [b"220"] * 10 + [b"421"] * 50
        assert greetings[-1].strip() == TOO_MANY_FROM_ADDRESS.encode()
        assert (code_at(door, "127.0.0.2"), code_at(door, "127.0.0.3")) == (421, 220)
        send(door)
    assert len(inbox.letters) == 1
    until_empty(door)
    assert code_at(door, "127.0.0.2") == 220


def test_room_is_kept_for_addresses_without_a_connection(open_door: Door, inbox: Inbox) -> None:
    door = open_door(Limits(max_connections=9, max_per_address=2))
    crowd = [f"127.0.0.{number}" for number in (2, 2, 3, 3, 4, 4, 5, 5)]
    with idling(door, *crowd) as greetings:
        assert [greeting[:3] for greeting in greetings] == [b"220"] * 7 + [b"421"]
        assert greetings[-1].strip() == TOO_MANY_CONNECTIONS.encode()
        send(door)
    assert len(inbox.letters) == 1


def test_a_trusted_relay_may_have_more_connections_but_not_all(open_door: Door, inbox: Inbox) -> None:
    relay = ip_network("127.0.0.2/32")
    door = open_door(Limits(max_connections=30, max_per_address=2, trusted=(relay,)))
    with idling(door, *["127.0.0.2"] * 30) as greetings:
        assert [greeting[:3] for greeting in greetings] == [b"220"] * 20 + [b"421"] * 10
        send(door)
    assert len(inbox.letters) == 1


def test_a_hundred_senders_at_once_get_in(door: Listener, inbox: Inbox) -> None:
    ready = threading.Barrier(100)

    def bring(number: int) -> None:
        with connect(door, f"127.0.1.{number + 1}") as client:
            ready.wait(30)
            client.sendmail(ALICE, [f"alicetoken@{DOMAIN}"], LETTER + b"# %d\r\n" % number)

    senders = [threading.Thread(target=bring, args=(number,)) for number in range(100)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(60)
    assert len({letter.raw for letter in inbox.letters}) == 100
    until_empty(door)


@each(
    ("peer", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", None),
        ("/run/socket", None),
    ],
)
def test_connections_are_counted_by_subscriber(peer: str, network: str | None) -> None:
    assert network_of(peer) == (None if network is None else ip_network(network))


def test_the_networks_of_one_site_take_no_more_than_their_share() -> None:
    room = Room(Limits(max_connections=150, max_per_address=10))
    networks = [network_of(f"2001:db8:1:{number:x}::1") for number in range(150)]
    taken = 0
    for network in networks:
        if room.rejection(network) is None:
            room.take(network)
            taken += 1
    assert taken == 10 * SITE_SHARE
    assert room.rejection(network_of("2001:db8:2::1")) is None
    for network in networks[:taken]:
        room.leave(network)
    assert room.rejection(networks[0]) is None


def test_a_session_ends_though_it_is_never_idle(open_door: Door) -> None:
    door = open_door(Limits(session_seconds=0.2))
    with connect(door) as client:
        with pytest.raises(smtplib.SMTPServerDisconnected):
            while client.noop()[0] == 250:
                pass
            client.noop()
        client.close()
    until_empty(door)


def test_a_letter_being_stored_outlasts_its_session_and_is_acknowledged(open_door: Door, inbox: Inbox) -> None:
    door = open_door(Limits(session_seconds=0.2))
    inbox.may_go_on.clear()
    with connect(door) as client:
        answers: list[tuple[int, bytes]] = []
        client.ehlo()
        client.mail(ALICE)
        client.rcpt(f"alicetoken@{DOMAIN}")
        sending = threading.Thread(target=lambda: answers.append(client.data(LETTER)))
        sending.start()
        assert inbox.entered.wait(30)
        (session,) = door._sessions
        while not session._is_expired:
            time.sleep(0.01)
        inbox.may_go_on.set()
        sending.join(30)
        assert answers[0][0] == 250
        assert client.getreply()[0] == 421
        client.close()
    assert len(inbox.letters) == 1
    until_empty(door)


@pytest.mark.parametrize("said", [b"", START_OF_LETTER], ids=["a command", "a letter"])
def test_who_trickles_is_sent_away(open_door: Door, inbox: Inbox, said: bytes) -> None:
    door = open_door(Limits(timeout=0.3))
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        client.sendall(said)
        with pytest.raises(OSError):
            while True:
                client.sendall(b"x")
                time.sleep(0.01)
    until_empty(door)
    assert inbox.letters == []


def test_who_does_not_listen_is_sent_away(open_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.receiving.session._LINGER", 0.1)
    door = open_door(Limits(session_seconds=1.0))
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        client.settimeout(0.5)
        with pytest.raises(OSError):
            while True:
                client.sendall(b"NOOP\r\n" * 1_000)
        until_empty(door)


def test_guessing_addresses_ends_the_connection(open_door: Door) -> None:
    door = open_door(Limits(max_refusals=3))
    with connect(door) as client:
        client.ehlo()
        client.mail(ALICE)
        assert [client.rcpt(f"guess{n}@{DOMAIN}")[0] for n in range(3)] == [550] * 3
        with pytest.raises(smtplib.SMTPServerDisconnected):
            client.rcpt(f"alicetoken@{DOMAIN}")
            client.rcpt(f"alicetoken@{DOMAIN}")
        client.close()


def test_a_trusted_relay_passes_on_what_many_have_mistyped(open_door: Door, inbox: Inbox) -> None:
    door = open_door(Limits(max_refusals=3, trusted=(ip_network("127.0.0.1"),)))
    with connect(door) as client:
        client.ehlo()
        client.mail(ALICE)
        assert [client.rcpt(f"mistyped{n}@{DOMAIN}")[0] for n in range(10)] == [550] * 10
        assert client.rcpt(f"alicetoken@{DOMAIN}")[0] == 250
        assert client.data(LETTER)[0] == 250
    assert len(inbox.letters) == 1


def test_who_says_nothing_is_sent_away(open_door: Door) -> None:
    door = open_door(Limits(timeout=0.2))
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        assert client.recv(4096).startswith(b"220 ")
        assert client.recv(4096) == b""


def test_many_clients_at_once(door: Listener, inbox: Inbox) -> None:
    def client(number: int) -> None:
        with connect(door) as connection:
            for letter in range(5):
                connection.sendmail(ALICE, [f"alicetoken@{DOMAIN}"], LETTER + b"# %d %d\r\n" % (number, letter))

    clients = [threading.Thread(target=client, args=(number,)) for number in range(10)]
    for thread in clients:
        thread.start()
    for thread in clients:
        thread.join(30)
    assert len({letter.raw for letter in inbox.letters}) == 50
