"""Letters brought by LMTP: a reply for each recipient."""

import smtplib
from collections.abc import Iterator
from ipaddress import ip_network

import pytest

from pbem.mail.receiving.listener import Listener
from pbem.mail.receiving.session import Limits
from pbem.mail.receiving.takers import ACCEPTED, BARE_LINE_ENDS, NOT_TRUSTED, TOO_LARGE
from smtp.kit import ALICE, BOUNCE, DOMAIN, LETTER, SEATS, Inbox, code_at, talk


def opened(inbox: Inbox, limits: Limits) -> Listener:
    listener = Listener(
        "127.0.0.1", 0, domain=DOMAIN, directory=SEATS.get, store=inbox.store, protocol="lmtp", limits=limits
    )
    listener.start()
    return listener


@pytest.fixture
def door(inbox: Inbox) -> Iterator[Listener]:
    """An LMTP listener that trusts this machine."""
    limits = Limits(trusted=(ip_network("127.0.0.1"),), only_trusted=True, max_bytes=2_000)
    listener = opened(inbox, limits)
    yield listener
    listener.stop(grace=0.1)


def replies_to(door: Listener, letter: bytes, *tokens: str, mail_from: str = ALICE) -> list[str]:
    """All that is said to a letter: to each recipient, and for each that was taken behind the letter."""
    lines = [b"LHLO mta.test\r\n", f"MAIL FROM:<{mail_from}>\r\n".encode()]
    lines += [f"RCPT TO:<{token}@{DOMAIN}>\r\n".encode() for token in tokens]
    said = talk(door, *lines, b"DATA\r\n", letter, b".\r\n", b"QUIT\r\n")
    greeted = next(number for number, line in enumerate(said) if line.startswith(b"250 HELP"))
    return [line.decode() for line in said[greeted + 2 : -2]]


def codes(replies: list[str]) -> list[str]:
    return [reply[:3] for reply in replies]


def test_it_greets_as_what_it_is(door: Listener) -> None:
    with smtplib.LMTP("127.0.0.1", door.port) as client:
        assert client.docmd("LHLO x")[0] == 250
        assert client.docmd("EHLO x")[0] == 500


def test_one_recipient_spoils_nothing_for_the_others(door: Listener, inbox: Inbox) -> None:
    replies = replies_to(door, LETTER, "alicetoken", "nobody", "bobtoken", "alicetoken2")
    assert codes(replies) == ["250", "550", "250", "250", "354", "250", "550", "250"]
    assert [letter.recipient_local_part for letter in inbox.letters] == ["alicetoken", "alicetoken2"]
    assert inbox.commits == [2], "they share a commit"


def test_many_that_are_unknown_spoil_nothing_for_the_one_that_is_not(door: Listener, inbox: Inbox) -> None:
    unknown = [f"nobody{number}" for number in range(25)]
    replies = replies_to(door, LETTER, *unknown, "alicetoken")
    assert codes(replies) == ["550"] * 25 + ["250", "354", "250"]
    assert len(inbox.letters) == 1


def test_one_named_twice_has_two_replies_and_one_letter(door: Listener, inbox: Inbox) -> None:
    replies = replies_to(door, LETTER, "alicetoken", "AliceToken+tag")
    assert replies[-2:] == [ACCEPTED, ACCEPTED]
    assert len(inbox.letters) == 1


def test_one_that_cannot_be_stored_comes_again(door: Listener, inbox: Inbox) -> None:
    inbox.failures += [OSError("disk full"), OSError("disk full")]
    replies = replies_to(door, LETTER, "alicetoken", "alicetoken2")
    assert codes(replies)[-2:] == ["451", "250"]
    assert len(inbox.letters) == 1


@pytest.mark.parametrize(
    ("letter", "reply"),
    [(LETTER + b"x" * 3_000 + b"\r\n", TOO_LARGE), (LETTER + b"a\nb\r\n", BARE_LINE_ENDS)],
)
def test_what_is_wrong_with_the_letter_is_told_for_each(
    door: Listener, inbox: Inbox, letter: bytes, reply: str
) -> None:
    assert replies_to(door, letter, "alicetoken", "bobtoken")[-2:] == [reply, reply]
    assert inbox.letters == []


def test_a_bounce_is_taken(door: Listener, inbox: Inbox) -> None:
    assert replies_to(door, BOUNCE, "alicetoken", mail_from="")[-1] == ACCEPTED
    assert inbox.letters[0].mail_from == ""


def test_only_those_who_are_trusted_are_let_in(door: Listener) -> None:
    assert code_at(door, "127.0.0.2") == 554
    with pytest.raises(smtplib.SMTPConnectError, match=NOT_TRUSTED.split(" ", 2)[2]):
        smtplib.LMTP("127.0.0.1", door.port, source_address=("127.0.0.2", 0))
    with smtplib.LMTP("127.0.0.1", door.port) as client:
        assert client.docmd("LHLO x")[0] == 250
