"""Letters in a player's name that were not proved to be theirs."""

from sqlalchemy import bindparam, select, update

from pbem.store.database import Tx
from pbem.store.rows import add
from pbem.store.tables import TableRow, column, table


@table("unproved")
class UnprovedRow(TableRow):
    """The time when a player was last told of a letter in their name that was not proved, and how many came since."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    notified_ms: int
    since: int


_IS_OWNERS = UnprovedRow.c.player_id == bindparam("player")
_NOTIFIED = select(UnprovedRow.c.notified_ms, UnprovedRow.c.since).where(_IS_OWNERS)
_TELL = update(UnprovedRow.table).where(_IS_OWNERS).values(notified_ms=bindparam("now_ms"), since=0)
_COUNT = update(UnprovedRow.table).where(_IS_OWNERS).values(since=UnprovedRow.c.since + 1)


def note_unproved(tx: Tx, player_id: int, now_ms: int, before_ms: int) -> int | None:
    """Note a letter in a player's name that was not proved; None, and it is counted, where they were told lately.

    Who was told last at `before_ms` or earlier is told now; returned is how many letters came since unmentioned.
    """
    found = tx.first(lambda notified_ms, since: (notified_ms, since), _NOTIFIED, player=player_id)
    if found is None:
        add(tx, UnprovedRow(player_id=player_id, notified_ms=now_ms, since=0))
        return 0
    if before_ms < found[0] <= now_ms:
        tx.run(_COUNT, player=player_id)
        return None
    tx.run(_TELL, player=player_id, now_ms=now_ms)
    return int(found[1])
