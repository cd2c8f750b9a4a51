"""The command `pbem map`: drawings of a game."""

import json
import os
import pty
import subprocess
from datetime import datetime
from pathlib import Path

import pytest
from lxml import etree

from pbem.adjudicator.history.rollback import go_back
from pbem.clock import from_ms
from pbem.store import UnitOfWork
from pbem.store.games.game import hold_game
from rules_core.kernel.log import Note
from server.kit import FIRST_TURN, PROGRAM, Penfriend, Place, address_of, deal_with, kept

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def played(begun: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A game in which the first player has played; nothing here changes it."""
    with begun.copy(tmp_path_factory.mktemp("played")) as place:
        deal_with(place, Penfriend(place, "e1", 0).letter(*FIRST_TURN), 0)
    return place


def test_a_drawing_says_which_position_it_shows(played: Place) -> None:
    tree = etree.fromstring(played.pbem("map", "e1", "--format", "svg").output)
    title, description = tree[0].text, tree[1].text
    assert title == f"e1 at Y1.2 #{kept(played).game.final_position}"
    assert description.startswith("Map of the line and the landscape. A: T1 ")


def test_what_the_last_turn_brought_is_marked(played: Place) -> None:
    found = kept(played)
    began = next(entry.position for entry in found.entries if entry.kind == "event") + 2
    drawings = [played.pbem("map", "e1", "--format", "svg", "--at", at).output for at in (began, found.game.position)]
    marks = [drawing.count('stroke-dasharray="20 12"') for drawing in drawings]
    assert marks == [0, 1]


def test_a_picture_goes_into_a_file_or_a_pipe(played: Place, tmp_path: Path) -> None:
    file = tmp_path / "e1.png"
    assert played.pbem("map", "e1", "--format", "png", "-o", file).output == ""
    assert file.read_bytes().startswith(PNG)
    assert played.pbem("map", "e1", "--format", "png").stdout_bytes == file.read_bytes()
    text = tmp_path / "e1.txt"
    played.pbem("map", "e1", "--output", text)
    assert text.read_text(encoding="utf-8") == played.pbem("map", "e1").output


def test_of_a_printed_board_the_whole_or_the_sectors_of_the_ends_are_large(begun: Place, tmp_path: Path) -> None:
    with begun.copy(tmp_path) as place:
        place.pbem("game", "new", "Von Kiel bis Ulm", address_of("Anna"), address_of("Bert"), "--kind", "germany")
        close, whole = (
            place.pbem("map", "e2", "--format", "svg", "--view", view).output for view in ("close", "whole")
        )
        assert place.pbem("map", "e2", "--format", "svg").output == close
    sectors = [{text.text for text in etree.fromstring(drawn).iter("{*}text")} for drawn in (close, whole)]
    assert "Frankfurt" in sectors[0] & sectors[1]
    assert "Kiel" in sectors[1] - sectors[0]


def test_a_picture_is_kept_from_terminals(played: Place) -> None:
    ours, theirs = pty.openpty()
    command = [str(word) for word in (PROGRAM, "--config", played.config, "map", "e1", "--format", "png")]
    try:
        done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 2
    assert "A picture cannot be shown in a terminal: name a file with -o." in done.stderr


def test_a_file_that_cannot_be_written_is_told(played: Place, tmp_path: Path) -> None:
    said = played.pbem("map", "e1", "--format", "svg", "-o", tmp_path / "nowhere" / "e1.svg", status=1).output
    assert "nowhere/e1.svg cannot be written: No such file or directory" in said


def test_a_branch_that_was_left_can_be_drawn_and_a_game_tells_how_it_went_back(played: Place, tmp_path: Path) -> None:
    with played.copy(tmp_path) as place:
        before = kept(place)
        laid = before.game.final_position
        drawn = place.pbem("map", "e1").output
        begun = next(entry.position for entry in before.entries if entry.kind == "action") - 1
        beginning = place.pbem("map", "e1", "--at", begun).output
        note, now_ms = Note("rolled back", {"by": "", "reason": "Misread."}), before.game.began_ms + 60_000
        back = place.database.write(
            lambda tx: go_back(UnitOfWork(tx, place.settings, now_ms), before.game.id, begun, note=note).position
        )
        place.database.write(lambda tx: hold_game(tx, before.game.id, now_ms))
        assert place.pbem("map", "e1", "--at", laid).output == drawn.replace(f"#{laid}", f"#{laid} (old branch)", 1)
        assert place.pbem("map", "e1", "--at", back).output == beginning.replace(f"#{begun}", f"#{back}", 1)
        assert place.pbem("map", "e1").output == place.pbem("map", "e1", "--at", back).output
        shown = place.pbem("game", "show", "e1").output
        assert f"#{back}, " in shown
        assert f"The game was rolled back to #{begun} by the operator: Misread." in shown
        assert "on hold since " in shown
        (listed,) = json.loads(place.pbem("game", "list", "--json").output)
        assert listed["deadline"] is None
        assert datetime.fromisoformat(listed["held"]) == from_ms(now_ms).replace(microsecond=0)
