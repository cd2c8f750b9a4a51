"""What an operator does about people at the command line, by the guide alone; and a kill in the middle of erasing."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store import Database
from pbem.store.players.player import find_player_by_address
from server.kit import Place, kept

KILLED = """
import os, signal, sys
from pbem.cli import main
from pbem.lobby import erasing

erase_player = erasing.erase_player

def killed(*facts):
    erase_player(*facts)
    os.kill(os.getpid(), signal.SIGKILL)

erasing.erase_player = killed
main(["--config", sys.argv[1], "player", "erase", sys.argv[2], "--yes"])
"""


@pytest.fixture
def place(begun: Place, tmp_path: Path) -> Iterator[Place]:
    """A game that has just begun, to be changed."""
    with begun.copy(tmp_path) as place:
        yield place


def first_address(place: Place) -> str:
    """The address of the first player of the game."""
    (first, *_) = json.loads(place.pbem("player", "list", "--json").output)
    return str(first["address"])


def test_people_are_given_roles_blocked_merged_exported_and_erased(place: Place, tmp_path: Path) -> None:
    ada = first_address(place)
    said = place.pbem("player", "role", ada, "list-keeper").output
    assert "has the role List keeper" in said
    assert "List keeper" in place.pbem("player", "role", ada, "list-keeper", "--take").output
    never = place.pbem("player", "role", ada, "operator", "--take", status=1).output
    assert "doesn't have the role Operator" in never
    (first, *_) = json.loads(place.pbem("player", "list", "--json").output)
    twice = place.pbem("player", "add", first["name"], ada, status=1).output
    assert f"{ada} already has an account" in twice, "the address says more than the name"
    told = place.pbem("player", "block", ada, "--reason", "Insults", "--keep-seats", typed=b"n\n", status=1).output
    assert "Games that go on by their rule for late players: e1." in told and "Nothing was done." in told
    place.pbem("player", "block", ada, "--reason", "Insults", "--keep-seats", "--yes")
    assert "blocked: Insults" in place.pbem("player", "list").output
    place.pbem("player", "unblock", ada)
    place.pbem("player", "add", "Zoe", "zoe@player.test")
    place.pbem("player", "merge", "zoe@player.test", ada, "--yes")
    assert "zoe@player.test" in place.pbem("player", "list").output
    newest, *_ = json.loads(place.pbem("audit", "--json", "--player", ada).output)
    assert newest["command"] == "merge", "a line about two is found under both"
    assert "no account" in place.pbem("player", "merge", "nobody@player.test", ada, "--yes", status=1).output
    file = tmp_path / "own.zip"
    place.pbem("player", "export", ada, file)
    assert file.stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(file) as archive:
        assert "player.json" in archive.namelist()
    assert "already exists" in place.pbem("player", "export", ada, file, status=1).output
    assert "Former player 1" in place.pbem("player", "erase", ada, "--yes").output
    commands = [line["command"] for line in json.loads(place.pbem("audit", "--json").output)]
    assert commands[:7] == ["erase", "export", "merge", "add", "unblock", "block", "role"]
    place.pbem("audit", "--game", "e99", status=1)
    place.pbem("audit", "--game", "e1", "--player", ada, status=2)


def test_an_erasure_that_is_killed_has_erased_nothing(place: Place) -> None:
    ada = first_address(place)
    before = place.pbem("game", "export", "e1").output
    place.close()
    done = subprocess.run([sys.executable, "-c", KILLED, place.config, ada], check=False, capture_output=True)
    assert done.returncode == -9, done.stderr
    with Database(place.settings.database) as database, database.read() as tx:
        found = find_player_by_address(tx, ada)
        assert found is not None and found.standing == "open"
    assert place.pbem("game", "export", "e1").output == before
    assert kept(place).game.status == "playing"
    assert "Former player 1" in place.pbem("player", "erase", ada, "--yes").output
