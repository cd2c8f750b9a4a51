"""Backups that are made by themselves: tried, rotated, taken elsewhere, and enough for another machine."""

import os
import shutil
import signal
import sqlite3
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from disk_kit import disk, make_read_only
from patching_kit import patch
from simulated_kit import StoppedClock

from pbem.archive import extract_database, read_small_files, write_archive
from pbem.clock import to_ms
from pbem.daemon import backups
from pbem.daemon.backups import REST_SECONDS, BackupJob, kept_of, write_backup
from pbem.files import PARTIAL
from pbem.store import Database
from pbem.store.games.listing import list_games
from pbem.store.service.backups import LastBackup, find_last_backup, put_last_backup
from pbem.store.sqlite.copies import copy_into
from server.kit import BEGINNING, Forked, Place, await_until, kept, run_pbem

DAY = timedelta(days=1)


class Backups:
    """The backups of a place, in time that a test lets pass."""

    def __init__(self, place: Place, **backup: object) -> None:
        self.place = place
        self.clock = StoppedClock(BEGINNING)
        wanted = place.settings.backup.model_copy(update={"daily_at": "04:00", **backup})
        self.settings = place.settings.model_copy(update={"backup": wanted})
        self.seconds = 0.0
        self.restart()

    def restart(self) -> None:
        """Begin anew, as a server that is restarted does."""
        self.job = BackupJob(self.settings, self.place.config, self.place.database, self.clock, lambda: self.seconds)

    def live(self, span: timedelta) -> None:
        """Have time pass, and the server look at the end of it."""
        self.clock.advance(span)
        self.seconds += abs(span.total_seconds())
        self.job.run()

    @property
    def names(self) -> list[str]:
        """Those that are there."""
        return sorted(path.name for path in self.settings.backups.iterdir())

    @property
    def last(self) -> LastBackup:
        """The facts noted of them."""
        with self.place.database.read() as tx:
            return find_last_backup(tx)


@pytest.fixture
def made(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Backups]:
    """Backups of the game that has begun."""
    monkeypatch.setattr(backups, "RESERVE", 0)
    yield Backups(place)
    place.close()


def test_one_is_made_a_day_whenever_the_server_runs(made: Backups) -> None:
    made.live(timedelta())
    assert made.names == ["pbem-20261122T170000Z.tar.gz"]
    assert made.last.good_ms == to_ms(BEGINNING) and made.last.file.endswith(made.names[0])
    for _restart in range(3):
        made.restart()
        made.live(timedelta(hours=3))
    assert len(made.names) == 1
    made.live(timedelta(hours=3))  # past four
    assert len(made.names) == 2
    made.restart()
    made.live(3 * DAY)
    assert len(made.names) == 3


def test_a_server_makes_them_with_its_configuration(place: Place, forked: Forked) -> None:
    place.close()
    place.config.write_text(place.config.read_text().replace('daily_at = ""', 'daily_at = "04:00"'))
    forked.start(place, minute=0.05)
    forked.smtp()
    await_until(lambda: any(place.settings.backups.glob("pbem-2*.tar.gz")), "a backup")
    assert forked.terminate() == 0
    (archive,) = place.settings.backups.iterdir()
    assert read_small_files(archive)[0] == place.config.read_bytes()


def test_a_clock_that_is_set_back_makes_one_more_and_not_hundreds(made: Backups) -> None:
    made.live(timedelta())
    made.live(-400 * DAY)
    assert len(made.names) == 2 and made.last.good_ms == to_ms(BEGINNING - 400 * DAY)
    for _minute in range(20):
        made.restart()
        made.live(timedelta(minutes=1))
    assert len(made.names) == 2
    made.live(DAY)
    assert len(made.names) == 3, "and it goes on by the clock as it is now"


def test_what_was_kept_longest_goes_first() -> None:
    zone, now = ZoneInfo("Europe/Berlin"), datetime(2026, 11, 28, 5, tzinfo=UTC)
    days = [now - n * DAY for n in range(400)]
    kept_days = sorted((now - at).days for at in kept_of(days, now, zone, 7, 4, 3))
    # It is a Saturday: weeks end 6, 13 and 20 days before, and months 28 and 59 days before.
    assert kept_days == [0, 1, 2, 3, 4, 5, 6, 13, 20, 28, 59]
    future = now + 1000 * DAY
    assert kept_of([future, *days[:3]], now, zone, 1, 0, 0) == {future, days[0]}


def test_older_ones_are_removed_only_once_a_new_one_was_tried(
    place: Place, made: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Backups(place, daily=1, weekly=0, monthly=0)
    made.live(timedelta())
    (made.settings.backups / "mine.tar.gz").write_text("not the server's")
    made.live(DAY)
    assert made.names == ["mine.tar.gz", "pbem-20261123T170000Z.tar.gz"]

    def spoiled(path: Path, database: Path, *rest: object) -> None:
        write_archive(path, database, None, {})
        path.write_bytes(path.read_bytes()[:-3000])

    with monkeypatch.context() as patched:
        patch(patched, write_archive, spoiled)
        made.live(DAY)
    assert made.last.problem == "damaged" and made.last.good_ms == to_ms(BEGINNING + DAY)
    assert made.names == ["mine.tar.gz", "pbem-20261123T170000Z.tar.gz"]
    tried_ms = made.last.tried_ms
    made.live(timedelta(seconds=REST_SECONDS / 2))
    assert made.last.tried_ms == tried_ms, "there is a pause between two tries"
    made.live(timedelta(seconds=REST_SECONDS))
    assert made.last.good_ms == made.last.tried_ms and len(made.names) == 2


def test_the_last_one_in_which_all_games_can_be_read_stays(place: Place, made: Backups) -> None:
    made = Backups(place, daily=1, weekly=0, monthly=0)
    made.live(timedelta())
    good = made.names
    with closing(sqlite3.connect(place.settings.database)) as connection, connection:
        (trigger,) = connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%UPDATE%ON entry%'").fetchone()
        connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("UPDATE entry SET payload = '{'")
    for _day in range(3):
        made.live(DAY)
    assert made.names == [*good, "pbem-20261125T170000Z.tar.gz"]
    assert made.last.problem == "games" and made.last.detail.startswith("e1: ")
    assert made.last.good_ms == to_ms(BEGINNING)
    assert "Games in it cannot be read" in place.pbem("backup", place.folder / "a.tar.gz", status=1).output


def test_a_program_takes_each_elsewhere_and_is_heard_when_it_cannot(place: Place, made: Backups) -> None:
    away = place.folder / "away"
    made = Backups(place, command=f"cp {{file}} {away}")
    made.live(timedelta())
    assert away.read_bytes() == (made.settings.backups / made.names[0]).read_bytes()
    script = "import sys; print('no route; to host'); sys.exit(3)"
    made = Backups(place, command=f'{sys.executable} -c "{script}" {{file}}')
    made.live(DAY)
    assert (made.last.problem, made.last.detail) == ("command", f"{sys.executable}: 3 no route; to host")
    assert made.last.good_ms == to_ms(BEGINNING + DAY), "it is kept here"
    made = Backups(place, command="sh -c 'sleep 60' {file}", command_minutes=0.001)
    made.live(2 * DAY)
    assert made.last.detail == "sh: it was ended, as it had not ended in time"
    made = Backups(place, command="no-such-program {file}")
    made.live(3 * DAY)
    assert made.last.detail == "no-such-program: No such file or directory"


def test_a_folder_that_is_named_is_not_made_as_its_disk_may_not_be_mounted(place: Place, made: Backups) -> None:
    folder = place.folder / "mnt" / "backups"
    made = Backups(place, folder=folder)
    made.live(timedelta())
    assert made.last.problem == "write" and "No such file" in made.last.detail and not folder.exists()


def test_a_disk_is_never_filled_and_is_called_full_or_read_only(place: Place, tmp_path: Path) -> None:
    size = place.settings.database.stat().st_size
    with disk(tmp_path / "small", 3 * size) as small:
        made = Backups(place, folder=small)
        made.live(timedelta())
        assert (made.last.problem, list(small.iterdir())) == ("room", [])
        with pytest.raises(OSError, match="No space"):
            write_backup(made.settings, None, small / "a.tar.gz", reserve=2 * size)
        assert made.last.good_ms is None
        make_read_only(small)
        made.live(DAY)
        assert made.last.problem == "room" or made.last.problem == "read-only"
        said = place.pbem("backup", small / "a.tar.gz", status=1).output
        assert said == f"Error: The disk of {small / 'a.tar.gz'} is read-only; nothing is written.\n"


@pytest.mark.parametrize("function", [copy_into, write_archive, extract_database, put_last_backup])
def test_a_job_that_is_killed_leaves_what_the_next_clears(
    made: Backups, monkeypatch: pytest.MonkeyPatch, function: object
) -> None:
    made.place.close()
    pid = os.fork()
    if not pid:
        assert callable(function)
        patch(monkeypatch, function, lambda *_a, **_n: os.kill(os.getpid(), signal.SIGKILL))
        Backups(made.place).live(timedelta())
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    made = Backups(made.place)
    left = [name for name in made.names if not name.startswith(PARTIAL)]
    assert len(left) == (function is put_last_backup) and made.last == LastBackup()
    made.live(timedelta(minutes=1))
    assert made.names == ["pbem-20261122T170100Z.tar.gz"], "it is the newest of its day"


def test_another_machine_goes_on_with_everything(place: Place, tmp_path: Path) -> None:
    key, pair = b"the key", b"the pair"
    (place.folder / "dkim.pem").write_bytes(key)
    (place.folder / "pair.pem").write_bytes(pair)
    text = place.config.read_text() + 'relay = {host = "127.0.0.1", ca_file = "gone.pem"}\n'
    text += 'certificate = "pair.pem"\nprivate_key = "pair.pem"\n'
    place.config.write_text(text + '[mail.dkim]\nselector = "s"\nkey_file = "dkim.pem"\n')
    place.close()
    archive = tmp_path / "a.tar.gz"
    assert "a file is not in the backup" in place.pbem("backup", archive).output
    assert archive.stat().st_mode & 0o777 == 0o600
    before = kept(place)
    place.close()
    there = Place(tmp_path / "there")
    there.folder.mkdir()
    (there.folder / "pair.pem").write_bytes(b"newer")
    said = run_pbem("--config", there.config, "restore", archive).output
    assert "dkim.pem (mail.dkim.key_file) was not there, and is put back" in said
    assert f"put it at {there.settings.spool}: `pbem letter bring-again`" in said
    assert f"{there.config}" in said and "the one before" not in said and ".old" not in said
    assert there.config.read_bytes() == place.config.read_bytes() and there.config.stat().st_mode & 0o777 == 0o600
    assert (there.folder / "dkim.pem").read_bytes() == key
    assert (there.folder / "pair.pem").read_bytes() == b"newer"
    assert kept(there).entries[: len(before.entries)] == before.entries
    there.close()
    there.config.write_text(there.config.read_text() + "# mine\n")
    assert "the one before is pbem.sqlite3.old" in run_pbem("--config", there.config, "restore", archive).output
    assert there.config.read_text().endswith("# mine\n")


@pytest.mark.parametrize("cut", [100, -100, -4])
def test_an_archive_that_is_not_whole_is_refused(place: Place, cut: int) -> None:
    archive = place.folder / "a.tar.gz"
    place.pbem("backup", archive)
    place.close()
    before = place.settings.database.read_bytes()
    archive.write_bytes(archive.read_bytes()[:cut])
    assert f"{archive} is damaged" in place.pbem("restore", archive, status=1).output
    assert place.settings.database.read_bytes() == before


def _packed(place: Place, path: Path, *names: str) -> None:
    with tarfile.open(path, "w:gz") as tar:
        for name in names:
            tar.add(place.settings.database if "sqlite3" in name else place.config, name)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("pbem.sqlite3",), "there is no pbem.toml in it"),
        (("pbem.toml",), "there is no pbem.sqlite3 in it"),
        (("pbem.toml", "pbem.sqlite3", "pbem.sqlite3"), "pbem.sqlite3 is in it twice"),
        (("pbem.toml", "pbem.sqlite3", "cut"), "damaged"),
        (("pbem.toml", "pbem.sqlite3", "flipped"), "damaged"),
        (("pbem.toml", "pbem.sqlite3", "newer"), "made by a newer version"),
        (("empty",), "is empty: it is no backup"),
        (("garbage",), "is neither a backup nor a copy of a database"),
    ],
    ids=str,
)
def test_a_bad_archive_leaves_nothing_on_another_machine(
    place: Place, tmp_path: Path, names: tuple[str, ...], why: str
) -> None:
    place.close()
    archive, config = tmp_path / "a.tar.gz", tmp_path / "there" / "pbem.toml"
    config.parent.mkdir()
    if names[-1] == "newer":
        with closing(sqlite3.connect(place.settings.database)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    _packed(place, archive, *(name for name in names if "." in name))
    raw = bytearray(archive.read_bytes())
    match names[-1]:
        case "cut":
            raw = raw[:-2000]
        case "flipped":
            raw[-4000] ^= 1
        case "empty":
            raw.clear()
        case "garbage":
            raw[:] = b"Dear diary, " * 1000
    archive.write_bytes(raw)
    assert why in run_pbem("--config", config, "restore", archive, status=1).output
    assert list(config.parent.iterdir()) == []


def test_a_backup_by_hand_is_one_of_those_by_the_clock(place: Place) -> None:
    place.close()
    place.pbem("backup")
    (archive,) = place.settings.backups.iterdir()
    with place.database.read() as tx:
        assert find_last_backup(tx).file == str(archive)
    config, files = read_small_files(archive)
    assert config == place.config.read_bytes() and files == {}
    extract_database(archive, place.folder / "copy")
    with Database(place.folder / "copy") as copy, copy.read() as tx:
        assert [game.tag for game in list_games(tx)] == ["e1"]
    shutil.rmtree(place.settings.backups)
