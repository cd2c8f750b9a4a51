"""What tests of all rooms share."""

import gc
import os
import sys
import threading
from collections.abc import Callable, Generator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import settings

gc.disable()  # until all tests are collected: a fifth of the time until then went into it

pytest_plugins = [
    *("compiled", "forked_kit", "mailservers_kit", "postgresql_kit", "soak", "workers"),
    "engines_kit",  # which imports one of those
]

import_module("pbem.adjudicator")  # which makes the games known, and what a seat may ask for

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


def _not_while_writing(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which fails where the one thread calls it that writes into a database."""

    def called(*arguments: Any, **named: Any) -> Any:
        assert not threading.current_thread().name.startswith("store-writer"), f"{function} while everybody waits"
        return function(*arguments, **named)

    return called


# A contract of all tests: nothing that anybody typed is read within a transaction that writes.
for owner, reader in (
    ("pbem.commands.orders.reader:_OrderLetter", "script"),
    ("pbem.lobby.reading:_OfficeLetter", "take"),
    ("pbem.moderation.correction_lines", "read_correction"),
    ("pbem.adjudicator.correspondence.whole_lines", "cut"),
    ("pbem.mail.reading.letter", "cut"),
):
    module, _, kind = owner.partition(":")
    place = getattr(import_module(module), kind) if kind else import_module(module)
    setattr(place, reader, _not_while_writing(getattr(place, reader)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the collector what all tests share, and let it look less often: an eighth of a run went into it."""
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        gc.enable()


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the checkout."""
    return Path(__file__).parent.parent
