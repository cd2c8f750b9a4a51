"""Lines of the logs of games, and states that are kept to read less of them."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A line to append to a log: `payload` is JSON, `actor` the seat that acted, if one did."""

    kind: str
    payload: str
    actor: int | None
    letter_id: int | None
    at_ms: int
    ruleset_version: int


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line of a log."""

    position: int
    kind: str
    payload: str
    actor: int | None
    letter_id: int | None
    at_ms: int
    ruleset_version: int


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A game's state after the log's line at `position`, written as `schema_number` says; secrets included."""

    position: int
    schema_number: int
    state: bytes = field(repr=False)
