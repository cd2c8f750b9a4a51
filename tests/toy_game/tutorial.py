"""The game that the tutorial builds, read out of its page, and put into a copy of the program."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "rules_core" / "README.md"
HOMES: Final = {"rules": "rules_core/games/toy", "server": "pbem/games/toy"}
"""Where the folders beside this module lie in the copy."""
_BLOCK = re.compile(r"^```\w+\n(?:# |\{# )([\w./]+)(?: #\})?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def told() -> dict[str, str]:
    """The files that the page builds, by their paths: the blocks that name one, joined as formatted code is."""
    files: dict[str, list[str]] = {}
    for name, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        files.setdefault(name, []).append(text)
    return {name: ("\n\n" if name.endswith(".py") else "\n").join(blocks) for name, blocks in files.items()}


def kept() -> dict[str, str]:
    """The files as they lie here, where they are linted and typed like all others, by their paths in the copy."""
    here = Path(__file__).parent
    return {
        f"{home}/{path.relative_to(here / folder).as_posix()}": _at_home(path.read_text(encoding="utf-8"))
        for folder, home in HOMES.items()
        for path in sorted((here / folder).rglob("*.*"))
        if "__pycache__" not in path.parts
    }


def _at_home(text: str) -> str:
    """The text of a file with the names that modules have in the copy, by which imports are sorted."""
    for folder, home in HOMES.items():
        text = text.replace(f"toy_game.{folder}", home.replace("/", "."))
    return re.sub(
        r"(?:^from .+\n)+", lambda imports: "".join(sorted(imports[0].splitlines(True), key=_key)), text, flags=re.M
    )


def _key(line: str) -> str:
    return line.split()[1]


def copy_program(folder: Path, files: Mapping[str, str]) -> Path:
    """A copy of the program in a folder, to which nothing is added but these files."""
    folder.mkdir()
    for part in ("rules_core", "pbem", "mail_templates"):
        shutil.copytree(ROOT / part, folder / part, copy_function=os.symlink)
    for part in ("tests", "pyproject.toml", "config.example.toml"):
        (folder / part).symlink_to(ROOT / part)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in a copy of the program, with the tests at hand."""
    path = os.pathsep.join(map(str, (folder, ROOT / "tests")))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
