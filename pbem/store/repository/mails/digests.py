"""Who wants one mail a day, and when he had his last."""

from sqlalchemy import bindparam, delete, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import DIGEST, GAME, PLAYER, PREFERENCES, PRESS, PRESS_KEPT, SEAT
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

_KEPT = select(PRESS.c.game_id).join(PRESS_KEPT).where(PRESS_KEPT.c.player_id == bindparam("player"))
_SEATS = (
    select(SEAT.c.game_id, SEAT.c.seat)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.player_id == bindparam("player"),
        SEAT.c.vacant_ms.is_(None),
        or_(GAME.c.status == "playing", SEAT.c.reported < GAME.c.final_position, GAME.c.id.in_(_KEPT)),
    )
    .order_by(GAME.c.deadline_ms, GAME.c.id)
)


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


def seats_to_digest(tx: Tx, player_id: int) -> list[tuple[int, int]]:
    """The player's seats, by game and number, of which something may be new to him; by deadline."""
    return tx.all(lambda game_id, seat: (game_id, seat), _SEATS, player=player_id)
