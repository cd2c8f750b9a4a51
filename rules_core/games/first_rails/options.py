"""The variants of The First Rails, and what one of them means (FR-2, FR-6, FR-40, FR-61)."""

from typing import Final

from rules_core.kernel.definition import Option, Options
from rules_core.line.events import Due
from rules_core.line.table import Table

OPTIONS: Final[Options] = {
    "extended": Option("no", "yes"),
    "director_tie": Option("faq", "printed"),
    "open": Option("no", "yes"),
    "bridges": Option("lake", "each", since=2, before="lake"),
}
"""60 dice (FR-2); directors by the FAQ (FR-61); nothing hidden (FR-6); a lake paid for once a turn (FR-40)."""


def pays_once(table: Table, due: Due) -> bool:
    """Whether what is due of a kind is paid for the whole turn: a bridge is not, with the printed bridges (FR-40)."""
    return due != "lake" or table.options["bridges"] == "lake"
