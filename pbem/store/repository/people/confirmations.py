"""Requests that cannot be undone and wait to be confirmed: one for each seat, and one for each player."""

from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import CONFIRMATION, columns, values
from pbem.store.rows import ConfirmationRow, NewConfirmation

_OF_SEAT = (
    (CONFIRMATION.c.player_id == bindparam("player"))
    & (CONFIRMATION.c.game_id == bindparam("game"))
    & (CONFIRMATION.c.seat == bindparam("place"))
)
_OF_ACCOUNT = (CONFIRMATION.c.player_id == bindparam("player")) & CONFIRMATION.c.game_id.is_(None)


def _waiting(whose: ColumnElement[bool]) -> Any:
    return select(*columns(ConfirmationRow, CONFIRMATION)).where(whose)


_SEATS, _ACCOUNTS = _waiting(_OF_SEAT), _waiting(_OF_ACCOUNT)
_CLEAR_SEAT, _CLEAR_ACCOUNT = delete(CONFIRMATION).where(_OF_SEAT), delete(CONFIRMATION).where(_OF_ACCOUNT)
_PUT = insert(CONFIRMATION)
_IS_ONE = CONFIRMATION.c.id == bindparam("confirmation")
_DROP = delete(CONFIRMATION).where(_IS_ONE)
_COUNT = update(CONFIRMATION).where(_IS_ONE).values(tries=CONFIRMATION.c.tries + 1)
_DROP_ALL = delete(CONFIRMATION).where(CONFIRMATION.c.player_id == bindparam("player"))
_DROP_EVERYBODYS = delete(CONFIRMATION)
_FORGET = delete(CONFIRMATION).where(CONFIRMATION.c.expires_ms <= bindparam("before_ms"))


def confirmation(tx: Tx, player_id: int, seat: tuple[int, int] | None) -> ConfirmationRow | None:
    """The request that waits at a player's seat, given as game and number, or, with None, for their account."""
    if seat is None:
        return tx.first(ConfirmationRow, _ACCOUNTS, player=player_id)
    return tx.first(ConfirmationRow, _SEATS, player=player_id, game=seat[0], place=seat[1])


def put_confirmation(tx: Tx, new: NewConfirmation) -> None:
    """Keep a request until it is confirmed, in place of the one before of the same seat or account."""
    if new.game_id is None:
        tx.run(_CLEAR_ACCOUNT, player=new.player_id)
    else:
        tx.run(_CLEAR_SEAT, player=new.player_id, game=new.game_id, place=new.seat)
    tx.run(_PUT, tries=0, **values(new))


def drop_confirmation(tx: Tx, confirmation_id: int) -> bool:
    """Forget a request, which is used or void by that; False where it was before."""
    return tx.run(_DROP, confirmation=confirmation_id).rowcount > 0


def count_wrong_code(tx: Tx, confirmation_id: int) -> None:
    """Count a code that was wrong."""
    tx.run(_COUNT, confirmation=confirmation_id)


def drop_confirmations(tx: Tx, player_id: int) -> None:
    """Forget all that a player has asked for and not confirmed, for their account and at all seats."""
    tx.run(_DROP_ALL, player=player_id)


def drop_all_confirmations(tx: Tx) -> None:
    """Forget all requests that wait, whoever asked."""
    tx.run(_DROP_EVERYBODYS)


def forget_confirmations(tx: Tx, before_ms: int) -> int:
    """Forget requests that could be confirmed up to a moment and no longer; returns how many."""
    return tx.run(_FORGET, before_ms=before_ms).rowcount
