"""Requests that cannot be undone, kept until they are confirmed."""

from typing import Any

from sqlalchemy import ColumnElement, ForeignKeyConstraint, Index, Text, bindparam, delete, select, update

from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, table


@table(
    "confirmation",
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "player_id"),
    Index(None, "game_id", "seat"),
    Index(None, "expires_ms"),
)
class ConfirmationRow(TableRow):
    """A request that cannot be undone and waits to be confirmed: one for each seat, and one for each player's account.

    `text` is the letter that asked, `state` what it was previewed on, with the lists that it named. It is confirmed by
    an answer to the mail that asked, known by its `message_id`, or by the code in that mail, of which only a hash is
    kept; `tries` counts codes that were wrong.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id")
    game_id: int | None
    seat: int | None
    text: str = column(shown=False, sa_type=Text)
    state: str = column(shown=False, sa_type=Text)
    message_id: str = column(shown=False)
    code_hash: str = column(shown=False)
    letter_id: int | None = column(foreign_key="letter.id")
    """The letter that asked; None for a page's."""
    created_ms: int
    expires_ms: int
    tries: int = 0


_OF_SEAT = (
    (ConfirmationRow.c.player_id == bindparam("player"))
    & (ConfirmationRow.c.game_id == bindparam("game"))
    & (ConfirmationRow.c.seat == bindparam("place"))
)
_OF_ACCOUNT = (ConfirmationRow.c.player_id == bindparam("player")) & ConfirmationRow.c.game_id.is_(None)


def _waiting(whose: ColumnElement[bool]) -> Any:
    return select(*columns(ConfirmationRow)).where(whose)


_SEATS, _ACCOUNTS = _waiting(_OF_SEAT), _waiting(_OF_ACCOUNT)
_CLEAR_SEAT, _CLEAR_ACCOUNT = (
    delete(ConfirmationRow.table).where(_OF_SEAT),
    delete(ConfirmationRow.table).where(_OF_ACCOUNT),
)
_IS_ONE = ConfirmationRow.c.id == bindparam("confirmation")
_DROP = delete(ConfirmationRow.table).where(_IS_ONE)
_COUNT = update(ConfirmationRow.table).where(_IS_ONE).values(tries=ConfirmationRow.c.tries + 1)
_DROP_ALL = delete(ConfirmationRow.table).where(ConfirmationRow.c.player_id == bindparam("player"))
_DROP_EVERYBODYS = delete(ConfirmationRow.table)
_FORGET = delete(ConfirmationRow.table).where(ConfirmationRow.c.expires_ms <= bindparam("before_ms"))


def find_confirmation(tx: Tx, player_id: int, seat: tuple[int, int] | None) -> ConfirmationRow | None:
    """The request that waits at a player's seat, given as game and number, or, with None, for their account."""
    if seat is None:
        return tx.first(ConfirmationRow, _ACCOUNTS, player=player_id)
    return tx.first(ConfirmationRow, _SEATS, player=player_id, game=seat[0], place=seat[1])


def put_confirmation(tx: Tx, new: ConfirmationRow) -> None:
    """Keep a request until it is confirmed, in place of the one before of the same seat or account."""
    if new.game_id is None:
        tx.run(_CLEAR_ACCOUNT, player=new.player_id)
    else:
        tx.run(_CLEAR_SEAT, player=new.player_id, game=new.game_id, place=new.seat)
    add(tx, new)


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
