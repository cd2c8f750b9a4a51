"""Facts about the server itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OutageRow:
    """A time that nobody saw; it ends before it begins where the clock was set back."""

    id: int
    from_ms: int
    until_ms: int
