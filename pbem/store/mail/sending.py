"""The outbox: mails to send, all that were sent, and drawn maps, each kept for as long as a mail's bytes need it."""

from collections.abc import Collection

from sqlalchemy import Text, bindparam, delete, exists, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.mail.outbox import DialogueStep, FailureCause, MailBytesRow, MailFailureRow, MailRow
from pbem.store.mail.packing import BuiltMail
from pbem.store.mail.reach import IS_STOPPED
from pbem.store.rows import add, columns, values
from pbem.store.tables import TableRow, column, hidden, table


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
_DUE = (
    _MAILS.where(MailRow.c.status == "due", MailRow.c.next_ms <= bindparam("now_ms"), ~IS_STOPPED)
    .where(MailRow.c.id.not_in(bindparam("taken", expanding=True)), ~_WAITS_FOR_ANOTHER)
    .order_by(MailRow.c.next_ms, MailRow.c.id)
    .limit(bindparam("limit"))
)


def list_due_mail(tx: Tx, now_ms: int, limit: int, taken: Collection[int] = ()) -> list[MailRow]:
    """At most `limit` mails to be sent now, those that have waited longest first, none to suspended addresses.

    Those that are `taken` are left out. A mail waits for an earlier one to the same address in the same game that is
    taken, or is tried again soon.
    """
    facts = {"now_ms": now_ms, "soon_ms": now_ms + _SOON_MS, "limit": limit}
    return tx.all(MailRow, _DUE, taken=list(taken), **facts)


_FAILURES = select(*columns(MailFailureRow))
_FAILURE = _FAILURES.where(MailFailureRow.c.mail_id == bindparam("mail_id"))
_FORGET = delete(MailFailureRow.table).where(MailFailureRow.c.mail_id == bindparam("mail"))
_HOLD = select(*columns(MailHoldRow))
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
