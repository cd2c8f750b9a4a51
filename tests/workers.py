"""How tests are given to the workers of pytest-xdist: by whole files, and files that share something costly together.

Each worker that got one of them would start the browser, a server and its games anew, or play the same games again.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

TOGETHER = ("tests/browser/", "tests/rules/", "tests/reports/")
"""Folders whose files share what is made for the first of them."""


class Scheduling(LoadFileScheduling):
    """Gives each worker a file at a time, or files that stay together."""

    def _split_scope(self, nodeid: str) -> str:
        """Name what must go to one worker."""
        file = nodeid.split("::", 1)[0]
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """Make the scheduler, in place of the one that `--dist` names."""
    return Scheduling(config, log)
