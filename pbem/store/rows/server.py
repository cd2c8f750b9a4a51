"""Facts about the server itself."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BeatRow:
    """The last moment at which a server was known to run on the database.

    `number` grows by one with each beat, whatever the clock does. `database` tells the databases of all servers apart;
    a backup has that of the database it was copied from. Both are empty, "" and 0, where an older program beat.
    """

    at_ms: int
    database: str
    number: int


@dataclass(frozen=True, slots=True)
class OutageRow:
    """A time that nobody saw; it ends before it begins where the clock was set back."""

    id: int
    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class SentFormRow:
    """A form of the website that was dealt with."""

    player_id: int | None
    """Who sent it; None where the sender was not signed in."""
    sent_ms: int
    answer: str | None = field(repr=False)
    """What the sender was shown, as the website wrote it down; None where that is not known."""
