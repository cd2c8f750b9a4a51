"""The games that the page `rules_core/README.md` builds: read out of it, and put into a copy of the program.

`PYTHONPATH=tests .venv/bin/python -m toy_game.tutorial` writes what the page tells into the folders beside this module,
where its code is linted and typed like all other.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
PAGE: Final = ROOT / "rules_core" / "README.md"
HOMES: Final = {
    "rules": "rules_core/games/toy",
    "server": "pbem/games/toy",
    "pig_rules": "rules_core/games/pig",
    "pig_server": "pbem/games/pig",
    "nim_rules": "rules_core/games/nim",
    "nim_server": "pbem/games/nim",
}
"""The folders here, and where they lie in the copy; no page builds Nim, whose orders have numbers."""
_BLOCK: Final = re.compile(r"^```\w+\n(?:# |\{# )([\w./]+)(?: #\})?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_KEPT_APART: Final = shutil.ignore_patterns("__pycache__")
_IMPORTS: Final = re.compile(r"(?:^from .+\n)+", re.MULTILINE)


def told(game: str) -> dict[str, str]:
    """The files of a game that the page builds, by their paths in the copy; its blocks stand as far apart as functions.

    One that begins with a space goes on with a class.
    """
    files: dict[str, str] = {}
    for name, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        between = "" if name not in files or text.startswith(" ") else "\n\n" if name.endswith(".py") else "\n"
        files[name] = files.get(name, "") + between + text
    return {name: text for name, text in files.items() if f"/games/{game}/" in name}


def shown(name: str) -> str:
    """The block of the page that begins with the name of a file."""
    blocks: dict[str, str] = dict(_BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    return blocks[name]


def kept(game: str) -> dict[str, str]:
    """The files of a game as they lie here, by their paths in the copy and with the names of modules there."""
    return {
        f"{home}/{path.relative_to(HERE / folder).as_posix()}": _renamed(path.read_text(encoding="utf-8"))
        for folder, home in HOMES.items()
        if home.endswith(f"/{game}")
        for path in sorted((HERE / folder).rglob("*.*"))
        if "__pycache__" not in path.parts
    }


def write() -> None:
    """Write what the page tells into the folders here."""
    for name, text in {**told("toy"), **told("pig")}.items():
        folder, home = next((folder, home) for folder, home in HOMES.items() if name.startswith(f"{home}/"))
        path = HERE / folder / name.removeprefix(f"{home}/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_renamed(text, here=True), encoding="utf-8")


def _renamed(text: str, *, here: bool = False) -> str:
    """A file with the names of modules in the copy in the place of those here, or the other way round."""
    for folder, home in HOMES.items():
        there, own = home.replace("/", "."), f"toy_game.{folder}"
        text = text.replace(there, own) if here else text.replace(own, there)
    return _IMPORTS.sub(lambda found: "".join(sorted(found[0].splitlines(keepends=True), key=_module)), text)


def _module(line: str) -> str:
    return line.split()[1]


def copy_program(folder: Path, files: Mapping[str, str]) -> Path:
    """A copy of the program in a folder, to which nothing is added but these files."""
    folder.mkdir()
    for part in ("rules_core", "pbem", "mail_templates"):
        shutil.copytree(ROOT / part, folder / part, copy_function=os.symlink)
    shutil.copytree(ROOT / "tests", folder / "tests", copy_function=os.symlink, ignore=_KEPT_APART)
    for part in ("pyproject.toml", "config.example.toml"):
        (folder / part).symlink_to(ROOT / part)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a copy of the program, with the tests at hand."""
    path = os.pathsep.join(map(str, (folder, folder / "tests")))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )


if __name__ == "__main__":
    write()
