"""When players are away."""

from sqlalchemy import bindparam, select

from pbem.store.database import Tx
from pbem.store.repository.columns import ABSENCE, columns
from pbem.store.rows import AbsenceRow

_COMING = (
    select(*columns(AbsenceRow, ABSENCE))
    .where(
        ABSENCE.c.player_id == bindparam("player"),
        ABSENCE.c.last_day >= bindparam("since"),
        ABSENCE.c.ended_ms.is_(None),
    )
    .order_by(ABSENCE.c.first_day, ABSENCE.c.id)
)


def absences(tx: Tx, player_id: int, since: str) -> list[AbsenceRow]:
    """A player's absences that stand and do not end before a date, the earliest first."""
    return tx.all(AbsenceRow, _COMING, player=player_id, since=since)
