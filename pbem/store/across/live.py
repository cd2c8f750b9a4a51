"""Queries for open pages: which games they follow, and what has changed in those.

Each query names the games that somebody is looking at by their keys, so that its cost grows with the number of viewers
and not of games, in every database alike.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, bindparam, func, literal_column, select

from pbem.store.accounts.sessions import WebSessionRow
from pbem.store.database import Tx
from pbem.store.games.game import GameRow, GameStatus
from pbem.store.games.log import EntryRow
from pbem.store.games.seats import SeatRow, TenureRow
from pbem.store.games.watching import WatchRow
from pbem.store.mail.press import PressRow
from pbem.store.rows import columns


class Pulse(NamedTuple):
    """A game's public facts that pages show, and the two positions, of which a viewer may know one."""

    id: int
    tag: str
    pace: str
    status: GameStatus
    year: int
    turn: int
    active_seat: int | None
    deadline_ms: int | None
    held_ms: int | None
    position: int
    final_position: int


class HeldSeat(NamedTuple):
    """A seat that somebody has, and since when they have had it."""

    game_id: int
    seat: int
    player_id: int
    from_ms: int


class PressCount(NamedTuple):
    """The pieces of press of one writer to the same readers in a game that were passed on; readers as in PressRow."""

    game_id: int
    seat: int
    readers: str
    pieces: int
    latest_ms: int


_GAMES: Final[BindParameter[Any]] = bindparam("games", expanding=True)
_PULSES = select(*columns(Pulse, GameRow)).where(GameRow.c.id.in_(_GAMES))
_PULSES_BY_TAG = select(*columns(Pulse, GameRow)).where(
    GameRow.c.tag.in_(bindparam("tags", expanding=True)), GameRow.c.purpose == "match"
)
_SEATED = (
    select(*columns(HeldSeat, SeatRow, TenureRow))
    .join(
        TenureRow.table,
        (TenureRow.c.game_id == SeatRow.c.game_id)
        & (TenureRow.c.seat == SeatRow.c.seat)
        & TenureRow.c.until_ms.is_(None),
    )
    .where(SeatRow.c.game_id.in_(_GAMES), SeatRow.c.vacant_ms.is_(None))
)
_NOTE_COUNTS = (
    select(EntryRow.c.game_id, func.count())
    .where(EntryRow.c.game_id.in_(_GAMES), EntryRow.c.kind == literal_column("'note'"))  # as the index of notes has it
    .group_by(EntryRow.c.game_id)
)
_PRESS = (
    select(PressRow.c.game_id, PressRow.c.seat, PressRow.c.readers, func.count(), func.max(PressRow.c.at_ms))
    .where(PressRow.c.game_id.in_(_GAMES), PressRow.c.passed_on)
    .group_by(PressRow.c.game_id, PressRow.c.seat, PressRow.c.readers)
)
_PLAYED = (
    select(SeatRow.c.game_id)
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(SeatRow.c.player_id == bindparam("player"), SeatRow.c.vacant_ms.is_(None), GameRow.c.status == "playing")
    .order_by(SeatRow.c.game_id.desc())
    .limit(bindparam("most"))
)
_WATCHED = (
    select(WatchRow.c.game_id)
    .where(WatchRow.c.player_id == bindparam("player"))
    .order_by(WatchRow.c.game_id.desc())
    .limit(bindparam("most"))
)
_ALIVE = select(WebSessionRow.c.id).where(WebSessionRow.c.id.in_(bindparam("sessions", expanding=True)))
_NEWEST = select(func.coalesce(func.max(GameRow.c.id), 0))


def list_pulses(tx: Tx, game_ids: Collection[int]) -> list[Pulse]:
    """The facts of games by which their pages are out of date or not."""
    return tx.all(Pulse, _PULSES, games=list(game_ids))


def list_pulses_by_tag(tx: Tx, tags: Sequence[str]) -> list[Pulse]:
    """The same, of games by their tags; tags that no game has are left out."""
    return tx.all(Pulse, _PULSES_BY_TAG, tags=list(tags))


def list_held_seats(tx: Tx, game_ids: Collection[int]) -> list[HeldSeat]:
    """The seats of games that somebody has."""
    return tx.all(HeldSeat, _SEATED, games=list(game_ids))


def count_notes_of_games(tx: Tx, game_ids: Collection[int]) -> dict[int, int]:
    """Count the notes in games' logs, whose positions would tell what was played before; no games without any."""
    return dict(tx.all(lambda game_id, count: (game_id, count), _NOTE_COUNTS, games=list(game_ids)))


def count_press(tx: Tx, game_ids: Collection[int]) -> list[PressCount]:
    """Count the press of games that was passed on, by writer and readers."""
    return tx.all(PressCount, _PRESS, games=list(game_ids))


def list_followed_games(tx: Tx, player_id: int, most: int) -> list[int]:
    """The games that a player plays, then those they watch, the newest first; at most `most` of each."""
    return [*tx.all(int, _PLAYED, player=player_id, most=most), *tx.all(int, _WATCHED, player=player_id, most=most)]


def list_live_sessions(tx: Tx, session_ids: Collection[int]) -> frozenset[int]:
    """Those of some sessions that have not ended."""
    return frozenset(tx.all(int, _ALIVE, sessions=list(session_ids)))


def find_newest_game_id(tx: Tx) -> int:
    """The id of the game opened last; 0 where there is none."""
    return tx.one(int, "game", _NEWEST)
