"""A world for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import World, new_world

from pbem.store import create


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without a row, made once: making one takes longer than most letters."""
    path = tmp_path_factory.mktemp("empty") / "pbem.sqlite3"
    create(path)
    return path


@pytest.fixture
def world(tmp_path: Path, empty_database: Path) -> Iterator[World]:
    """A database of its own, and the adjudicator of its games."""
    with new_world(tmp_path, empty_database) as world:
        yield world
