"""The process from which servers are forked: one for all tests of a worker, since it takes seconds to begin."""

from collections.abc import Iterator

import pytest
from server.kit import Forked


@pytest.fixture(scope="session")
def forked() -> Iterator[Forked]:
    """Start servers as processes of their own."""
    processes = Forked()
    yield processes
    processes.close()
