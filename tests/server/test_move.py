"""A club that moves: from its SQLite file to PostgreSQL and back, in the middle of its games, and never to both."""

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Table

from pbem.clock import system_clock, to_ms
from pbem.store import engines, schema
from pbem.store.errors import Unfinished
from pbem.store.postgresql.transfer import PostgresqlSide
from pbem.store.service.processes import ProcessRow, drop_process, renew_process
from pbem.store.transfer import Values
from server.kit import FIRST_TURN, Forked, Penfriend, Place, at, deal_with, kept, open_game, serving


@pytest.fixture(scope="module")
def all_kinds(begun: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Games of all kinds, the first of them in the middle of a turn; to be copied."""
    place = begun.copy(tmp_path_factory.mktemp("kinds"))
    deal_with(place, Penfriend(place, "e1", 0).letter(*FIRST_TURN[:1]), 0)
    for kind in ("germany", "railroad_dice_2"):
        open_game(place, "Anna", "Bert", "Clara", kind=kind)
    place.close()
    return place


@pytest.fixture
def club(all_kinds: Place, tmp_path: Path) -> Iterator[Place]:
    """A copy of these games."""
    with all_kinds.copy(tmp_path / "club") as place:
        yield place


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a file."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}


def test_a_club_moves_to_postgresql_and_back_with_the_same_rows(club: Place, url: str, tmp_path: Path) -> None:
    file = club.settings.database
    before = contents(file)
    said = club.pbem("move", "--to", url, "--all").output
    assert "is moved to postgresql:" in said and 'write url = "postgresql:' in said
    assert "damaged" not in said and "differently" not in said
    for line in ("serve", "game list", "doctor", "upgrade", "backup", "move --to elsewhere.db"):
        assert "were moved to postgresql:" in club.pbem(*line.split(), status=1).output, line
    back = tmp_path / "back.sqlite3"
    at(club, url).pbem("move", "--to", back)
    assert contents(back) == before
    assert "were moved to" in club.pbem("game", "list", status=1).output


def test_its_games_go_on_there_and_here_again(club: Place, url: str) -> None:
    club.pbem("move", "--to", url)
    deal_with(at(club, url), Penfriend(club, "e1", 0).letter(*FIRST_TURN[1:2]), 0)
    before = kept(club).log
    file = club.settings.database
    assert "already exists" in club.pbem("move", "--to", file, status=1).output
    file.rename(club.folder / "moved-away.sqlite3")
    club.pbem("move", "--to", file)
    assert kept(at(club, "")).log == before
    with serving(club) as server:
        assert Penfriend(club, "e1", 0).send(Penfriend(club, "e1", 0).letter(*FIRST_TURN[2:]), server.listener.port)
    assert "ok     games" in club.pbem("doctor").output


def test_nobody_may_run_and_nothing_may_be_there(club: Place, url: str, tmp_path: Path) -> None:
    with serving(club):
        assert "A server is running" in club.pbem("move", "--to", url, status=1).output
    row = ProcessRow("a", "web", "far.test", 7, to_ms(system_clock()) + 20_000)
    club.database.write(lambda tx: renew_process(tx, row, to_ms(system_clock())))
    assert "web (far.test, 7); stop them first" in club.pbem("move", "--to", url, status=1).output
    club.database.write(lambda tx: drop_process(tx, "a"))
    club.close()
    club.copy(tmp_path / "other").pbem("move", "--to", url)
    assert "already exists" in club.pbem("move", "--to", url, status=1).output
    for given, why in (
        (url.replace("pbem@", "pbem:canary@"), "Others can see what is typed here"),
        ("mysql://host/x", "only SQLite files and PostgreSQL"),
        ("postgresql://pbem@127.0.0.1:1/x", "cannot be read"),
        (str(club.settings.database), "already"),
    ):
        said = club.pbem("move", "--to", given, status=1).output
        assert why in said and "canary" not in said, given
    assert "playing" in club.pbem("game", "list").output


def all_of(place: Place, folder: Path) -> Place:
    """A copy of a place."""
    place.close()
    return place.copy(folder)


def test_rows_that_are_others_there_stop_the_move(club: Place, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    insert = PostgresqlSide.insert

    def lossy(side: PostgresqlSide, table: Table, rows: Iterator[Values]) -> None:
        insert(side, table, (row for number, row in enumerate(rows) if table.name != "seat" or number))

    with monkeypatch.context() as patched:
        patched.setattr(PostgresqlSide, "insert", lossy)
        assert "Table seat could not be copied" in club.pbem("move", "--to", url, status=1).output
    with closing(sqlite3.connect(club.settings.database)) as connection:
        connection.execute("UPDATE seat SET player_id = 99 WHERE seat = 1")
        connection.commit()
    assert "Table seat could not be copied: insert or update" in club.pbem("move", "--to", url, status=1).output
    assert "e1" in club.pbem("game", "list").output


@pytest.mark.parametrize(
    ("point", "to_file"),
    [("move: rows copied", False), ("move: copied", False), ("move: marked", False), ("move: copied", True)],
)
def test_killed_anywhere_it_is_played_on_in_one_place_alone(
    club: Place, url: str, forked: Forked, point: str, to_file: bool
) -> None:
    there = url
    if to_file:
        club.pbem("move", "--to", url)
        at(club, url)
        there = str(club.folder / "there.sqlite3")
    assert forked.start(club, point, words=("move", "--to", there)).ended() == -signal.SIGKILL
    is_marked = point == "move: marked"
    assert ("were moved to" in club.pbem("game", "list", status=int(is_marked)).output) == is_marked
    if point == "move: rows copied":
        assert engines.stored_schema(there), "it has no rows, as before"
    else:
        with pytest.raises(Unfinished):
            engines.stored_schema(there)
    assert ("was begun before, and is finished now" in club.pbem("move", "--to", there).output) == is_marked
    assert "were moved to" in club.pbem("game", "list", status=1).output
    assert engines.stored_schema(there) == schema.SCHEMA
