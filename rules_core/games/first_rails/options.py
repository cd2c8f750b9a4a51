"""The variants of The First Rails (FR-2, FR-6, FR-40, FR-61)."""

from typing import Final

from rules_core.kernel.options import Option, Options

OPTIONS: Final[Options] = {
    "extended": Option("no", "yes"),
    "director_tie": Option("faq", "printed"),
    "open": Option("no", "yes"),
    "bridges": Option("lake", "each", since=2, before="lake"),
}
"""60 dice (FR-2); directors by the FAQ (FR-61); nothing hidden (FR-6); a lake paid for once a turn (FR-40)."""
