"""A world for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import new_world

from lobby.kit import Village


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Village]:
    """A server with three players and no game."""
    with new_world(tmp_path) as world:
        for name in ("Anna", "Bert", "Clara"):
            world.add_player(name)
        yield Village(world)
