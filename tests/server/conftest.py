"""Places with a game that has begun, made once, and a queue that waits to be sent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgresql_kit import new_postgresql
from relay_kit import RudeRelay
from simulated_kit import StoppedClock

from server.kit import BEGINNING, Place, at, new_place, open_game, settle
from server.sending_kit import Sending


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


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database on PostgreSQL."""
    with new_postgresql() as url:
        yield url


@pytest.fixture
def moved(place: Place, url: str) -> Place:
    """A copy of the game that has begun, which moved to PostgreSQL."""
    place.pbem("move", "--to", url)
    return at(place, url)


@pytest.fixture
def relay() -> Iterator[RudeRelay]:
    with RudeRelay() as relay:
        yield relay


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A game of three, whose first reports wait to be sent; to be copied."""
    place = new_place(tmp_path_factory.mktemp("waiting"))
    open_game(place, "Anna", "Bert", "Clara", clock=StoppedClock(BEGINNING))
    place.close()
    return place


@pytest.fixture
def sending(waiting: Place, tmp_path: Path, relay: RudeRelay) -> Iterator[Sending]:
    with waiting.copy(tmp_path) as place:
        yield Sending(place, relay)
