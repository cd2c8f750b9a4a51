"""The outbox: mails to send, and all that were sent."""

from collections.abc import Iterable
from typing import cast

from sqlalchemy import Update, bindparam, case, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import MAIL, MAIL_DOCUMENT, PLAYER, columns, values
from pbem.store.rows import Delivery, MailRow, NewMail

_MAILS = select(*columns(MailRow, MAIL))
_BY_ID = _MAILS.where(MAIL.c.id == bindparam("mail_id"))
_BY_MESSAGE_ID = _MAILS.where(MAIL.c.message_id == bindparam("message_id"))
_DUE = (
    _MAILS.where(MAIL.c.status == "due", MAIL.c.next_ms <= bindparam("now_ms"))
    .order_by(MAIL.c.next_ms, MAIL.c.id)
    .limit(bindparam("limit"))
)
_OF_SEAT = _MAILS.where(MAIL.c.game_id == bindparam("game_id"), MAIL.c.seat == bindparam("seat")).order_by(MAIL.c.id)
_OF_PLAYER = _MAILS.where(MAIL.c.player_id == bindparam("player_id")).order_by(MAIL.c.id)
_AFTER = _MAILS.where(MAIL.c.id > bindparam("mail_id")).order_by(MAIL.c.id)
_UNSENT = _MAILS.where(MAIL.c.status != "sent").order_by(MAIL.c.id)
_RAW = select(MAIL.c.raw).where(MAIL.c.id == bindparam("mail_id"))
_NEXT_DUE = select(func.min(MAIL.c.next_ms)).where(MAIL.c.status == "due")
_COUNTS = select(MAIL.c.status, func.count()).group_by(MAIL.c.status)

_DOCUMENT = select(MAIL_DOCUMENT.c.document).where(MAIL_DOCUMENT.c.mail_id == bindparam("mail_id"))

_ENQUEUE = insert(MAIL)
_ADD_DOCUMENT = insert(MAIL_DOCUMENT)
_ONE = update(MAIL).where(MAIL.c.id == bindparam("mail_id"))
_FIRST_RAW = func.coalesce(MAIL.c.raw, bindparam("sent_raw"))
_KEEP_BYTES = _ONE.values(raw=_FIRST_RAW)
_ANSWERED = _ONE.values(attempts=MAIL.c.attempts + 1, last_reply=bindparam("reply"))
_MARK_SENT = _ANSWERED.values(status="sent", sent_ms=bindparam("now_ms"), raw=_FIRST_RAW)
_TRY_AGAIN = _ANSWERED.values(next_ms=bindparam("again_ms"))
_GIVE_UP = _ANSWERED.values(status="failed")
_PRESENT_ADDRESS = select(PLAYER.c.address).where(PLAYER.c.id == MAIL.c.player_id).scalar_subquery()
_ERASE_BYTES = update(MAIL).where(MAIL.c.status == "sent", MAIL.c.sent_ms < bindparam("before_ms")).values(raw=None)
_RESEND = _ONE.values(
    status="due",
    attempts=0,
    next_ms=bindparam("now_ms"),
    to_address=case(
        (MAIL.c.kind == "address", MAIL.c.to_address), else_=func.coalesce(_PRESENT_ADDRESS, MAIL.c.to_address)
    ),
)


def enqueue_mail(tx: Tx, mail: NewMail) -> int:
    """Puts a mail into the outbox, due at once; returns its id."""
    facts = values(mail)
    facts["references_"] = facts.pop("references")
    document = facts.pop("document")
    state = {"status": "due", "attempts": 0, "next_ms": mail.created_ms, "last_reply": None, "sent_ms": None}
    mail_id = tx.add(_ENQUEUE, **facts, **state, raw=None)
    if document is not None:
        tx.run(_ADD_DOCUMENT, mail_id=mail_id, document=document)
    return mail_id


def mail(tx: Tx, mail_id: int) -> MailRow:
    """One mail. Raises NotFound."""
    return tx.one(MailRow, "mail", _BY_ID, mail_id=mail_id)


def mail_by_message_id(tx: Tx, message_id: str) -> MailRow | None:
    """The mail that a letter answers, if it is one of ours."""
    return tx.first(MailRow, _BY_MESSAGE_ID, message_id=message_id)


def mail_bytes(tx: Tx, mail_id: int) -> bytes | None:
    """The exact bytes of a mail; None before its first send. Raises NotFound."""
    (raw,) = tx.one(lambda *columns: columns, "mail", _RAW, mail_id=mail_id)
    return cast(bytes | None, raw)


def mail_document(tx: Tx, mail_id: int) -> str | None:
    """A mail's text with its structure, as JSON; None where it is text alone."""
    return tx.first(str, _DOCUMENT, mail_id=mail_id)


def unsent_mail(tx: Tx) -> list[MailRow]:
    """All mails that wait to be sent, or were given up, in the order they were written."""
    return tx.all(MailRow, _UNSENT)


def mails_of_seat(tx: Tx, game_id: int, seat: int) -> list[MailRow]:
    """All mails to a seat, in the order they were written."""
    return tx.all(MailRow, _OF_SEAT, game_id=game_id, seat=seat)


def mails_of_player(tx: Tx, player_id: int) -> list[MailRow]:
    """All mails to a player, in the order they were written."""
    return tx.all(MailRow, _OF_PLAYER, player_id=player_id)


def mails_after(tx: Tx, mail_id: int) -> list[MailRow]:
    """All mails, whomever they are to, that were written after one; after 0 all there are."""
    return tx.all(MailRow, _AFTER, mail_id=mail_id)


def due_mail(tx: Tx, now_ms: int, limit: int) -> list[MailRow]:
    """At most `limit` mails to be sent now, those that have waited longest first."""
    return tx.all(MailRow, _DUE, now_ms=now_ms, limit=limit)


def next_mail_ms(tx: Tx) -> int | None:
    """When the next mail is due; None where none waits."""
    return tx.first(lambda due: due, _NEXT_DUE)


def keep_bytes(tx: Tx, mail_id: int, raw: bytes) -> None:
    """Fixes a mail's bytes, so that every later send is the same mail; bytes kept before stay. Raises NotFound."""
    _change(tx, mail_id, _KEEP_BYTES, sent_raw=raw)


def mark_sent(tx: Tx, deliveries: Iterable[Delivery], sent_ms: int) -> None:
    """Closes the mails that were sent, keeping the bytes of those that had none kept."""
    rows = [
        {"mail_id": sent.mail_id, "reply": sent.reply, "sent_raw": sent.raw, "now_ms": sent_ms} for sent in deliveries
    ]
    tx.run_many(_MARK_SENT, rows)


def mark_failed(tx: Tx, mail_id: int, reply: str, next_ms: int | None) -> None:
    """Notes a send that failed; it is tried again at `next_ms`, or given up where that is None. Raises NotFound."""
    if next_ms is None:
        _change(tx, mail_id, _GIVE_UP, reply=reply)
    else:
        _change(tx, mail_id, _TRY_AGAIN, reply=reply, again_ms=next_ms)


def resend_mail(tx: Tx, mail_id: int, now_ms: int) -> None:
    """Makes a mail due again, whatever became of it, to where its player is now; its bytes stay as they were sent.

    Raises NotFound.
    """
    _change(tx, mail_id, _RESEND, now_ms=now_ms)


def erase_sent_bytes(tx: Tx, before_ms: int) -> None:
    """Lets go of the bytes of mails sent before a moment; their text stays, and makes the same mail again."""
    tx.run(_ERASE_BYTES, before_ms=before_ms)


def mail_counts(tx: Tx) -> dict[str, int]:
    """How many mails there are of each status."""
    return dict(tx.all(lambda status, count: (status, count), _COUNTS))


def _change(tx: Tx, mail_id: int, statement: Update, **facts: object) -> None:
    if not tx.run(statement, mail_id=mail_id, **facts).rowcount:
        raise NotFound("mail", mail_id)
