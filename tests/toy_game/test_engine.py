"""A game made by the tutorial of `rules_core/README.md` is played by the engine, in which nothing else is touched."""

from pathlib import Path

import pytest

from rules_core.games import kinds
from toy_game.tutorial import copy_program, kept, run


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_program(tmp_path_factory.mktemp("toy") / "program", kept())


def test_the_engine_plays_it(program: Path) -> None:
    done = run(
        program, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", "tests/toy_game/engine_checks.py"
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "passed" in done.stdout


def test_nothing_of_it_is_known_here() -> None:
    assert kinds() == ("first_rails", "germany")
