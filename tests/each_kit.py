"""Many values asked the same by one test: to make, run and report a test takes longer than most questions do."""

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest


def each(
    names: str | Sequence[str], values: Iterable[Any], *, ids: object = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Have a test asked with each of some values, as `pytest.mark.parametrize` does, but as one test.

    It fails with all values for which it does not hold. What it needs besides is the same for all, so it may not be
    changed by any; `ids` are of no use here.
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    requested = [value if len(listed) > 1 else (value,) for value in values]
    assert requested, "nothing would be asked"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def ask_all(**given: Any) -> None:
            failed = []
            for value in requested:
                try:
                    test(**given, **dict(zip(listed, value, strict=True)))
                except Exception:
                    failed.append(f"{value}\n{traceback.format_exc()}")
            if failed:
                pytest.fail(f"of {len(requested)}, {len(failed)} fail:\n\n" + "\n".join(failed), pytrace=False)

        signature = inspect.signature(test)
        others = [parameter for name, parameter in signature.parameters.items() if name not in listed]
        vars(ask_all)["__signature__"] = signature.replace(parameters=others)
        return ask_all

    return decorate
