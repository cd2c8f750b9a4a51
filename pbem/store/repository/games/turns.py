"""What a turn in progress needs: drafts that wait to be confirmed, and the texts already applied."""

from sqlalchemy import bindparam, delete, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import APPLIED, DRAFT, columns, values
from pbem.store.rows import DraftRow

_OF_SEAT = (DRAFT.c.game_id == bindparam("game_id")) & (DRAFT.c.seat == bindparam("seat"))
_DRAFT = select(*columns(DraftRow, DRAFT)).where(_OF_SEAT)
_PUT = insert(DRAFT)
_CLEAR = delete(DRAFT).where(_OF_SEAT)

_WAS_APPLIED = select(APPLIED.c.digest).where(*(column == bindparam(column.name) for column in APPLIED.c))
_MARK_APPLIED = insert(APPLIED)


def put_draft(tx: Tx, game_id: int, seat: int, kept: DraftRow) -> None:
    """Keeps orders until the seat confirms them, in place of those before."""
    clear_draft(tx, game_id, seat)
    tx.run(_PUT, game_id=game_id, seat=seat, **values(kept))


def draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, left where they are."""
    return tx.first(DraftRow, _DRAFT, game_id=game_id, seat=seat)


def take_draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, which wait no longer."""
    found = draft(tx, game_id, seat)
    clear_draft(tx, game_id, seat)
    return found


def clear_draft(tx: Tx, game_id: int, seat: int) -> None:
    """Drops the orders that wait for the seat's confirmation, if any do."""
    tx.run(_CLEAR, game_id=game_id, seat=seat)


def was_applied(tx: Tx, game_id: int, seat: int, year: int, turn: int, digest: str) -> bool:
    """Whether orders with this digest were applied in this turn already."""
    return tx.first(str, _WAS_APPLIED, game_id=game_id, seat=seat, year=year, turn=turn, digest=digest) is not None


def mark_applied(tx: Tx, game_id: int, seat: int, year: int, turn: int, digest: str) -> None:
    """Notes that orders with this digest were applied in this turn; once is enough."""
    if not was_applied(tx, game_id, seat, year, turn, digest):
        tx.run(_MARK_APPLIED, game_id=game_id, seat=seat, year=year, turn=turn, digest=digest)
