"""Turns that have ended."""

from typing import Literal, TypeAlias

from sqlalchemy import BigInteger, Column, Computed, Index, bindparam, delete, func, select

from pbem.store.database import Tx
from pbem.store.games.seats import TenureRow
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, table

PlayedBy: TypeAlias = Literal["player", "standing", "pass", "bot"]
"""The one who ended a turn: the player, their standing orders, the server, or a bot."""


@table(
    "turn_taken",
    Column("took_ms", BigInteger, Computed("ended_ms - began_ms", persisted=True)),
    Index(None, "kind", "player_id", "late", "played_by"),
    Index(None, "kind", "seats", "played_by", "took_ms", "late", "player_id"),
)
class TurnTakenRow(TableRow):
    """A turn that has ended: whose it was, from when to when, its deadline, and who played it.

    `turn` counts from 1 in the year, in which a seat may have several. `player_id` is None where the seat was vacant. A
    bot of the server's own is never late; a player in whose place the server or a bot had to play always is. `kind` and
    `seats` are the game's, so that counting reads no other table.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    year: int = column(primary_key=True)
    turn: int = column(primary_key=True)
    """Its number within the year, from 1."""
    seat: int
    player_id: int | None = column(foreign_key="player.id", index=True)
    kind: str
    seats: int
    began_ms: int
    """When the turn began, or its player took the seat over."""
    ended_ms: int
    deadline_ms: int | None
    late: bool
    """Its player was late, or somebody had to play in their place."""
    played_by: PlayedBy


_SEATED = select(func.coalesce(func.max(TenureRow.c.from_ms), 0)).where(
    TenureRow.c.game_id == bindparam("game_id"), TenureRow.c.seat == bindparam("seat")
)
_FORGET_TURN = delete(TurnTakenRow.table).where(
    TurnTakenRow.c.game_id == bindparam("game"),
    TurnTakenRow.c.year == bindparam("in_year"),
    TurnTakenRow.c.turn == bindparam("in_turn"),
)
_OF_GAME = TurnTakenRow.c.game_id == bindparam("game_id")
_LAST_PLAYED = select(func.coalesce(func.max(TurnTakenRow.c.ended_ms), -1)).where(
    _OF_GAME, TurnTakenRow.c.played_by.in_(("player", "standing"))
)
_UNPLAYED = select(func.count()).where(_OF_GAME, TurnTakenRow.c.ended_ms > bindparam("since_ms"))


def get_seated_since(tx: Tx, game_id: int, seat: int) -> int:
    """The moment when whoever has a seat came to it, in milliseconds."""
    return tx.one(int, "seat", _SEATED, game_id=game_id, seat=seat)


def find_last_played_ms(tx: Tx, game_id: int) -> int:
    """The moment when somebody last ended a turn of a game, or orders given in advance did; -1 if nobody ever has."""
    return tx.one(int, "game", _LAST_PLAYED, game_id=game_id)


def count_turns_unplayed(tx: Tx, game_id: int, since_ms: int = -1) -> int:
    """Count the turns of a game that programs have played since somebody last did, and since a moment."""
    return tx.one(int, "game", _UNPLAYED, game_id=game_id, since_ms=max(since_ms, find_last_played_ms(tx, game_id)))


def put_turn_taken(tx: Tx, turn: TurnTakenRow) -> None:
    """Count a turn, in place of the one before where it was played again."""
    tx.run(_FORGET_TURN, game=turn.game_id, in_year=turn.year, in_turn=turn.turn)
    add(tx, turn)


_TURNS = select(*columns(TurnTakenRow)).where(TurnTakenRow.c.game_id == bindparam("game"))
_FORGET_TURNS = delete(TurnTakenRow.table).where(TurnTakenRow.c.game_id == bindparam("game"))


def list_turns_of_game(tx: Tx, game_id: int) -> list[TurnTakenRow]:
    """The turns of a game that are counted."""
    return tx.all(TurnTakenRow, _TURNS, game=game_id)


def forget_turns(tx: Tx, game_id: int) -> None:
    """Count no turn of a game any more."""
    tx.run(_FORGET_TURNS, game=game_id)
