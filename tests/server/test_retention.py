"""What is old is let go of in small batches, by whatever stands in the tables: also where no server ran for years."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from patching_kit import patch
from rows_kit import mails_after
from simulated_kit import StoppedClock
from sqlalchemy import func, select

from pbem.clock import to_ms
from pbem.daemon import jobs
from pbem.daemon.jobs import BATCH, KEEP_LETTERS, PACK_LETTERS, RetentionJob
from pbem.intake import Intake
from pbem.lobby.accounts.erasing import Erase
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store import Database, Tx
from pbem.store.accounts.erasures import list_noted_folders
from pbem.store.mail.checks import CheckedRows, check_rows
from pbem.store.mail.inbox import LetterRow, erase_letters, finish_letter, get_letter, store_letter
from pbem.store.mail.outbox import (
    BuiltMail,
    Delivery,
    MailRow,
    enqueue_mail,
    find_mail_bytes,
    keep_bytes,
    mark_sent,
)
from pbem.store.players.player import add_player
from pbem.store.tables import NEW
from server.kit import BEGINNING, Place

LETTERS = 2 * BATCH + 30


def job_of(place: Place, clock: StoppedClock) -> RetentionJob:
    return RetentionJob(Intake(place.database, clock, place.settings), lambda: clock().timestamp())


def fill(tx: Tx, at_ms: int) -> None:
    """Letters that are dealt with, one second after the other, and one at the end that waits."""
    for number in range(LETTERS):
        letter_id, _ = store_letter(tx, "token", f"<{number}@x>", "a@player.test", at_ms + 1000 * number, b"end")
        finish_letter(tx, letter_id, "done", "")
    store_letter(tx, "token", "<waits@x>", "a@player.test", at_ms, b"end")


def held(database: Database) -> int:
    """How many letters are not emptied."""
    with database.read() as tx:
        return sum(bool(get_letter(tx, number).raw) for number in range(1, LETTERS + 2))


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(BEGINNING)


def test_what_is_old_goes_in_small_batches_and_what_is_not_stays(
    place: Place, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.database.write(lambda tx: fill(tx, to_ms(clock())))
    erased: list[int] = []
    erase = erase_letters

    def counting(tx: Tx, found: Sequence[int]) -> None:
        erased.append(len(found))
        erase(tx, found)

    patch(monkeypatch, erase_letters, counting)
    job = job_of(place, clock)
    job.run()
    assert erased == []
    clock.advance(KEEP_LETTERS + timedelta(seconds=LETTERS - 10))
    job.run()
    assert erased == [BATCH, BATCH, 20]
    assert held(place.database) == 11


def test_bytes_of_mails_are_kept_for_exactly_thirty_days_after_they_were_sent(
    place: Place, clock: StoppedClock
) -> None:
    sent_ms = to_ms(clock())

    def fill(tx: Tx) -> None:
        for number, at_ms in enumerate((sent_ms, sent_ms + 1, None)):
            mail = MailRow(NEW, f"<{number}@g>", "a@x", "notice", "A subject", "A text", sent_ms)
            mail_id = enqueue_mail(tx, mail)
            keep_bytes(tx, [BuiltMail(mail_id, b"bytes")], sent_ms)
            if at_ms is not None:
                mark_sent(tx, [Delivery(mail_id, "250")], at_ms)

    place.database.write(fill)
    with place.database.read() as tx:
        mails = [mail.id for mail in mails_after(tx, 0) if mail.subject == "A subject"]
    left = []
    for step in (timedelta(days=30), timedelta(milliseconds=1), timedelta(milliseconds=1)):
        clock.advance(step)
        job_of(place, clock).run()
        with place.database.read() as tx:
            left.append([find_mail_bytes(tx, one) is not None for one in mails])
    assert left == [[True, True, True], [False, True, True], [False, False, True]]


def test_years_that_were_missed_are_made_up_for_run_by_run(
    place: Place, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.database.write(lambda tx: fill(tx, to_ms(clock())))
    clock.advance(3 * KEEP_LETTERS)
    monkeypatch.setattr(jobs, "MOST_BATCHES", 1)
    left = []
    for _ in range(4):
        job_of(place, clock).run()  # as after a restart
        left.append(held(place.database))
    assert left == [LETTERS + 1 - BATCH, LETTERS + 1 - 2 * BATCH, 1, 1]


def test_nothing_is_written_where_nothing_is_old(
    place: Place, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(place, clock)
    job.run()
    clock.advance(timedelta(minutes=1))
    writes: list[object] = []
    monkeypatch.setattr(place.database, "write", writes.append)
    job.run()
    assert writes == []
    clock.advance(timedelta(hours=1))
    job.run()
    assert writes


def test_the_maildir_of_who_is_erased_goes_after_a_minute_and_those_of_others_stay(
    place: Place, clock: StoppedClock
) -> None:
    maildir, job = MaildirTransport(place.settings.maildir), job_of(place, clock)
    folders = [maildir.folder(address) for address in ("carl@player.test", "carla@player.test")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "a mail").write_text("Hello")
    carl = place.database.write(lambda tx: add_player(tx, "Carl", "Carl@player.test", "en", 0))
    Intake(place.database, clock, place.settings).moderators.carry_out(None, Erase(carl), None)
    job.run()
    assert all(folder.exists() for folder in folders), "the sender may still write there"
    clock.advance(timedelta(minutes=2))
    job.run()
    assert [folder.exists() for folder in folders] == [False, True]
    with place.database.read() as tx:
        assert list_noted_folders(tx, to_ms(clock())) == []


def test_letters_are_packed_a_day_after_they_came_and_read_as_they_were(place: Place, clock: StoppedClock) -> None:
    written = [b"end\r\n" * 500, b"\0zlib\0 is how packed bytes begin", b"waits" * 500]

    def lay(tx: Tx) -> None:
        for number, raw in enumerate(written):
            letter_id, _ = store_letter(tx, "token", f"<{number}@x>", "a@player.test", to_ms(clock()), raw)
            if number < 2:
                finish_letter(tx, letter_id, "done", "")

    def sizes() -> list[int]:
        with place.database.read() as tx:
            assert [get_letter(tx, number).raw for number in (1, 2, 3)] == written
            assert [check_rows(tx, "letter", None)] == [CheckedRows(3, 3, ())]
            found = select(func.length(LetterRow.c.raw)).order_by(LetterRow.c.id)
            return list(tx.connection.execute(found).scalars())

    place.database.write(lay)
    job_of(place, clock).run()
    first, escaped, waits = sizes()
    assert (first, waits) == (2500, 2500)
    clock.advance(PACK_LETTERS + timedelta(milliseconds=1))
    job_of(place, clock).run()
    assert sizes()[0] < 100 and sizes()[1:] == [escaped, waits]
    place.database.write(lambda tx: erase_letters(tx, [1, 2]))
    job_of(place, clock).run()
    with place.database.read() as tx:
        assert [get_letter(tx, number).raw for number in (1, 2, 3)] == [b"", b"", written[2]]
