"""`pbem demo`, as a newcomer runs it: whole games by real letters, which anybody can prove afterwards."""

import json
import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from email.parser import BytesHeaderParser
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.demo import Played, print_results
from rules_core.kernel.record import load
from rules_core.line.events import GameEnded
from server.kit import PROGRAM, await_until, run_pbem

LIMIT = 600
"""Seconds that a game may take on a machine that is busy with other tests."""
SEED = {"first_rails": "20", "germany": "11"}
"""Games that are over soon."""
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


def demo(folder: Path, *arguments: str, kind: str = "first_rails") -> subprocess.CompletedProcess[str]:
    """Run the demonstration in a folder."""
    game = ("--game", kind, "--games", "1", "--seed", SEED[kind], "--players", "2")
    command: Sequence[str | Path] = [PROGRAM, "demo", *game, *arguments]
    return subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=LIMIT)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, Any]]:
    """The folder of a demonstration, and what was said of its game."""
    folder = tmp_path_factory.mktemp("demo")
    said = demo(folder, "--json")
    assert said.returncode == 0, said.stderr
    assert "Game 1 of 1 is over." in said.stderr
    (played,) = json.loads(said.stdout)
    return folder / "pbem-demo", played


def record_of(folder: Path) -> Path:
    (path,) = (folder / "records").iterdir()
    return path


@pytest.mark.soak
def test_it_plays_to_a_winner(once: tuple[Path, Mapping[str, Any]]) -> None:
    folder, played = once
    ended = load(record_of(folder).read_bytes()).entries[-1].payload
    assert isinstance(ended, GameEnded)
    assert played["record"] == str(record_of(folder))
    assert played["winners"][0] in ("Ada", "Ben")


@pytest.mark.soak
def test_a_second_run_plays_the_same_game_and_leaves_the_first_alone(once: tuple[Path, Mapping[str, Any]]) -> None:
    folder, played = once
    second = demo(folder.parent)
    assert second.returncode == 0, second.stderr
    other = folder.with_name("pbem-demo-2")
    assert record_of(folder).read_bytes() == record_of(other).read_bytes()
    heads, row, *rest = second.stdout.splitlines()
    assert heads.split()[:4] == ["game", "players", "years", "emails"]
    assert row.startswith("e1    Ada, Ben")
    assert {played["winners"][0], str(played["years"]), str(played["letters"])} <= set(row.split())
    assert str(other / "maildir") in "\n".join(rest)


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A folder in which a game of Germany was played, and what was said."""
    folder = tmp_path_factory.mktemp("german")
    return folder / "pbem-demo", demo(folder, "--option", "two_starts=drawn", kind="germany")


@pytest.mark.soak
def test_germany_is_played_to_its_end_through_letters_and_mails(
    german: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    place, said = german
    assert said.returncode == 0, said.stderr
    assert said.stderr.splitlines() == ["Game 1 of 1 is over."], "and every map was drawn"
    record = load(record_of(place).read_bytes())
    assert (record.kind, record.options) == ("germany", {"two_starts": "drawn"})
    assert isinstance(record.entries[-1].payload, GameEnded)
    run_pbem("dice", "verify", record_of(place))
    run_pbem("record", "rejudge", record_of(place))


def test_a_draw_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = Played("e1", ("Ada", "Ben"), letters=9, years=3, ended="bank", winners=(), score=7)
    print_results("germany", [drawn], tmp_path, as_json=False)
    row = capsys.readouterr().out.splitlines()[1]
    assert re.split(" {2,}", row) == ["e1", "Ada, Ben", "3", "9", "nobody: a draw", "7,000", "the bank could not pay"]
    print_results("germany", [drawn], tmp_path, as_json=True)
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["winners"], found["passengers"], found["ended"]) == ([], 7, "bank")


@pytest.mark.soak
def test_its_record_is_proved_and_fails_with_one_byte_changed(
    once: tuple[Path, Mapping[str, Any]], tmp_path: Path
) -> None:
    record, changed = record_of(once[0]), tmp_path / "changed.json"
    raw = record.read_bytes()
    changed.write_bytes(raw.replace(b'"straight"', b'"straighu"', 1))
    for command in (("record", "rejudge"), ("dice", "verify"), ("record", "replay")):
        run_pbem(*command, record)
        run_pbem(*command, changed, status=1)


@pytest.mark.soak
def test_every_letter_and_every_mail_is_there(once: tuple[Path, Mapping[str, Any]]) -> None:
    folder, played = once
    with sqlite3.connect(folder / "pbem.sqlite3") as database:
        letters = database.execute("SELECT status, count(*) FROM letter GROUP BY status").fetchall()
        mails = database.execute("SELECT message_id FROM mail WHERE status = 'sent'").fetchall()
    database.close()
    assert letters == [("done", played["letters"])]
    headers = BytesHeaderParser()
    lying = [headers.parsebytes(path.read_bytes())["Message-ID"] for path in folder.glob("maildir/*/new/*")]
    assert sorted(lying) == sorted(message_id for (message_id,) in mails)
    assert len(lying) > played["letters"]


def test_interrupted_it_ends_at_once_and_leaves_a_sound_database(tmp_path: Path) -> None:
    command = [str(PROGRAM), "demo", "--games", "9", "--seed", "1", "--folder", "here"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A suite begun in the background of a script has its children ignore Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.default_int_handler),
    ) as running:
        await_until(lambda: len(list(tmp_path.glob("here/maildir/*/new/*"))) > 5, "some mails")
        running.send_signal(signal.SIGINT)
        _out, said = running.communicate(timeout=LIMIT)
    assert running.returncode == 1
    assert said.strip() == "Aborted!"
    config = tmp_path / "pbem.toml"
    config.write_text(
        '[server]\ndata_dir = "here"\n[web]\nport = 0\nhealth_port = 0\n'
        '[mail]\nlisten_port = 0\ndomain = "demo.example"\n'
    )
    config.chmod(0o600)
    run_pbem("--config", config, "doctor")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--option", "colour=red"), "colour"),
        (("--option", "extended"), "extended"),
        (("--option", "two_starts=drawn"), "first_rails takes these variants: extended=no|yes"),
        (("--game", "germany", "--option", "open=yes"), "germany takes these variants: extended=no|yes, two_starts="),
    ],
)
def test_a_game_that_cannot_be_is_refused(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    assert why in run_pbem("demo", "--folder", tmp_path / "demo", *arguments, status=1).output
