"""A server that lives, one that is to be started again, one that is not ready: what programs that watch are told."""

import fcntl
import http.client
import json
import re
import smtplib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest
from prometheus_client.parser import text_string_to_metric_families
from renderer_kit import RENDERER

from pbem.clock import to_ms
from pbem.config import WatchSettings
from pbem.daemon.health.liveness import JOB_NAMES, Liveness
from pbem.daemon.health.readiness import HealthCheck, Readiness, take_snapshot
from pbem.daemon.notifier import _Job
from pbem.daemon.server import Server
from pbem.daemon.ticker import Ticker
from pbem.guide import units
from pbem.i18n import catalogue
from pbem.intake.clock import ClockMonitor
from pbem.store import Tx
from pbem.store.mail.inbox import store_letter
from pbem.store.mail.sending import MailHoldRow, put_mail_hold
from pbem.store.service.backups import LastBackup, put_last_backup
from server.kit import DOMAIN, PATIENCE, Place, await_until, new_place, open_game, serving
from server.troubles import full

WORDS = catalogue("en")
MINUTE_MS = 60_000
NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


def ask(server: Server, path: str) -> tuple[int, str]:
    """The status and the text at the port for programs that watch, which must not be waited for."""
    assert server.health is not None and server.health.port is not None
    connection, begun = http.client.HTTPConnection("127.0.0.1", server.health.port, timeout=PATIENCE), time.monotonic()
    connection.request("GET", path)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    assert time.monotonic() - begun < 1
    return response.status, text


@contextmanager
def served(place: Place, passed: Callable[[], float] = time.monotonic) -> Iterator[Server]:
    """A server with an even clock of the test's own."""
    server = Server(place.settings, place.database, monotonic=passed, renderer=RENDERER)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def end(*_arguments: object, **_more: object) -> NoReturn:
    """End the thread that does this, as nothing that is caught would."""
    raise SystemExit


def end_worker(server: Server) -> None:
    vars(server.worker)["round"] = end
    server.worker.wake()


def end_sender(server: Server) -> None:
    vars(server.sender)["round"] = end
    server.sender.wake()


def end_notifier(server: Server) -> None:
    vars(server.notifier)["round"] = end
    server.notifier.wake()


def end_sending(server: Server) -> None:
    vars(server.notifier._pool).update(_work=end, _left=str)
    server.notifier._pool.put([_Job(1, 1, None, "")])


def end_listener(server: Server) -> None:
    assert server.listener._loop is not None
    server.listener._loop.call_soon_threadsafe(end)


def end_website(server: Server) -> None:
    vars(server.web)["_turn"] = end


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (end_worker, "The thread that reads emails has ended."),
        (end_sender, "The thread that sends emails has ended."),
        (end_notifier, "The thread that sends notices has ended."),
        (end_sending, "The thread that sends notices has ended."),
        (end_listener, "The thread that takes emails has ended."),
        (end_website, "The thread of the website has ended."),
    ],
    ids=["worker", "sender", "notifier", "sending", "smtp", "web"],
)
def test_a_thread_that_ends_is_a_reason_to_start_again(
    place: Place, ending: Callable[[Server], None], reason: str
) -> None:
    with serving(place) as server:
        assert ask(server, "/healthz") == (200, "ok\n")
        ending(server)
        await_until(lambda: ask(server, "/healthz") == (503, f"{reason}\n"), reason)
        assert ask(server, "/readyz")[0] == 503
        page = server.app.test_client().get("/healthz", base_url=place.settings.web.base_url)
        assert (page.status_code, page.text) == (503, "failed\n"), "the website tells no reasons"


def test_a_database_that_cannot_be_written_is_one_and_nobody_who_asks_waits_for_its_lock(place: Place) -> None:
    even = [1000.0]
    with served(place, lambda: even[0]) as server:
        await_until(lambda: ask(server, "/readyz")[0] == 200, "a first look")
        lock = place.settings.database.with_name("pbem.sqlite3.lock")
        with lock.open("ab") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            hanging = threading.Thread(target=server.tick)
            hanging.start()
            even[0] += 100
            assert ask(server, "/readyz")[0] == 200
            even[0] += 80
            assert ask(server, "/healthz") == (200, "ok\n")
            assert "WRONG  database: could not be written for 3 minutes\n" in ask(server, "/readyz")[1]
            even[0] += 1
            said = "Nothing could be written to the database for 3 minutes."
            assert ask(server, "/healthz") == (503, f"{said}\n")
            status, text = ask(server, "/readyz")
            assert status == 503 and text.startswith(f"WRONG  process: {said}\n")
            assert ask(server, "/metrics")[0] == 200
            begun = time.monotonic()
            with smtplib.SMTP("127.0.0.1", server.listener.port, "mta.player.test", timeout=PATIENCE) as client:
                client.ehlo()
                client.mail("anna@player.test")
                assert client.rcpt(f"nobody@{DOMAIN}")[0] == 550
            assert time.monotonic() - begun < 1, "the thread that takes emails waits for no beat"
        hanging.join()
        assert ask(server, "/healthz") == (200, "ok\n")


def test_a_full_disk_is_no_reason_to_start_again_but_the_server_is_not_ready(place: Place) -> None:
    even = [1000.0]
    with served(place, lambda: even[0]) as server:
        growing = "CREATE TRIGGER grow AFTER UPDATE ON meta BEGIN INSERT INTO meta VALUES (hex(randomblob(9)), "
        statement = f"{growing} zeroblob(200000)); END"
        place.database.write(lambda tx: tx.connection.exec_driver_sql(statement))
        with full(place.database):
            with pytest.raises(OSError, match="No space left"):
                server.tick()
            even[0] += 3600
            assert ask(server, "/healthz") == (200, "ok\n")
            status, text = ask(server, "/readyz")
            assert status == 503
            assert "WRONG  database: the disk is full, broken, or may not be written to\n" in text
        server.tick()
        assert ask(server, "/readyz")[0] == 200


def test_a_job_that_hangs_or_is_not_called_is_one_and_one_that_fails_makes_the_server_unready(place: Place) -> None:
    now, going, outcomes = [0.0], threading.Event(), list[Exception | None]()
    ticker = Ticker(passed=lambda: now[0])

    def job() -> None:
        going.wait()
        outcome = outcomes.pop()
        if outcome is not None:
            raise outcome

    ticker.every(3600, job, "deadlines")
    liveness = Liveness(WORDS, ticker=ticker)
    clock = ClockMonitor(place.database, place.settings, lambda: NOW)
    readiness = Readiness(WORDS, place.settings, liveness, ticker, clock)
    now[0] = 300
    assert liveness.faults() == []
    now[0] = 301
    assert liveness.faults() == ['The job "deadlines" has not ended for 5 minutes.']
    going.set()
    for failures in (1, 2, 3):
        outcomes.append(RuntimeError("again"))
        ticker._run("deadlines", job)
        assert (liveness.faults(), ticker.figures["deadlines"].failures) == ([], failures)
        checks = {check.what: check for check in readiness.checks(None)}
        assert checks["jobs"].is_well == (failures < 3)
    outcomes.append(None)
    ticker._run("deadlines", job)
    assert all(check.is_well for check in readiness.checks(None) if check.what == "jobs")


def hold(tx: Tx) -> None:
    put_mail_hold(tx, MailHoldRow("unreachable", "connect", "secret@relay", to_ms(NOW) - 10 * MINUTE_MS, 0, 3))


def letter(tx: Tx) -> None:
    store_letter(tx, "secret", "<1@x>", "eve@secret.test", to_ms(NOW) - 31 * MINUTE_MS, b"secret")


def old_mail(tx: Tx, attempts: int = 0) -> None:
    facts = f"status = 'due', next_ms = {to_ms(NOW) - 241 * MINUTE_MS}, attempts = {attempts}"
    tx.connection.exec_driver_sql(f"UPDATE mail SET {facts}")


def put_off(tx: Tx) -> None:
    """Have somebody's own mail server take nothing, and a letter wait for proof of its sender."""
    old_mail(tx, attempts=1)
    letter(tx)
    tx.connection.exec_driver_sql(f"UPDATE letter_origin SET look_ms = {to_ms(NOW) + MINUTE_MS}")


def backup(days: int) -> Callable[[Tx], None]:
    return lambda tx: put_last_backup(tx, LastBackup(good_ms=to_ms(NOW) - days * 24 * 60 * MINUTE_MS))


def failed_backup(tx: Tx) -> None:
    put_last_backup(tx, LastBackup(good_ms=to_ms(NOW), problem="room"))


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda _tx: None, []),
        (hold, [("relay", "no email leaves for 10 minutes; `pbem doctor` says why")]),
        (letter, [("emails in", "the oldest has waited for 31 minutes")]),
        (old_mail, [("emails out", "the oldest has waited for 4 hours")]),
        (put_off, []),
        (backup(1), []),
        (backup(3), [("backup", "the last good one is 3 days old")]),
        (
            failed_backup,
            [("backup", "the last good one is 0 minutes old; the last try failed, and `pbem doctor` says why")],
        ),
    ],
    ids=["nothing", "relay", "letter", "mail", "put off by others", "backup", "old backup", "failed backup"],
)
def test_what_waits_too_long_makes_a_server_unready(
    place: Place, change: Callable[[Tx], None], wrong: Sequence[tuple[str, str]]
) -> None:
    place.database.write(change)
    assert [(check.what, check.finding) for check in checked(place) if not check.is_well] == wrong


def test_little_room_and_a_mailbox_out_of_reach_make_a_server_unready(place: Place) -> None:
    settings = place.settings.model_copy(update={"watch": WatchSettings(free_megabytes=10**9)})
    del place.settings
    vars(place)["settings"] = settings
    wrong = [check for check in checked(place, "imap.secret.test refuses secret") if not check.is_well]
    assert [check.what for check in wrong] == ["mailbox", "disk"]
    assert "secret" not in str(wrong)


def checked(place: Place, mailbox_fault: str = "") -> list[HealthCheck]:
    """What is found at a place at NOW, where the process lives."""
    clock = ClockMonitor(place.database, place.settings, lambda: NOW)
    readiness = Readiness(WORDS, place.settings, Liveness(WORDS), Ticker(), clock, mailbox_fault=lambda: mailbox_fault)
    snapshot = take_snapshot(place.database, place.settings.server.data_dir, to_ms(NOW), time.monotonic)
    return readiness.checks(snapshot)


def test_a_look_that_finds_no_database_is_told_as_such(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        place.database.write(lambda tx: tx.connection.exec_driver_sql("ALTER TABLE mail_hold RENAME TO damaged"))
        wrong = {check.what: check.finding for check in checked(place) if not check.is_well}
        assert wrong == {"database": "cannot be read"}


def test_the_sample_dashboard_shows_figures_that_there_are(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert")
        place.database.write(backup(1))
        with serving(place) as server:
            families = list(text_string_to_metric_families(ask(server, "/metrics")[1]))
    known = {sample.name for family in families for sample in family.samples}
    dashboard = json.loads(units()["dashboard.json"].read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    used = {name for expression in asked for name in re.findall(r"\b(?:pbem|process)_\w+", expression)}
    assert used <= known
    assert {name for name in known if name.startswith("pbem_")} - used == set(), "each figure is shown"
    labels = {value for family in families for sample in family.samples for value in sample.labels.values()}
    assert labels <= {*JOB_NAMES, "first_rails", "playing"}
