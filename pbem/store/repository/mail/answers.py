"""Answers: how often somebody was answered, and mails that are taken out of the outbox again before they are there."""

from collections.abc import Collection

from sqlalchemy import BindParameter, bindparam, delete, select

from pbem.store.database import Tx
from pbem.store.repository.columns import ANSWER_COUNT, MAIL, MAIL_DOCUMENT, columns, putting, values
from pbem.store.rows import AnswerCountRow

_OF = ANSWER_COUNT.c.who == bindparam("whose")
_COUNT = select(*columns(AnswerCountRow, ANSWER_COUNT)).where(_OF)
_PUT = putting(AnswerCountRow, ANSWER_COUNT, "who")
_FORGET = delete(ANSWER_COUNT).where(ANSWER_COUNT.c.last_ms <= bindparam("before_ms"))
_THESE: BindParameter[list[int]] = bindparam("mails", expanding=True)
_WITHDRAW = (
    delete(MAIL_DOCUMENT).where(MAIL_DOCUMENT.c.mail_id.in_(_THESE)),
    delete(MAIL).where(MAIL.c.id.in_(_THESE)),
)


def answer_count(tx: Tx, who: str) -> AnswerCountRow | None:
    """The count of what somebody was answered lately; None for nobody that is known of."""
    return tx.first(AnswerCountRow, _COUNT, whose=who)


def put_answer_count(tx: Tx, row: AnswerCountRow) -> None:
    """Keep how often somebody was answered, in place of what was kept before."""
    tx.run(_PUT, **values(row))


def forget_answer_counts(tx: Tx, before_ms: int) -> None:
    """Let go of those from whom nothing came since a moment."""
    tx.run(_FORGET, before_ms=before_ms)


def withdraw_mails(tx: Tx, mail_ids: Collection[int]) -> None:
    """Take mails out of the outbox again, in the transaction that put them there: nobody has seen them."""
    for statement in _WITHDRAW:
        tx.run(statement, mails=list(mail_ids))
