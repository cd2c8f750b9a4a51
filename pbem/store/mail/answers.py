"""Answers: how often somebody was answered, and mails that are taken out of the outbox again before they are there."""

from collections.abc import Collection

from sqlalchemy import BindParameter, Index, bindparam, delete, select

from pbem.store.database import Tx
from pbem.store.mail.outbox import MailDocumentRow, MailRow
from pbem.store.rows import columns, putting, values
from pbem.store.tables import TableRow, column, table


@table("answer_count", Index(None, "last_ms"))
class AnswerCountRow(TableRow):
    """Count somebody's answers within an hour, and their last letters in a row that came to nothing.

    `who` is "player 7", or the SHA-256 of an address that is no player's. `digest` is that of the last letter's own
    text, `same` how many in a row had it, `idle` how many in a row changed nothing. `unanswered` counts the letters
    since the last answer, and `is_announced` says that they know of it.
    """

    who: str = column(shown=False, primary_key=True)
    since_ms: int
    answers: int = 0
    digest: str = column(default="", shown=False)
    same: int = 0
    idle: int = 0
    last_ms: int = 0
    answered_ms: int = 0
    unanswered: int = 0
    is_announced: bool = False


_OF = AnswerCountRow.c.who == bindparam("whose")
_COUNT = select(*columns(AnswerCountRow)).where(_OF)
_PUT = putting(AnswerCountRow)
_FORGET = delete(AnswerCountRow.table).where(AnswerCountRow.c.last_ms <= bindparam("before_ms"))
_THESE: BindParameter[list[int]] = bindparam("mails", expanding=True)
_WITHDRAW = (
    delete(MailDocumentRow.table).where(MailDocumentRow.c.mail_id.in_(_THESE)),
    delete(MailRow.table).where(MailRow.c.id.in_(_THESE)),
)


def find_answer_count(tx: Tx, who: str) -> AnswerCountRow | None:
    """The count of what somebody was answered lately; None for nobody that is known of."""
    return tx.first(AnswerCountRow, _COUNT, whose=who)


def put_answer_count(tx: Tx, row: AnswerCountRow) -> None:
    """Keep how often somebody was answered, in place of what was kept before."""
    tx.run(_PUT, **values(row))


def forget_answer_counts(tx: Tx, before_ms: int) -> None:
    """Delete the counts of those from whom nothing came since a moment."""
    tx.run(_FORGET, before_ms=before_ms)


def withdraw_mails(tx: Tx, mail_ids: Collection[int]) -> None:
    """Take mails out of the outbox again, in the transaction that put them there: nobody has seen them."""
    for statement in _WITHDRAW:
        tx.run(statement, mails=list(mail_ids))
