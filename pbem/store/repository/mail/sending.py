"""Sending: failures of mails, and the hold of the queue."""

from sqlalchemy import bindparam, delete, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import MAIL, MAIL_BYTES, MAIL_FAILURE, MAIL_HOLD, columns, values
from pbem.store.repository.mail.reach import IS_STOPPED
from pbem.store.rows import BuiltMail, MailFailure, MailHold

_FAILURES = select(*columns(MailFailure, MAIL_FAILURE))
_FAILURE = _FAILURES.where(MAIL_FAILURE.c.mail_id == bindparam("mail_id"))
_FORGET = delete(MAIL_FAILURE).where(MAIL_FAILURE.c.mail_id == bindparam("mail"))
_ADD = insert(MAIL_FAILURE)

_HOLD = select(*columns(MailHold, MAIL_HOLD))
_END_HOLD = delete(MAIL_HOLD)
_ADD_HOLD = insert(MAIL_HOLD).values(id=1)
_TRY_AT = update(MAIL_HOLD).values(next_ms=bindparam("at_ms"))

_OLDEST = select(func.min(MAIL.c.created_ms)).where(MAIL.c.status == "due", ~IS_STOPPED)
_STOPPED = select(MAIL.c.id).where(MAIL.c.status == "due", IS_STOPPED)
_FAILED = select(MAIL.c.id).where(MAIL.c.status == "failed").order_by(MAIL.c.id)
_REPLACE = update(MAIL_BYTES).where(MAIL_BYTES.c.mail_id == bindparam("mail"))
_NO_OLD_BYTES = update(MAIL).where(MAIL.c.id == bindparam("mail")).values(raw=None)


def mail_failure(tx: Tx, mail_id: int) -> MailFailure | None:
    """The last failure of a mail, if it is neither sent nor untried."""
    return tx.first(MailFailure, _FAILURE, mail_id=mail_id)


def mail_failures(tx: Tx) -> dict[int, MailFailure]:
    """The last failures of all mails that are not sent, by their ids."""
    return {failure.mail_id: failure for failure in tx.all(MailFailure, _FAILURES)}


def put_mail_failure(tx: Tx, failure: MailFailure) -> None:
    """Note how a mail failed, in place of the time before."""
    tx.run(_FORGET, mail=failure.mail_id)
    tx.run(_ADD, **values(failure))


def mail_hold(tx: Tx) -> MailHold | None:
    """The hold of the queue; None while mails may leave."""
    return tx.first(MailHold, _HOLD)


def put_mail_hold(tx: Tx, hold: MailHold) -> None:
    """Hold the queue, or go on holding it for another reason or for longer."""
    tx.run(_END_HOLD)
    tx.run(_ADD_HOLD, **values(hold))


def try_held_mail(tx: Tx, at_ms: int) -> None:
    """Set the moment when a held queue tries a mail."""
    tx.run(_TRY_AT, at_ms=at_ms)


def end_mail_hold(tx: Tx) -> bool:
    """Let mails leave again; return whether they were held."""
    return bool(tx.run(_END_HOLD).rowcount)


def oldest_waiting_mail_ms(tx: Tx) -> int | None:
    """The moment when the oldest mail was written that is to be sent; those to suspended addresses are not."""
    return tx.first(lambda at_ms: at_ms, _OLDEST)


def suspended_mail(tx: Tx) -> frozenset[int]:
    """The mails that wait for a suspended address to be good again."""
    return frozenset(tx.all(int, _STOPPED))


def failed_mail(tx: Tx) -> list[int]:
    """The mails that were given up."""
    return tx.all(int, _FAILED)


def replace_bytes(tx: Tx, built: BuiltMail) -> None:
    """Give a mail that nobody has taken yet other bytes, without a picture, to be sent from now on."""
    tx.run(_REPLACE.values(packed=built.packing[0], picture=None), mail=built.mail_id)
    tx.run(_NO_OLD_BYTES, mail=built.mail_id)
