"""Days on which players are away."""

from collections.abc import Collection

from sqlalchemy import Index, bindparam, select, update

from pbem.store.database import Tx
from pbem.store.rows import add, columns, values
from pbem.store.tables import NEW, TableRow, column, table


@table("absence", Index(None, "player_id", "last_day"))
class AbsenceRow(TableRow):
    """Days on which a player is away, the first and the last of them as ISO dates; `ended_ms` where they took it
    back.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id")
    first_day: str
    last_day: str
    announced_ms: int
    ended_ms: int | None


_STANDING = (
    select(*columns(AbsenceRow))
    .where(AbsenceRow.c.last_day >= bindparam("since"), AbsenceRow.c.ended_ms.is_(None))
    .order_by(AbsenceRow.c.first_day, AbsenceRow.c.id)
)
_COMING = _STANDING.where(AbsenceRow.c.player_id == bindparam("player"))
_COMING_OF = _STANDING.where(AbsenceRow.c.player_id.in_(bindparam("players", expanding=True)))
_ONE = select(*columns(AbsenceRow)).where(
    AbsenceRow.c.player_id == bindparam("player"),
    AbsenceRow.c.id == bindparam("absence"),
    AbsenceRow.c.ended_ms.is_(None),
)
_SHORTEN = update(AbsenceRow.table).where(AbsenceRow.c.id == bindparam("absence")).values(last_day=bindparam("until"))
_END = update(AbsenceRow.table).where(AbsenceRow.c.id == bindparam("absence")).values(ended_ms=bindparam("now_ms"))


def list_absences(tx: Tx, player_id: int, since: str) -> list[AbsenceRow]:
    """A player's absences that stand and do not end before a date, the earliest first."""
    return tx.all(AbsenceRow, _COMING, player=player_id, since=since)


def prefetch_absences(tx: Tx, player_ids: Collection[int], since: str) -> None:
    """Read the absences of several players in one statement, for `list_absences` of each."""
    found = tx.all(AbsenceRow, _COMING_OF, players=list(player_ids), since=since)
    for player_id in player_ids:
        rows = [tuple(values(row).values()) for row in found if row.player_id == player_id]
        tx.put_all(_COMING, rows, player=player_id, since=since)


def find_absence(tx: Tx, player_id: int, absence_id: int) -> AbsenceRow | None:
    """An absence of a player's that stands."""
    return tx.first(AbsenceRow, _ONE, player=player_id, absence=absence_id)


def add_absence(tx: Tx, player_id: int, first_day: str, last_day: str, now_ms: int) -> int:
    """Note that a player is away on these days; return the absence's id."""
    return add(tx, AbsenceRow(NEW, player_id, first_day, last_day, now_ms, None)).id


def shorten_absence(tx: Tx, absence_id: int, last_day: str) -> None:
    """Let an absence end on an earlier day."""
    tx.run(_SHORTEN, absence=absence_id, until=last_day)


def end_absence(tx: Tx, absence_id: int, now_ms: int) -> None:
    """Take an absence back as if it had not been announced."""
    tx.run(_END, absence=absence_id, now_ms=now_ms)
