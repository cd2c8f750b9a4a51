"""What tests of all rooms share."""

import gc
import os
import sys
from importlib import import_module
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

pytest_plugins = ["compiled", "forked_kit", "mailservers_kit", "soak", "workers"]

import_module("pbem.games")  # which makes the games known

for name in [name for name in os.environ if name.startswith("PBEM_") and name != "PBEM_CHROMIUM"]:
    del os.environ[name]  # the tester's own settings must not reach the tests

# Each of the many processes and workers of a run would compile all modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Tests have failures logged on purpose; to show each with the values of all its frames takes a hundred times as long.
structlog.dev.ConsoleRenderer.get_active().exception_formatter = structlog.dev.plain_traceback

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("search", deadline=None, max_examples=400)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


def pytest_collection_finish() -> None:
    """Spare the collector what all tests share, and let it look less often: an eighth of a run went into it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the checkout."""
    return Path(__file__).parent.parent
