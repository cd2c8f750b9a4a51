"""What libraries compile, compiled once for all tests of a worker: it took two fifths of most tests.

SQLAlchemy keeps statements with each engine, Werkzeug addresses with each application, and Jinja templates with each
environment; tests have theirs each. Templates are compiled once for all workers.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any, Final

import pytest
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from sqlalchemy import Engine, create_engine
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

_FOLDER: Final = "TESTS_KEPT"
"""The variable that tells workers, and servers that they start, where what one process has made is kept for all."""
_statements: Final[LRUCache[Any, Any]] = LRUCache(10_000)
_first: list[Engine] = []
"""The engine whose dialect all others share, since statements are kept by the dialect they are compiled for."""
_rules: Final[dict[tuple[str, ...], Rule]] = {}
"""Rules that were compiled, by all that they are compiled from."""
_builders: Final[dict[tuple[str, ...], Callable[..., tuple[str, str]]]] = {}
"""What builds the addresses of rules, by all that it is compiled from."""

_compile = Rule.compile
_compile_builder = Rule._compile_builder


def kept(name: str) -> bytes | None:
    """What a process of this run has kept under a name, if one has."""
    folder = os.environ.get(_FOLDER)
    path = None if folder is None else Path(folder) / name
    return path.read_bytes() if path is not None and path.exists() else None


def keep(name: str, made: bytes) -> None:
    """Keep something for all processes of this run."""
    folder = os.environ.get(_FOLDER)
    if folder is not None:
        new = Path(folder) / f"{name}.{os.getpid()}-{threading.get_ident()}"
        new.write_bytes(made)
        new.replace(Path(folder) / name)


class CompiledTemplates(BytecodeCache):
    """Templates as they were compiled from the same text, by this process or another of the same run."""

    def __init__(self) -> None:
        self._codes: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what was compiled before."""
        name = f"{bucket.key}-{bucket.checksum}"
        if name not in self._codes and (made := kept(name)) is not None:
            bucket.bytecode_from_string(made)
            if bucket.code is not None:
                self._codes[name] = bucket.code
        bucket.code = self._codes.get(name)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled now."""
        name = f"{bucket.key}-{bucket.checksum}"
        assert bucket.code is not None
        self._codes[name] = bucket.code
        keep(name, bucket.bytecode_to_string())


COMPILED: Final = CompiledTemplates()


def pytest_configure(config: pytest.Config) -> None:
    """Begin a worker with it."""
    if _FOLDER not in os.environ:
        folder = os.environ[_FOLDER] = tempfile.mkdtemp(prefix="pbem-kept-")
        config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
    share()


def share() -> None:
    """Let all engines and applications of this process share what they compile."""
    patch = pytest.MonkeyPatch()
    patch.setattr("pbem.store.sqlite.connections.create_engine", _sharing_engine)
    patch.setattr("pbem.templates.Environment", partial(Environment, bytecode_cache=COMPILED))
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
