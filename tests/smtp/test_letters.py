"""Letters brought by SMTP, with real connections on the loopback."""

import asyncio
import smtplib
import socket
import threading

import pytest

from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.listener import Listener
from pbem.mail.receiving.proof import Busy
from pbem.mail.receiving.session import Limits
from pbem.mail.receiving.takers import BARE_LINE_ENDS, BUSY, NOT_NOW
from smtp.kit import ALICE, BOUNCE, DOMAIN, LETTER, SEATS, Door, Inbox, Seat, connect, reply_to, send, talk


def test_a_letter_is_stored_as_it_came(door: Listener, inbox: Inbox) -> None:
    send(door)
    assert inbox.letters == [Envelope(ALICE, "alicetoken", LETTER, "127.0.0.1")]


def test_dots_at_the_beginning_of_lines_survive(door: Listener, inbox: Inbox) -> None:
    letter = LETTER + b". . g\r\n.\r\n..\r\n"
    send(door, letter)
    assert inbox.letters[0].raw == letter


def test_bytes_beyond_ascii_survive(door: Listener, inbox: Inbox) -> None:
    letter = LETTER + bytes(range(0x80, 0x100)) + b"\0\r\n"
    send(door, letter)
    assert inbox.letters[0].raw == letter


@pytest.mark.parametrize("address", ["ALICETOKEN@play.example.net", "AliceToken+e7@PLAY.example.net"])
def test_case_and_tags_make_no_difference(door: Listener, inbox: Inbox, address: str) -> None:
    send(door, LETTER, address)
    assert inbox.letters[0].recipient_local_part == "alicetoken"


def test_each_seat_gets_its_letter_once(door: Listener, inbox: Inbox) -> None:
    send(door, LETTER, f"alicetoken@{DOMAIN}", f"AliceToken2@{DOMAIN}", f"alicetoken+x@{DOMAIN}")
    assert [letter.recipient_local_part for letter in inbox.letters] == ["alicetoken", "alicetoken2"]


@pytest.mark.parametrize(
    "address", [f"nobody@{DOMAIN}", "alicetoken@elsewhere.example.net", f"alice@{DOMAIN}", "alicetoken"]
)
def test_unknown_addresses_are_refused_at_once(door: Listener, inbox: Inbox, address: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        send(door, LETTER, address)
    assert refused.value.recipients[address] == (550, b"5.1.1 No such address here")
    assert inbox.letters == []


@pytest.mark.parametrize(
    "sender_line",
    [
        b"From: Mallory <mallory@example.org>\r\n",
        b"",
        b"From: alice@example.org, mallory@example.org\r\n",
        b"From: <>\r\n",
    ],
)
def test_strangers_are_refused_and_nothing_is_stored(door: Listener, inbox: Inbox, sender_line: bytes) -> None:
    code, text = reply_to(door, sender_line + b"Subject: hello\r\n\r\nincome\r\n")
    assert (code, text.split()[0]) == (550, b"5.7.1")
    assert inbox.letters == []


def test_the_envelope_sender_does_not_make_a_letter_the_player_s(door: Listener, inbox: Inbox) -> None:
    code, _ = reply_to(door, LETTER.replace(b"alice@", b"mallory@"), mail_from=ALICE)
    assert (code, inbox.letters) == (550, [])


def test_a_player_writes_to_no_other_s_seat(door: Listener, inbox: Inbox) -> None:
    with pytest.raises(smtplib.SMTPDataError, match=r"5\.7\.1"):
        send(door, LETTER, f"bobtoken@{DOMAIN}")
    assert inbox.letters == []


def test_one_letter_to_two_players_comes_again_for_the_second(door: Listener, inbox: Inbox) -> None:
    with connect(door) as client:
        refused = client.sendmail(ALICE, [f"alicetoken@{DOMAIN}", f"bobtoken@{DOMAIN}"], LETTER)
    assert refused[f"bobtoken@{DOMAIN}"][0] == 452
    assert [letter.recipient_local_part for letter in inbox.letters] == ["alicetoken"]


def test_bounces_are_taken_from_anyone(door: Listener, inbox: Inbox) -> None:
    assert reply_to(door, BOUNCE, mail_from="")[0] == 250
    assert inbox.letters == [Envelope("", "alicetoken", BOUNCE, "127.0.0.1")]


def test_a_store_that_fails_lets_the_letter_come_again(
    door: Listener, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    inbox.failures.append(OSError("disk full"))
    with connect(door) as client:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail(ALICE, [f"alicetoken@{DOMAIN}"], LETTER)
        assert (refused.value.smtp_code, inbox.letters) == (451, [])
        assert refused.value.smtp_error == NOT_NOW.partition(" ")[2].encode()
        client.sendmail(ALICE, [f"alicetoken@{DOMAIN}"], LETTER)
    assert [letter.raw for letter in inbox.letters] == [LETTER]
    assert "disk full" in caplog.text


def test_a_directory_that_fails_lets_the_letter_come_again(inbox: Inbox) -> None:
    def broken(token: str) -> Seat | None:
        raise RuntimeError(token)

    listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=broken, store=inbox.store)
    listener.start()
    try:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(listener)
        assert refused.value.recipients[f"alicetoken@{DOMAIN}"][0] == 451
    finally:
        listener.stop()


def test_who_writes_to_no_address_is_told_where_his_own_stands(inbox: Inbox) -> None:
    website = "https://games.test"
    listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=SEATS.get, store=inbox.store, website=website)
    listener.start()
    try:
        for address, data in (
            (f"old@{DOMAIN}", b"; sign in at https://games.test to be sent yours"),
            ("old@else.test", b""),
        ):
            with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
                send(listener, LETTER, address)
            assert refused.value.recipients[address] == (550, b"5.1.1 No such address here" + data)
    finally:
        listener.stop()


def test_an_address_that_is_busy_is_asked_again_later(inbox: Inbox, caplog: pytest.LogCaptureFixture) -> None:
    def busy(_token: str) -> Seat | None:
        raise Busy

    listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=busy, store=inbox.store)
    listener.start()
    try:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(listener)
    finally:
        listener.stop()
    assert refused.value.recipients[f"alicetoken@{DOMAIN}"] == (451, BUSY.partition(" ")[2].encode())
    assert caplog.text == "", "it is no fault"


def test_the_size_is_announced_and_enforced_before_and_after(door: Listener, inbox: Inbox) -> None:
    garbage = LETTER + (b"x" * 98 + b"\r\n") * 20_000
    with connect(door) as client:
        client.ehlo()
        assert client.esmtp_features["size"] == str(1 << 20)
        announced = client.mail(ALICE, ["SIZE=2000000"])
        assert announced == (552, b"5.3.4 The letter is too large")
    assert reply_to(door, garbage) == (552, b"5.3.4 The letter is too large")
    assert inbox.letters == []


def test_after_a_letter_too_large_the_next_one_is_taken(open_door: Door, inbox: Inbox) -> None:
    door = open_door(Limits(max_bytes=2_000))
    with connect(door) as client:
        for letter, code in ((LETTER + b"x\r\n" * 1_000, 552), (LETTER, 250)):
            client.ehlo()
            client.mail(ALICE)
            client.rcpt(f"alicetoken@{DOMAIN}")
            assert client.data(letter)[0] == code
    assert len(inbox.letters) == 1


def test_a_line_of_40_kb_is_taken(door: Listener, inbox: Inbox) -> None:
    letter = LETTER + b"x" * 40_000 + b"\r\n"
    assert reply_to(door, letter)[0] == 250
    assert inbox.letters[0].raw == letter


START = b"EHLO x\r\nMAIL FROM:<alice@example.org>\r\nRCPT TO:<alicetoken@play.example.net>\r\nDATA\r\n"
SMUGGLED = START.removeprefix(b"EHLO x\r\n").replace(b"alice", b"bob") + b"From: bob@example.org\r\n\r\nx\r\n.\r\n"


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r\r\n.\r\r\n"])
def test_no_second_letter_hides_in_the_first(door: Listener, inbox: Inbox, end: bytes) -> None:
    replies = talk(door, START, LETTER, end, SMUGGLED, b"QUIT\r\n")
    assert BARE_LINE_ENDS.encode() in replies
    assert inbox.letters == []


@pytest.mark.parametrize("bare", [b"a\nb", b"a\rb", b"\n", b"a\r\r\n"])
def test_bare_line_ends_are_refused(door: Listener, inbox: Inbox, bare: bytes) -> None:
    replies = talk(door, START, LETTER, bare, b"\r\n.\r\nQUIT\r\n")
    assert BARE_LINE_ENDS.encode() in replies
    assert inbox.letters == []


def test_a_letter_broken_off_is_not_stored(door: Listener, inbox: Inbox) -> None:
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        client.sendall(START + LETTER)
    send(door)
    assert [letter.raw for letter in inbox.letters] == [LETTER]


def test_too_many_recipients_come_again(open_door: Door, inbox: Inbox) -> None:
    door = open_door(Limits(max_recipients=1))
    with connect(door) as client:
        refused = client.sendmail(ALICE, [f"alicetoken@{DOMAIN}", f"alicetoken2@{DOMAIN}"], LETTER)
    assert refused[f"alicetoken2@{DOMAIN}"][0] == 452
    assert len(inbox.letters) == 1


def test_while_one_letter_is_stored_others_are_served(door: Listener, inbox: Inbox) -> None:
    inbox.may_go_on.clear()
    sending = threading.Thread(target=send, args=(door,))
    sending.start()
    assert inbox.entered.wait(30)
    with connect(door) as client:
        assert client.noop()[0] == 250
        client.ehlo()
        client.mail(ALICE)
        assert client.rcpt(f"alicetoken@{DOMAIN}")[0] == 250
    inbox.may_go_on.set()
    sending.join(30)
    assert len(inbox.letters) == 1


def test_stopping_waits_for_the_letter_being_stored(door: Listener, inbox: Inbox) -> None:
    inbox.may_go_on.clear()
    answers: list[tuple[int, bytes]] = []
    sending = threading.Thread(target=lambda: answers.append(reply_to(door)))
    sending.start()
    assert inbox.entered.wait(30)
    idle = connect(door)
    stopping = threading.Thread(target=door.stop, args=(30,))
    stopping.start()
    assert idle.getreply()[0] == 421
    inbox.may_go_on.set()
    sending.join(30)
    stopping.join(30)
    idle.close()
    assert (len(inbox.letters), answers[0][0]) == (1, 250)
    with pytest.raises(ConnectionRefusedError):
        connect(door)


def test_stopping_twice_or_before_the_start_is_nothing(inbox: Inbox) -> None:
    listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=SEATS.get, store=inbox.store)
    listener.stop()
    listener.stop()


def test_a_port_in_use_is_said_so(door: Listener, inbox: Inbox) -> None:
    second = Listener("127.0.0.1", door.port, domain=DOMAIN, directory=SEATS.get, store=inbox.store)
    with pytest.raises(OSError, match="address already in use"):
        second.start()
    second.stop()


def test_the_port_asked_for_is_the_one_it_listens_on(inbox: Inbox) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    listener = Listener("127.0.0.1", port, domain=DOMAIN, directory=SEATS.get, store=inbox.store)
    listener.start()
    assert listener.port == port
    listener.stop()


def test_the_log_shows_no_address(door: Listener, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    send(door)
    reply_to(door, BOUNCE)
    assert not any(secret in caplog.text for secret in ("alicetoken", "alice@", "income"))


def test_nobody_waits_on_the_event_loop_of_the_caller(inbox: Inbox) -> None:
    async def start_and_stop() -> int:
        listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=SEATS.get, store=inbox.store)
        listener.start()
        await asyncio.to_thread(send, listener)
        listener.stop()
        return len(inbox.letters)

    assert asyncio.run(start_and_stop()) == 1
