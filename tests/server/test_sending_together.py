"""Mails sent by several processes at the same time: each once, in the order of its thread, whoever is killed."""

import os
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from relay_kit import HANG, RudeRelay
from sqlalchemy import select

from pbem.clock import from_ms, system_clock
from pbem.daemon.lease import Lease
from pbem.store.mail.sending import thread_of
from pbem.store.rows import columns
from pbem.store.service.processes import ClaimRow, ProcessRow
from server.kit import Forked, Place, await_until, kept, open_game
from server.sending_kit import Sending

PER_THREAD = 8


class SendingBox:
    """A machine with a clock, and the processes that send there: each a sender without its thread."""

    def __init__(self, place: Place, relay: RudeRelay) -> None:
        self.place, self.relay = place, relay
        self.at: datetime | None = None
        self.leases = list[Lease]()

    def now(self) -> datetime:
        """The present, by which leases count."""
        return self.at or system_clock()

    def sender(self, connections: int = 1) -> Sending:
        """One more process that sends."""
        self.leases.append(Lease(self.place.database, "mail", self.now))
        self.leases[-1].renew()
        return Sending(self.place, self.relay, lease=self.leases[-1], connections=connections)

    def claims(self) -> dict[str, set[str]]:
        """The keys of the mails that each process has claimed."""
        found: dict[str, set[str]] = {}
        with self.place.database.read() as tx:
            for row in tx.all(ClaimRow, select(*columns(ClaimRow)).where(ClaimRow.c.kind == "mails")):
                found.setdefault(row.process_id, set()).add(row.key)
        return found


@pytest.fixture
def box(waiting: Place, tmp_path: Path, relay: RudeRelay) -> Iterator[SendingBox]:
    with waiting.copy(tmp_path) as place:
        yield SendingBox(place, relay)


def ids(taken: list[tuple[str, bytes]]) -> list[str]:
    """The Message-IDs of the mails that a relay has the whole of."""
    return [message_from_bytes(raw)["Message-ID"] for _to, raw in taken]


def test_two_send_each_mail_once_and_in_the_order_of_its_thread(box: SendingBox) -> None:
    one = box.sender(2)
    open_game(box.place, "Anna", "Bert", "Clara", clock=one.clock)
    first = one.mails()
    for mail in first:
        for number in range(1, PER_THREAD):
            one.enqueue_after(mail, f"<{number}.{mail.id}@seats.test>")
    assert one.sender.round(), "alone it claims all, once"
    assert list(box.claims().values()) == [{"all"}]
    other = box.sender(2)
    assert not other.sender.round() and len(box.claims()) == 1, "nothing is begun beside who has all"
    senders = (one.sender, other.sender)
    for sender in senders:
        sender.start()
    await_until(lambda: {mail.status for mail in one.mails()} == {"sent"}, "all of the first game")
    await_until(lambda: len(box.relay.taken) == 3 + 3 * PER_THREAD, "all")
    await_until(lambda: not box.claims(), "no claims, as there is nothing to do")
    for sender in senders:
        sender.stop()
    taken = ids(box.relay.taken)
    assert max(Counter(taken).values()) == 1
    for mail in first:
        own = [mail.message_id, *(f"<{number}.{mail.id}@seats.test>" for number in range(1, PER_THREAD))]
        assert [one for one in taken if one in own] == own


def test_a_held_queue_is_tried_by_one_process(box: SendingBox) -> None:
    both = [box.sender(), box.sender()]
    box.relay.always["greeting"] = "421 4.3.2 closed"
    both[0].send()
    hold, tried = both[0].hold(), box.relay.count("QUIT") + len(box.relay.heard)
    assert hold is not None and both[1].send() == ["due"] * 3
    assert box.relay.count("QUIT") + len(box.relay.heard) == tried
    del box.relay.always["greeting"]
    box.relay.script["EHLO"] = [HANG]
    for sending in both:
        sending.clock.advance(timedelta(hours=1))
    trying, other = both
    trying.sender.start()
    assert box.relay.hung.wait(60)
    assert other.send() == ["due"] * 3, "one tries, the others wait for what comes of it"
    trying.sender.stop()
    assert box.relay.count("EHLO") == 1


def test_what_a_process_was_at_when_it_was_killed_goes_again_once_its_lease_has_lapsed(
    box: SendingBox, forked: Forked
) -> None:
    relay, place = box.relay, box.place
    with place.config.open("a") as file:
        file.write(f'[mail.relay]\nhost = "127.0.0.1"\nport = {relay.port}\ntls = "none"\nconnections = 3\n')
    relay.script["content"], relay.script["end"] = [HANG], [HANG]
    forked.start(place, words=("mail",))
    await_until(lambda: len(relay.taken) == 2, "one that hangs amidst its content, and one before its 250")
    await_until(lambda: Counter(mail.status for mail in kept(place).mails)["sent"] == 1, "the third")
    beside = box.sender()
    await_until(lambda: beside.sender.round() is False and {"all"} not in box.claims().values(), "its turn")
    (threads,) = box.claims().values()
    assert threads == {thread_of(mail) for mail in kept(place).mails if mail.status == "due"}
    taken = ids(relay.taken)
    forked._put_down()  # by SIGKILL
    with place.database.read() as tx:
        (until_ms,) = tx.all(int, select(ProcessRow.c.until_ms).where(ProcessRow.c.pid != os.getpid()))
    box.at = from_ms(until_ms)
    assert beside.send().count("due") == 2
    box.at = from_ms(until_ms + 1)
    assert beside.send() == ["sent"] * 3
    again = Counter(ids(relay.taken))
    assert sorted(again.values()) == [1, 1, 2] and set(taken) < set(again)
    for message_id in again:
        assert len({raw for _to, raw in relay.taken if message_id.encode() in raw}) == 1, "the same bytes"
