"""A dice game made by "How to add a game" (`rules_core/README.md`) is played in a copy of the program."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from rules_core.games import kinds
from toy_game.tutorial import PAGE, copy_program, kept, run, shown, told

ENGINE, SERVER = "rules_core/games/pig/__init__.py", "pbem/games/pig/__init__.py"
MOST_LINES: Final = 300
"""What a first game may be long, in two files."""
MOST_PARTS: Final = 12
"""What a first game may have to say."""
NEEDED: Final = {
    ENGINE: {
        '    kind = "pig"\n': "Pig: kind is missing",
        "    rules = MappingProxyType(rules_from(RULES))\n": "pig: rules is missing: there is no",
        "    state = PigTable\n": "pig: state is missing",
        "    actions = (RollDie, SimpleEndTurn)\n": "pig: actions is missing",
        "    folds = MappingProxyType({PotFilled: lambda table, event: replace(table, pot=event.pot)})\n": "",
        "    def moves(": "abstract method moves",
        "    def handle(": "abstract method handle",
        '    die = ("1", "2", "3", "4", "5", "6")\n': "",
    },
    SERVER: {
        "    game = game\n": "a game cannot be presented: `game` is missing",
        '    name = N_("Pig")\n': "pig cannot be presented: `name` is missing",
        "    verbs = (\n": "pig cannot be presented: `verbs` is missing",
        "    sentences = MappingProxyType({PotFilled: _pot_filled})\n": "",
    },
}
"""What a first game says, with what the program says when it starts without it; "" where a game may have none."""


ASKING: Final = (
    *("tests/engine/test_games.py", "tests/engine/test_readings.py", "tests/engine/test_new_options.py"),
    *("tests/rules/test_every_rule.py", "tests/setup/test_any_game.py", "tests/setup/test_games_presented.py"),
    *("tests/commands/test_languages.py", "tests/commands/test_help.py", "tests/web/test_feeds.py"),
    *("tests/web/test_reference.py", "tests/lobby/test_names.py", "tests/server/test_tryout.py"),
    "tests/engine/test_record.py",
)
"""The tests that ask what all games have, by files."""
_RECORDS: Final = "GAMES: Final[Mapping[str, Recipe]] = {\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_program(tmp_path_factory.mktemp("pig") / "program", told("pig") | kept("nim"))


def test_the_page_is_the_game() -> None:
    assert told("pig") == kept("pig")
    assert set(told("pig")) == {ENGINE, SERVER}
    assert sum(text.count("\n") for text in told("pig").values()) <= MOST_LINES


def test_it_says_a_dozen_things_which_the_page_lists() -> None:
    table = re.findall(r"^\| `(\w+)` \|.*?\| (?:`(\w+)`)? ?\|", PAGE.read_text("utf-8"), re.MULTILINE)
    listed = {name for row in table for name in row if name}
    needed = {re.split(r"\W+", line.strip().removeprefix("def "))[0] for file in NEEDED for line in NEEDED[file]}
    assert listed & needed == needed and len(needed) == MOST_PARTS


def test_it_is_played_by_letter_and_page(program: Path) -> None:
    plugins = ("-p", "adjudicator.conftest", "-p", "no:cacheprovider")
    done = run(
        program,
        "-m",
        "pytest",
        "-q",
        "--noconftest",
        *plugins,
        "tests/toy_game/pig_play.py",
        "tests/toy_game/nim_play.py",
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


@pytest.mark.soak
def test_what_looks_at_every_game_is_content_with_it(tmp_path: Path) -> None:
    """In a copy that keeps it as the page says: `ASKING` is what a new game would turn red."""
    program = copy_program(tmp_path / "program", told("pig"))
    rules, golden = "tests/rules/test_pi_turn.py", "tests/golden/__init__.py"
    (program / rules).write_text(shown(rules), "utf-8")
    text = (program / golden).read_text("utf-8")
    (program / golden).unlink()  # it is a link to the file of the checkout
    (program / golden).write_text(text.replace(_RECORDS, _RECORDS + shown(golden)), "utf-8")
    assert run(program, "-m", "golden", "pig").returncode == 0
    done = run(program, "-m", "pytest", "-q", "-n0", rules, *ASKING)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


NAMED: Final = [(file, line, why) for file, lines in NEEDED.items() for line, why in lines.items() if why]


def test_without_a_part_the_program_does_not_start_and_names_it(program: Path) -> None:
    """Each is left out in a process of its own, of which all run one after another."""
    for file, line, why in NAMED:
        path, text = program / file, (program / file).read_text("utf-8")
        assert line in text
        path.write_text(without(text, line), "utf-8")
        try:
            done = run(program, "-c", "import pbem.games")
        finally:
            path.write_text(text, "utf-8")
        assert done.returncode != 0 and why in done.stderr, (line, done.stderr[-800:])


def without(text: str, line: str) -> str:
    """A module without the statement of a class that begins with a line."""
    number = text[: text.index(line)].count("\n") + 1
    bodies = (node.body for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))
    (found,) = (node for body in bodies for node in body if node.lineno == number)
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: found.lineno - 1], *lines[found.end_lineno :]])


def test_nothing_of_it_is_known_here() -> None:
    assert "pig" not in kinds()
