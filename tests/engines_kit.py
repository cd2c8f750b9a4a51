"""The engine on which a test's databases are: SQLite, or PostgreSQL, or a test runs on both.

Marks say it: `both_engines` for those that run on either, `sqlite("reason")` for those that are about files,
and `postgresql` for those that need a server. All others run on the one that `--store` names.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias, cast

import pytest
from empty_kit import new_database_file
from postgresql_kit import keep_postgresql, new_postgresql
from pydantic import SecretStr

from pbem.config import StoreSettings
from pbem.store import Database

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
    marked = next((name for name in ("sqlite", "postgresql") if request.node.get_closest_marker(name)), given)
    name = getattr(request, "param", marked)
    _used.append(cast(EngineName, name))
    yield _used[-1]
    _used.pop()


def engine_in_use() -> EngineName:
    """The engine of the test that runs."""
    return _used[-1]


@contextmanager
def new_store(folder: Path, kept: Path | str | None = None) -> Iterator[Path | str]:
    """A copy of a database that is kept, or an empty one on the engine in use: a file in a folder, or a URL."""
    if isinstance(kept, Path):
        yield Path(shutil.copy(kept, folder / "pbem.sqlite3"))
    elif kept is not None or _used[-1] == "postgresql":
        with new_postgresql(*([] if kept is None else [kept])) as url:
            yield url
    else:
        yield new_database_file(folder / "pbem.sqlite3")


@contextmanager
def unmade_store() -> Iterator[StoreSettings]:
    """The settings of a database on the engine in use, in which nothing is made yet."""
    if _used[-1] == "sqlite":
        yield StoreSettings()
    else:
        with new_postgresql("template1") as url:
            yield StoreSettings(url=SecretStr(url))


def keep_store(database: Database, folder: Path) -> Path | str:
    """Keep a copy of a database that nobody uses now: a file in a folder, or the name of one on the server."""
    if database.engine.path is None:
        return keep_postgresql(database)
    database.copy_to(folder / "kept.sqlite3")
    return folder / "kept.sqlite3"
