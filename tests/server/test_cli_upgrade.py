"""Commands and a database of another schema: who migrates it, who refuses it, and how it goes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from step_kit import NEXT, NOW, next_version

from pbem.store.engines import stored_schema
from pbem.store.upgrades import copies_before
from server.kit import FIRST_TURN, Penfriend, Place, deal_with, kept, run_pbem, serving

BEFORE = f"{int(NOW) - 1:04}"


@pytest.fixture
def upgraded(place: Place, tmp_path: Path) -> Iterator[Place]:
    """The game that has begun, at the version to come, which has not touched its database yet."""
    place.close()
    with next_version(tmp_path / "steps"):
        yield place
        place.close()


def test_commands_refuse_an_older_schema_and_leave_it_alone(upgraded: Place) -> None:
    database, copy = upgraded.settings.database, upgraded.folder / "a.db"
    before = database.read_bytes()
    for line in ("game list", "player list", "lists", "letter list", "mail outbox", "dispute list", "game show e1"):
        said = upgraded.pbem(*line.split(), status=1).output
        assert f"schema {NOW}; this one has {NEXT}" in said and "`pbem upgrade` brings it up to date" in said, line
    assert "brings it up to date" in upgraded.pbem("mail", "receive", typed=b"To: x\n\nHello\n", status=75).output
    said = upgraded.pbem("doctor", status=1).output
    assert f"WRONG  schema: {database} has schema {NOW}" in said and "run `pbem upgrade`" in said
    assert "ok     database" in said and "ok     service" in said
    upgraded.pbem("backup", "--bare", copy)
    assert "1 game is judged again without a difference" in upgraded.pbem("record", "rejudge", "--running").output
    upgraded.pbem("backup", upgraded.folder / "a.tar.gz")
    assert database.read_bytes() == before
    assert stored_schema(copy) == NOW
    upgraded.pbem("restore", upgraded.folder / "a.tar.gz")
    assert kept(upgraded).game.epoch == 1 and stored_schema(database) == NEXT


def test_an_upgrade_says_what_it_does_and_a_server_upgrades_first(upgraded: Place, tmp_path: Path) -> None:
    other = upgraded.copy(tmp_path / "other")
    database = upgraded.settings.database
    said = upgraded.pbem("upgrade").output
    assert said == f"{database} is brought to schema {NEXT}; as it was, it is kept as pbem.sqlite3.before-{NEXT}.\n"
    assert "is up to date" in upgraded.pbem("upgrade").output
    with serving(upgraded):
        assert "A server is running" in upgraded.pbem("upgrade", "--back", "--yes", status=1).output
    text = other.config.read_text().replace("listen_port = 0", 'listen_host = "192.0.2.1"')
    other.config.write_text(text)  # an address that is not this machine's, so that it ends by itself
    assert f"is brought to schema {NEXT}" in other.pbem("serve", status=1).output
    assert stored_schema(copies_before(other.settings.database, NEXT)[0]) == NOW


def test_one_command_goes_back_with_what_was_played(upgraded: Place) -> None:
    database = upgraded.settings.database
    assert "is no schema from before" in upgraded.pbem("upgrade", "--back", "--to", "x", status=1).output
    assert f"{NOW} back to {BEFORE}, with" in upgraded.pbem("upgrade", "--back", typed=b"n\n", status=1).output
    said = upgraded.pbem("upgrade", "--back", "--to", NEXT, status=1).output
    assert f"{NEXT} is no schema from before {NOW}. These are: 0026, " in said and f"{BEFORE}.\n" in said
    upgraded.pbem("upgrade")
    deal_with(upgraded, Penfriend(upgraded, "e1", 0).letter(*FIRST_TURN), 0)
    played = kept(upgraded).entries
    upgraded.database.write(lambda tx: tx.connection.exec_driver_sql("INSERT INTO medal VALUES (1)"))
    upgraded.close()
    said = upgraded.pbem("upgrade", "--back", typed=b"n\n", status=1).output
    assert "has no place for these, which are lost:\n  1 row of medal\n" in said and "Nothing was done" in said
    assert stored_schema(database) == NEXT
    assert f"as it was, it is kept as pbem.sqlite3.before-{NOW}" in upgraded.pbem("upgrade", "--back", "--yes").output
    assert stored_schema(database) == NOW
    upgraded.pbem("upgrade")
    assert kept(upgraded).entries == played


def test_a_copy_from_before_an_upgrade_can_be_restored_by_the_version_before(place: Place, tmp_path: Path) -> None:
    place.close()
    with next_version(tmp_path / "steps"):
        place.pbem("upgrade")
    database = place.settings.database
    assert "made by a newer version" in place.pbem("game", "list", status=1).output
    run_pbem("--config", place.config, "restore", copies_before(database, NEXT)[0])
    assert kept(place).game.epoch == 1
