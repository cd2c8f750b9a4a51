"""Games and presentations of which parts are others, for tests."""

from typing import Any, TypeVar

T = TypeVar("T")


def edited(whole: T, **parts: Any) -> T:
    """A value like that of a game or its presentation, of a class of its own in which these parts are others."""
    kind = type(whole)
    changed: T = object.__new__(type(kind.__name__, (kind,), {**parts, "__module__": kind.__module__}))
    vars(changed).update({name: part for name, part in vars(whole).items() if name not in parts})
    return changed
