"""Forms of the website that were dealt with, each once."""

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import SENT_FORM, columns
from pbem.store.rows import SentFormRow

_THIS = SENT_FORM.c.digest == bindparam("form")
_FIND = select(*columns(SentFormRow, SENT_FORM)).where(_THIS)
_ADD = insert(SENT_FORM)
_ANSWER = update(SENT_FORM).where(_THIS).values(answer=bindparam("new_answer"))
_DROP = delete(SENT_FORM).where(_THIS)
_FORGET = delete(SENT_FORM).where(SENT_FORM.c.sent_ms <= bindparam("before_ms"))


def sent_form(tx: Tx, digest: str) -> SentFormRow | None:
    """The form with this digest, if it was dealt with and is still known."""
    return tx.first(SentFormRow, _FIND, form=digest)


def add_sent_form(tx: Tx, digest: str, player_id: int | None, now_ms: int) -> bool:
    """Note that a form is dealt with in this transaction; False where it was in one before."""
    if sent_form(tx, digest) is not None:
        return False
    tx.run(_ADD, digest=digest, player_id=player_id, sent_ms=now_ms, answer=None)
    return True


def answer_sent_form(tx: Tx, digest: str, answer: str) -> None:
    """Keep what the sender of a form was shown; nothing where no such form was dealt with."""
    tx.run(_ANSWER, form=digest, new_answer=answer)


def drop_sent_form(tx: Tx, digest: str) -> None:
    """Forget a form that turned out to ask for nothing."""
    tx.run(_DROP, form=digest)


def forget_sent_forms(tx: Tx, before_ms: int) -> None:
    """Forget the forms that were dealt with up to a moment."""
    tx.run(_FORGET, before_ms=before_ms)
