"""The ledger of the acts by which players have others mailed; what is older than it is asked for is let go of."""

from sqlalchemy import bindparam, delete, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import CAUSED_MAIL

_OF_PLAYER = CAUSED_MAIL.c.player_id == bindparam("player")
_IS_LATER = CAUSED_MAIL.c.at_ms > bindparam("since_ms")
_TIMES = (
    select(CAUSED_MAIL.c.at_ms)
    .where(_OF_PLAYER, _IS_LATER, CAUSED_MAIL.c.at_ms <= bindparam("now_ms"))
    .order_by(CAUSED_MAIL.c.at_ms)
)
_ADD = insert(CAUSED_MAIL)
_FORGET = delete(CAUSED_MAIL).where(_OF_PLAYER, ~_IS_LATER)


def caused_mail(tx: Tx, player_id: int, since_ms: int, now_ms: int) -> list[int]:
    """The moments after another, and up to now, at which a player has had others mailed; the first first."""
    return tx.all(int, _TIMES, player=player_id, since_ms=since_ms, now_ms=now_ms)


def add_caused_mail(tx: Tx, player_id: int, since_ms: int, now_ms: int) -> None:
    """Note that a player has others mailed now; what they did up to another moment is forgotten."""
    tx.run(_FORGET, player=player_id, since_ms=since_ms)
    tx.run(_ADD, player_id=player_id, at_ms=now_ms)
