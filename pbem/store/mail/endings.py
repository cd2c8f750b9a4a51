"""The endings of players' letters, so that what always stands there is known to be no order."""

from sqlalchemy import Text, bindparam, delete, select

from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.tables import TableRow, column, hidden, table


@table("ending", hidden("player_id", int, primary_key=True, foreign_key="player.id"))
class EndingRow(TableRow):
    """An ending that letters of a player have had: its lines as they are compared, the last first.

    `mark` is a digest of the last line. `letters` have ended so, and `missed` have ended otherwise since; `orders` is
    the digest of what stood above it last.
    """

    mark: str = column(primary_key=True)
    """A digest of its last line."""
    text: str = column(shown=False, sa_type=Text)
    letters: int
    """Letters with different orders that have ended so."""
    missed: int
    """Letters that have ended otherwise since."""
    orders: str
    """The digest of the orders above it, in the last letter that ended so."""
    seen_ms: int

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines as they are compared, the last first."""
        return tuple(self.text.split("\n"))


_OF_PLAYER = EndingRow.c.player_id == bindparam("player")
_ALL = select(*columns(EndingRow)).where(_OF_PLAYER).order_by(EndingRow.c.seen_ms.desc(), EndingRow.c.mark)
_DROP = delete(EndingRow.table).where(_OF_PLAYER, EndingRow.c.mark == bindparam("known_by"))
_DROP_ALL = delete(EndingRow.table).where(_OF_PLAYER)


def list_endings(tx: Tx, player_id: int) -> list[EndingRow]:
    """The endings that a player's letters have had, the newest first."""
    return tx.all(EndingRow, _ALL, player=player_id)


def put_ending(tx: Tx, player_id: int, row: EndingRow) -> None:
    """Keep an ending of a player's letters, in place of the one with the same last line."""
    tx.run(_DROP, player=player_id, known_by=row.mark)
    add(tx, row, player_id=player_id)


def forget_ending(tx: Tx, player_id: int, mark: str) -> None:
    """Forget an ending of a player's letters."""
    tx.run(_DROP, player=player_id, known_by=mark)


def forget_endings(tx: Tx, player_id: int) -> None:
    """Forget all endings of a player's letters."""
    tx.run(_DROP_ALL, player=player_id)
