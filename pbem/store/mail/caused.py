"""The ledger of the acts by which players have others mailed; what is older than it is asked for is let go of."""

from sqlalchemy import Index, bindparam, delete, select

from pbem.store.database import Tx
from pbem.store.rows import add
from pbem.store.tables import NEW, TableRow, column, table


@table("caused_mail", Index(None, "player_id", "at_ms"))
class CausedMailRow(TableRow):
    """An act by which a player has had others mailed, such as press, an invitation, or a request to go back.

    It counts once, however many were mailed, and for a day; it does not say what it was, nor in which game.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", ondelete="CASCADE")
    at_ms: int


_OF_PLAYER = CausedMailRow.c.player_id == bindparam("player")
_IS_LATER = CausedMailRow.c.at_ms > bindparam("since_ms")
_TIMES = (
    select(CausedMailRow.c.at_ms)
    .where(_OF_PLAYER, _IS_LATER, CausedMailRow.c.at_ms <= bindparam("now_ms"))
    .order_by(CausedMailRow.c.at_ms)
)
_FORGET = delete(CausedMailRow.table).where(_OF_PLAYER, ~_IS_LATER)


def list_caused_mail(tx: Tx, player_id: int, since_ms: int, now_ms: int) -> list[int]:
    """The moments after another, and up to now, at which a player has had others mailed; the first first."""
    return tx.all(int, _TIMES, player=player_id, since_ms=since_ms, now_ms=now_ms)


def add_caused_mail(tx: Tx, player_id: int, since_ms: int, now_ms: int) -> None:
    """Note that a player has others mailed now; what they did up to another moment is forgotten."""
    tx.run(_FORGET, player=player_id, since_ms=since_ms)
    add(tx, CausedMailRow(NEW, player_id, now_ms))
