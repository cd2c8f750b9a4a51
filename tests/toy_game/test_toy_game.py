"""A game made by the tutorial of `rules_core/README.md` plays in a copy of the program with no other change."""

import re
from pathlib import Path

import pytest
from soak import few

from rules_core.games import kinds
from toy_game.tutorial import PAGE, copy_program, kept, run, told

INCOMPLETE = {
    "rules_core/games/toy/__init__.py": ("    actions = (ev.Roll, ev.Play, ev.EndTurn)\n", "toy: actions is missing"),
    "pbem/games/toy/__init__.py": ("    notation = NOTATION\n", "abstract method notation"),
    "pbem/games/toy/words/fr.toml": ('play = ["joue", "jouer", "pose"]\n', "fr.toml: [seat.verbs] play"),
    "pbem/games/toy/templates/lesson.html": ("", "toy cannot be presented: `templates.lesson` is missing"),
}
"""What is left out of a file, all of it where that is empty, and what the program says when it starts."""
ON_RECORDS = (("dice", "verify"), ("record", "replay"), ("record", "rejudge"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_program(tmp_path_factory.mktemp("toy") / "program", told("toy"))


def test_the_tutorial_is_the_game() -> None:
    assert told("toy") == kept("toy")


def test_engine_and_server_do_with_it_all_that_they_must(program: Path) -> None:
    checks = [f"tests/toy_game/{path.name}" for path in sorted(Path(__file__).parent.glob("*_checks.py"))]
    assert len(checks) == 5
    plugins = ("-p", "toy_game.kit", "-p", "no:cacheprovider")
    done = run(program, "-m", "pytest", "-q", "--noconftest", *plugins, *checks)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


def test_the_game_that_the_tutorial_plays_comes_to_its_end(program: Path) -> None:
    block = re.compile(r"^\.venv/bin/python - <<'END'\n(.*?)^END$", re.DOTALL | re.MULTILINE)
    (script,) = block.findall(PAGE.read_text("utf-8"))
    done = run(program, "-c", script.replace('"germany"', '"toy"'))
    assert "Score(" in done.stdout, done.stderr


def judged_demo(program: Path, folder: Path, *options: str) -> str:
    """What a demo prints, and what commands say that prove, replay and judge again the records that it leaves."""
    demo = run(program, "-m", "pbem", "demo", "--game", "toy", "--folder", str(folder), *options)
    assert demo.returncode == 0, demo.stdout + demo.stderr
    records = sorted((folder / "records").glob("*.json"))
    commands = [[*words, str(record)] for record in records for words in ON_RECORDS]
    script = "from pbem.cli import main\nfor words in {}: assert not main(words, standalone_mode=False), words"
    judged = run(program, "-c", script.format(commands))
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert judged.stdout.count("judged again without a difference") == len(records)
    return demo.stdout + judged.stdout


@pytest.mark.soak
def test_the_demo_plays_it_by_real_letters(program: Path, tmp_path: Path) -> None:
    assert "points" in judged_demo(program, tmp_path / "demo", "--players", "2")


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_demos_play_it_for_each_number_of_players(program: Path, tmp_path: Path, bot: str) -> None:
    text = judged_demo(program, tmp_path / "demo", "--games", "6", "--bot", bot, "--option", "signals=wide")
    assert text.count("judged again without a difference") == 6


@pytest.mark.parametrize("name", few(INCOMPLETE, 2))
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
    assert "toy" not in kinds() and len(kinds()) > 2
