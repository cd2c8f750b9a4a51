"""The doctor on a club that is on PostgreSQL, and processes whose database is away for a while."""

from pathlib import Path
from socket import gethostname
from tempfile import TemporaryDirectory

import psycopg
import pytest
from postgresql_kit import SETTINGS, make_cluster, start, stop, url_of

from pbem.clock import system_clock, to_ms
from pbem.store.service.processes import LEASE_MS, ProcessRow, renew_process
from server.kit import FIRST_TURN, Forked, Penfriend, Place, at, await_until, kept, serving

CANARY = "canary-3f9a"


def told(place: Place, what: str, *, status: int = 1) -> str:
    """What the doctor says of something, with its word before it."""
    lines = place.pbem("doctor", status=status).output.splitlines()
    return "\n".join(line for line in lines if line[7:].startswith(f"{what}: "))


def test_the_doctor_says_how_postgresql_is(moved: Place, url: str) -> None:
    assert told(moved, "durability").startswith("WRONG") and "fsync" in told(moved, "durability")
    for what in ("PostgreSQL", "connections", "rights", "transactions", "clocks", "guards", "games", "database"):
        assert told(moved, what).startswith("ok"), what
    assert "no server is running" in told(moved, "service")
    with serving(moved):
        assert "a server is running" in told(moved, "service")
    now_ms = to_ms(system_clock())
    worker = ProcessRow("one", "worker", gethostname(), 1, now_ms + LEASE_MS)
    moved.database.claim(lambda tx: renew_process(tx, worker, now_ms))
    assert told(moved, "service").startswith("ok") and "worker: they run here" in told(moved, "service")
    with psycopg.connect(url) as connection:
        connection.execute("ALTER TABLE entry DISABLE TRIGGER entry_never_goes")
        connection.execute("DROP TRIGGER audit_never_cut ON audit")
    missing = told(moved, "guards")
    assert "entry_never_goes" in missing and "audit_never_cut" in missing and "entry_never_changes" not in missing


def test_the_doctor_names_a_guard_that_is_gone_from_a_file(place: Place) -> None:
    place.database.write(lambda tx: tx.connection.exec_driver_sql("DROP TRIGGER entry_never_goes"))
    assert "entry_never_goes; `pbem restore`" in told(place, "guards")


def test_no_password_is_shown(place: Place, caplog: pytest.LogCaptureFixture, url: str) -> None:
    for address in (
        f"postgresql://pbem:{CANARY}@127.0.0.1:1/x",
        f"postgresql://pbem:{CANARY}@127.0.0.1/x?nonsense={CANARY}",
        f"postgresql://pbem:{CANARY}@127.0.0.1:port/x",
        url.replace("pbem@", f"pbem:{CANARY}@") + "x",
    ):
        at(place, address)
        for line in ("doctor", "doctor --json", "game list", "backup", "upgrade", "init", "move --to x.sqlite3"):
            assert CANARY not in place.pbem(*line.split(), status=1).output, (address, line)
    at(place, url.replace("pbem@", f"pbem:{CANARY}@"))
    for line, status in (("init", 0), ("doctor", 1), ("doctor --json", 1), ("game list", 0)):
        assert CANARY not in place.pbem(*line.split(), status=status).output, line
    assert CANARY not in caplog.text


def test_a_server_waits_for_its_database_and_goes_on_when_it_is_back(place: Place, forked: Forked) -> None:
    with TemporaryDirectory(prefix="pbem-pg-") as name:
        folder = Path(name)
        make_cluster(folder)
        start(folder, *SETTINGS)
        place.pbem("move", "--to", url_of(folder, "postgres"))
        stop(folder)
        place.config.write_text(place.config.read_text().replace('level = "error"', 'level = "warning"'))
        forked.start(at(place, url_of(folder, "postgres")))
        await_until(lambda: "waiting for the database" in (place.folder / "log").read_text(), "a word in the log")
        start(folder, *SETTINGS)
        try:
            port = forked.smtp()
            player = Penfriend(place, "e1", 0)
            letter = player.letter(*FIRST_TURN[:1])
            place.close()
            stop(folder)
            assert not player.send(letter, port), "it says so, and the sender tries again"
            start(folder, *SETTINGS)
            await_until(lambda: player.send(letter, port), "a letter taken")
            await_until(lambda: kept(place).letters.get("done", 0) == 1, "a letter dealt with")
            place.close()
            forked.terminate()
        finally:
            stop(folder)
