"""All that waits in the database, and how much was done: one look for those who watch the server.

What waits is counted. What was done is nearly all there ever was, and is told by the newest id, not counted.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from pbem.store.database import Tx
from pbem.store.games.game import GameStatus
from pbem.store.games.listing import count_games, list_games_to_wake
from pbem.store.mail.inbox import LetterOriginRow, LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.sending import IS_STOPPED, MailHoldRow, find_mail_hold
from pbem.store.mail.spooling import find_last_letter_id
from pbem.store.service.backups import LastBackup, find_last_backup

_OLDEST_LETTER = (
    select(func.min(LetterRow.c.received_ms))
    .join(LetterOriginRow.table, LetterOriginRow.c.letter_id == LetterRow.c.id, isouter=True)
    .where(LetterRow.c.status == "new", func.coalesce(LetterOriginRow.c.look_ms, 0) <= bindparam("now_ms"))
)
_OLDEST_MAIL = select(func.min(MailRow.c.next_ms)).where(
    MailRow.c.status == "due", MailRow.c.attempts == 0, MailRow.c.next_ms <= bindparam("now_ms"), ~IS_STOPPED
)
_LAST_MAIL = select(func.coalesce(func.max(MailRow.c.id), 0))


class Backlog(NamedTuple):
    """All that waits, and was done; moments in milliseconds since the epoch."""

    letters: Mapping[str, int]
    """Letters that wait ("new") or were put aside ("shunted")."""
    mails: Mapping[str, int]
    """Mails that are not sent, by their status."""
    letters_taken: int
    """Letters that ever came: the newest id, which PostgreSQL also gives to one that came a second time."""
    mails_written: int
    """Mails that were ever written, in the same way."""
    games: Mapping[tuple[str, GameStatus], int]
    """Matches by kind and status."""
    oldest_letter_ms: int | None
    """When the oldest letter came that could be dealt with now; not one that waits for proof of its sender."""
    oldest_mail_ms: int | None
    """Since when the oldest mail waits that could be sent now and was never tried.

    One that its recipient's server puts off is left out: anyone can have such a server.
    """
    hold: MailHoldRow | None
    """Why no mail leaves, where that is so."""
    deadlines_due: int
    """Games that are to be looked at by now: a reminder is due, or a deadline has come."""
    backup: LastBackup


def find_backlog(tx: Tx, now_ms: int) -> Backlog:
    """All of it at one moment."""
    return Backlog(
        letters=count_open_letters(tx),
        mails=count_unsent_mails(tx),
        letters_taken=find_last_letter_id(tx),
        mails_written=tx.one(int, "mail", _LAST_MAIL),
        games=count_games(tx),
        oldest_letter_ms=tx.first(lambda at_ms: at_ms, _OLDEST_LETTER, now_ms=now_ms),
        oldest_mail_ms=tx.first(lambda at_ms: at_ms, _OLDEST_MAIL, now_ms=now_ms),
        hold=find_mail_hold(tx),
        deadlines_due=len(list_games_to_wake(tx, now_ms)),
        backup=find_last_backup(tx),
    )


_UNSENT_MAILS = (
    select(MailRow.c.status, func.count())
    .where(MailRow.c.status.in_(("due", "failed", "withheld")))
    .group_by(MailRow.c.status)
)
_OPEN_LETTERS = (
    select(LetterRow.c.status, func.count())
    .where(LetterRow.c.status.in_(("new", "shunted")))
    .group_by(LetterRow.c.status)
)


def count_unsent_mails(tx: Tx) -> dict[str, int]:
    """The number of mails of each status, but for those that were sent, which are nearly all."""
    return dict(tx.all(lambda status, count: (status, count), _UNSENT_MAILS))


def count_open_letters(tx: Tx) -> dict[str, int]:
    """The number of letters that wait ("new"), and of those put aside ("shunted")."""
    return dict(tx.all(lambda status, count: (status, count), _OPEN_LETTERS))
