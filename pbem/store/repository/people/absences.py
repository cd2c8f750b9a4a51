"""When players are away."""

from sqlalchemy import bindparam, insert, select, update

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
_ONE = select(*columns(AbsenceRow, ABSENCE)).where(
    ABSENCE.c.player_id == bindparam("player"), ABSENCE.c.id == bindparam("absence"), ABSENCE.c.ended_ms.is_(None)
)
_ADD = insert(ABSENCE)
_SHORTEN = update(ABSENCE).where(ABSENCE.c.id == bindparam("absence")).values(last_day=bindparam("until"))
_END = update(ABSENCE).where(ABSENCE.c.id == bindparam("absence")).values(ended_ms=bindparam("now_ms"))


def absences(tx: Tx, player_id: int, since: str) -> list[AbsenceRow]:
    """A player's absences that stand and do not end before a date, the earliest first."""
    return tx.all(AbsenceRow, _COMING, player=player_id, since=since)


def absence(tx: Tx, player_id: int, absence_id: int) -> AbsenceRow | None:
    """An absence of a player's that stands."""
    return tx.first(AbsenceRow, _ONE, player=player_id, absence=absence_id)


def add_absence(tx: Tx, player_id: int, first_day: str, last_day: str, now_ms: int) -> int:
    """Notes that a player is away on these days; returns the absence's id."""
    days = {"first_day": first_day, "last_day": last_day, "announced_ms": now_ms, "ended_ms": None}
    return tx.add(_ADD, player_id=player_id, **days)


def shorten_absence(tx: Tx, absence_id: int, last_day: str) -> None:
    """Lets an absence end on an earlier day."""
    tx.run(_SHORTEN, absence=absence_id, until=last_day)


def end_absence(tx: Tx, absence_id: int, now_ms: int) -> None:
    """Takes an absence back as if it had not been announced."""
    tx.run(_END, absence=absence_id, now_ms=now_ms)
