"""Reach: whether mails arrive at players' addresses, and the mails that wait for an address to be good again."""

from collections.abc import Collection

from sqlalchemy import BindParameter, and_, bindparam, exists, func, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import GAME, MAIL, PLAYER, REACH, SEAT, columns, putting, values
from pbem.store.repository.files import MODERATED
from pbem.store.rows import MailRow, NeedRow, ReachRow

_OF = REACH.c.player_id == bindparam("player")
_ONE = select(*columns(ReachRow, REACH)).where(_OF)
_PUT = putting(ReachRow, REACH, "player_id")
_IS_SUSPENDED = and_(REACH.c.suspended_ms.is_not(None), REACH.c.address == PLAYER.c.address)
_SUSPENDED = (
    select(*columns(ReachRow, REACH))
    .join(PLAYER, PLAYER.c.id == REACH.c.player_id)
    .where(_IS_SUSPENDED)
    .order_by(REACH.c.suspended_ms, REACH.c.player_id)
)
_SEATS = (
    select(
        GAME.c.id, GAME.c.tag, GAME.c.name, SEAT.c.seat, PLAYER.c.id.label("player_id"), PLAYER.c.name.label("player"),
        REACH.c.suspended_ms, func.nullif(0, 0),
    )
    .select_from(
        REACH.join(PLAYER, PLAYER.c.id == REACH.c.player_id)
        .join(SEAT, and_(SEAT.c.player_id == PLAYER.c.id, SEAT.c.vacant_ms.is_(None)))
        .join(GAME, GAME.c.id == SEAT.c.game_id)
    )
    .where(_IS_SUSPENDED, func.coalesce(GAME.c.status, "") == "playing", MODERATED)
    .order_by(REACH.c.player_id, GAME.c.id)
)  # fmt: skip
_MAILED = (
    select(func.count(func.distinct(MAIL.c.player_id)))
    .select_from(MAIL)
    .where(MAIL.c.player_id.is_not(None), MAIL.c.created_ms >= bindparam("since_ms"))
)
_WAITING = (
    select(*columns(MailRow, MAIL))
    .where(MAIL.c.player_id == bindparam("player"), MAIL.c.status == "due", MAIL.c.to_address == bindparam("address"))
    .order_by(MAIL.c.id)
)
_THESE: BindParameter[list[int]] = bindparam("mails", expanding=True)
_WITHHOLD = (
    update(MAIL)
    .where(MAIL.c.id.in_(_THESE), MAIL.c.status == "due")
    .values(status="withheld", last_reply=bindparam("reply"))
)
WAITS: tuple[str, ...] = ("report", "answer", "reminder", "notice", "press", "digest", "lobby", "moderation")
"""The kinds of mail that wait while an address is suspended; what its owner needs to mend that leaves at once."""
IS_STOPPED = exists().where(
    REACH.c.player_id == MAIL.c.player_id,
    REACH.c.suspended_ms.is_not(None),
    REACH.c.address == MAIL.c.to_address,
    MAIL.c.kind.in_(WAITS),
)


def reach(tx: Tx, player_id: int) -> ReachRow | None:
    """The points of the address that a player had when a mail to them last came back; None where none ever did."""
    return tx.first(ReachRow, _ONE, player=player_id)


def put_reach(tx: Tx, row: ReachRow) -> None:
    """Keep the points of a player's address, in place of those before."""
    tx.run(_PUT, **values(row))


def suspended(tx: Tx) -> list[ReachRow]:
    """The addresses to which nothing is sent, those of longest standing first."""
    return tx.all(ReachRow, _SUSPENDED)


def unreachable_seats(tx: Tx, me: int) -> list[NeedRow]:
    """The seats of players whose addresses are suspended, in games that a moderator may moderate; since then."""
    return tx.all(NeedRow, _SEATS, me=me)


def count_players_mailed(tx: Tx, since_ms: int) -> int:
    """Count the players to whom a mail was written since a moment. Reads all mails."""
    return tx.one(int, "mail", _MAILED, since_ms=since_ms)


def waiting_mails(tx: Tx, player_id: int, address: str) -> list[MailRow]:
    """The mails to a player at an address that are not sent yet, in the order they were written."""
    return tx.all(MailRow, _WAITING, player=player_id, address=address)


def withhold_mails(tx: Tx, mail_ids: Collection[int], reply: str) -> None:
    """Give up mails that wait, because others took their place; they can be read on the pages, and sent again."""
    tx.run(_WITHHOLD, mails=list(mail_ids), reply=reply)
