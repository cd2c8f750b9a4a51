"""Commands that keep a server well: backup, restore, doctor; and what is said of databases that cannot be used."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rows_kit import is_quiet

from pbem.cli.demo import free_port
from pbem.clock import system_clock, to_ms
from pbem.store import Database, Tx, put_in_place
from pbem.store.accounts.channels import ChannelEvent, ChannelRow, add_channel, set_channel
from pbem.store.accounts.sessions import add_session, list_sessions
from pbem.store.games.game import get_game
from pbem.store.games.log import find_snapshot, list_entries, put_snapshot
from pbem.store.games.statistics import RatingRow, ResultRow, list_ratings, list_results, put_ratings, put_results
from pbem.store.mail.inbox import MAX_ATTEMPTS, fail_letter, store_letter
from pbem.store.mail.outbox import mark_failed
from pbem.store.service.server import put_beat
from pbem.store.tables import NEW
from server.kit import (
    FIRST_TURN,
    Penfriend,
    Place,
    await_until,
    deal_with,
    kept,
    new_place,
    open_game,
    run_pbem,
    serving,
    settle,
)


def names_in(place: Place) -> set[str]:
    """What lies beside the database, but for what SQLite and locks leave."""
    return {path.name for path in place.settings.server.data_dir.iterdir() if "sqlite3" in path.name}


def test_a_backup_is_written_while_the_server_runs_and_can_be_restored(place: Place) -> None:
    anna, copy = Penfriend(place, "e1", 0), place.folder / "a.db"
    with serving(place) as server:
        assert anna.send(anna.letter(*FIRST_TURN), server.listener.port)
        await_until(lambda: is_quiet(place.database), "quiet")
        assert str(copy) in place.pbem("backup", copy).output
        assert "is running" in place.pbem("restore", copy, status=1).output
    assert copy.stat().st_mode & 0o777 == 0o600
    saved = kept(place)
    deal_with(place, Penfriend(place, "e1", 1).letter("roll 1?"), 1)
    later = kept(place)
    assert later.game.position > saved.game.position
    place.close()

    assert "is restored" in place.pbem("restore", copy).output
    restored = kept(place)
    assert restored.entries[: len(saved.entries)] == saved.entries
    assert (restored.state, restored.letters, restored.game.epoch) == (saved.state, saved.letters, 1)
    place.pbem("doctor")
    database = place.settings.database
    with Database(database.with_name(f"{database.name}.old")) as old, old.read() as tx:
        assert get_game(tx, 1) == later.game
    place.close()
    old_files = {f"{database.name}{suffix}" for suffix in (".old", ".old.gate", ".old.lock")}
    beside = ("", ".gate", ".lock", ".serving", ".running", ".served")
    assert names_in(place) - old_files <= {f"{database.name}{suffix}" for suffix in beside}


def test_a_backup_is_restored_where_nothing_is(place: Place, tmp_path: Path) -> None:
    copy = place.folder / "a.db"
    place.database.write(partial(add_session, token="t", player_id=1, agent="", now_ms=9))
    place.pbem("backup", copy)
    config = tmp_path / "elsewhere" / "pbem.toml"
    config.parent.mkdir()
    config.write_bytes(place.config.read_bytes())
    run_pbem("--config", config, "restore", copy)
    assert "Whitsun" in run_pbem("--config", config, "game", "list").output
    with Database(Place(config.parent).settings.database) as database, database.read() as tx:
        assert list_sessions(tx, 1, 0) == [], "what was ended after the backup must not begin once more"


def test_a_copy_that_was_put_in_place_by_hand_is_known(place: Place) -> None:
    copy = place.folder / "a.db"
    place.pbem("backup", "--bare", copy)
    settle(place)
    place.close()
    database = place.settings.database
    shutil.copyfile(copy, database)
    for words in (("serve",), ("doctor",), ("game", "list"), ("mail", "outbox")):
        said = place.pbem(*words, status=1).output
        assert f"Run `pbem restore {database}`" in said
    place.pbem("restore", database)
    assert kept(place).game.epoch == 1
    place.close()
    place.pbem("game", "list")
    settle(place)
    place.close()
    shutil.copyfile(copy, database)
    place.pbem("game", "list", status=1)


def test_another_database_than_was_served_is_known_and_a_new_one_is_none(place: Place, tmp_path: Path) -> None:
    settle(place)
    place.close()
    other = new_place(tmp_path / "other")
    settle(other)
    other.close()
    database = place.settings.database
    shutil.copyfile(other.settings.database, database)
    assert "is not the database that was last in service here" in place.pbem("game", "list", status=1).output
    database.unlink()
    place.pbem("init")
    assert place.pbem("game", "list").output


def test_a_copy_that_was_put_in_place_on_another_machine_is_known(place: Place, tmp_path: Path) -> None:
    place.database.write(lambda tx: [put_beat(tx, to_ms(system_clock())) for _minute in range(2)])
    config = tmp_path / "elsewhere" / "pbem.toml"
    other = config.parent / "var" / "pbem.sqlite3"
    other.parent.mkdir(parents=True)
    config.write_bytes(place.config.read_bytes())
    place.pbem("backup", "--bare", other)
    for words in (("serve",), ("game", "list")):
        assert f"Run `pbem restore {other}`" in run_pbem("--config", config, *words, status=1).output
    run_pbem("--config", config, "restore", other)
    run_pbem("--config", config, "game", "list")
    assert kept(Place(config.parent)).game.epoch == 1


def test_a_mark_that_cannot_be_read_is_none(place: Place) -> None:
    mark = place.settings.database.with_name(f"{place.settings.database.name}.served")
    place.database.write(lambda tx: put_beat(tx, to_ms(system_clock())))
    place.pbem("game", "list")  # as it is where a server is killed after its first beat
    place.database.write(lambda tx: put_beat(tx, to_ms(system_clock())))
    for text in ("", "[]", "{}", '{"database": 1, "beat": "x"}', "\x00"):
        mark.write_text(text)
        assert "(or the file pbem.sqlite3.served beside it is lost)" in place.pbem("game", "list", status=1).output


@pytest.mark.parametrize("step", range(1, 8))
def test_a_restore_that_is_killed_leaves_one_of_the_two_whole(
    place: Place, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Wherever it ends, a database is in place, and the one before is there or is kept; done again it succeeds."""
    copy, database = place.folder / "a.db", place.settings.database
    place.pbem("backup", "--bare", copy)
    deal_with(place, Penfriend(place, "e1", 0).letter(*FIRST_TURN), 0)
    newest = kept(place)
    place.close()
    steps = count(1)

    def counted(do: Callable[..., Any]) -> Callable[..., Any]:
        def or_die(*arguments: Any, **named: Any) -> Any:
            if next(steps) == step:
                raise Killed
            return do(*arguments, **named)

        return or_die

    with monkeypatch.context() as patched:
        patched.setattr("pbem.store.database.os.link", counted(os.link))
        for name in ("unlink", "replace"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        with pytest.raises(Killed):
            put_in_place(database, shutil.copyfile(copy, place.folder / "new"))
    found = kept(place)
    place.close()
    if found != newest:
        kept_one = database.with_name(f"{database.name}.old")
        with Database(kept_one) as old, old.read() as tx:
            assert list_entries(tx, 1) == newest.entries
    place.pbem("restore", copy)
    assert kept(place).game.epoch == 1


def test_a_restore_that_is_killed_before_the_copy_is_in_place_has_told_nobody(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that follows from a restore is done in the copy: a game without new dice is never in place."""
    copy = place.folder / "a.db"
    place.pbem("backup", copy)
    before = kept(place)
    place.close()

    def die(*_paths: Path) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr("pbem.cli.backups.put_in_place", die)
        place.pbem("restore", copy)
    assert kept(place) == before
    place.close()
    place.pbem("restore", copy)
    after = kept(place)
    mails = [mail for mail in after.mails if mail not in before.mails]
    assert sorted(mail.to_address for mail in mails) == [f"{name}@player.test" for name in ("anna", "bert", "clara")]
    assert after.game.epoch == 1


class Killed(BaseException):
    """Raised where the process is killed."""


def truncated(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:20_000])


def emptied(copy: Path) -> None:
    copy.write_bytes(b"")


def scribbled(copy: Path) -> None:
    copy.write_text("Dear diary, " * 1000)


def damaged(copy: Path) -> None:
    raw = bytearray(copy.read_bytes())
    raw[8192:-4096] = b"\xa5" * len(raw[8192:-4096])
    copy.write_bytes(raw)


def newer(copy: Path) -> None:
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


def foreign(copy: Path) -> None:
    copy.unlink()
    with sqlite3.connect(copy) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


@pytest.mark.parametrize("spoil", [truncated, emptied, scribbled, damaged, newer, foreign])
def test_what_is_no_backup_is_refused_and_the_database_stays(place: Place, spoil: Callable[[Path], None]) -> None:
    copy = place.folder / "a.db"
    place.pbem("backup", "--bare", copy)
    place.close()
    spoil(copy)
    before, names = place.settings.database.read_bytes(), names_in(place)
    said = place.pbem("restore", copy, status=1).output
    assert said.startswith("Error: ")
    assert str(copy) in said
    assert place.settings.database.read_bytes() == before
    assert names_in(place) - names <= {f"{place.settings.database.name}.{lock}" for lock in ("serving", "running")}
    assert len(kept(place).mails) == 3


@pytest.mark.parametrize("spoil", [truncated, scribbled, damaged, newer])
def test_a_database_that_cannot_be_used_is_told(begun: Place, tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    place = begun.copy(tmp_path)
    spoil(place.settings.database)
    said = place.pbem("doctor", status=1).output
    assert said.startswith("Error: ") or "WRONG  database" in said


def test_no_database_and_no_configuration_are_told(tmp_path: Path) -> None:
    config = tmp_path / "pbem.toml"
    for words in (("doctor",), ("serve",), ("game", "list"), ("backup", tmp_path / "a.db")):
        said = run_pbem("--config", config, *words, status=1).output
        assert said == f"Error: {config}: there is no such file\n`pbem init` makes one.\n"
    config.touch()
    assert "`pbem init` makes it" in run_pbem("--config", config, "doctor", status=1).output
    assert "`pbem init` makes it" in run_pbem("--config", config, "serve", status=1).output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[web]\ncolour = 1\n", "web.colour: there is no such key"),
        ("[web]\nport = 'high'\n", "web.port: must be a whole number"),
        ("[web\n", "is not valid TOML"),
        ("\xff", "cannot be read"),
    ],
)
def test_a_wrong_configuration_is_told_by_its_key(tmp_path: Path, text: str, why: str) -> None:
    config = tmp_path / "pbem.toml"
    config.write_bytes(text.encode("latin-1"))
    for words in (("doctor",), ("serve",), ("init",), ("player", "list")):
        said = run_pbem("--config", config, *words, status=1).output
        assert f"Error: {config}: " in said
        assert why in said


def test_files_that_the_system_refuses_are_told(place: Place) -> None:
    missing, taken = place.folder / "no" / "folder", place.folder / "taken"
    taken.write_text("mine")
    assert str(missing) in place.pbem("backup", missing, status=1).output
    assert str(missing) in place.pbem("game", "export", "e1", "-o", missing, status=1).output
    assert "already exists" in place.pbem("backup", taken, status=1).output
    assert taken.read_text() == "mine"
    assert str(taken) in run_pbem("--config", taken / "pbem.toml", "init", status=1).output


def test_the_doctor_finds_what_waits_for_the_operator(place: Place) -> None:
    well = json.loads(place.pbem("doctor", "--json").output)
    assert [row["well"] for row in well] == [True] * len(well)
    assert {row["what"]: row["finding"] for row in well}["games"] == "1 game, which can be read"
    now_ms = to_ms(system_clock())
    letter_id, _new = place.database.write(lambda tx: store_letter(tx, "token", "<1@x>", "", now_ms, b"raw"))
    for _attempt in range(MAX_ATTEMPTS):
        place.database.write(lambda tx: fail_letter(tx, letter_id, "it broke"))
    assert "WRONG  emails in" in place.pbem("doctor", status=1).output
    mail = kept(place).mails[0]
    place.database.write(lambda tx: mark_failed(tx, mail.id, "550 gone", None))
    found = json.loads(place.pbem("doctor", "--json", status=1).output)
    assert [row["what"] for row in found if not row["well"]] == ["emails in", "emails out"]


def test_the_doctor_finds_and_mends_what_was_counted_wrong(place: Place) -> None:
    never = ResultRow(1, 0, 1, "first_rails", 2, 1, 1, 40, 0)
    place.database.write(lambda tx: put_results(tx, 1, [never]))
    said = place.pbem("doctor", status=1).output
    assert "WRONG  counts: the results or rolls of e1 do not match their logs; run `pbem doctor --mend`" in said
    assert "results, rolls and ratings agree with the logs" in place.pbem("doctor", "--mend").output
    place.database.write(lambda tx: put_ratings(tx, [RatingRow(1, 1, "first_rails", 1, 1, 30.0, 8.0, 0)]))
    assert "the ratings do not match the results" in place.pbem("doctor", status=1).output
    place.pbem("doctor", "--mend")
    with place.database.read() as tx:
        assert (list_results(tx), list_ratings(tx)) == ([], [])


def test_the_doctor_counts_devices_and_webhooks_and_names_no_address(place: Place) -> None:
    assert "0 devices and webhooks; browsers accept notices only" in place.pbem("doctor").output
    events = frozenset[ChannelEvent](("turn",))

    def add(tx: Tx, number: int, failure: str) -> None:
        address = f"https://hooks.test/canary-{number}"
        row = add_channel(tx, ChannelRow(NEW, 1, "slack", "Club", address, None, None, None, events, 0))
        set_channel(tx, row.id, failure=failure)

    for number in range(3):
        place.database.write(partial(add, number=number, failure="busy" if number == 0 else ""))
    said = " ".join(place.pbem("doctor").output.split())
    assert "3 devices and webhooks; 1 fails: Its server was too busy." in said and "canary" not in said
    for number in range(3, 7):
        place.database.write(partial(add, number=number, failure="connection"))
    said = " ".join(place.pbem("doctor", status=1).output.split())
    assert "5 fail, most of them so: Its server could not be reached.; browsers" in said
    assert "can this machine connect to others by https?" in said and "canary" not in said


def test_the_doctor_looks_whether_the_authorities_of_webhooks_can_be_read(place: Place) -> None:
    place.config.write_text(place.config.read_text() + '[notifications]\nca_file = "missing.pem"\n')
    assert "missing.pem holds no certificates" in place.pbem("doctor", status=1).output


def test_the_doctor_calls_at_the_relay(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    with place.config.open("a") as file:
        file.write('relay = {host = "127.0.0.1", port = 1, tls = "none"}\n')
    said = place.pbem("doctor", status=1).output
    assert 'WRONG  email sending: the relay 127.0.0.1, port 1, tls "none": ConnectionRefusedError' in said
    assert "Check host and port of [mail.relay]" in said


def test_the_doctor_looks_at_the_certificate(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    pair = tmp_path / "pair.pem"
    with place.config.open("a") as file:
        file.write('certificate = "pair.pem"\nprivate_key = "pair.pem"\n')
    assert "emails cannot be encrypted on their way here" in place.pbem("doctor", status=1).output
    shutil.copy(Path(__file__).parents[1] / "mail" / "mail_relay.pem", pair)
    assert "pair.pem is valid for" in place.pbem("doctor").output


def test_the_doctor_asks_a_running_server_whether_it_is_well(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    assert "ok     service: no server is running" in place.pbem("doctor").output
    port = free_port()
    text = place.config.read_text().replace("health_port = 0", f"health_port = {port}")
    place.config.write_text(text)
    with Place(place.folder) as again, serving(again):
        assert f"and well at 127.0.0.1, port {port}" in place.pbem("doctor").output
        place.config.write_text(text.replace(f"health_port = {port}", f"health_port = {free_port()}"))
        assert "WRONG  service: a server is running, but" in place.pbem("doctor", status=1).output


def test_the_doctor_asks_for_the_proxy_where_there_must_be_one(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    text = place.config.read_text()
    place.config.write_text(text.replace("[web]\n", '[web]\nbase_url = "https://games.test"\n'))
    assert "trusted_proxies names none" in place.pbem("doctor", status=1).output
    named = '[web]\nbase_url = "https://games.test"\ntrusted_proxies = ["127.0.0.1"]\n'
    place.config.write_text(text.replace("[web]\n", named))
    assert "ok     proxies: trusted: 127.0.0.1/32" in place.pbem("doctor").output


def test_a_snapshot_that_differs_from_the_log_is_found(place: Place) -> None:
    with place.database.read() as tx:
        found = find_snapshot(tx, 1)
    assert found is not None
    other = type(found)(found.position, found.schema_number, found.state.replace(b'"hidden":', b'"hidden":1', 1))
    assert other.state != found.state
    place.database.write(lambda tx: put_snapshot(tx, 1, other))
    assert "the snapshot differs from the log" in place.pbem("doctor", status=1).output
    settle(place)


def test_the_doctor_looks_at_a_sample_where_there_is_much_and_says_so(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.cli.doctor.command._SAMPLE", 2)
    monkeypatch.setattr("random.randint", lambda first, _last: first)
    for number in range(3):
        open_game(place, f"Carl{number}", f"Dora{number}")
    settle(place)
    said = " ".join(place.pbem("doctor").output.split())
    assert "`pbem doctor --all` reads all of it" in said
    assert "2 games of 4 were looked at, and can be read; `pbem doctor --all` looks at all" in said
    assert "results and rolls of the games that were looked at agree with their logs" in said
    assert "names and ratings were not looked at; `pbem doctor --all` looks at them" in said
    assert "were looked at, and are as they were written" in said
    with closing(sqlite3.connect(place.settings.database)) as connection:
        connection.execute("UPDATE snapshot SET state = x'00' WHERE game_id IN (1, 4)")
        connection.execute("UPDATE mail SET crc32 = crc32 + 1 WHERE id = (SELECT max(id) FROM mail)")
        connection.commit()
    said = " ".join(place.pbem("doctor", status=1).output.split())
    assert "e1: its snapshot cannot be read" in said and "e4:" not in said and "1 row of table mail is damaged" in said
    said = " ".join(place.pbem("doctor", "--all", status=1).output.split())
    assert "e1: its snapshot cannot be read" in said and "e4: its snapshot cannot be read" in said
    assert "1 row of table mail is damaged" in said and "not looked at" not in said
    place.close()
    file = place.settings.database
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size // 2 // 4096 * 4096)
        opened.write(b"\xff" * (size // 2))
    assert "WRONG" in place.pbem("doctor", status=1).output
