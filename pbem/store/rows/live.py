"""Rows for open pages: the facts of a game by whose change one knows that a page about it is out of date."""

from dataclasses import dataclass

from pbem.store.rows.games import GameStatus


@dataclass(frozen=True, slots=True)
class PulseRow:
    """A game's public facts that pages show, and the two positions, of which a viewer may know one."""

    id: int
    tag: str
    status: GameStatus
    year: int
    turn: int
    active_seat: int | None
    deadline_ms: int | None
    held_ms: int | None
    position: int
    final_position: int


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat that somebody has, and since when they have had it."""

    game_id: int
    seat: int
    player_id: int
    from_ms: int


@dataclass(frozen=True, slots=True)
class PressCount:
    """The pieces of press of one writer to the same readers in a game that were passed on; readers as in PressRow."""

    game_id: int
    seat: int
    readers: str
    pieces: int
    latest_ms: int
