"""`pbem serve --try`: what `make run` shows a newcomer, who has read nothing but its words."""

import re
import shlex
import sys
import urllib.request
from pathlib import Path

import pytest

from pbem.cli.demo import free_port
from pbem.cli.mail import local_letters
from pbem.cli.tryout import command_of
from pbem.games.presentation import presented
from pbem.store.games.game import GameFacts, update_game_facts
from pbem.store.games.listing import list_games
from pbem.store.games.seats import list_seats
from pbem.store.players.player import list_players
from rules_core.games import kinds
from server.kit import PATIENCE, Forked, kept, new_place


def test_a_newcomer_finds_a_game_in_progress_and_plays_a_turn(
    tmp_path: Path, forked: Forked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_letters, "PATIENCE_SECONDS", PATIENCE)
    with new_place(tmp_path, web_port=free_port(), smtp_port=free_port()) as place:
        text = forked.start(place, words=("serve", "--try")).described("what was played stays")
        before = kept(place)
        assert before.game.year >= 3
        tags = [f"e{number}" for number in range(1, 1 + len(kinds()))]
        others = [kept(place, tag).game for tag in tags[1:]]
        assert [before.game.kind, *(game.kind for game in others)] == [game.kind for game in presented()]
        assert all(game.active_seat == 0 and game.year >= 3 for game in others)
        with place.database.read() as tx:
            names = [seat.name for seat in list_seats(tx, 1)]
        assert before.game.active_seat == names.index("Guest")
        assert f"Y{before.game.year}.{before.game.turn}" in place.pbem("game", "show", "e1").output

        page = re.search(r"signed in as you: +(\S+)", text)
        assert page is not None
        with urllib.request.urlopen(page[1], timeout=60) as response:
            assert response.status == 200

        turn = re.search(r"turn by email: +(.+)", text)
        assert turn is not None
        _program, *words = shlex.split(turn[1])
        assert words[:2] == ["--config", str(place.config)]
        said = place.pbem(*words[2:]).output
        assert "Your orders were carried out." in said
        assert kept(place).game.position > before.game.position
        maildir = re.search(r"emails are in: +(.+)", text)
        assert maildir is not None
        assert maildir[1] in said
        for tag in tags[1:]:
            assert "Your orders were carried out." in place.pbem("mail", "write", tag).output
        assert forked.terminate() == 0

        again = forked.start(place, words=("serve", "--try")).described("what was played stays")
        assert "mail write e1" in again
        assert forked.terminate() == 0
        with place.database.read() as tx:
            playing = [game.kind for game in list_games(tx) if game.status == "playing"]
            assert len(playing) == len(set(playing)), "another is opened only where one has ended"
            assert len(list_players(tx)) == 3

        over = GameFacts("over", 9, 1, None, 0, None, None, 0, *[kept(place).game.position] * 2)
        place.database.write(lambda tx: update_game_facts(tx, 1, over))
        again = forked.start(place, words=("serve", "--try")).described("what was played stays")
        assert all(f"mail write {tag}" in again for tag in (f"e{len(tags) + 1}", *tags[1:]))
        assert forked.terminate() == 0


def test_the_program_is_called_again_as_it_was_called() -> None:
    assert command_of("/usr/local/bin/pbem") == ["/usr/local/bin/pbem"]
    assert command_of("/srv/pbem/__main__.py") == [sys.executable, "-m", "pbem"]
