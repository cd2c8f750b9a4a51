"""For pages that are open: which games they follow, and what has changed there.

Each question is about the games that somebody is looking at, by their keys, so that its cost grows with the number of
lookers and not with that of games, in every database alike.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import BindParameter, bindparam, func, literal_column, select

from pbem.store.database import Tx
from pbem.store.repository.columns import ENTRY, GAME, PRESS, SEAT, TENURE, WATCH, WEB_SESSION, columns
from pbem.store.rows.live import HeldSeat, PressCount, PulseRow

_GAMES: Final[BindParameter[Any]] = bindparam("games", expanding=True)
_PULSES = select(*columns(PulseRow, GAME)).where(GAME.c.id.in_(_GAMES))
_PULSES_BY_TAG = select(*columns(PulseRow, GAME)).where(
    GAME.c.tag.in_(bindparam("tags", expanding=True)), GAME.c.purpose == "match"
)
_SEATED = (
    select(*columns(HeldSeat, SEAT, TENURE))
    .join(TENURE, (TENURE.c.game_id == SEAT.c.game_id) & (TENURE.c.seat == SEAT.c.seat) & TENURE.c.until_ms.is_(None))
    .where(SEAT.c.game_id.in_(_GAMES), SEAT.c.vacant_ms.is_(None))
)
_NOTE_COUNTS = (
    select(ENTRY.c.game_id, func.count())
    .where(ENTRY.c.game_id.in_(_GAMES), ENTRY.c.kind == literal_column("'note'"))  # as the index of notes has it
    .group_by(ENTRY.c.game_id)
)
_PRESS = (
    select(PRESS.c.game_id, PRESS.c.seat, PRESS.c.readers, func.count(), func.max(PRESS.c.at_ms))
    .where(PRESS.c.game_id.in_(_GAMES), PRESS.c.passed_on)
    .group_by(PRESS.c.game_id, PRESS.c.seat, PRESS.c.readers)
)
_PLAYED = (
    select(SEAT.c.game_id)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(SEAT.c.player_id == bindparam("player"), SEAT.c.vacant_ms.is_(None), GAME.c.status == "playing")
    .order_by(SEAT.c.game_id.desc())
    .limit(bindparam("most"))
)
_WATCHED = (
    select(WATCH.c.game_id)
    .where(WATCH.c.player_id == bindparam("player"))
    .order_by(WATCH.c.game_id.desc())
    .limit(bindparam("most"))
)
_ALIVE = select(WEB_SESSION.c.id).where(WEB_SESSION.c.id.in_(bindparam("sessions", expanding=True)))
_NEWEST = select(func.coalesce(func.max(GAME.c.id), 0))


def pulses(tx: Tx, game_ids: Collection[int]) -> list[PulseRow]:
    """The facts of games by which their pages are out of date or not."""
    return tx.all(PulseRow, _PULSES, games=list(game_ids))


def pulses_by_tag(tx: Tx, tags: Sequence[str]) -> list[PulseRow]:
    """The same, of games by their tags; tags that no game has are left out."""
    return tx.all(PulseRow, _PULSES_BY_TAG, tags=list(tags))


def seated(tx: Tx, game_ids: Collection[int]) -> list[HeldSeat]:
    """The seats of games that somebody has."""
    return tx.all(HeldSeat, _SEATED, games=list(game_ids))


def note_counts(tx: Tx, game_ids: Collection[int]) -> dict[int, int]:
    """Count the notes in games' logs, whose positions would tell what was played before; no games without any."""
    return dict(tx.all(lambda game_id, count: (game_id, count), _NOTE_COUNTS, games=list(game_ids)))


def press_counts(tx: Tx, game_ids: Collection[int]) -> list[PressCount]:
    """Count the press of games that was passed on, by writer and readers."""
    return tx.all(PressCount, _PRESS, games=list(game_ids))


def followed_games(tx: Tx, player_id: int, most: int) -> list[int]:
    """The games that a player plays, then those they watch, the newest first; at most so many of each."""
    return [*tx.all(int, _PLAYED, player=player_id, most=most), *tx.all(int, _WATCHED, player=player_id, most=most)]


def live_sessions(tx: Tx, session_ids: Collection[int]) -> frozenset[int]:
    """Those of some sessions that have not ended."""
    return frozenset(tx.all(int, _ALIVE, sessions=list(session_ids)))


def newest_game_id(tx: Tx) -> int:
    """The id of the game opened last; 0 where there is none."""
    return tx.one(int, "game", _NEWEST)
