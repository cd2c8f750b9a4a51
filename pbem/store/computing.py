"""Costly results that depend on nothing but their arguments, kept so that no transaction that writes computes one.

While a transaction writes, everybody else who writes waits. So what takes long, such as reading a letter's lines, is
asked for by `Tx.compute`: a transaction that reads computes it there and then, and one that writes takes what was
computed before. Where it was not, or for other arguments (the game has moved on since), the transaction is undone, the
result is computed, and the transaction begins again.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from pbem.store.errors import StoreError
from pbem.store.row_map import RowMap

T = TypeVar("T")
MOST_BEGINNINGS: Final = 60
"""How often a transaction begins at most. What is known beforehand is computed beforehand, so most begin once."""


class NotComputed(StoreError):
    """A transaction that writes needs a result that is not there."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        super().__init__(f"{getattr(function, '__qualname__', function)} was not computed for what there is now")
        self.function = function
        self.arguments = arguments


class Computed:
    """The results that one request has asked for, and the rows that it has read. Used by one transaction at a time."""

    def __init__(self, *, remembers: bool = True) -> None:
        """Unless it `remembers` rows they are read anew each time."""
        self.rows = RowMap(remembers=remembers)
        self._results: list[tuple[Callable[..., Any], tuple[Any, ...], Any]] = []

    def get(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        """The result of a function for these arguments. Raises NotComputed."""
        for kept, known, result in self._results:
            if kept is function and known == arguments:
                return cast(T, result)
        raise NotComputed(function, arguments)

    def compute(self, missing: NotComputed) -> Any:
        """Compute what is missing, keep it, and return it; it raises what the function raises."""
        result = missing.function(*missing.arguments)
        self.keep(missing.function, missing.arguments, result)
        return result

    def keep(self, function: Callable[..., T], arguments: tuple[Any, ...], result: T) -> None:
        """Keep the result of a function for these arguments."""
        self._results.append((function, arguments, result))
