"""A game made by the tutorial of `rules_core/README.md` plays in a copy of the program with no other change."""

import re
from pathlib import Path

import pytest

from rules_core.games import kinds
from toy_game.tutorial import PAGE, copy_program, kept, run, told


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_program(tmp_path_factory.mktemp("toy") / "program", told())


def test_the_tutorial_is_the_game() -> None:
    assert told() == kept()


def test_the_engine_plays_it(program: Path) -> None:
    checks = "tests/toy_game/engine_checks.py"
    done = run(program, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", checks)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


def test_the_game_that_the_tutorial_plays_comes_to_its_end(program: Path) -> None:
    (script,) = re.findall(
        r"^\.venv/bin/python - <<'END'\n(.*?)^END$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    for text, seen in ((script, "Standing("), (script.replace('"germany"', '"toy"'), "Score(")):
        done = run(program, "-c", text)
        assert seen in done.stdout, done.stderr


def test_nothing_of_it_is_known_here() -> None:
    assert kinds() == ("first_rails", "germany")
