"""Reach: whether mails arrive at players' addresses, and the mails that wait for an address to be good again."""

from collections.abc import Collection

from sqlalchemy import BindParameter, and_, bindparam, exists, func, select, update

from pbem.store.database import Tx
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import columns, putting, values
from pbem.store.tables import TableRow, column, table


@table("reach")
class ReachRow(TableRow):
    """Whether mails reach a player at an address, as far as reports about them tell.

    `halves` are half points, `day` the date (UTC) of the last report that counted and `day_halves` what that day has
    brought. A probe is a mail of which the report ends it: `probe_id` is its Message-ID. Where mails are `suspended_ms`
    none leave for the address; the player's time stands still from `first_day` to `last_day`, ISO dates, if it does.
    """

    player_id: int = column(primary_key=True, foreign_key="player.id")
    address: str = column(shown=False)
    halves: int = 0
    day: str = ""
    day_halves: int = 0
    last_ms: int = 0
    probe_id: str = column(default="", shown=False, index=True)
    probe_ms: int | None = None
    suspended_ms: int | None = column(default=None, index=True)
    first_day: str = ""
    last_day: str = ""


_OF = ReachRow.c.player_id == bindparam("player")
ONE = select(*columns(ReachRow)).where(_OF)
_PUT = putting(ReachRow)
WAITS: tuple[str, ...] = ("report", "answer", "reminder", "notice", "press", "digest", "lobby", "moderation")
"""The kinds of mail that wait while an address is suspended; what its owner needs to mend that leaves at once."""
IS_STOPPED = exists().where(
    ReachRow.c.player_id == MailRow.c.player_id,
    ReachRow.c.suspended_ms.is_not(None),
    ReachRow.c.address == MailRow.c.to_address,
    MailRow.c.kind.in_(WAITS),
)
IS_SUSPENDED = and_(ReachRow.c.suspended_ms.is_not(None), ReachRow.c.address == PlayerRow.c.address)
_SUSPENDED = (
    select(*columns(ReachRow))
    .join(PlayerRow.table, PlayerRow.c.id == ReachRow.c.player_id)
    .where(IS_SUSPENDED)
    .order_by(ReachRow.c.suspended_ms, ReachRow.c.player_id)
)
_MAILED = (
    select(func.count(func.distinct(MailRow.c.player_id)))
    .select_from(MailRow.table)
    .where(MailRow.c.player_id.is_not(None), MailRow.c.created_ms >= bindparam("since_ms"))
)
_WAITING = (
    select(*columns(MailRow))
    .where(
        MailRow.c.player_id == bindparam("player"),
        MailRow.c.status == "due",
        MailRow.c.to_address == bindparam("address"),
    )
    .order_by(MailRow.c.id)
)
_THESE: BindParameter[list[int]] = bindparam("mails", expanding=True)
_WITHHOLD = (
    update(MailRow.table)
    .where(MailRow.c.id.in_(_THESE), MailRow.c.status == "due")
    .values(status="withheld", last_reply=bindparam("reply"))
)


def find_reach(tx: Tx, player_id: int) -> ReachRow | None:
    """The points of the address that a player had when a mail to them last came back; None where none ever did."""
    return tx.first(ReachRow, ONE, player=player_id)


def put_reach(tx: Tx, row: ReachRow) -> None:
    """Keep the points of a player's address, in place of those before."""
    tx.run(_PUT, **values(row))


def list_suspended(tx: Tx) -> list[ReachRow]:
    """The addresses to which nothing is sent, those of longest standing first."""
    return tx.all(ReachRow, _SUSPENDED)


def count_players_mailed(tx: Tx, since_ms: int) -> int:
    """Count the players to whom a mail was written since a moment. Reads all mails."""
    return tx.one(int, "mail", _MAILED, since_ms=since_ms)


def list_waiting_mails(tx: Tx, player_id: int, address: str) -> list[MailRow]:
    """The mails to a player at an address that are not sent yet, in the order they were written."""
    return tx.all(MailRow, _WAITING, player=player_id, address=address)


def withhold_mails(tx: Tx, mail_ids: Collection[int], reply: str) -> None:
    """Give up mails that wait, because others took their place; they can be read on the pages, and sent again."""
    tx.run(_WITHHOLD, mails=list(mail_ids), reply=reply)
