"""A rules fix tried before it is taken into use: another version of the engine beside the one that games run on."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from simulated_kit import StoppedClock
from step_kit import next_version

import rules_core
from pbem.adjudicator.corrections import cancel
from pbem.adjudicator.history.rollback import go_back
from pbem.adjudicator.log.records import find_differences, record_of
from pbem.clock import to_ms
from pbem.i18n import catalogue
from pbem.intake import Intake
from pbem.store import UnitOfWork
from pbem.store.games.game import find_game_by_tag, get_game
from pbem.store.games.log import list_entries
from pbem.store.players.player import Bot
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold
from rules_core.kernel.log import Branches, Note
from rules_core.kernel.record import Record
from rules_core.line.actions import EndTurn
from rules_core.line.events import BonusPaid
from rules_core.line.table import Table
from server.kit import BEGINNING, Place, new_place, open_game

BOTS: Final[tuple[tuple[str, Bot], ...]] = (("Robo", "heuristic"), ("Rita", "heuristic"))
BONUS = 3
"""Dice that the bank pays for a station or a new tile by the changed rule; two by the rulebook (FR-38, FR-54)."""
TRIAL = f"""
import json, random, sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from pbem.cli import main
from pbem.clock import system_clock
from pbem.config import load
from pbem.intake import Intake
from pbem.store import Database
from rules_core.line import transition

def said(*arguments):
    with redirect_stdout(StringIO()) as text:
        try:
            main(["--config", sys.argv[1], *arguments])
        except SystemExit as exit:
            return exit.code, text.getvalue()

assert transition.BONUS == {BONUS}
settings = load(Path(sys.argv[1]))
kept = settings.database.read_bytes()
rejudged = said("record", "rejudge", "--running", "--json")
unchanged = settings.database.read_bytes() == kept
with Database(settings.database) as database:
    for _turn in range(6):
        assert Intake(database, system_clock, settings).clock.play_bot(1, random.Random(7).randrange)
print(json.dumps([rejudged, unchanged, said("doctor")]))
"""
"""What an operator does with another version: judges what is there again, then takes it into use, and plays."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Two running games, one of which went back to its second turn, and one that was cancelled; to be copied."""
    place, clock = new_place(tmp_path_factory.mktemp("played")), StoppedClock(BEGINNING)
    for kind in ("first_rails", "germany", "first_rails"):
        open_game(place, *BOTS, kind=kind, clock=clock)
    play(place, "e1", 5, clock)
    play(place, "e2", 4, clock)
    note, now_ms = Note("rolled back", {"by": "", "reason": "Misread."}), to_ms(clock())
    back = next(entry.position for entry in log(place, "e1").entries if isinstance(entry.payload, EndTurn)) + 2
    database, settings = place.database, place.settings
    database.write(lambda tx: go_back(UnitOfWork(tx, settings, now_ms), 1, back, note=note))
    database.write(
        lambda tx: cancel(UnitOfWork(tx, settings, now_ms), 3, Note("cancelled", {"by": "", "reason": "Gone."}))
    )
    play(place, "e1", 2, clock)
    place.close()
    return place


@pytest.fixture
def place(played: Place, tmp_path: Path) -> Iterator[Place]:
    """A copy of it."""
    with played.copy(tmp_path / "place") as place:
        yield place


@dataclass
class Trial:
    """Another version of the engine, tried on a server: what it told, and how the games then stood."""

    place: Place
    before: Record
    status: int
    described: dict[str, dict[str, Any]]
    unchanged: bool
    doctor: list[str]


RAISED: Final = ("    options = OPTIONS\n", "    options = OPTIONS\n    version = 2\n")
"""How a game comes to have another version."""


@pytest.fixture(scope="module")
def trial(played: Place, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    """The trial of a version by which the bank pays more for stations and tiles, in a process of its own."""
    folder = tmp_path_factory.mktemp("newer")
    engine = shutil.copytree(Path(rules_core.__file__).parent, folder / "rules_core")
    for path, old, new in (
        ("line/transition.py", "BONUS: Final = 2", f"BONUS: Final = {BONUS}"),
        ("games/first_rails/__init__.py", *RAISED),
        ("games/germany/__init__.py", *RAISED),
    ):
        text = (engine / path).read_text(encoding="utf-8")
        assert old in text
        (engine / path).write_text(text.replace(old, new), encoding="utf-8")
    with played.copy(folder / "place") as place:
        before = log(place, "e1")
        place.close()
        run = subprocess.run(
            [sys.executable, "-c", TRIAL, place.config],
            env={**os.environ, "PYTHONPATH": str(folder)},
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        (status, text), unchanged, (_, doctor) = json.loads(run.stdout)
        yield Trial(
            place, before, status, {one["name"]: one for one in json.loads(text)}, unchanged, doctor.splitlines()
        )


def play(place: Place, tag: str, turns: int, clock: StoppedClock) -> None:
    """Let the bots play some turns."""
    with place.database.read() as tx:
        game = find_game_by_tag(tx, tag)
    assert game is not None
    for _ in range(turns):
        clock.advance(timedelta(hours=1))
        Intake(place.database, clock, place.settings).clock.play_bot(game.id, random.Random(7).randrange)


def log(place: Place, tag: str) -> Record:
    """All of a game's log."""
    with place.database.read() as tx:
        game = find_game_by_tag(tx, tag)
        assert game is not None
        return record_of(tx, game, list_entries(tx, game.id))


def paid_a_bonus(record: Record) -> list[int]:
    """Where an order was given for which the bank paid a bonus, on whatever branch."""
    found, requested = [], 0
    for entry in record.entries:
        requested = entry.position if entry.action else requested
        if isinstance(entry.payload, BonusPaid) and requested not in found:
            found.append(requested)
    return found


def table_at(record: Record, position: int) -> Table:
    """What lay on the table at a position."""
    events = [entry.event for entry in Branches(record.entries).at(position) if entry.event]
    found: Table = fold(ruleset_for(record.kind), events).table
    return found


def test_games_are_judged_again_without_a_difference_by_the_rules_they_were_played_by(place: Place) -> None:
    assert place.pbem("record", "rejudge", "--running").output == "2 games are judged again without a difference.\n"
    assert place.pbem("record", "rejudge", "--all").output == "3 games are judged again without a difference.\n"
    found = json.loads(place.pbem("record", "rejudge", "--all", "--json").output)
    assert found == [
        {"name": tag, "problem": None, "version": 1, "judged_by": [1], "differences": []} for tag in ("e1", "e2", "e3")
    ]


def test_another_version_tells_which_running_games_it_would_judge_otherwise(played: Place, trial: Trial) -> None:
    assert (trial.status, set(trial.described)) == (1, {"e1", "e2"})
    assert trial.unchanged, "the database was read, and nothing else"
    for tag, one in trial.described.items():
        record = log(played, tag)
        assert [found["position"] for found in one["differences"]] == paid_a_bonus(record)
        assert (one["version"], one["judged_by"]) == (2, [1])
        for found in one["differences"]:
            table = table_at(record, found["position"])
            assert (found["year"], found["turn"], found["seat"]) == (table.year, table.turn.number, table.turn.seat)
            assert found["player"] == record.players[found["seat"]]
            assert found["sentence"] == f"by today's rules `{found['order']}` comes to something else."
            assert "2 ?" in found["logged"][0] and "3 ?" in found["today"][0]
            assert (found["rules"], found["judged_by"]) == ([], 1)
    rolled_back = next(entry.position for entry in log(played, "e1").entries if entry.rollback)
    positions = [found["position"] for found in trial.described["e1"]["differences"]]
    assert positions and positions[0] < rolled_back < positions[-1], "on the branch that was left, and on the other"


def test_running_games_are_loaded_and_go_on_under_another_version(trial: Trial) -> None:
    """A game's position is what its log tells: a rules fix changes what may be done from now on, and nothing else."""
    assert "ok     games: 3 games, all of them can be read" in trial.doctor
    before, after = trial.before.entries, log(trial.place, "e1").entries
    assert after[: len(before)] == before
    new = {entry.position for entry in after[len(before) :]}
    assert {
        entry.payload.wild for entry in after if entry.position in new and isinstance(entry.payload, BonusPaid)
    } == {BONUS}
    with trial.place.database.read() as tx:
        found = find_differences(tx, get_game(tx, 1), catalogue("en"), is_open=True)
    assert (found.version, found.others) == (1, (2,))
    assert {found.judged_by(position) for position in new} == {2}
    assert [one.position for one in found.differences] == [
        at for at in paid_a_bonus(log(trial.place, "e1")) if at in new
    ]
    said = trial.place.pbem("record", "rejudge", "--running", status=1).output
    assert said.startswith("e1: its orders were judged by version 2 of the rules; these are version 1.\n")


def test_a_difference_is_told_in_lines_that_name_the_place(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    record = log(place, "e1")
    monkeypatch.setattr("rules_core.line.transition.BONUS", BONUS)
    first, logged, today, *_rest, last = place.pbem("record", "rejudge", "--running", status=1).output.splitlines()
    position = int(first.split("position ")[1].split(",")[0])
    action = record.entries[position - record.entries[0].position].action
    assert action is not None
    player = record.players[action.seat]
    assert first.startswith(f"e1: position {position}, year {table_at(record, position).year}, turn ")
    assert f", {player}: by today's rules `" in first and first.endswith("` comes to something else.")
    assert logged.startswith("e1:   logged: ") and "2 ?" in logged
    assert today.startswith("e1:   today: ") and "3 ?" in today
    assert last.endswith("of 2 games would be judged differently, or cannot be read.")


def test_a_refusal_is_told_with_its_rule(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_core.line.turns.FRONT_LIMIT", 0)
    with place.database.read() as tx:
        found = find_differences(tx, get_game(tx, 2), catalogue("en"), is_open=True).differences
    ended = [entry.position for entry in log(place, "e2").entries if isinstance(entry.payload, EndTurn)]
    assert found and {one.position for one in found} <= set(ended)
    for one in found:
        assert (one.rules, one.today) == (("FR-14",), ())
        assert f"`{one.order}` is refused: FR-14: " in one.sentence
        assert "ends the turn" in one.logged[0]


def test_who_may_not_look_behind_screens_is_told_what_is_final_and_differs_for_sure(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A price that fell: what was named to be paid is too much, whatever lay behind the screen."""
    monkeypatch.setattr("rules_core.games.first_rails.turn.station_dues", lambda table, square: -1)
    with place.database.read() as tx:
        game = get_game(tx, 1)
        whole, public = (find_differences(tx, game, catalogue("en"), is_open=is_open) for is_open in (True, False))
        early = find_differences(tx, replace(game, final_position=40), catalogue("en"), is_open=False)
    assert public == whole
    assert {one.rules for one in whole.differences} == {("FR-50",)}
    assert early.differences == tuple(one for one in whole.differences if one.position <= 40) != whole.differences


def test_what_cannot_be_judged_is_told_beside_the_rest(place: Place) -> None:
    with closing(sqlite3.connect(place.settings.database)) as connection, connection:
        connection.execute("DROP TRIGGER entry_never_changes")
        connection.execute("UPDATE entry SET payload = '{}' WHERE game_id = 2 AND position = 9")
    said = place.pbem("record", "rejudge", "--running", status=1).output.splitlines()
    assert said[0].startswith("e2: cannot be judged: position 9: ")
    assert said[1:] == ["1 of 2 games would be judged differently, or cannot be read."]


def test_a_database_of_another_schema_is_left_as_it_is(place: Place, tmp_path: Path) -> None:
    place.close()
    before = place.settings.database.read_bytes()
    with next_version(tmp_path / "steps"):
        said = place.pbem("record", "rejudge", "--running").output
    assert "2 games are judged again without a difference" in said, "a copy is judged, which is brought up to date"
    assert place.settings.database.read_bytes() == before
    with closing(sqlite3.connect(place.settings.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
    said = place.pbem("record", "rejudge", "--running", status=1).output
    assert "was made before the first version of this program was given out. No version can read it" in said
    with closing(sqlite3.connect(place.settings.database)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0002",)


@pytest.mark.parametrize("chosen", [(), ("--running", "--all"), ("pbem.toml", "--all")], ids=" ".join)
def test_one_thing_is_judged_at_a_time(place: Place, chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place.folder)
    assert "choose --running or --all" in place.pbem("record", "rejudge", *chosen, status=2).output
