"""The operator is told once when the server turns bad, and once when it is good again, whatever comes in between."""

import fcntl
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from patching_kit import patch
from simulated_kit import StoppedClock

from pbem.cli.mail.player import Mailbox
from pbem.config import WatchSettings
from pbem.daemon.health import alerts
from pbem.daemon.health.alerts import MOST_A_DAY, ROUND_SECONDS, STEADY_SECONDS, Alerts
from pbem.daemon.health.readiness import HealthCheck
from pbem.i18n import catalogue
from pbem.store import Tx
from pbem.store.mail.outbox import MailRow, enqueue_mail, list_unsent_mail
from server.kit import PATIENCE, Place, new_place, serving

OPERATOR = "op@mail.example"
GOOD = [HealthCheck("disk", True, "9,000 MB free"), HealthCheck("relay", True, "takes emails")]
BAD = [HealthCheck("disk", True, "9,000 MB free"), HealthCheck("relay", False, "no email leaves for 7 minutes")]
STEADY = timedelta(seconds=STEADY_SECONDS)
SCRIPT = "import os, sys; open(sys.argv[1], 'a').write(sys.argv[2] + repr(sys.stdin.read()) + str(sorted(os.environ)))"


class Killed(BaseException):
    """The process is gone."""


@dataclass
class Life:
    """A server's alerts from one process to the next, while time passes and the server is good or bad."""

    place: Place
    clock: StoppedClock = field(default_factory=lambda: StoppedClock(datetime(2026, 11, 28, 12, tzinfo=UTC)))
    even: float = 0.0
    checks: list[HealthCheck] = field(default_factory=lambda: GOOD)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Be a new process."""
        words, settings = catalogue("en"), self.place.settings
        self.alerts = Alerts(self.place.database, self.clock, settings, words, lambda: self.checks, lambda: self.even)

    def live(self, span: timedelta, checks: list[HealthCheck]) -> None:
        """Let time pass, with a round every so many seconds."""
        self.checks = checks
        for _ in range(round(span.total_seconds() / ROUND_SECONDS)):
            self.clock.advance(timedelta(seconds=ROUND_SECONDS))
            self.even += ROUND_SECONDS
            self.alerts.round()

    @property
    def mails(self) -> list[MailRow]:
        """The mails to the operator, the oldest first."""
        with self.place.database.read() as tx:
            return list_unsent_mail(tx)

    @property
    def subjects(self) -> list[str]:
        """Their subjects."""
        return [mail.subject for mail in self.mails]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with new_place(tmp_path, mail=f'operator = "{OPERATOR}"') as place:
        yield place


@pytest.fixture
def life(place: Place) -> Life:
    return Life(place)


BAD_NEWS, GOOD_NEWS = "Railroad Dice by mail needs attention", "Railroad Dice by mail is well again"


def test_what_stays_wrong_is_told_once_and_that_it_is_over_once(life: Life) -> None:
    life.live(STEADY - timedelta(seconds=ROUND_SECONDS), BAD)
    life.live(timedelta(seconds=ROUND_SECONDS), GOOD)
    life.live(STEADY - timedelta(seconds=ROUND_SECONDS), BAD)
    assert life.mails == [], "a blip is no news"
    life.live(4 * STEADY, BAD)
    (mail,) = life.mails
    assert (mail.to_address, mail.subject) == (OPERATOR, BAD_NEWS)
    assert "WRONG relay: no email leaves for 7 minutes\nok disk: 9,000 MB free" in mail.text
    life.live(STEADY - timedelta(seconds=ROUND_SECONDS), GOOD)
    assert len(life.mails) == 1
    life.live(4 * STEADY, GOOD)
    assert life.subjects == [BAD_NEWS, GOOD_NEWS]


def test_a_server_that_flaps_sends_few_mails_a_day_and_the_last_ones_are_true(life: Life) -> None:
    for _ in range(MOST_A_DAY):
        life.live(2 * STEADY, BAD)
        life.live(2 * STEADY, GOOD)
    assert len(life.mails) == MOST_A_DAY
    life.clock.advance(timedelta(hours=-2))
    life.live(STEADY, BAD)
    assert len(life.mails) == MOST_A_DAY, "a clock set back is no new day"
    life.clock.advance(timedelta(hours=26))
    life.live(STEADY, BAD)
    assert life.subjects == [BAD_NEWS, GOOD_NEWS] * (MOST_A_DAY // 2) + [BAD_NEWS]


def test_a_restart_tells_nothing_twice_and_forgets_nothing(life: Life) -> None:
    life.live(STEADY / 2, BAD)
    life.clock.advance(timedelta(hours=1))
    life.even += 3600
    life.begin()
    life.live(STEADY / 2 - timedelta(seconds=ROUND_SECONDS), BAD)
    assert life.mails == [], "the time between two processes was seen by nobody"
    life.live(timedelta(seconds=ROUND_SECONDS), BAD)
    assert life.subjects == [BAD_NEWS]
    life.begin()
    life.live(3 * STEADY, BAD)
    assert life.subjects == [BAD_NEWS]
    life.begin()
    life.live(2 * STEADY, GOOD)
    assert life.subjects == [BAD_NEWS, GOOD_NEWS]


def test_a_process_killed_while_it_writes_the_mail_has_told_nothing_and_the_next_tells_it_once(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = enqueue_mail

    def killed(tx: Tx, mail: MailRow, document: str | None = None) -> int:
        put(tx, mail, document)
        raise Killed

    with monkeypatch.context() as patched:
        patch(patched, enqueue_mail, killed)
        with pytest.raises(Killed):
            life.live(2 * STEADY, BAD)
    assert life.mails == []
    life.begin()
    life.live(2 * STEADY, BAD)
    life.begin()
    life.live(2 * STEADY, BAD)
    assert life.subjects == [BAD_NEWS]


def commanded(place: Place, command: str, seconds: float = 30.0) -> Place:
    """The place with a command to be run."""
    watch = WatchSettings(command=command, command_seconds=seconds)
    vars(place)["settings"] = place.settings.model_copy(update={"watch": watch})
    return place


def test_a_command_is_told_too_without_a_shell_or_the_settings(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_MAIL__RELAY__PASSWORD", "secret")
    file = tmp_path / "told; $(x)"
    life = Life(commanded(place, f'{sys.executable} -c "{SCRIPT}" "{file}" {{state}}'))
    life.live(2 * STEADY, BAD)
    life.live(2 * STEADY, GOOD)
    said = file.read_text()
    assert said.startswith("bad'WRONG  relay: no email leaves for 7 minutes\\nok     disk: 9,000 MB free\\n'[")
    assert said.count("good'ok ") == 1 and "PBEM_" not in said and "PATH" in said
    assert life.subjects == [BAD_NEWS, GOOD_NEWS]


@pytest.mark.parametrize("command", ["/nowhere/at/all", f"{sys.executable} -c exit(3)"])
def test_a_command_that_fails_keeps_no_mail_back(place: Place, command: str) -> None:
    life = Life(commanded(place, command))
    life.live(2 * STEADY, BAD)
    assert life.subjects == [BAD_NEWS]


def test_a_command_that_hangs_is_killed_with_all_that_it_began(place: Place, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    life = Life(commanded(place, f"sh -c 'sleep 600 & echo $! > {pid}; wait'", 0.3))
    begun = time.monotonic()
    life.live(2 * STEADY, BAD)
    assert time.monotonic() - begun < 20
    status = Path(f"/proc/{pid.read_text().strip()}/stat")
    assert not status.exists() or status.read_text().split()[2] == "Z"
    assert life.subjects == [BAD_NEWS]


def test_a_database_that_is_locked_or_full_keeps_no_command_back(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alerts, "_WRITING_SECONDS", 0.0)
    file = tmp_path / "told"
    life = Life(commanded(place, f'{sys.executable} -c "{SCRIPT}" "{file}" {{state}}'))
    with place.settings.database.with_name("pbem.sqlite3.lock").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        life.live(2 * STEADY, BAD)
        assert file.read_text().startswith("bad")
    monkeypatch.undo()
    trigger = "CREATE TRIGGER full BEFORE INSERT ON mail BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
    place.database.write(lambda tx: tx.connection.exec_driver_sql(trigger))
    life.live(STEADY, BAD)
    assert life.mails == []
    place.database.write(lambda tx: tx.connection.exec_driver_sql("DROP TRIGGER full"))
    life.live(STEADY, BAD)
    assert (life.subjects, file.read_text().count("bad'")) == ([BAD_NEWS], 1)


def test_a_server_that_stops_kills_the_command_and_the_next_runs_it_again(place: Place, tmp_path: Path) -> None:
    file = tmp_path / "begun"
    life = Life(commanded(place, f"sh -c 'echo x >> {file}; sleep 600'"))
    life.checks, life.even = BAD, STEADY_SECONDS
    life.live(STEADY - 2 * timedelta(seconds=ROUND_SECONDS), BAD)
    life.even += 2 * ROUND_SECONDS
    life.alerts.start()
    end = time.monotonic() + 30
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.01)
    life.alerts.stop()
    assert (file.read_text(), life.mails) == ("x\n", [])
    file.unlink()
    os.mkfifo(file)  # the next command waits there until it is killed
    commanded(place, f"sh -c 'echo x > {file}'", 0.3)
    life.begin()
    life.live(STEADY, BAD)
    assert life.subjects == [BAD_NEWS]


def test_a_server_that_is_not_ready_mails_its_operator(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alerts, "STEADY_SECONDS", 0.0)
    vars(place)["settings"] = place.settings.model_copy(update={"watch": WatchSettings(free_megabytes=10**9)})
    with serving(place):
        box = Mailbox(place.settings.maildir, OPERATOR)
        ((_path, mail),) = box.wait(PATIENCE)
    assert "WRONG disk: " in mail.text
