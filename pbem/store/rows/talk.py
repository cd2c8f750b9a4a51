"""What is said about games: press, and who listens."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NewPress:
    """What a player writes to others of his game; `readers` are their seats, as in "0 2", or "all".

    It counts from `at_ms` on, and is `passed_on` when its readers were told, or it lies ready for their digests.
    """

    game_id: int
    seat: int = field(repr=False)
    readers: str = field(repr=False)
    anonymous: bool
    text: str = field(repr=False)
    at_ms: int
    passed_on: bool
    letter_id: int | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class PressRow:
    """Press as it is kept. Who wrote it is a secret where it is `anonymous`, and its id always."""

    id: int = field(repr=False)
    game_id: int
    seat: int = field(repr=False)
    readers: str = field(repr=False)
    anonymous: bool
    text: str = field(repr=False)
    at_ms: int

    @property
    def to_all(self) -> bool:
        """Whether it is public."""
        return self.readers == "all"

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats it was written to; none where it is to all."""
        return () if self.to_all else tuple(map(int, self.readers.split()))


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """A player who watches a game without a seat in it; `told` and `reported` as in SeatContact."""

    game_id: int
    player_id: int
    told: int
    reported: int
    name: str
    address: str = field(repr=False)
    language: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DigestReader:
    """A player who wants one mail a day, in his own time zone, and when he last had it or was looked at."""

    player_id: int
    zone: str
    sent_ms: int | None
