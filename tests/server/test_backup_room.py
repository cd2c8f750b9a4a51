"""Backups and restores where there is no room, or the writer is killed: whole, or nothing but a reason."""

import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from disk_kit import disk
from mail_kit import MAIL

from pbem.files import PARTIAL
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.mail.sending.transport import Failed
from pbem.store import Database
from pbem.store.games.listing import list_games
from pbem.store.players.player import add_player, find_player_by_address
from pbem.store.service.server import run_quick_check
from server.kit import PROGRAM, Place, kept, new_place, run_pbem


def test_a_full_disk_is_told_and_nothing_is_left_on_it(place: Place, tmp_path: Path) -> None:
    with disk(tmp_path / "small", 100_000) as small:
        said = place.pbem("backup", small / "a.db", status=1).output
        assert said == f"Error: There is no room for {small / 'a.db'} on its disk; nothing is written.\n"
        assert list(small.iterdir()) == []
        (small / "pbem.toml").write_text('[server]\ndata_dir = "."\n')
        before = sorted(small.iterdir())
        for command in (("init",), ("restore", place.settings.database)):
            said = run_pbem("--config", small / "pbem.toml", *command, status=1).output
            assert "There is no room for" in said
            left = {path.name for path in small.iterdir()} - {f"pbem.sqlite3.{lock}" for lock in ("serving", "running")}
            assert left == {path.name for path in before}
        with pytest.raises(OSError, match="No space"):
            (small / "filling").write_bytes(b"x" * 200_000)
        sent = MaildirTransport(small / "maildir").send(MAIL, b"x" * 4096)
        assert isinstance(sent, Failed) and sent.cause == "unreachable"
        assert not [path for path in (small / "maildir").rglob("*") if path.is_file()]
        said = place.pbem("game", "export", "e1", "-o", small / "e1.json", status=1).output
        assert "There is no room for" in said and not list(small.glob("e1*"))


def test_a_backup_goes_to_another_disk(place: Place, tmp_path: Path) -> None:
    with disk(tmp_path / "large", 10_000_000) as large:
        place.pbem("backup", large / "a.db")
        assert [path.name for path in large.iterdir()] == ["a.db"]
        place.close()
        place.pbem("restore", large / "a.db")
        assert len(kept(place).mails) == 2 * 3, "everyone is told of the restore"
    place.close()


def test_a_file_that_may_not_grow_is_told_and_nothing_is_left(place: Place) -> None:
    place.close()
    done = subprocess.run(
        [PROGRAM, "--config", place.config, "backup", place.folder / "a.db"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"{place.folder / 'a.db'}" in done.stderr and "Traceback" not in done.stderr
    assert not [path for path in place.folder.iterdir() if path.name.startswith((PARTIAL, "a.db"))]


@pytest.mark.parametrize("at", ["_copy_pages", "publish"])
def test_a_backup_that_is_killed_leaves_what_the_next_clears(place: Place, at: str) -> None:
    program = (
        "import os, sys, pbem.store.sqlite.copies as copies;"
        f"copies.{at} = lambda *_: os.kill(os.getpid(), 9);"
        "copies.copy_whole(copies.Path(sys.argv[1]), copies.Path(sys.argv[2]))"
    )
    killed = [sys.executable, "-c", program, str(place.settings.database), str(place.folder / "a.db")]
    assert subprocess.run(killed, check=False).returncode == -9
    (left,) = place.folder.glob(f"{PARTIAL}*")
    assert not (place.folder / "a.db").exists()
    place.pbem("backup", "--bare", place.folder / "b.db")
    assert not left.exists()
    with Database(place.folder / "b.db") as copy, copy.read() as tx:
        assert run_quick_check(tx) == [] and len(list_games(tx)) == 1


def test_a_link_to_nothing_is_not_followed(place: Place) -> None:
    (place.folder / "a.db").symlink_to(place.folder / "nothing")
    assert "already exists" in place.pbem("backup", place.folder / "a.db", status=1).output
    assert not (place.folder / "nothing").exists()


def test_a_restore_that_was_cut_off_is_told_and_ended_by_another(place: Place) -> None:
    database = place.settings.database
    before = kept(place)
    place.close()
    database.rename(database.with_name("pbem.sqlite3.old"))
    said = place.pbem("init", status=1).output
    assert "a restore was interrupted" in said and f"`pbem restore {database}.old`" in said
    assert not database.exists()
    place.pbem("restore", f"{database}.old")
    assert kept(place).entries[: len(before.entries)] == before.entries
    assert database.with_name("pbem.sqlite3.old").exists()


def test_a_restore_takes_what_lies_beside_the_copy(place: Place, tmp_path: Path) -> None:
    """A database that was copied while it was open has its last commits in its log."""
    place.database.write(lambda tx: add_player(tx, "Zoe", "zoe@far.test", "en", 0))
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{place.settings.database}{suffix}", f"{tmp_path}/copy{suffix}")
    place.close()
    place.database.write(lambda tx: add_player(tx, "Yan", "yan@far.test", "en", 0))
    place.close()
    place.pbem("restore", tmp_path / "copy")
    with place.database.read() as tx:
        assert find_player_by_address(tx, "zoe@far.test") and not find_player_by_address(tx, "yan@far.test")


def test_init_and_serve_refuse_what_is_no_database_of_ours(tmp_path: Path) -> None:
    place = new_place(tmp_path / "place")
    database = place.settings.database
    whole = database.read_bytes()

    def foreign() -> None:
        connection = sqlite3.connect(database)
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.close()

    spoiled: dict[str, Callable[[], object]] = {
        "is empty": database.touch,
        "cannot be read": lambda: database.write_bytes(whole[:30_000]),
        "it is not a file": database.mkdir,
        "it is a link to a file that is not there": lambda: database.symlink_to("nothing"),
        "another program's": foreign,
    }
    for why, spoil in spoiled.items():
        if database.is_dir():
            database.rmdir()
        else:
            database.unlink()
        spoil()
        for command in ("init", "serve", "serve --try", "doctor", "player list", "game list", "backup b", "lists"):
            said = place.pbem(*command.split(), status=1).output
            assert why in said and str(database) in said, command
