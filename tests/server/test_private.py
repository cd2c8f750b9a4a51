"""All that a server and its commands write belongs to its owner alone, under any umask."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from rows_kit import is_quiet

from pbem.cli.demo import Demo, write_record
from pbem.files import open_to_others
from pbem.store.accounts.sessions import add_sign_in
from pbem.store.games.game import get_game
from pbem.store.players.player import add_player
from server.kit import DOMAIN, FIRST_TURN, Penfriend, Place, await_until, open_game, run_pbem, serving, settle


@pytest.fixture(params=[0o022, 0o000], ids=["022", "000"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_what_commands_and_a_server_write_is_closed_to_others(tmp_path: Path) -> None:
    place = Place(tmp_path / "server")
    run_pbem("--config", place.config, "init")
    text = place.config.read_text()
    for of, to in (("8025", "0"), ("8080", "0"), ('domain = "localhost"', f'domain = "{DOMAIN}"')):
        assert of in text
        text = text.replace(of, to)
    place.config.write_text(text)
    with place:
        open_game(place, "Anna", "Bert")
        with serving(place) as server:
            anna = Penfriend(place, "e1", 0)
            await_until(lambda: len(anna.mailbox.new()) > 0, "the first report")
            place.database.write(lambda tx: add_sign_in(tx, "token", 1, 0, 2**50))
            server.app.test_client().get("/sign-in/token")
            assert anna.send(anna.letter(*FIRST_TURN), server.listener.port)
            await_until(lambda: is_quiet(place.database), "quiet")
            assert (place.settings.server.data_dir / "pbem.sqlite3-wal").exists()
            assert list(open_to_others(place.folder)) == []
            place.pbem("backup", place.folder / "a.db")
        place.pbem("game", "export", "e1", "-o", place.folder / "e1.json")
        place.close()
        place.pbem("restore", place.folder / "a.db")
        settle(place)
        place.pbem("doctor")
    names = {path.name for path in place.folder.rglob("*")}
    assert {"pbem.toml", "maildir", "new", "cur", "tmp", "a.db", "e1.json"} <= names
    assert {f"pbem.sqlite3{end}" for end in ("", ".old", ".gate", ".lock", ".serving", ".running")} <= names
    assert list(open_to_others(place.folder)) == []


@pytest.mark.usefixtures("umask")
def test_what_a_demonstration_writes_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "over" / "demo"
    with Demo(folder, "first_rails", 1, "heuristic", {}) as demo:
        players = demo.database.write(lambda tx: [add_player(tx, name, f"{name}@x.org", "en", 0) for name in "ab"])
        demo.server.intake.operator.open_game("Demo", players, {}, kind="first_rails")
        demo.server.sender.wake()
        await_until(lambda: is_quiet(demo.database), "quiet")
        with demo.database.read() as tx:
            record = write_record(tx, get_game(tx, 1), folder)
    assert record in folder.rglob("*") and len(list(folder.rglob("maildir/*/new/*"))) == 2
    assert list(open_to_others(folder.parent)) == []


def test_a_folder_that_was_open_is_named_and_mended(place: Place) -> None:
    data = place.settings.server.data_dir
    assert list(open_to_others(place.folder)) == []
    place.config.chmod(0o640)  # root's and the server's group's, as services are set up
    data.chmod(0o755)
    (data / "maildir").chmod(0o755)
    said = place.pbem("doctor", status=1).output
    assert f"WRONG  permissions: others can read {data}, and so 2 files and folders in all" in said
    place.config.chmod(0o644)
    assert f"others can read {place.config}" in place.pbem("doctor", status=1).output
    assert "ok     permissions" in place.pbem("doctor", "--mend").output
    assert [path.stat().st_mode & 0o777 for path in (place.config, data, data / "maildir")] == [0o640, 0o700, 0o700]
