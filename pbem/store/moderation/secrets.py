"""Secrets of games that moderators have opened."""

from sqlalchemy import Index, bindparam, select, update

from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.tables import NEW, TableRow, column, table


@table("sight", Index(None, "game_id", "player_id"))
class SecretAccessRow(TableRow):
    """A moderator has opened a game's secrets, for a time; every such act is told in the game's log."""

    id: int = column(primary_key=True)
    game_id: int = column(foreign_key="game.id")
    player_id: int = column(foreign_key="player.id", index=True)
    dispute_id: int | None = column(foreign_key="dispute.id")
    from_ms: int
    until_ms: int | None


_SIGHTS = (
    select(*columns(SecretAccessRow))
    .where(SecretAccessRow.c.game_id == bindparam("game_id"))
    .order_by(SecretAccessRow.c.id)
)
_HAS_SEEN = select(SecretAccessRow.c.id).where(
    SecretAccessRow.c.game_id == bindparam("game"), SecretAccessRow.c.player_id == bindparam("player")
)
_LONG_SEEN = (
    select(SecretAccessRow.c.game_id)
    .where(SecretAccessRow.c.until_ms.is_(None), SecretAccessRow.c.from_ms <= bindparam("since_ms"))
    .distinct()
    .order_by(SecretAccessRow.c.game_id)
)
_END_SIGHTS = (
    update(SecretAccessRow.table)
    .where(SecretAccessRow.c.game_id == bindparam("game"), SecretAccessRow.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"))
)
_OPEN_TO = (
    select(SecretAccessRow.c.game_id)
    .where(SecretAccessRow.c.player_id == bindparam("player"), SecretAccessRow.c.until_ms.is_(None))
    .distinct()
    .order_by(SecretAccessRow.c.game_id)
)
_END_OWN_ACCESS = (
    update(SecretAccessRow.table)
    .where(SecretAccessRow.c.player_id == bindparam("player"), SecretAccessRow.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"))
)


def list_secret_accesses(tx: Tx, game_id: int) -> list[SecretAccessRow]:
    """The grants of access to a game's secrets: who has opened them, and until when, the first one first."""
    return tx.all(SecretAccessRow, _SIGHTS, game_id=game_id)


def has_seen(tx: Tx, game_id: int, player_id: int) -> bool:
    """Whether a player has ever opened a game's secrets."""
    return tx.first(int, _HAS_SEEN, game=game_id, player=player_id) is not None


def list_games_long_seen(tx: Tx, since_ms: int) -> list[int]:
    """The games whose secrets somebody opened by a moment, and nobody has closed."""
    return tx.all(int, _LONG_SEEN, since_ms=since_ms)


def grant_access(tx: Tx, game_id: int, player_id: int, dispute_id: int | None, now_ms: int) -> None:
    """Open a game's secrets to a moderator from now on."""
    add(tx, SecretAccessRow(NEW, game_id, player_id, dispute_id, now_ms, None))


def revoke_access(tx: Tx, game_id: int, now_ms: int) -> None:
    """Close a game's secrets to all moderators."""
    tx.run(_END_SIGHTS, game=game_id, now_ms=now_ms)


def revoke_access_of(tx: Tx, player_id: int, now_ms: int) -> list[int]:
    """Close all games' secrets to a player; returns the games in which they were open to them."""
    found = tx.all(int, _OPEN_TO, player=player_id)
    tx.run(_END_OWN_ACCESS, player=player_id, now_ms=now_ms)
    return found
