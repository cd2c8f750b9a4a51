"""Put another in the place of a function wherever it is known: in its module, and in those that import it."""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest


def holders(owner: Any, function: Callable[..., Any]) -> Iterator[Any]:
    """Where a function is known by its name; a method is known by its class alone."""
    yield owner
    if isinstance(owner, ModuleType):
        for module in list(sys.modules.values()):
            if module is not owner and vars(module).get(function.__name__) is function:
                yield module


def put_in_place(owner: Any, function: Callable[..., Any], other: Callable[..., Any]) -> None:
    """Put another in a function's place, for good."""
    for holder in holders(owner, function):
        setattr(holder, function.__name__, other)


def patch(monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], other: Callable[..., Any]) -> None:
    """Put another in a function's place, for a test."""
    for holder in holders(sys.modules[function.__module__], function):
        monkeypatch.setattr(holder, function.__name__, other)
