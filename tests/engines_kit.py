"""The engine on which a test's databases are: SQLite, or PostgreSQL, or a test runs on both.

Marks say it: `both_engines` for those that run on either, `sqlite("reason")` for those that are about files. All others
run on the one that `--store` names.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias, cast

import pytest
from empty_kit import new_database_file
from postgresql_kit import new_postgresql

EngineName: TypeAlias = Literal["sqlite", "postgresql"]
_used: list[EngineName] = ["sqlite"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    told = "the engine of tests that do not name theirs"
    parser.addoption("--store", choices=["sqlite", "postgresql"], default="sqlite", help=told)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on both engines where it is so marked."""
    item = metafunc.definition
    if item.get_closest_marker("both_engines") is not None and item.get_closest_marker("sqlite") is None:
        metafunc.parametrize("store_engine", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def store_engine(request: pytest.FixtureRequest) -> Iterator[EngineName]:
    """The engine of this test's databases."""
    given = request.config.getoption("--store")
    name = getattr(request, "param", "sqlite" if request.node.get_closest_marker("sqlite") else given)
    _used.append(cast(EngineName, name))
    yield _used[-1]
    _used.pop()


def engine_in_use() -> EngineName:
    """The engine of the test that runs."""
    return _used[-1]


@contextmanager
def new_store(folder: Path) -> Iterator[Path | str]:
    """An empty database on the engine in use: a file in a folder, or a URL."""
    if _used[-1] == "sqlite":
        yield new_database_file(folder / "pbem.sqlite3")
    else:
        with new_postgresql() as url:
            yield url
