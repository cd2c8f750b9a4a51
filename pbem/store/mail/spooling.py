"""Queries about the letters that are kept as files, too: which there are, and which were erased since."""

from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, func, select, text

from pbem.store.database import Tx
from pbem.store.mail.inbox import LetterOriginRow, LetterRow, NewLetter
from pbem.store.rows import shown


class KeptLetter(NamedTuple):
    """A letter whose bytes are in the database, by what tells it from others, and how many those are."""

    id: int
    recipient_token: str
    digest: str
    size: int

    def __repr__(self) -> str:
        return shown(self, but=("recipient_token",))


_IS_KEPT: Final = text("length(raw) > 0")
_SIZE: Final = func.coalesce(LetterRow.c.unpacked_size, func.length(LetterRow.c.raw))
_KEPT = (
    select(LetterRow.c.id, LetterRow.c.recipient_token, LetterRow.c.digest, _SIZE)
    .where(LetterRow.c.received_ms >= bindparam("since_ms"), _IS_KEPT)
    .order_by(LetterRow.c.id.desc())
)
_LAST = select(func.coalesce(func.max(LetterRow.c.id), 0))
_AFTER = (
    select(LetterRow.c.id)
    .where(LetterRow.c.id > bindparam("after"), _IS_KEPT)
    .order_by(LetterRow.c.id)
    .limit(bindparam("most"))
)
_WHOLE = (
    select(
        LetterRow.c.id,
        *(LetterRow.c[name] for name in ("recipient_token", "message_id", "mail_from", "received_ms", "raw")),
        *(
            func.coalesce(LetterOriginRow.c[name], known)
            for name, known in (("way", "smtp"), ("peer", ""), ("helo", ""))
        ),
    )
    .outerjoin(LetterOriginRow.table, LetterOriginRow.c.letter_id == LetterRow.c.id)
    .where(LetterRow.c.id.in_(bindparam("letters", expanding=True)), _IS_KEPT)
    .order_by(LetterRow.c.id)
)
_IS_ERASED = select(LetterRow.c.id).where(
    LetterRow.c.id == bindparam("letter_id"),
    LetterRow.c.received_ms == bindparam("received_ms"),
    text("length(raw) = 0"),
)


def list_kept_letters(tx: Tx, since_ms: int) -> list[KeptLetter]:
    """The letters that came from a moment on and are not erased, the newest first."""
    return tx.all(KeptLetter, _KEPT, since_ms=since_ms)


def find_last_letter_id(tx: Tx) -> int:
    """The id of the newest letter; 0 where there is none."""
    return tx.one(int, "letter", _LAST)


def list_letters_after(tx: Tx, letter_id: int, most: int) -> list[int]:
    """The ids of at most so many letters that came after another, the oldest first."""
    return tx.all(int, _AFTER, after=letter_id, most=most)


def list_whole_letters(tx: Tx, letter_ids: list[int]) -> dict[int, NewLetter]:
    """Letters as they came, with where they came from, by their ids, the oldest first."""
    return dict(tx.all(_numbered, _WHOLE, letters=letter_ids))


def _numbered(
    letter_id: int, token: str, message_id: str, mail_from: str, received_ms: int, raw: bytes, *origin: Any
) -> tuple[int, NewLetter]:
    return letter_id, NewLetter(token, message_id, mail_from, received_ms, raw, LetterOriginRow(*origin))


def was_erased(tx: Tx, letter_id: int, received_ms: int) -> bool:
    """Tell whether the database knows a letter, that came at this moment, of which it keeps no bytes any more.

    A restored database gives ids anew, but not the moments. What an erased person's letter was cannot be told from it.
    """
    return tx.first(int, _IS_ERASED, letter_id=letter_id, received_ms=received_ms) is not None
