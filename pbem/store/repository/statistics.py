"""What is counted: the turns that were taken."""

from sqlalchemy import bindparam, delete, func, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import TENURE, TURN_TAKEN, values
from pbem.store.rows import TurnTakenRow

_SEATED = select(func.coalesce(func.max(TENURE.c.from_ms), 0)).where(
    TENURE.c.game_id == bindparam("game_id"), TENURE.c.seat == bindparam("seat")
)
_FORGET = delete(TURN_TAKEN).where(
    TURN_TAKEN.c.game_id == bindparam("game"),
    TURN_TAKEN.c.year == bindparam("in_year"),
    TURN_TAKEN.c.seat == bindparam("place"),
)
_PUT = insert(TURN_TAKEN)


def seated_since(tx: Tx, game_id: int, seat: int) -> int:
    """When whoever has a seat came to it, in milliseconds."""
    return tx.one(int, "seat", _SEATED, game_id=game_id, seat=seat)


def put_turn_taken(tx: Tx, turn: TurnTakenRow) -> None:
    """Counts a turn, in place of the one before where it was played again."""
    tx.run(_FORGET, game=turn.game_id, in_year=turn.year, place=turn.seat)
    tx.run(_PUT, **values(turn))
