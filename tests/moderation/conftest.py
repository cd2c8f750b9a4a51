"""A world for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from adjudicator.kit import World, new_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A database of its own, and the ways into it."""
    with new_world(tmp_path) as world:
        yield world
