"""Orders that seats have given for their next turn."""

from sqlalchemy import bindparam, delete, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import STANDING, columns, values
from pbem.store.rows import StandingRow

_OF_GAME = STANDING.c.game_id == bindparam("game_id")
_OF_SEAT = _OF_GAME & (STANDING.c.seat == bindparam("seat"))
_ORDERS = select(*columns(StandingRow, STANDING)).where(_OF_GAME).order_by(STANDING.c.seat)
_PUT = insert(STANDING)
_CLEAR = delete(STANDING).where(_OF_SEAT)


def put_standing(tx: Tx, game_id: int, orders: StandingRow) -> None:
    """Keeps a seat's orders for its next turn, in place of those before."""
    clear_standing(tx, game_id, orders.seat)
    tx.run(_PUT, game_id=game_id, **values(orders))


def standing_orders(tx: Tx, game_id: int) -> dict[int, StandingRow]:
    """The orders that wait in a game for a next turn, by seat. They are secret to their seats."""
    return {row.seat: row for row in tx.all(StandingRow, _ORDERS, game_id=game_id)}


def take_standing(tx: Tx, game_id: int, seat: int) -> StandingRow | None:
    """The orders that wait for a seat's next turn, which wait no longer."""
    orders = standing_orders(tx, game_id).get(seat)
    if orders is not None:
        clear_standing(tx, game_id, seat)
    return orders


def clear_standing(tx: Tx, game_id: int, seat: int) -> None:
    """Drops the orders that wait for a seat's next turn, if any do."""
    tx.run(_CLEAR, game_id=game_id, seat=seat)
