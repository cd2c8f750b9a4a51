"""Games that wait for players, and people who ask to be players."""

from dataclasses import dataclass, field

from pbem.store.rows.kinds import ListStatus
from pbem.terms import Late, PressRule, Terms


@dataclass(frozen=True, slots=True)
class NewList:
    """A waiting list to be opened; fields as in NewGame."""

    name: str
    kind: str
    options: str
    seats: int
    terms: Terms
    private: bool
    seed: bytes = field(repr=False)
    commitment: str
    opened_by: int
    created_ms: int
    expires_ms: int
    beacon: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class ListRow:
    """A waiting list, as those may see it who may see it at all; `game_id` is that of the game that came of it."""

    id: int
    name: str
    kind: str
    options: str
    seats: int
    pace: str
    playing_days: str
    zone: str
    late: Late
    press: PressRule
    private: bool
    commitment: str
    opened_by: int
    created_ms: int
    expires_ms: int
    status: ListStatus
    game_id: int | None
    beacon: str | None
    """What it says of public randomness, as JSON; None where its dice need none."""
    round: int | None
    """The round that its dice are to be drawn with."""
    full_ms: int | None
    """Since when it is full, and the players' words are fixed."""

    @property
    def terms(self) -> Terms:
        """How its game is to be run."""
        return Terms(self.pace, self.playing_days, self.zone, self.late, self.press)


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Who waits on a list."""

    player_id: int
    name: str
    joined_ms: int


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """Somebody asked to join a list."""

    list_id: int
    address: str = field(repr=False)
    invited_by: int
    created_ms: int
    declined_ms: int | None


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """Somebody who may become a player; `name` is "" where he has not said it yet."""

    token: str = field(repr=False)
    address: str = field(repr=False)
    name: str
    language: str
    created_ms: int
    expires_ms: int
    used_ms: int | None
