"""Places with a game that has begun, made once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.kit import Place, new_place, open_game, settle


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A game of three people whose first mails are sent; to be copied."""
    place = new_place(tmp_path_factory.mktemp("begun"))
    open_game(place, "Anna", "Bert", "Clara")
    settle(place)
    place.close()
    return place


@pytest.fixture
def place(begun: Place, tmp_path: Path) -> Iterator[Place]:
    """A copy of the game that has begun."""
    with begun.copy(tmp_path) as place:
        yield place
