"""Seats whose press a player does not want to be mailed."""

from typing import Final

from sqlalchemy import bindparam, delete, select

from pbem.store.database import Tx
from pbem.store.games.seats import SeatRow
from pbem.store.rows import add
from pbem.store.tables import TableRow, column, table

UNNAMED: Final = -1
"""The seat that stands for press without a name where somebody mutes it."""


@table("mute")
class MuteRow(TableRow):
    """Whose press a player does not want to be mailed in a game: a seat's, or -1 for what comes without a name."""

    game_id: int = column(primary_key=True, foreign_key="game.id")
    player_id: int = column(primary_key=True, foreign_key="player.id")
    seat: int = column(primary_key=True)


_OF_MUTER = (MuteRow.c.game_id == bindparam("game")) & (MuteRow.c.player_id == bindparam("player"))
_MUTED = select(MuteRow.c.seat).where(_OF_MUTER)
_HAS_MUTED = (
    select(MuteRow.c.seat)
    .join(SeatRow.table, (SeatRow.c.game_id == MuteRow.c.game_id) & (SeatRow.c.seat == MuteRow.c.seat))
    .where(MuteRow.c.player_id == bindparam("player"), SeatRow.c.player_id == bindparam("writer"))
    .limit(1)
)
_UNMUTE = delete(MuteRow.table).where(_OF_MUTER, MuteRow.c.seat == bindparam("place"))


def list_muted_seats(tx: Tx, game_id: int, player_id: int) -> frozenset[int]:
    """The seats whose press a player does not want to be mailed, UNNAMED perhaps among them."""
    return frozenset(tx.all(int, _MUTED, game=game_id, player=player_id))


def has_muted(tx: Tx, player_id: int, writer_id: int) -> bool:
    """Whether a player has muted another in a game."""
    return tx.first(int, _HAS_MUTED, player=player_id, writer=writer_id) is not None


def set_muted(tx: Tx, game_id: int, player_id: int, seat: int, *, on: bool) -> None:
    """Note whether a player is mailed what a seat, or UNNAMED, writes."""
    tx.run(_UNMUTE, game=game_id, player=player_id, place=seat)
    if on:
        add(tx, MuteRow(game_id=game_id, player_id=player_id, seat=seat))
