"""Who wants one mail a day, and when he had his last."""

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import DIGEST, PLAYER, PREFERENCES
from pbem.store.rows import DigestReader

_READERS = (
    select(PLAYER.c.id, PREFERENCES.c.zone, DIGEST.c.sent_ms)
    .join(PREFERENCES, PREFERENCES.c.player_id == PLAYER.c.id)
    .join(DIGEST, DIGEST.c.player_id == PLAYER.c.id, isouter=True)
    .where(PREFERENCES.c.reports == "daily", PLAYER.c.bot.is_(None))
    .order_by(PLAYER.c.id)
)
_OF_PLAYER = DIGEST.c.player_id == bindparam("player")
_READER = _READERS.where(PLAYER.c.id == bindparam("player"))
_SENT = update(DIGEST).where(_OF_PLAYER).values(sent_ms=bindparam("now_ms"))
_BEGIN = insert(DIGEST)
_END = delete(DIGEST).where(_OF_PLAYER)


def digest_readers(tx: Tx) -> list[DigestReader]:
    """Everybody who wants one mail a day."""
    return tx.all(DigestReader, _READERS)


def digest_reader(tx: Tx, player_id: int) -> DigestReader | None:
    """A player who wants one mail a day; None for any other."""
    return tx.first(DigestReader, _READER, player=player_id)


def mark_digest(tx: Tx, player_id: int, now_ms: int) -> None:
    """Notes that a player had his mail of the day, or that there was nothing new for him."""
    if not tx.run(_SENT, player=player_id, now_ms=now_ms).rowcount:
        tx.run(_BEGIN, player_id=player_id, sent_ms=now_ms)


def end_digests(tx: Tx, player_id: int) -> None:
    """Forgets when a player had his last: he wants no more of them."""
    tx.run(_END, player=player_id)
