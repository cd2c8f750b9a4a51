"""Mails that are due, how sending them went, and whether mails arrive at players' addresses."""

from collections.abc import Collection

from sqlalchemy import BindParameter, Text, and_, bindparam, delete, exists, func, insert, literal, select, update

from pbem.store.database import Tx
from pbem.store.mail.inbox import BounceRow
from pbem.store.mail.outbox import BuiltMail, DialogueStep, FailureCause, MailBytesRow, MailFailureRow, MailRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, putting, values
from pbem.store.service.processes import NOBODY, Claimer, is_claimed_by_another, number_key
from pbem.store.tables import TableRow, column, hidden, table


@table("reach")
class ReachRow(TableRow):
    """Whether mails reach a player at an address, as far as delivery reports tell.

    Bounces count in half points: `halves` is their sum, `day` the date (UTC) of the last that counted, `day_halves` the
    points of that day. `probe_id` is the Message-ID of the probe, a mail whose report decides. Addresses with
    `suspended_ms` get no mails; the player's deadlines are paused from `first_day` to `last_day` (ISO dates), if they
    are set.
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


@table("mail_hold", hidden("id", int, primary_key=True))
class MailHoldRow(TableRow):
    """The queue is held: no mail leaves before `next_ms`, when one is tried. There is one row, or none.

    `step` and `reply` say where and why the last try ended; `tries` counts them.
    """

    cause: FailureCause
    step: DialogueStep
    reply: str = column(shown=False, sa_type=Text)
    since_ms: int
    next_ms: int
    tries: int


_MAILS = select(*columns(MailRow))
_BEFORE = MailRow.table.alias("before")
_WAITS_FOR_ANOTHER = (
    exists()
    .where(
        _BEFORE.c.status == "due",
        _BEFORE.c.id < MailRow.c.id,
        _BEFORE.c.game_id == MailRow.c.game_id,
        _BEFORE.c.to_address == MailRow.c.to_address,
        _BEFORE.c.id.in_(bindparam("taken", expanding=True))
        | ((_BEFORE.c.next_ms > MailRow.c.next_ms) & (_BEFORE.c.next_ms <= bindparam("soon_ms"))),
    )
    .correlate(MailRow.table)
)
_SOON_MS = 20 * 60_000
"""How long a mail waits for an earlier one at most, so that none stands still because of another."""
_THREAD = func.coalesce(number_key(MailRow.c.game_id), "") + literal(" ") + MailRow.c.to_address
_DUE = (
    _MAILS.where(MailRow.c.status == "due", MailRow.c.next_ms <= bindparam("now_ms"), ~IS_STOPPED)
    .where(MailRow.c.id.not_in(bindparam("taken", expanding=True)), ~_WAITS_FOR_ANOTHER)
    .where(~is_claimed_by_another("mails", _THREAD))
    .order_by(MailRow.c.next_ms, MailRow.c.id)
    .limit(bindparam("limit"))
)


def thread_of(mail: MailRow) -> str:
    """The key of the mails of a game, or of none, to an address: they keep their order, and are claimed together."""
    return f"{'' if mail.game_id is None else mail.game_id} {mail.to_address}"


def list_due_mail(
    tx: Tx, now_ms: int, limit: int, taken: Collection[int] = (), claimer: Claimer = NOBODY
) -> list[MailRow]:
    """List at most `limit` mails to send now, the longest waiting first, none to suspended addresses.

    Those `taken` by a sender are left out, and those whose threads another process than `claimer` has claimed. A mail
    waits while an earlier one to the same address in the same game is taken, or is about to be tried again.
    """
    facts = {"now_ms": now_ms, "soon_ms": now_ms + _SOON_MS, "limit": limit, **values(claimer)}
    return tx.all(MailRow, _DUE, taken=list(taken), **facts)


_FAILURES = select(*columns(MailFailureRow))
_FAILURE = _FAILURES.where(MailFailureRow.c.mail_id == bindparam("mail_id"))
_FORGET = delete(MailFailureRow.table).where(MailFailureRow.c.mail_id == bindparam("mail"))
_HOLD = select(*columns(MailHoldRow))
_LAST_SENT = select(func.max(MailBytesRow.c.sent_ms))
_END_HOLD = delete(MailHoldRow.table)
_ADD_HOLD = insert(MailHoldRow.table).values(id=1)
_TRY_AT = update(MailHoldRow.table).values(next_ms=bindparam("at_ms"))
_OLDEST = select(func.min(MailRow.c.created_ms)).where(MailRow.c.status == "due", ~IS_STOPPED)
_STOPPED = select(MailRow.c.id).where(MailRow.c.status == "due", IS_STOPPED)
_FAILED = select(MailRow.c.id).where(MailRow.c.status == "failed").order_by(MailRow.c.id)
_REPLACE = update(MailBytesRow.table).where(MailBytesRow.c.mail_id == bindparam("mail"))
_NO_OLD_BYTES = update(MailRow.table).where(MailRow.c.id == bindparam("mail")).values(raw=None)


def find_mail_failure(tx: Tx, mail_id: int) -> MailFailureRow | None:
    """The last failure of a mail, if it is neither sent nor untried."""
    return tx.first(MailFailureRow, _FAILURE, mail_id=mail_id)


def list_mail_failures(tx: Tx) -> dict[int, MailFailureRow]:
    """The last failures of all mails that are not sent, by their ids."""
    return {failure.mail_id: failure for failure in tx.all(MailFailureRow, _FAILURES)}


def put_mail_failure(tx: Tx, failure: MailFailureRow) -> None:
    """Note how a mail failed, in place of the time before."""
    tx.run(_FORGET, mail=failure.mail_id)
    add(tx, failure)


def find_last_sent_ms(tx: Tx) -> int | None:
    """The moment when a mail was last taken, of those whose bytes are kept."""
    return tx.first(lambda at_ms: at_ms, _LAST_SENT)


def find_mail_hold(tx: Tx) -> MailHoldRow | None:
    """The hold of the queue; None while mails may leave."""
    return tx.first(MailHoldRow, _HOLD)


def put_mail_hold(tx: Tx, hold: MailHoldRow) -> None:
    """Hold the queue, or go on holding it for another reason or for longer."""
    tx.run(_END_HOLD)
    tx.run(_ADD_HOLD, **values(hold))


def try_held_mail(tx: Tx, at_ms: int) -> None:
    """Set the moment when a held queue tries a mail."""
    tx.run(_TRY_AT, at_ms=at_ms)


def end_mail_hold(tx: Tx) -> bool:
    """Let mails leave again; return whether they were held."""
    return bool(tx.run(_END_HOLD).rowcount)


def find_oldest_waiting_mail_ms(tx: Tx) -> int | None:
    """The moment when the oldest mail was written that is to be sent; those to suspended addresses are not."""
    return tx.first(lambda at_ms: at_ms, _OLDEST)


def list_suspended_mail(tx: Tx) -> frozenset[int]:
    """The mails that wait for a suspended address to be good again."""
    return frozenset(tx.all(int, _STOPPED))


def list_failed_mail(tx: Tx) -> list[int]:
    """The mails that were given up."""
    return tx.all(int, _FAILED)


def replace_bytes(tx: Tx, built: BuiltMail) -> None:
    """Give a mail that nobody has taken yet other bytes, without a picture, to be sent from now on."""
    tx.run(_REPLACE.values(packed=built.packing[0], picture=None), mail=built.mail_id)
    tx.run(_NO_OLD_BYTES, mail=built.mail_id)


_FAILED_REPLIES = select(BounceRow.c.reply).where(BounceRow.c.failed, BounceRow.c.at_ms >= bindparam("since_ms"))


def list_failed_replies(tx: Tx, since_ms: int) -> list[str]:
    """The reasons that mail systems have given since a moment for mails that came back for good. Reads all reports."""
    return tx.all(str, _FAILED_REPLIES, since_ms=since_ms)
