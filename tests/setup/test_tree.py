"""What may lie in the repository, and what the engine may lean on."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP_LEVEL = {
    "Makefile",
    "LICENSE",
    "README.md",
    "config.example.toml",
    "constraints.txt",
    "mail_templates",
    "pbem",
    "pyproject.toml",
    "rules_core",
    "tests",
}
"""Besides dotfiles."""

PURE_LIBRARY = {
    "abc",
    "bisect",
    "collections",
    "collections.abc",
    "contextlib",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "textwrap",
    "types",
    "typing",
}
"""What the engine may import: no files, clock, network, threads or chance."""

DATA_LIBRARY = {"importlib.resources", "tomllib"}
DATA_MODULES = {"components.py", "rulebook.py"}
"""The two modules that read data files, once, when they are imported."""
FINDER, FINDING = Path("rules_core", "games", "__init__.py"), {"importlib", "pkgutil"}
"""The module that finds the games, and what it finds them with."""

IMPURE_BUILTINS = {"open", "input", "print", "eval", "exec", "__import__"}


def tracked(checkout: Path) -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=checkout, check=True, capture_output=True, text=True).stdout
    return [name for name in listing.split("\0") if name]


def engine_modules(checkout: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((checkout / "rules_core").rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield node.module or ""


def test_nothing_else_lies_at_the_top(checkout: Path) -> None:
    names = {name.split("/")[0] for name in tracked(checkout)}
    assert {name for name in names if not name.startswith(".")} - TOP_LEVEL == set()


def test_nothing_made_by_programs_is_tracked(checkout: Path) -> None:
    made = (".mo", ".pot", ".pyc", ".sqlite3", ".whl")
    assert [name for name in tracked(checkout) if name.endswith(made)] == []


def test_templates_of_mails_are_alone_in_their_folder(checkout: Path) -> None:
    names = [name for name in tracked(checkout) if name.startswith("mail_templates/")]
    assert {Path(name).suffix for name in names} == {".txt", ".html", ".css"}


def test_no_file_says_where_packages_come_from(checkout: Path) -> None:
    hosts = [
        ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("debian", "org"))
    ]
    for name in tracked(checkout):
        text = (checkout / name).read_bytes().decode("utf-8", "replace")
        assert not [host for host in hosts if host in text], name


def test_no_check_is_silenced_in_the_code(checkout: Path) -> None:
    marks = re.compile(r"#\s*(type:\s*ignore|noqa|pragma:\s*no|mypy:|ruff:)")
    names = [name for name in tracked(checkout) if name.endswith(".py")]
    assert [name for name in names if marks.search((checkout / name).read_text(encoding="utf-8"))] == []


def test_packages_are_pinned_exactly_and_without_addresses(checkout: Path) -> None:
    lines = (checkout / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins == sorted(pins, key=lambda pin: pin.partition("==")[0].lower())
    for pin in pins:
        assert re.fullmatch(
            r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*(; [a-z_]+ [<=>]+ \S+( and [a-z_]+ [<=>]+ \S+)*)?", pin
        ), pin


def test_every_package_asked_for_is_pinned_to_what_is_asked(checkout: Path) -> None:
    lines = (checkout / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {
        canonicalize_name(n): v.split(";")[0] for n, _, v in (line.partition("==") for line in lines if "==" in line)
    }
    data = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    extras = data["project"]["optional-dependencies"].values()
    requested = [*data["build-system"]["requires"], *data["project"]["dependencies"], *(r for e in extras for r in e)]
    for requirement in map(Requirement, requested):
        if requirement.name != "pbem":
            assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


def test_the_engine_imports_only_itself_and_the_pure_library(checkout: Path) -> None:
    for path, tree in engine_modules(checkout):
        allowed = PURE_LIBRARY | (DATA_LIBRARY if path.name in DATA_MODULES else set())
        allowed = allowed | (FINDING if path.relative_to(checkout) == FINDER else set())
        others = {name for name in imported(tree) if name.split(".")[0] != "rules_core"}
        assert others <= allowed, path.relative_to(checkout)
        assert {name.split(".")[0] for name in others} <= sys.stdlib_module_names


def test_the_engine_opens_and_prints_nothing(checkout: Path) -> None:
    for path, tree in engine_modules(checkout):
        called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        assert not called & IMPURE_BUILTINS, path.relative_to(checkout)


@pytest.mark.parametrize("script", [".ci/run", ".ci/environment", ".ci/browser", ".ci/memory"])
def test_scripts_are_bash(checkout: Path, script: str) -> None:
    subprocess.run(["bash", "-n", checkout / script], check=True)


def test_make_without_a_target_lists_the_targets(checkout: Path) -> None:
    shown = subprocess.run(["make", "--silent"], cwd=checkout, check=True, capture_output=True, text=True).stdout
    for target in ("run", "test", "season", "check", "bench", "soak", "clean"):
        assert re.search(rf"^  make {target} +\S", shown, re.MULTILINE), target
