"""Running the tests of the rules on a copy of the rules with a change in it."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .changes import ROOT, RULES, Change

TESTS: Final = Path("tests/rules")
QUICK: Final = ("test_fr_*.py", "test_ge_*.py", "test_r2_*.py", "test_legal_lists.py")
"""The tests of single clauses, and of what is listed: nearly every change is noticed by these, in a few seconds."""
WHOLE: Final = ("test_*.py",)
"""All tests of the rules, whole games and comparisons with the oracles among them: less than a minute."""
FIRST: Final = {
    "/germany/": ("test_ge_*.py",),
    "/railroad_dice_2/": ("test_r2_*.py",),
    "/line/track.py": ("test_dead_end_search.py",),
}
"""Those that come first for the modules of one game, and for one that has tests of its own."""
_QUICK_AT_MOST: Final = 60
_WHOLE_AT_MOST: Final = 600
"""Seconds of the processor's after which tests are taken to run without end, however busy the machine is."""
_CONFTEST: Final = """
from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=200)
settings.load_profile("suite")
"""


_SOAK: Final = """
def few(values, count, several=False):
    return list(values)
"""
"""In a copy, tests take all values of their parameters, as the suite and the soak do together."""


class Copy:
    """A copy of the rules and of their tests in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / RULES, folder / RULES)
        shutil.copytree(ROOT / TESTS, folder / TESTS)
        (folder / "tests" / "conftest.py").write_text(_CONFTEST)
        (folder / "tests" / "soak.py").write_text(_SOAK)
        shutil.copy(ROOT / "pyproject.toml", folder)
        # What was compiled for a file is known by the second of its last change: each change gets one of its own.
        self._seconds = 10**9

    def notices(self, change: Change) -> bool:
        """Tell whether some test fails, or does not end, with the change in place."""
        path = self.folder / change.file
        original = path.read_text()
        try:
            self._write(path, change.text)
            return not (self._pass(_quick(change.file), _QUICK_AT_MOST) and self._pass(WHOLE, _WHOLE_AT_MOST))
        finally:
            self._write(path, original)

    def passes(self) -> bool:
        """Tell whether the tests pass on the copy as it is: else they would notice everything."""
        return self._pass(WHOLE, _WHOLE_AT_MOST)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text)
        self._seconds += 1
        os.utime(path, (self._seconds, self._seconds))

    def _pass(self, patterns: Sequence[str], most: int) -> bool:
        names = [str(path) for pattern in patterns for path in sorted((self.folder / TESTS).glob(pattern))]
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *names]
        quiet = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=quiet,
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)),
        )
        return done.returncode == 0


def _quick(file: str) -> list[str]:
    """The quick tests, those of the file's own game or its own alone first."""
    first = next((patterns for part, patterns in FIRST.items() if part in file), ())
    return [*first, *(pattern for pattern in QUICK if pattern not in first)]
