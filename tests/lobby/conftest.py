"""A world for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import new_world

from lobby.kit import Village
from pbem.store import create


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without a row, made once: making one takes longer than most letters."""
    path = tmp_path_factory.mktemp("empty") / "pbem.sqlite3"
    create(path)
    return path


@pytest.fixture
def village(tmp_path: Path, empty_database: Path) -> Iterator[Village]:
    """A server with three players and no game."""
    with new_world(tmp_path, empty_database) as world:
        for name in ("Anna", "Bert", "Clara"):
            world.add_player(name)
        yield Village(world)
