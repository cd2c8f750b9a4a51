"""Games and presentations of which parts are others, for tests."""

from typing import Any, TypeVar

T = TypeVar("T")


def edited(whole: T, **parts: Any) -> T:
    """A value of a class like that of a game or its presentation, in which these parts are others."""
    kind = type(whole)
    changed: T = type(kind.__name__, (kind,), {**parts, "__module__": kind.__module__})()
    return changed
