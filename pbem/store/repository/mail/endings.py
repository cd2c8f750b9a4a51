"""The endings of players' letters, so that what always stands there is known to be no order."""

from sqlalchemy import bindparam, delete, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import ENDING, columns, values
from pbem.store.rows import EndingRow

_OF_PLAYER = ENDING.c.player_id == bindparam("player")
_ALL = select(*columns(EndingRow, ENDING)).where(_OF_PLAYER).order_by(ENDING.c.seen_ms.desc(), ENDING.c.mark)
_DROP = delete(ENDING).where(_OF_PLAYER, ENDING.c.mark == bindparam("known_by"))
_DROP_ALL = delete(ENDING).where(_OF_PLAYER)
_ADD = insert(ENDING)


def endings(tx: Tx, player_id: int) -> list[EndingRow]:
    """The endings that a player's letters have had, the newest first."""
    return tx.all(EndingRow, _ALL, player=player_id)


def put_ending(tx: Tx, player_id: int, row: EndingRow) -> None:
    """Keep an ending of a player's letters, in place of the one with the same last line."""
    tx.run(_DROP, player=player_id, known_by=row.mark)
    tx.run(_ADD, player_id=player_id, **values(row))


def forget_ending(tx: Tx, player_id: int, mark: str) -> None:
    """Forget an ending of a player's letters."""
    tx.run(_DROP, player=player_id, known_by=mark)


def forget_endings(tx: Tx, player_id: int) -> None:
    """Forget all endings of a player's letters."""
    tx.run(_DROP_ALL, player=player_id)
