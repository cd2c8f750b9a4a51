"""A run that is bounded in time says what it did not come to, and begins elsewhere each day."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three files with a test each."""
    for name in ("a", "b", "c"):
        (tmp_path / f"test_{name}.py").write_text(f"def test_{name}() -> None: ...\n")
    return tmp_path


def said(folder: Path, *options: str) -> str:
    """What pytest says of the files."""
    command = [sys.executable, "-m", "pytest", "-p", "soak", "-p", "no:cacheprovider", "-v", *options]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(Path(__file__).parents[1])}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_what_was_not_begun_is_told_by_name(folder: Path) -> None:
    text = said(folder, "--minutes", "0")
    assert "3 tests were not begun" in text
    for name in ("a", "b", "c"):
        assert f"\ntest_{name}.py::test_{name}\n" in text


def test_files_change_their_places_in_a_circle(folder: Path) -> None:
    text = said(folder, "--minutes", "5", "--begin-with", "5")
    assert "3 passed" in text
    assert "not begun" not in text
    assert text.index("test_c.py") < text.index("test_a.py") < text.index("test_b.py")


def test_how_games_ended_is_summed_up(folder: Path) -> None:
    """Of those that were begun, once each."""
    ends = [("chess", "check", "mate", 3), ("chess", "check", "mate", 6), ("chess", None, "draw", 4)]
    text = f"def test_d(record_property) -> None:\n    record_property('ended', {ends})\n"
    (folder / "test_d.py").write_text(text)
    (folder / "test_e.py").write_text(text.replace("chess", "go"))
    summed_up = "3 games; check 2 (mate 2); ended 1 (draw 1); year 3 to 6, median 4"
    _tests, found = said(folder).split("how games ended")
    assert found.strip("= \n").startswith(f"chess: {summed_up}\ngo: {summed_up}\n")
    assert "how games ended" not in said(folder, "test_a.py")
