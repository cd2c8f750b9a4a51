"""A game made by the tutorial of `rules_core/README.md` plays in a copy of the program with no other change."""

import re
from pathlib import Path

import pytest

from rules_core.games import kinds
from toy_game.tutorial import PAGE, copy_program, kept, run, told

INCOMPLETE = {
    "rules_core/games/toy/__init__.py": ("    passing=passing,\n", "'passing'"),
    "pbem/games/toy/__init__.py": ("    corrections=CORRECTIONS,\n", "'corrections'"),
    "pbem/games/toy/words/fr.toml": ('play = ["joue", "jouer", "pose"]\n', "fr.toml: [seat.verbs] play"),
    "pbem/games/toy/templates/lesson.html": ("", "toy cannot be presented: `templates.lesson` is missing"),
}
"""What is left out of a file, all of it where that is empty, and what the program says when it starts."""
ON_RECORDS = (("dice", "verify"), ("record", "replay"), ("record", "rejudge"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_program(tmp_path_factory.mktemp("toy") / "program", told())


def test_the_tutorial_is_the_game() -> None:
    assert told() == kept()


def test_engine_and_server_do_with_it_all_that_they_must(program: Path) -> None:
    checks = [f"tests/toy_game/{half}_checks.py" for half in ("engine", "server")]
    done = run(program, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", *checks)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


def test_the_game_that_the_tutorial_plays_comes_to_its_end(program: Path) -> None:
    block = re.compile(r"^\.venv/bin/python - <<'END'\n(.*?)^END$", re.DOTALL | re.MULTILINE)
    (script,) = block.findall(PAGE.read_text("utf-8"))
    done = run(program, "-c", script.replace('"germany"', '"toy"'))
    assert "Score(" in done.stdout, done.stderr


def test_the_demo_plays_it_by_real_letters(program: Path, tmp_path: Path) -> None:
    """And commands prove, replay and judge again the record that it leaves."""
    demo = ["demo", "--game", "toy", "--players", "2", "--folder", str(tmp_path / "demo")]
    commands = [demo, *([*words, str(tmp_path / "demo" / "records" / "e1.json")] for words in ON_RECORDS)]
    script = f"from pbem.cli import main\nfor words in {commands}: assert not main(words, standalone_mode=False), words"
    done = run(program, "-c", script)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "points" in done.stdout and "judged again without a difference" in done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_demos_play_it_for_each_number_of_players(program: Path, tmp_path: Path, bot: str) -> None:
    folder = ["--folder", str(tmp_path / "demo"), "--option", "signals=wide"]
    done = run(program, "-m", "pbem", "demo", "--game", "toy", "--games", "6", "--bot", bot, *folder)
    assert done.returncode == 0, done.stdout + done.stderr
    records = [str(path) for path in sorted((tmp_path / "demo" / "records").glob("*.json"))]
    assert len(records) == 6
    for words in ON_RECORDS:
        done = run(program, "-m", "pbem", *words, *(records if words[0] == "dice" else records[:1]))
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", INCOMPLETE)
def test_left_incomplete_the_program_does_not_start_and_says_why(program: Path, name: str) -> None:
    left_out, why = INCOMPLETE[name]
    file, text = program / name, (program / name).read_text("utf-8")
    assert left_out in text
    file.write_text(text.replace(left_out, ""), "utf-8")
    if not left_out:
        file.unlink()
    try:
        done = run(program, "-c", "import pbem.games")
    finally:
        file.write_text(text, "utf-8")
    assert done.returncode != 0 and why in done.stderr


def test_nothing_of_it_is_known_here() -> None:
    assert kinds() == ("first_rails", "germany")
