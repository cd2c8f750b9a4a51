"""How tests are given to the workers of pytest-xdist: by whole files, and those of the browser together.

A worker that left the browser's folder for another file would start the browser, a server and its games anew.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

TOGETHER = "tests/browser/"
"""Files of this folder share what is made for the first of them."""


class Scheduling(LoadFileScheduling):
    """Gives each worker a file at a time, or the folder that stays together."""

    def _split_scope(self, nodeid: str) -> str:
        """Name what must go to one worker."""
        return TOGETHER if nodeid.startswith(TOGETHER) else nodeid.split("::", 1)[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """Make the scheduler, in place of the one that `--dist` names."""
    return Scheduling(config, log)
