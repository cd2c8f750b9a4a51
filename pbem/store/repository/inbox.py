"""The inbox: letters as they came, each dealt with once."""

from hashlib import sha256
from typing import Literal

from sqlalchemy import bindparam, case, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import AlreadyFinished
from pbem.store.repository.columns import LETTER, columns
from pbem.store.rows import LetterRow, LetterStatus

MAX_ATTEMPTS = 3
"""After so many failures a letter is shunted: kept aside for the operator, so that it holds up no other."""

_LETTERS = select(*columns(LetterRow, LETTER))
_BY_ID = _LETTERS.where(LETTER.c.id == bindparam("letter_id"))
_NEXT_NEW = _LETTERS.where(LETTER.c.status == "new").order_by(LETTER.c.id).limit(1)
_PUT_ASIDE = _LETTERS.where(LETTER.c.status == "shunted").order_by(LETTER.c.id)
_SAME = select(LETTER.c.id).where(
    *(LETTER.c[name] == bindparam(name) for name in ("recipient_token", "message_id", "digest"))
)
_STORE = insert(LETTER)
_IS_NEW = (LETTER.c.id == bindparam("letter_id")) & (LETTER.c.status == "new")
_FINISH = (
    update(LETTER)
    .where(_IS_NEW)
    .values({LETTER.c[name]: bindparam(f"new_{name}") for name in ("status", "outcome", "game_id", "seat")})
)
_FAIL = (
    update(LETTER)
    .where(_IS_NEW)
    .values(
        attempts=LETTER.c.attempts + 1,
        outcome=bindparam("new_outcome"),
        status=case((LETTER.c.attempts + 1 >= MAX_ATTEMPTS, "shunted"), else_="new"),
    )
)
_RETRY = (
    update(LETTER)
    .where(LETTER.c.id == bindparam("letter"), LETTER.c.status == "shunted")
    .values(status="new", attempts=0)
)
_STATUS = select(LETTER.c.status).where(LETTER.c.id == bindparam("letter_id"))
_ERASE_OLD = (
    update(LETTER)
    .where(
        LETTER.c.status.in_(("done", "ignored")),
        LETTER.c.received_ms < bindparam("before_ms"),
        func.length(LETTER.c.raw) > 0,
    )
    .values(raw=b"", mail_from="")
)
_COUNTS = select(LETTER.c.status, func.count()).group_by(LETTER.c.status)


def store_letter(
    tx: Tx, recipient_token: str, message_id: str, mail_from: str, received_ms: int, raw: bytes
) -> tuple[int, bool]:
    """Puts a letter into the inbox; returns its id, and False where this very letter is there already.

    The same letter is one with the same bytes and Message-ID ("" where it has none) to the same address.
    """
    key = {"recipient_token": recipient_token, "message_id": message_id, "digest": sha256(raw).hexdigest()}
    known = tx.first(int, _SAME, **key)
    if known is not None:
        return known, False
    rest = {"status": "new", "attempts": 0, "outcome": "", "game_id": None, "seat": None}
    return tx.add(_STORE, **key, mail_from=mail_from, received_ms=received_ms, raw=raw, **rest), True


def next_new_letter(tx: Tx) -> LetterRow | None:
    """The oldest letter that nobody has dealt with."""
    return tx.first(LetterRow, _NEXT_NEW)


def letters_put_aside(tx: Tx) -> list[LetterRow]:
    """The letters that were shunted, the oldest first."""
    return tx.all(LetterRow, _PUT_ASIDE)


def letter(tx: Tx, letter_id: int) -> LetterRow:
    """One letter. Raises NotFound."""
    return tx.one(LetterRow, "letter", _BY_ID, letter_id=letter_id)


def finish_letter(
    tx: Tx,
    letter_id: int,
    status: Literal["done", "ignored"],
    outcome: str,
    game_id: int | None = None,
    seat: int | None = None,
) -> None:
    """Closes a letter, in the transaction that does what it asks for.

    Raises AlreadyFinished, which undoes that transaction, where it was closed before: so nothing is done twice.
    """
    result = {"new_status": status, "new_outcome": outcome, "new_game_id": game_id, "new_seat": seat}
    if not tx.run(_FINISH, letter_id=letter_id, **result).rowcount:
        raise AlreadyFinished(letter_id)


def fail_letter(tx: Tx, letter_id: int, outcome: str) -> LetterStatus:
    """Counts a failure to deal with a letter; returns "new" while it will be tried again, then "shunted".

    Raises AlreadyFinished where it was closed before.
    """
    if not tx.run(_FAIL, letter_id=letter_id, new_outcome=outcome).rowcount:
        raise AlreadyFinished(letter_id)
    status: LetterStatus = tx.connection.execute(_STATUS, {"letter_id": letter_id}).scalar_one()
    return status


def retry_letter(tx: Tx, letter_id: int) -> bool:
    """Lets a letter that was shunted be dealt with as if it had just come; false where it was not."""
    return bool(tx.run(_RETRY, letter=letter_id).rowcount)


def erase_old_letters(tx: Tx, before_ms: int) -> int:
    """Empties the letters received before a moment, senders too, once they are dealt with; returns how many.

    What remains of each still recognises the same letter when it comes again.
    """
    return tx.run(_ERASE_OLD, before_ms=before_ms).rowcount


def letter_counts(tx: Tx) -> dict[str, int]:
    """How many letters there are of each status."""
    return dict(tx.all(lambda status, count: (status, count), _COUNTS))
