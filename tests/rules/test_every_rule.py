"""Every rule and every violation has a test.

All is read from the source texts, not counted at run time, so that it holds in whatever order, process or selection
the tests run.
"""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import rules_core
from rules_core.rulebook import RULES

TESTS = Path(__file__).parent
ENGINE = Path(rules_core.__file__).parent


def _trees(folder: Path) -> Iterator[ast.Module]:
    return (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py")))


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


def _emitted() -> set[tuple[str, str]]:
    """All rules and codes that the engine can refuse an action by."""
    found: set[tuple[str, str]] = set()
    for tree in _trees(ENGINE):
        for call in _calls(tree, "violation"):
            rules, codes = (_values(argument, tree) for argument in call.args[:2])
            assert rules and codes, ast.unparse(call)
            found |= set(product(rules, codes))
    return found


def _refused() -> set[tuple[str, str]]:
    """All rules and codes that some test sees an action refused by."""
    found: set[tuple[str, str]] = set()
    for tree in _trees(TESTS):
        for call in _calls(tree, "refused"):
            rules, codes = (_values(argument, tree) for argument in call.args[2:4])
            found |= set(product(rules, codes))
    return found


def _tests() -> Iterator[tuple[str, list[str]]]:
    """Every test of a rule with the rules it is marked with."""
    for path in sorted((*TESTS.glob("test_fr_*.py"), *TESTS.glob("test_ge_*.py"))):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = [call for mark in node.decorator_list for call in _calls(mark, "rule")]
                yield f"{path.name}::{node.name}", [ast.literal_eval(mark.args[0]) for mark in marks]


def test_every_rule_has_a_test() -> None:
    tested = {rule for _, rules in _tests() for rule in rules}
    assert tested == set(RULES)


def test_every_test_of_a_rule_names_it() -> None:
    assert [test for test, rules in _tests() if not rules] == []


def test_no_two_tests_have_one_name() -> None:
    names = [test for test, _ in _tests()]
    assert len(names) == len(set(names))


def test_every_violation_is_produced_by_a_test() -> None:
    emitted = _emitted()
    assert ("FR-40", "cannot_pay") in emitted and ("FR-14", "discard_less") in emitted
    assert emitted - _refused() == set()


def test_no_test_names_a_violation_that_cannot_happen() -> None:
    assert _refused() - _emitted() == set()


def test_every_violation_cites_a_rule() -> None:
    assert {rule for rule, _ in _emitted()} <= set(RULES)
