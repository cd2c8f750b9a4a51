"""Every command explains itself, with an example that works."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from each_kit import each

from pbem.cli import main
from server.kit import Place, run_pbem

ALL_SERVERS = {"aiosmtpd", "apscheduler", "flask", "waitress"}
"""Libraries of the running server, which no other command needs."""
USED_SELDOM = {"alembic", "icalendar", "lxml", "openskill", "PIL", "py_ecc", "resvg"}
"""Libraries that are imported where they are used, by the server too."""
GAMES = {"jinja2", "pbem.adjudicator", "pbem.games", "pbem.web", "rules_core.games"}
"""What knows games, which takes as long to load as everything else."""
STARTS = {
    "--version": (
        "from click.testing import CliRunner; from pbem.cli import main\n"
        "for asked in ('--version', '--help'): assert CliRunner().invoke(main, [asked]).exit_code == 0",
        {*ALL_SERVERS, *USED_SELDOM, "pydantic", "rich", "rules_core", "sqlalchemy", "structlog", "pbem.store"},
    ),
    "commands": (
        "from pbem.cli import main\n"
        "for name in main.commands:\n"
        "    if name != 'demo': list(getattr(main.commands[name], 'commands', {}).values())",
        {*ALL_SERVERS, *USED_SELDOM},
    ),
    "serve": ("import pbem.daemon.server", USED_SELDOM),
}
"""What starts, by a program that does it, one after the other, and what may not be loaded by then."""
LOOK_AT_TEXTS = """
import json
from server.test_cli_help import COMMANDS
texts = [text for _path, command in COMMANDS for text in (command.help, command.epilog)]
texts += [option.help for _path, command in COMMANDS for option in command.params if isinstance(option, click.Option)]
print(json.dumps(texts))
"""


def walk(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from walk(below, (*path, name))


COMMANDS = list(walk(main))
LEAVES = [pytest.param(path, command, id=" ".join(path)) for path, command in COMMANDS if command.callback and path]
LEAVES = [leaf for leaf in LEAVES if not isinstance(leaf.values[1], click.Group)]
"""Commands that do something, each with its words."""


def examples_of(command: click.Command) -> list[str]:
    """What a command's help gives as examples."""
    assert command.epilog is not None
    return [example.removeprefix("Example: ") for example in command.epilog.split("\n\n")]


@each("path", [path for path, _command in COMMANDS], ids=" ".join)
def test_every_command_has_help(path: tuple[str, ...]) -> None:
    text = run_pbem(*path, "--help").output
    assert text.startswith("Usage: ")
    assert "--help" in text


@pytest.mark.parametrize(("path", "command"), LEAVES)
def test_every_example_is_one(
    path: tuple[str, ...], command: click.Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("e1.json", "letter.eml", "orders.txt", "a.tar.gz", "pbem.toml"):
        Path(name).touch()
    called: list[dict[str, object]] = []
    monkeypatch.setattr(command, "callback", lambda **given: called.append(given))
    examples = examples_of(command)
    for example in examples:
        program, *words = shlex.split(example)
        assert program == "pbem"
        assert " ".join(path) in " ".join(words)
        run_pbem(*words)
    assert len(called) == len(examples)


def test_the_commands_are_those_that_operators_rely_on() -> None:
    names = {" ".join(path) for path, _command in COMMANDS}
    assert names >= {
        *("init", "serve", "demo", "map", "backup", "restore", "upgrade", "move", "doctor"),
        *("game new", "game list", "game show", "game export"),
        *("player add", "player list", "player show", "player ranking"),
        *("orders check", "mail inject", "mail receive", "mail outbox", "mail resend", "mail write"),
        *("dice verify", "record replay", "record rejudge"),
    }


def test_no_text_bypasses_the_catalogue() -> None:
    folder = Path(__file__).parent.parent
    program = f"import click, sys; sys.path.insert(0, {str(folder)!r})\n{LOOK_AT_TEXTS}"
    environment = {**os.environ, "LC_ALL": "xx"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    texts = json.loads(said.stdout)
    assert len(texts) > 60
    assert [text for text in texts if text and not text.startswith("⟦")] == ["Show the version and exit."]


@pytest.mark.soak
def test_what_is_not_needed_is_not_loaded() -> None:
    look = "import json, sys; print(json.dumps(list(sys.modules)))"
    program = "\n".join(f"{start}\n{look}" for start, _unwanted in STARTS.values())
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    for text, (started, (_start, unwanted)) in zip(done.stdout.splitlines(), STARTS.items(), strict=True):
        loaded = set(json.loads(text))
        assert "pbem.cli.context" in loaded
        assert loaded.isdisjoint(unwanted), (started, loaded & unwanted)


def test_commands_of_the_database_load_neither_games_nor_pages(waiting: Place) -> None:
    asked = ["game list", "player list", "lists", "dispute list", "mail outbox", "letter list", "audit"]
    program = (
        "import json, sys; from click.testing import CliRunner; from pbem.cli import main\n"
        f"for asked in {asked}:\n"
        f"    done = CliRunner().invoke(main, ['--config', {str(waiting.config)!r}, *asked.split()])\n"
        "    assert done.exit_code == 0, (asked, done.output)\n"
        "print(json.dumps(list(sys.modules)))"
    )
    waiting.pbem("player", "add", "Dora", "dora@player.test")  # of which the audit log tells
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    loaded = set(json.loads(done.stdout))
    assert loaded.isdisjoint({*ALL_SERVERS, *USED_SELDOM, *GAMES, "dkim", "rich", "sqlalchemy.orm", "structlog"})
    assert len(loaded) < 600, "that each of them begins in half a second"


def test_the_list_of_all_commands_names_each_with_what_is_said_of_it() -> None:
    text = run_pbem("--help").output
    for (name, *below), _command in COMMANDS[1:]:
        assert below or re.search(rf"^  {name} +[A-Z].+\.$", text, re.MULTILINE)


@each(
    "words",
    [
        ("fly",),
        ("game", "fly"),
        ("game", "show"),
        ("game", "show", "e1", "e2"),
        ("game", "new", "Name alone"),
        ("game", "new", "Tour", "ada@player.test", "ben@player.test", "--kind", "chess"),
        ("demo", "--game", "chess"),
        ("map", "e1", "--format", "oil on canvas"),
        ("map", "e1", "--at", "0"),
        ("mail", "resend", "first"),
        ("mail", "resend", str(2**63)),
        ("mail", "inject", "nowhere.eml"),
        ("orders", "check", "nowhere.txt", "--game", "e1", "--seat", "0"),
        ("orders", "check", "-", "--game", "e1"),
        ("record", "replay", "nowhere.json"),
        ("dice", "verify"),
        ("restore", "nowhere.db"),
        ("demo", "--players", "5"),
        ("demo", "--games", "0"),
        ("player", "add", "Ada"),
        ("player", "add", "Ada", "ada@player.test", "--bot", "perfect"),
        ("doctor", "--cure"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_with_status_2(words: tuple[str, ...]) -> None:
    said = run_pbem("--config", "/nowhere/pbem.toml", *words, status=2).output
    assert said.startswith("Usage: ")
    assert "Error: " in said


def test_commands_log_no_values_of_variables_and_begin_without_the_log() -> None:
    work = (
        "import sys; from click.testing import CliRunner; from pbem.cli import main\n"
        "assert CliRunner().invoke(main, ['guide', 'host']).exit_code == 0 and 'structlog' not in sys.modules\n"
        "import structlog\n"
        "def fail(secret): 1 / 0\n"
        "try: fail('hunt' + 'er2')\n"
        "except ZeroDivisionError: structlog.get_logger().exception('a game failed')\n"
    )
    said = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, check=True)
    assert "a game failed" in said.stderr and "ZeroDivisionError" in said.stderr and not said.stdout
    assert "hunter2" not in said.stderr
