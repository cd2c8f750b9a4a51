"""Letters that come together are stored together, and fail alone."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbem.mail.receiving import batches
from pbem.mail.receiving.listener import Listener
from pbem.mail.receiving.takers import ACCEPTED, NOT_NOW
from smtp.kit import LETTER, Inbox, reply_to, send

OTHERS = 8


def bring_together(door: Listener, inbox: Inbox) -> list[tuple[int, bytes]]:
    """One letter that is being stored while others come; the replies to those."""
    inbox.may_go_on.clear()
    with ThreadPoolExecutor(OTHERS + 1) as clients:
        first = clients.submit(send, door)
        assert inbox.entered.wait(30)
        replies = [clients.submit(reply_to, door, LETTER + b"# %d\r\n" % number) for number in range(OTHERS)]
        end = time.monotonic() + 30
        while sum(one.is_storing for one in list(door._sessions)) <= OTHERS:
            assert time.monotonic() < end
            time.sleep(0.005)
        inbox.may_go_on.set()
        first.result(30)
        return [reply.result(30) for reply in replies]


def test_what_comes_while_another_is_stored_shares_a_commit(door: Listener, inbox: Inbox) -> None:
    assert {code for code, _text in bring_together(door, inbox)} == {250}
    assert inbox.commits == [1, OTHERS]
    assert len({letter.raw for letter in inbox.letters}) == OTHERS + 1


def test_one_that_cannot_be_stored_spoils_no_other(door: Listener, inbox: Inbox) -> None:
    inbox.spoilt.append(LETTER + b"# 3\r\n")
    replies = bring_together(door, inbox)
    assert [f"{code} {text.decode()}" for code, text in replies] == [
        NOT_NOW if number == 3 else ACCEPTED for number in range(OTHERS)
    ]
    assert inbox.commits == [1, OTHERS, *[1] * OTHERS]
    assert len(inbox.letters) == OTHERS


@pytest.mark.parametrize("bound", ["MOST", "MOST_BYTES"])
def test_a_commit_has_bounds(door: Listener, inbox: Inbox, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(batches, bound, 5 if bound == "MOST" else 5 * len(LETTER + b"# 0\r\n"))
    assert {code for code, _text in bring_together(door, inbox)} == {250}
    assert max(inbox.commits) <= 5
    assert len(inbox.letters) == OTHERS + 1


def test_one_that_hung_up_is_stored_all_the_same_and_keeps_nobody_waiting(door: Listener, inbox: Inbox) -> None:
    inbox.may_go_on.clear()
    start = b"EHLO x\r\nMAIL FROM:<alice@example.org>\r\nRCPT TO:<alicetoken@play.example.net>\r\nDATA\r\n"
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        client.sendall(start + LETTER + b".\r\n")
        assert inbox.entered.wait(30)
    inbox.may_go_on.set()
    send(door, LETTER + b"# another\r\n")
    assert len(inbox.letters) == 2
