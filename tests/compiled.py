"""What libraries compile, compiled once for all tests of a worker: it took two fifths of most tests.

SQLAlchemy keeps statements with each engine and Werkzeug addresses with each application, and tests have theirs each.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

_statements: Final[LRUCache[Any, Any]] = LRUCache(10_000)
_first: list[Engine] = []
"""The engine whose dialect all others share, since statements are kept by the dialect they are compiled for."""
_rules: Final[dict[tuple[str, ...], Rule]] = {}
"""Rules that were compiled, by all that they are compiled from."""
_builders: Final[dict[tuple[str, ...], Callable[..., tuple[str, str]]]] = {}
"""What builds the addresses of rules, by all that it is compiled from."""

_compile = Rule.compile
_compile_builder = Rule._compile_builder


def pytest_configure() -> None:
    """Begin a worker with it."""
    share()


def share() -> None:
    """Let all engines and applications of this process share what they compile."""
    patch = pytest.MonkeyPatch()
    patch.setattr("pbem.store.engine.create_engine", _sharing_engine)
    patch.setattr(Rule, "compile", _compile_once)
    patch.setattr(Rule, "_compile_builder", _shared_builder)


def _sharing_engine(*args: Any, **kwargs: Any) -> Engine:
    engine = create_engine(*args, **kwargs)
    if not _first:
        _first.append(engine)
    engine.dialect = engine.pool._dialect = _first[0].dialect
    engine._compiled_cache = _statements
    return engine


def _compile_once(rule: Rule) -> None:
    assert not rule.map.host_matching, "hosts are no part of the key"
    key = (rule.rule, str(rule.subdomain), str(rule.merge_slashes), str(rule.defaults))
    if key not in _rules:
        _compile(rule)
        _rules[key] = rule
        return
    known = _rules[key]
    rule._parts, rule._trace, rule._converters = known._parts, known._trace, known._converters
    rule.arguments |= known.arguments
    rule._build = rule._compile_builder(False).__get__(rule)
    rule._build_unknown = rule._compile_builder(True).__get__(rule)


def _shared_builder(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    key = (rule.rule, str(rule._trace), str(rule.defaults), str(append_unknown))
    if key not in _builders:
        _builders[key] = _compile_builder(rule, append_unknown)
    return _builders[key]
