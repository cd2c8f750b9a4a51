"""Every rule and every violation has a test.

All is read from the source texts, not counted at run time, so that it holds in whatever order, process or selection
the tests run.
"""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import rules_core
from rules_core import games
from rules_core.games import all_rules, rulebook

TESTS = Path(__file__).parent
ENGINE = Path(rules_core.__file__).parent
_BOOKS = {kind: {rule.partition("-")[0].lower() for rule in rulebook(kind)} for kind in games.kinds()}
"""The letters that the rules of each game begin with: its own, and those of games that it shares some with."""
FILES = {
    kind: f"test_{min(book, key=lambda letters: sum(letters in other for other in _BOOKS.values()))}_"
    for kind, book in _BOOKS.items()
}
"""How the files that test each game's rules begin: with the letters that fewest others have."""
KEEPING = 'see "Keeping the game" in rules_core/README.md'
VERSIONS: dict[str, int] = {}
"""The versions of games whose version has risen."""


def _trees(folder: Path, *patterns: str) -> Iterator[ast.Module]:
    paths = {path for pattern in patterns or ("**/*.py",) for path in folder.glob(pattern)}
    return (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(paths))


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


def _values(node: ast.expr, tree: ast.Module) -> set[str]:
    """The texts an expression may stand for: itself, either side of a choice, or whatever its name is assigned."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.IfExp):
        return _values(node.body, tree) | _values(node.orelse, tree)
    found: set[str] = set()
    for other in ast.walk(tree):
        if isinstance(other, ast.Assign) and any(_name(target) == _name(node) for target in other.targets):
            found |= _values(other.value, tree)
    return found


def _emitted(*modules: str) -> set[tuple[str, str]]:
    """All rules and codes that the engine, or some modules of it, can refuse an action by."""
    found: set[tuple[str, str]] = set()
    for tree in _trees(ENGINE, *modules):
        for call in _calls(tree, "violation"):
            rules, codes = (_values(argument, tree) for argument in call.args[:2])
            assert rules and codes, ast.unparse(call)
            found |= set(product(rules, codes))
    return found


def _refused(tests: str = "test_*.py") -> set[tuple[str, str]]:
    """All rules and codes that some test sees an action refused by."""
    found: set[tuple[str, str]] = set()
    for tree in _trees(TESTS, tests):
        for call in _calls(tree, "refused"):
            rules, codes = (_values(argument, tree) for argument in call.args[2:4])
            found |= set(product(rules, codes))
    return found


def _tests(*prefixes: str) -> Iterator[tuple[str, list[str]]]:
    """Every test of a rule with the rules it is marked with."""
    for path in sorted(path for prefix in prefixes or FILES.values() for path in TESTS.glob(f"{prefix}*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = [call for mark in node.decorator_list for call in _calls(mark, "rule")]
                yield f"{path.name}::{node.name}", [ast.literal_eval(mark.args[0]) for mark in marks]


@pytest.mark.parametrize("kind", FILES)
def test_every_rule_of_a_game_has_a_test_there(kind: str) -> None:
    """Those that Germany takes over from The First Rails have one in each."""
    tested = {rule for _, rules in _tests(FILES[kind]) for rule in rules}
    assert tested == set(rulebook(kind)), f"tests/rules/{FILES[kind]}*.py: {KEEPING}"


def test_every_test_of_a_rule_names_it() -> None:
    assert [test for test, rules in _tests() if not rules] == []


def test_no_two_tests_have_one_name() -> None:
    names = [test for test, _ in _tests()]
    assert len(names) == len(set(names))


def test_every_violation_is_produced_by_a_test() -> None:
    emitted = _emitted()
    assert ("FR-40", "cannot_pay") in emitted and ("FR-14", "discard_less") in emitted
    assert emitted - _refused() == set(), KEEPING


@pytest.mark.parametrize("kind", FILES)
def test_every_violation_of_a_game_is_produced_there(kind: str) -> None:
    assert _emitted(f"games/{kind}/*.py") - _refused(f"{FILES[kind]}*.py") == set(), KEEPING


def test_no_test_names_a_violation_that_cannot_happen() -> None:
    assert _refused() - _emitted() == set()


def test_every_violation_cites_a_rule() -> None:
    assert {rule for rule, _ in _emitted()} <= set(all_rules())


def test_the_version_of_a_game_rises_on_purpose() -> None:
    """Every entry of a log is stamped with it: who judges some action differently raises it, and says so here."""
    versions = {kind: games.ruleset_for(kind).version for kind in games.kinds()}
    assert versions == dict.fromkeys(versions, 1) | VERSIONS
