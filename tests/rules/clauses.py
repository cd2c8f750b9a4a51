"""`@rule("FR-31", "...")` says which rule a test judges, and the rule's clause in our words."""

from collections.abc import Callable
from typing import Any, TypeVar

from rules_core.games import all_rules

Test = TypeVar("Test", bound=Callable[..., Any])


def rule(id_: str, clause: str) -> Callable[[Test], Test]:
    """Mark a test with the rule it judges; the clause stands in its docstring. Raises KeyError for an unknown rule."""
    title = all_rules()[id_].title

    def mark(test: Test) -> Test:
        test.__doc__ = "\n".join(filter(None, (f"{id_} ({title}): {clause}", test.__doc__)))
        return test

    return mark
