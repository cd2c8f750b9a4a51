"""A club on PostgreSQL is kept as one on a file is: backups, restores, upgrades."""

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from patching_kit import put_in_place
from step_kit import NEXT, NOW, next_version

from pbem.clock import system_clock, to_ms
from pbem.store import Database, SchemaTooNew, engines, schema
from pbem.store.service.processes import ProcessRow, drop_process, renew_process
from pbem.store.service.server import put_meta
from pbem.store.upgrades import copies_before
from server.kit import FIRST_TURN, Forked, Penfriend, Place, at, deal_with, kept, run_pbem, serving


def test_a_backup_is_made_while_it_runs_and_put_back_on_either_engine(moved: Place, tmp_path: Path) -> None:
    archive, bare = tmp_path / "a.tar.gz", tmp_path / "bare.sqlite3"
    with serving(moved):
        assert "The backup is made" in moved.pbem("backup", archive).output
        assert "A server is running" in moved.pbem("restore", archive, status=1).output
    moved.pbem("backup", "--bare", bare)
    before = kept(moved)
    deal_with(moved, Penfriend(moved, "e1", 0).letter(*FIRST_TURN[:1]), 0)
    said = moved.pbem("restore", archive).output
    assert f"the one before is {moved.settings.database}.old" in said and "with new dice" in said
    after = kept(moved)
    assert after.game.epoch == 1 and after.log[: len(before.log)] == before.log
    with serving(moved):
        pass
    there = tmp_path / "there"
    there.mkdir()
    (there / "pbem.toml").write_text('[server]\ndata_dir = "var"\n')
    run_pbem("--config", there / "pbem.toml", "restore", bare)
    assert kept(Place(there)).game.epoch == 1
    run_pbem("--config", there / "pbem.toml", "restore", f"{moved.settings.database}.old")
    assert len(kept(Place(there)).log) > len(before.log), "what was put out of service can come back"


def test_a_restore_that_is_killed_leaves_what_was_there(moved: Place, forked: Forked, tmp_path: Path) -> None:
    moved.pbem("backup", tmp_path / "a.tar.gz")
    deal_with(moved, Penfriend(moved, "e1", 0).letter(*FIRST_TURN[:1]), 0)
    before = kept(moved)
    second = 2  # after the copy of what is there
    killed = forked.start(moved, "move: rows copied", second, words=("restore", str(tmp_path / "a.tar.gz"))).ended()
    assert killed == -signal.SIGKILL and kept(moved) == before


def test_what_pg_restore_put_back_gets_new_dice(moved: Place) -> None:
    assert "is back in service" in moved.pbem("restore", "--here").output
    assert kept(moved).game.epoch == 1
    with serving(moved):
        assert "A server is running" in moved.pbem("restore", "--here", status=1).output


def test_a_file_that_was_moved_away_comes_back_with_new_dice_alone(moved: Place) -> None:
    file = moved.settings.database
    at(moved, "").pbem("restore", file)
    assert kept(moved).game.epoch == 1
    with serving(moved):
        pass


def test_an_upgrade_keeps_a_copy_and_processes_of_before_write_no_more(moved: Place, url: str, tmp_path: Path) -> None:
    before, file = kept(moved), moved.settings.database
    moved.close()
    with Database(url) as old, next_version(tmp_path / "steps"):
        said = moved.pbem("game", "list", status=1).output
        assert f"schema {NOW}; this one has {NEXT}" in said and "`pbem upgrade` brings it up to date" in said
        row = ProcessRow("a", "web", "far.test", 7, to_ms(system_clock()) + 20_000)
        old.write(lambda tx: renew_process(tx, row, to_ms(system_clock())))
        assert "web (far.test, 7); stop them first" in moved.pbem("upgrade", status=1).output
        old.write(lambda tx: drop_process(tx, "a"))
        assert f"kept as pbem.sqlite3.before-{NEXT}" in moved.pbem("upgrade").output
        assert engines.stored_schema(url) == NEXT and kept(moved) == before
        with pytest.raises(SchemaTooNew):
            old.write(lambda tx: put_meta(tx, "canary", "1"))
        moved.close()
        assert "Nothing is lost by that" in moved.pbem("upgrade", "--back", "--yes").output
    (copy,) = copies_before(file, NEXT)
    assert engines.stored_schema(url) == engines.stored_schema(copy) == NOW and kept(moved) == before
    at(moved, "").pbem("restore", copy)
    assert kept(moved).game.epoch == 1


def taken_and_killed(take_steps: Callable[..., None], *steps: object) -> None:
    """Take the steps of an upgrade, and be killed before it is committed."""
    take_steps(*steps)
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_upgrade_that_is_killed_has_not_been(moved: Place, url: str, tmp_path: Path) -> None:
    moved.close()
    with next_version(tmp_path / "steps"):
        child = os.fork()
        if not child:
            put_in_place(schema, schema.take_steps, partial(taken_and_killed, schema.take_steps))
            moved.pbem("upgrade", "--no-copy")
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        assert engines.stored_schema(url) == NOW
        assert f"is brought to schema {NEXT}" in moved.pbem("upgrade", "--no-copy").output
