"""Every kind of note that the program writes has a sentence, and every sentence is of a kind that it writes."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest

import pbem
from pbem.i18n import catalogue
from pbem.reports.notes import REQUESTED, SENTENCES, Reader, notices, sentence
from rules_core.kernel import log
from rules_core.kernel.log import LogEntry, Note

Function: TypeAlias = ast.FunctionDef


@cache
def modules() -> tuple[ast.Module, ...]:
    """The modules that make notes, and those that name their kinds."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(pbem.__file__).parent.rglob("*.py"))]
    words = ("Note(", "context.note(", "import Note\n", ", Note\n")
    return tuple(ast.parse(source) for source in sources if any(word in source for word in words))


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def calls(name: str, within: ast.AST) -> list[ast.Call]:
    """Every call of what has this name."""
    found = [node for node in ast.walk(within) if isinstance(node, ast.Call)]
    return [call for call in found if isinstance(call.func, ast.Name) and call.func.id == name]


def notes_made(within: ast.AST) -> list[ast.Call]:
    """Every call that makes a note of a kind that is its first argument: also by a context's `note`."""
    found = [node for node in ast.walk(within) if isinstance(node, ast.Call)]
    return [*calls("Note", within), *(call for call in found if ast.unparse(call.func) == "context.note")]


def kinds_written() -> set[str]:
    """Every kind of note that the program may write, followed from where notes are made to where texts stand."""
    return {
        kind
        for tree in modules()
        for function in functions(tree)
        if function.name != "note"
        for call in notes_made(function)
        for kind in texts(call.args[0], function, tree, ())
    }


def texts(value: ast.expr, function: Function, tree: ast.Module, seen: tuple[ast.expr, ...]) -> set[str]:
    """Every text that an expression may give. Fails on what it cannot follow: write a note's kind more plainly then."""
    if value in seen:
        return set()
    seen = (*seen, value)

    def of_all(values: Iterable[ast.expr], place: Function = function) -> set[str]:
        return {text for one in values for text in texts(one, place, tree, seen)}

    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return of_all([one, other])
        case ast.FormattedValue(value=inner):
            return texts(inner, function, tree, seen)
        case ast.JoinedStr(values=parts):
            return {"".join(some) for some in product(*(texts(part, function, tree, seen) for part in parts))}
        case ast.Subscript(value=ast.Name(id=table)):
            return of_all(_table(table, tree))
        case ast.Call(func=ast.Name(id=name)):
            made = next(one for one in functions(tree) if one.name == name)
            return of_all((node.value for node in ast.walk(made) if isinstance(node, ast.Return) and node.value), made)
        case ast.Name(id=name):
            found = [*_assigned(name, function)]
            if name in (names := [one.arg for one in function.args.args]):
                given = _given(function.name, names.index(name), tree)
                return of_all(found) | {text for one, caller in given for text in texts(one, caller, tree, seen)}
            return of_all(found) | ({_constant(name)} if name.isupper() else set())
        case ast.Attribute(value=ast.Name(), attr=name) if name.isupper():
            return {_constant(name)}
    raise AssertionError(f"cannot follow the kind of a note: {ast.unparse(value)} in {function.name}")


def _assigned(name: str, function: Function) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets):
            yield node.value


def _given(name: str, place: int, tree: ast.Module) -> Iterator[tuple[ast.expr, Function]]:
    """What the callers of a module's own function give in a place, each with the function that calls."""
    assert name.startswith("_"), "who makes notes of kinds that other modules name is not followed"
    for function in functions(tree):
        for call in calls(name, function):
            if len(call.args) > place:
                yield call.args[place], function


def _constant(name: str) -> str:
    """The text that a constant of a module has; no other module has one of this name with another text."""
    engine = ast.parse(Path(log.__file__).read_text(encoding="utf-8"))
    nodes = [node for tree in (*modules(), engine) for node in tree.body if isinstance(node, ast.AnnAssign)]
    named = [node.value for node in nodes if isinstance(node.target, ast.Name) and node.target.id == name]
    (text,) = {value.value for value in named if isinstance(value, ast.Constant)} or {None}
    assert isinstance(text, str), f"no constant {name}"
    return text


def _table(name: str, tree: ast.Module) -> list[ast.expr]:
    """The values of a table of a module."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            assert isinstance(node.value, ast.Dict)
            return node.value.values
    raise AssertionError(f"no table {name}")


def test_every_kind_of_note_has_a_sentence_and_every_sentence_is_written() -> None:
    # What stands in place of a line that cannot be read is never written.
    assert kinds_written() - {log.LOST} == set(SENTENCES)


def test_all_ways_to_a_note_are_followed() -> None:
    assert sum(len(calls("Note", tree)) for tree in modules()) >= 8
    assert {"late", "vacant bot played", "stays for a day", "clock set back", "left late"} <= kinds_written()


READER = Reader(catalogue("en"), "UTC", ["Ada", "Ben"], seat=1)


def test_who_asked_for_something_is_not_told_of_it_once_more() -> None:
    assert set(SENTENCES) >= REQUESTED
    own, other = (LogEntry(7, seat, Note("back", {"who": "Somebody"})) for seat in (1, 0))
    assert notices([own, other], READER) == ["Somebody is back."]
    assert sentence(own, READER) == "Somebody is back."


def test_a_note_of_a_kind_from_elsewhere_is_passed_over() -> None:
    unknown = LogEntry(7, 0, Note("invented"))
    assert notices([unknown], READER) == []
    with pytest.raises(KeyError):
        sentence(unknown, READER)
