"""A server of several processes: what each claims, who leads, and what is left when one is killed."""

import http.client
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from postgresql_kit import new_postgresql
from renderer_kit import RENDERER
from rows_kit import is_quiet

from pbem.clock import system_clock, to_ms
from pbem.daemon import judging
from pbem.daemon.inbox_worker import InboxWorker
from pbem.daemon.judging import Helpers
from pbem.daemon.lease import Lease
from pbem.daemon.server import MailProcess, Process, Server, WebProcess, WorkerProcess
from pbem.intake import Intake
from pbem.mail.receiving.batches import Envelope
from pbem.store import Database
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.service.processes import ProcessRow, exchange_claims, list_processes, queue_of_game, renew_process
from server.kit import (
    FIRST_TURN,
    PATIENCE,
    PROGRAM,
    Forked,
    Penfriend,
    Place,
    await_until,
    files_to,
    kept,
    new_place,
    open_game,
    settle,
)

LETTERS = 10
OF_ALL = ("process", "database", "disk")
CHECKS = {
    "log-mail": (*OF_ALL, "jobs", "emails out", "relay", "backup"),
    "log-worker": (*OF_ALL, "jobs", "emails in", "backup"),
    "log-web": OF_ALL,
}
"""All that each process is asked whether it is ready, by its log."""


class Judge:
    """A process that deals with letters, as far as others can tell; it does so round by round, and may lose time."""

    def __init__(self, place: Place) -> None:
        self.begun, self.late = system_clock(), timedelta()
        self.lease = Lease(place.database, "worker", lambda: self.now)
        self.lease.renew()
        self.received = list[int]()
        intake = Intake(place.database, system_clock, place.settings)
        receive = intake.letters.receive

        def note(letter_id: int) -> None:
            self.received.append(letter_id)
            receive(letter_id)

        vars(intake.letters)["receive"] = note
        self.round = InboxWorker(intake, self.lease).round

    @property
    def now(self) -> datetime:
        """The present, by its clock, which stands still but for what it is set on."""
        return self.begun + self.late


def store(place: Place, tag: str, text: str = "status") -> int:
    """Put a letter to the first seat of a game into the inbox; return its id."""
    anna = Penfriend(place, tag, 0)
    envelope = Envelope(anna.contact.address, anna.contact.token, anna.letter(text), "")
    return Intake(place.database, system_clock, place.settings).letters.store(envelope)[0]


def processes(database: Database) -> list[ProcessRow]:
    with database.read() as tx:
        return list_processes(tx, to_ms(system_clock()))


def waiting(database: Database) -> int:
    with database.read() as tx:
        return count_letters_by_status(tx).get("new", 0)


def test_two_judge_each_letter_once_and_each_game_in_order_and_one_takes_up_what_the_other_leaves(
    place: Place,
) -> None:
    tags = ["e1", *(open_game(place, "Anna", "Bert", "Clara") for _ in range(5))]
    settle(place)
    letters = {tag: [store(place, tag, text) for text in ("status", "help", "check")] for tag in tags}
    one, other = Judge(place), Judge(place)
    other.begun = one.begun
    for judge in (one, other, one, other):  # each claims some games, then deals with the first letter
        assert judge.round()
    assert len(one.received) == len(other.received) == 1
    assert not {*one.received} & {*other.received}
    one.round()
    other.late = timedelta(seconds=29)
    while other.round():
        pass
    assert not {*one.received} & {*other.received}, "nobody does what another has claimed"
    assert len(other.received) + len(one.received) < 3 * len(tags)
    other.late = timedelta(seconds=31)  # the other is not heard of any more
    other.lease.renew()
    while other.round():
        pass
    received = [*one.received, *other.received]
    assert {tag: [letter for letter in received if letter in game] for tag, game in letters.items()} == letters
    assert one.round() is False, "it comes back, and finds all done"


def test_one_who_judges_alone_claims_nothing(place: Place) -> None:
    store(place, "e1")
    judge, written = Judge(place), list[None]()
    vars(judge.lease)["claim"] = lambda *_: written.append(None)
    assert judge.round() and judge.received and not written
    assert judge.round() is False


def test_claims_of_a_server_that_was_killed_keep_nobody_waiting(place: Place) -> None:
    store(place, "e1")
    now_ms = to_ms(system_clock())
    dead = ProcessRow("dead", "serve", "here", 1, now_ms + 29_000)
    begun = time.monotonic()
    place.database.claim(lambda tx: renew_process(tx, dead, now_ms))
    place.database.claim(lambda tx: exchange_claims(tx, dead, "letters", [queue_of_game(1)]))
    place.database.claim(lambda tx: exchange_claims(tx, dead, "mails", ["all"]))
    settle(place)
    assert time.monotonic() - begun < 15
    assert processes(place.database) == [], "and one that ends well lets go of all"


@contextmanager
def running(place: Place, *words: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process of the server, and its log."""
    log = place.folder / f"log-{words[0]}"
    with log.open("w") as file:
        process = subprocess.Popen(
            [str(PROGRAM), "--config", str(place.config), *words, "--health-port", "0"],
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "PBEM_LOG__LEVEL": "info"},
        )
    with process:
        try:
            yield process, log
        finally:
            process.kill()


def said(process: subprocess.Popen[str], what: str) -> int:
    """The port for something, as a process says it."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(rf"{what}: (\d+)", line)
    assert found, line
    return int(found[1])


def get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def test_pages_letters_and_mails_by_three_processes_and_another_leads_when_the_leader_dies(place: Place) -> None:
    with (
        running(place, "mail") as (mail, mail_log),
        running(place, "worker") as (worker, worker_log),
        running(place, "web") as (web, web_log),
    ):
        anna, smtp, page = Penfriend(place, "e1", 0), said(mail, "smtp"), said(web, "web")
        assert worker.stdout is not None and worker.stdout.readline()
        assert anna.send(anna.letter(*FIRST_TURN), smtp)
        begun = time.monotonic()
        await_until(lambda: is_quiet(place.database), "quiet")
        assert time.monotonic() - begun < 30
        assert anna.newest().text.startswith("Your orders were carried out.")
        assert "Bert to play" in get(page, "/games/e1")[1]
        assert sorted(one.kind for one in processes(place.database)) == ["mail", "web", "worker"]
        for log in (mail_log, worker_log, web_log):
            health = re.search(r"health=\D*(\d+)", log.read_text())
            assert health
            assert get(int(health[1]), "/healthz") == (200, "ok\n")
            status, text = get(int(health[1]), "/readyz")
            assert (status, sorted(re.findall(r"^ok +([^:]+):", text, re.M))) == (200, sorted(CHECKS[log.name])), text
        leads = "this process leads now"
        await_until(lambda: leads in mail_log.read_text() + worker_log.read_text(), "a leader")
        leader, other_log = (mail, worker_log) if leads in mail_log.read_text() else (worker, mail_log)
        assert leads not in other_log.read_text()
        leader.kill()
        begun = time.monotonic()
        await_until(lambda: leads in other_log.read_text(), "another leader")
        assert time.monotonic() - begun < 10
        assert "time was lost" not in other_log.read_text()
        for process in (one for one in (mail, worker, web) if one is not leader):
            process.terminate()
            assert process.wait(PATIENCE) == 0
    assert {one.pid for one in processes(place.database)} <= {leader.pid}


def test_a_server_starts_beside_another_process_that_leads_and_takes_over_from_it(place: Place) -> None:
    with Database(place.settings.store_url) as own:
        worker = WorkerProcess(place.settings, own, renderer=RENDERER)
        worker.start()
        await_until(lambda: worker.leader is not None and worker.leader.is_leading, "its leading")
        server = Server(place.settings, place.database, renderer=RENDERER)
        try:
            server.start()
            assert (server.leading.is_leading, server.leading.other) == (False, f"worker {os.getpid()}")
            assert sorted(one.kind for one in processes(place.database)) == ["serve", "worker"], (
                "it runs, and so counts"
            )
            worker.stop()
            await_until(lambda: server.leading.is_leading, "the server that takes over")
        finally:
            worker.stop()
            server.stop()


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def test_more_processes_judge_while_letters_queue_up_and_none_outlives_its_server(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(LETTERS):
        store(place, "e1", f"status # {number}")
    monkeypatch.setattr(judging, "CROWDED_SECONDS", 0.0)
    helpers = Helpers(place.database, 1, place.config, lambda: to_ms(system_clock()))
    helpers.start()
    try:
        await_until(lambda: waiting(place.database) == 0, "the letters dealt with by a process that was started")
        (pid,) = helpers.pids
        assert [(one.kind, one.pid) for one in processes(place.database)] == [("worker", pid)]
        (helper,) = helpers._running
        helpers._close_pipe(helper)  # as the system does when the server dies
        assert helper.wait(PATIENCE) == 0
        assert processes(place.database) == []
    finally:
        helpers.stop()


@pytest.mark.soak
def test_whatever_is_killed_of_a_server_and_what_it_started_letters_are_dealt_with(
    place: Place, forked: Forked, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = ["e1", open_game(place, "Anna", "Bert", "Clara")]
    settle(place)
    for number in range(LETTERS):
        store(place, tags[number % 2], f"status # {number}")
    monkeypatch.setattr(judging, "CROWDED_SECONDS", 0.0)
    helpers = Helpers(place.database, 1, place.config, lambda: to_ms(system_clock()))
    helpers.start()
    try:
        await_until(lambda: waiting(place.database) == 0, "the letters dealt with by a process that was started")
        (pid,) = helpers.pids
        assert [(one.kind, one.pid) for one in processes(place.database)] == [("worker", pid)]
        os.kill(pid, signal.SIGKILL)
        await_until(lambda: processes(place.database) == [], "word of its end")
    finally:
        helpers.stop()
    for number in range(3 * LETTERS):
        store(place, tags[number % 2], f"status # again {number}")
    forked.start(place).smtp()
    await_until(lambda: len(processes(place.database)) == 2, "a process beside the server")
    (helper,) = [one.pid for one in processes(place.database) if one.kind == "worker"]
    forked._put_down()  # by SIGKILL
    await_until(lambda: not is_running(helper), "the end of what it started")
    await_until(lambda: [one.kind for one in processes(place.database)] == ["serve"], "its own word of that")
    assert waiting(place.database) == 0


@pytest.mark.postgresql
def test_on_postgresql_any_number_of_each_play_one_game_and_one_leads(tmp_path: Path) -> None:
    kinds = (MailProcess, WorkerProcess, WorkerProcess, WebProcess, WebProcess, Server)
    with new_postgresql() as url, ExitStack() as stack:
        new_place(tmp_path).close()
        place = stack.enter_context(Place(tmp_path))
        with place.config.open("a") as file:
            file.write(f'[store]\nurl = "{url}"\n')
        tags = [open_game(place, "Anna", "Bert", "Clara") for _ in range(2)]
        running: list[Process] = []
        for kind in kinds:
            database = stack.enter_context(Database(place.settings.store_url))
            running.append(kind(place.settings, database, renderer=RENDERER, config=place.config))
            running[-1].start()
            stack.callback(running[-1].stop)
        mail, *_others, server = running
        assert isinstance(mail, MailProcess) and isinstance(server, Server)
        await_until(lambda: is_quiet(place.database), "the first reports")
        for number, tag in enumerate(tags):
            anna = Penfriend(place, tag, 0)
            assert anna.send(anna.letter(*FIRST_TURN), (mail.mail if number % 2 else server.mail).listener.port)
        await_until(lambda: is_quiet(place.database), "the answers")
        for tag in tags:
            assert kept(place, tag).game.active_seat == 1
            assert [mail.status for mail in kept(place, tag).mails] == ["sent"] * 6
        assert len(files_to(place, "Anna")) == 2 * len(tags), "each mail was sent by one process alone"
        leaders = [one for one in running if one.leader is not None and one.leader.is_leading]
        assert len(leaders) == 1
        leaders[0].stop()
        await_until(lambda: any(one.leader and one.leader.is_leading for one in running), "another that leads")
        for page in (one.parts[0].ports["web"] for one in running if isinstance(one, WebProcess)):
            assert page is not None and "Bert to play" in get(page, f"/games/{tags[0]}")[1]
        assert len(processes(place.database)) == len(kinds) - 1
