"""A disk that is full or read-only is called so, wherever it shows, and what is asked for can be asked for again."""

import errno
import shutil
import smtplib
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from disk_kit import disk, make_read_only
from rows_kit import is_quiet
from structlog.testing import capture_logs
from web_kit import Browser

from pbem.archive import extract_database
from pbem.daemon.poll_loop import PollLoop
from pbem.store import Database
from pbem.store.accounts.sessions import add_sign_in
from pbem.store.sqlite.copies import quick_check
from server.kit import DOMAIN, FIRST_TURN, PATIENCE, Penfriend, Place, await_until, kept, serving


def fill(folder: Path) -> Path:
    """Leave no byte on a disk."""
    filling = folder / "filling"
    with filling.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    return filling


def test_a_running_server_says_that_its_disk_is_full_and_goes_on_when_it_is_not(begun: Place, tmp_path: Path) -> None:
    with disk(tmp_path / "small", 3_000_000) as small, begun.copy(small) as place, serving(place) as server:
        anna = Penfriend(place, "e1", 0)
        raw, browser = anna.letter(*FIRST_TURN), Browser(server.app)
        place.database.write(lambda tx: add_sign_in(tx, "token", 1, 0, 2**50))
        filling = fill(small)
        with smtplib.SMTP("127.0.0.1", server.listener.port, "mta.player.test", timeout=PATIENCE) as door:
            with pytest.raises(smtplib.SMTPDataError) as refused:
                door.sendmail(anna.contact.address, f"{anna.contact.token}@{DOMAIN}", raw)
            assert (refused.value.smtp_code, refused.value.smtp_error[:5]) == (452, b"4.3.1")
        with pytest.raises(OSError, match="No space"):
            for number in range(1000):  # what is left in the database's log is used up
                place.database.write(
                    partial(add_sign_in, token=str(number), player_id=1, created_ms=0, expires_ms=2**50)
                )
        browser.open("/sign-in/token")
        page = browser.press("Sign in", form="/sign-in/")
        assert page.status_code == 503 and "disk is full, or cannot be written." in page.text
        said = place.pbem("player", "add", "Zoe", "zoe@far.test", status=1).output
        assert said == f"Error: {place.settings.database}: No space left on device\n"
        assert "No space left on device" in place.pbem("mail", "receive", typed=raw, status=75).output
        assert browser.open("/games/e1").status_code == 200, "what is only read can be read"
        filling.unlink()
        assert anna.send(raw, server.listener.port)
        await_until(lambda: is_quiet(place.database), "quiet")
        assert kept(place).letters == {"done": 1}


def test_a_disk_that_cannot_be_written_is_called_so(begun: Place, tmp_path: Path) -> None:
    with disk(tmp_path / "small", 3_000_000) as small:
        place = begun.copy(small)
        make_read_only(small)
        for line in ("game list", "doctor", "serve", "backup"):
            said = place.pbem(*line.split(), status=1).output
            assert "ead-only" in said and "unable to open" not in said, (line, said)
        with pytest.raises(OSError, match="Read-only file system"):
            Database(place.settings.database)


@pytest.mark.parametrize("log", [True, False], ids=["killed", "ended"])
def test_a_disk_that_cannot_be_written_any_more_can_be_rescued_from(begun: Place, tmp_path: Path, log: bool) -> None:
    with disk(tmp_path / "small", 3_000_000) as small:
        place, bare = begun.copy(small), tmp_path / "bare.sqlite3"
        with closing(sqlite3.connect(place.settings.database)) as connection:
            connection.execute("UPDATE player SET name = 'Rescued' WHERE id = 1")
            connection.commit()
            lines = place.settings.database.with_name("pbem.sqlite3-wal").read_bytes()
        if log:  # as a server that was killed leaves it
            shutil.copy(begun.settings.database, place.settings.database)
            place.settings.database.with_name("pbem.sqlite3-wal").write_bytes(lines)
        make_read_only(small)
        place.pbem("backup", tmp_path / "a.tar.gz")
        place.pbem("backup", "--bare", bare)
        extract_database(tmp_path / "a.tar.gz", tmp_path / "packed.sqlite3")
        assert not quick_check(bare)
        for copy in (bare, tmp_path / "packed.sqlite3"):
            with closing(sqlite3.connect(copy)) as connection:
                assert connection.execute("SELECT name FROM player WHERE id = 1").fetchone() == ("Rescued",)


class _Failing(PollLoop):
    """A loop whose first rounds fail."""

    def __init__(self) -> None:
        super().__init__("sender", 0.001)
        self.rounds = 0

    def round(self) -> bool:
        """Fail six times."""
        self.rounds += 1
        if self.rounds <= 6:
            raise OSError(errno.ENOSPC, "No space left on device", "pbem.sqlite3")
        return False


def test_a_loop_says_once_that_the_disk_is_full_and_once_that_it_is_not() -> None:
    loop = _Failing()
    with capture_logs() as logs:
        begun = time.monotonic()
        loop.start()
        await_until(lambda: loop.rounds > 7, "a good round")
        loop.stop()
    assert time.monotonic() - begun > 0.001 * (2 + 4 + 8 + 16 + 32 + 64), "each pause is longer"
    first, last = logs
    assert first["reason"] == "the disk is full: pbem.sqlite3" and not first.get("exc_info")
    assert (first["event"], last["event"]) == ("a round failed", "a round failed, and is over")
    assert last["failures"] == 6
