"""The server knows games by what they export: what belongs to some of them is imported by their own packages alone."""

import re
from pathlib import Path

import grimp
import pytest

from rules_core.games import kinds

OWN = ("rules_core.line", "rules_core.grid")
"""What games of one line, and games on squares, share in the engine."""
THINGS = ("bank", "break_bank", "chart", "companies", "landscape", "last_year", "screens", "shares", "stations")
"""What lies on the table in some games and not in others."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom, within functions and for types alone too."""
    return grimp.build_graph("pbem", "rules_core")


def own_packages(graph: grimp.ImportGraph) -> set[str]:
    """The packages that are one game's, or that some games share."""
    engine = graph.find_children("rules_core.games")
    named = {f"pbem.games.{kind}" for kind in kinds()}
    texts = {room for room in graph.find_children("pbem.games") if room in named or graph.find_children(room)}
    return {*OWN, *engine, *texts}


def is_in(module: str, packages: set[str]) -> bool:
    """Whether a module is one of these packages, or in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def knowing(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """The modules of the server that import what is not every game's, each with what it imports of that."""
    own = own_packages(graph)
    outside = {module for module in graph.modules if is_in(module, {"pbem"}) and not is_in(module, own)}
    found = {
        module: {other for other in graph.find_modules_directly_imported_by(module) if is_in(other, own)}
        for module in outside
    }
    return {module: others for module, others in found.items() if others}


def test_the_packages_of_games_are_found(graph: grimp.ImportGraph) -> None:
    named = {f"{room}.games.{kind}" for room in ("rules_core", "pbem") for kind in kinds()}
    assert own_packages(graph) == {*OWN, *named, "pbem.games.line", "pbem.games.simple"}


def test_what_some_games_share_is_imported_by_games_alone(graph: grimp.ImportGraph) -> None:
    assert not knowing(graph)


@pytest.mark.parametrize("kind", kinds())
def test_what_is_said_of_a_game_is_imported_by_nothing_else(graph: grimp.ImportGraph, kind: str) -> None:
    package = f"pbem.games.{kind}"
    own = {package, *graph.find_descendants(package)}
    importers = {other for module in own for other in graph.find_modules_that_directly_import(module)}
    assert not importers - own


def asking(root: Path) -> set[str]:
    """The modules and templates of the server that ask a value for something that some games have."""
    files = [path for top in ("pbem", "mail_templates") for path in (root / top).rglob("*") if path.is_file()]
    texts = {path.relative_to(root): path for path in files if path.suffix in (".py", ".html", ".txt", ".xml")}
    outside = {name: path for name, path in texts.items() if name.parts[:2] != ("pbem", "games")}
    assert len(outside) > 200
    requested = re.compile(rf"\w\.(?:{'|'.join(THINGS)})\b(?!\.html|:)")
    return {name.as_posix() for name, path in outside.items() if requested.search(path.read_text(encoding="utf-8"))}


def test_what_some_games_have_is_asked_of_no_position() -> None:
    assert not asking(Path(__file__).parents[2])
