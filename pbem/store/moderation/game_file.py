"""Queries for moderators: the file of a game, which holds the letters to its seats and the mails to them.

While a game's secrets are closed, nobody may learn from its file who has written press. Letters that held nothing but
press are left out then, and so are the mails that carried press or answered such letters.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, case, exists, func, or_, select

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow
from pbem.store.games.seats import SeatRow
from pbem.store.mail.inbox import LetterRow, LetterStatus
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.press import PressRow
from pbem.store.rows import columns, shown


class LetterFacts(NamedTuple):
    """A letter of a game without what stands in it."""

    id: int
    received_ms: int
    size: int
    """In bytes; 0 once it was erased."""
    status: LetterStatus
    attempts: int
    outcome: str
    mark: str
    """What it is called in place of its id."""
    seat: int | None

    def __repr__(self) -> str:
        return shown(self, but=("outcome",))


_GAME: BindParameter[int] = bindparam("game")
_TOKENS = select(SeatRow.c.token).where(SeatRow.c.game_id == _GAME)
_SEAT_BY_TOKEN = (
    select(SeatRow.c.seat)
    .where(SeatRow.c.game_id == _GAME, SeatRow.c.token == LetterRow.c.recipient_token)
    .scalar_subquery()
)
_SEAT = func.coalesce(LetterRow.c.seat, _SEAT_BY_TOKEN).label("seat")
_IS_HERE = or_(LetterRow.c.game_id == _GAME, LetterRow.c.recipient_token.in_(_TOKENS))
_HAS_PRESS = (
    exists().where(PressRow.c.game_id == _GAME, PressRow.c.letter_id == LetterRow.c.id).correlate(LetterRow.table)
)
_HAS_PLAYED = (
    exists().where(EntryRow.c.game_id == _GAME, EntryRow.c.letter_id == LetterRow.c.id).correlate(LetterRow.table)
)
_WITHOUT_PRESS = or_(~_HAS_PRESS, _HAS_PLAYED)
_SIZE = func.coalesce(LetterRow.c.unpacked_size, func.length(LetterRow.c.raw))
_LETTERS = (
    select(
        LetterRow.c.id, LetterRow.c.received_ms, _SIZE, LetterRow.c.status, LetterRow.c.attempts,
        LetterRow.c.outcome, LetterRow.c.mark, _SEAT,
    )
    .where(_IS_HERE)
    .order_by(LetterRow.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)  # fmt: skip
_HOW_MANY_LETTERS = select(func.count()).select_from(LetterRow.table).where(_IS_HERE)
_POSITIONS = (
    select(EntryRow.c.letter_id, func.min(EntryRow.c.position), func.max(EntryRow.c.position))
    .where(
        EntryRow.c.game_id == _GAME,
        EntryRow.c.letter_id.in_(bindparam("letters", expanding=True)),
        EntryRow.c.position <= bindparam("upto"),
    )
    .group_by(EntryRow.c.letter_id)
)
_ONE_LETTER = select(LetterRow.c.id, _SEAT).where(_IS_HERE, LetterRow.c.id == bindparam("letter_id"))
_MAILS = (
    select(*columns(MailRow))
    .where(MailRow.c.game_id == _GAME)
    .order_by(MailRow.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_ONE_MAIL = (
    select(*columns(MailRow))
    .where(MailRow.c.game_id == _GAME)
    .order_by(MailRow.c.id)
    .limit(1)
    .offset(bindparam("before"))
)
_HOW_MANY_MAILS = select(func.count()).select_from(MailRow.table).where(MailRow.c.game_id == _GAME)
_ROOT = select(GameRow.c.root_message_id).where(GameRow.c.id == _GAME).scalar_subquery()
_OF_PRESS = select(case((LetterRow.c.message_id == "", _ROOT), else_=LetterRow.c.message_id)).where(
    _IS_HERE, ~_WITHOUT_PRESS
)
"""The Message-IDs by which mails answer letters of press alone; one without any is answered in the game's thread."""
_NOT_PRESS = and_(
    MailRow.c.kind != "press",
    or_(MailRow.c.kind != "answer", func.coalesce(MailRow.c.in_reply_to, "").not_in(_OF_PRESS)),
)


def list_letters_of_game(tx: Tx, game_id: int, *, press: bool, limit: int, offset: int = 0) -> list[LetterFacts]:
    """A stretch of the letters to a game's seats, the newest first; without `press` those of press alone are left out.

    A letter that nobody has dealt with is known by the address that its seat has now.
    """
    found = _LETTERS if press else _LETTERS.where(_WITHOUT_PRESS)
    return tx.all(LetterFacts, found, game=game_id, limit=limit, offset=offset)


def count_letters(tx: Tx, game_id: int, *, press: bool) -> int:
    """Count the letters to a game's seats; see `letters_of_game`."""
    found = _HOW_MANY_LETTERS if press else _HOW_MANY_LETTERS.where(_WITHOUT_PRESS)
    return tx.one(int, "letter", found, game=game_id)


def is_letter_of_game(tx: Tx, game_id: int, letter_id: int) -> bool:
    """Whether a letter was sent to one of a game's seats."""
    return tx.first(lambda *facts: facts, _ONE_LETTER, game=game_id, letter_id=letter_id) is not None


def list_mails_of_game(tx: Tx, game_id: int, *, press: bool, limit: int, offset: int = 0) -> list[MailRow]:
    """A stretch of the mails to a game's seats, the newest first; without `press` those about it are left out."""
    found = _MAILS if press else _MAILS.where(_NOT_PRESS)
    return tx.all(MailRow, found, game=game_id, limit=limit, offset=offset)


def find_mail_of_game(tx: Tx, game_id: int, number: int) -> MailRow | None:
    """The mail that has a number among those to a game's seats and watchers, counted from 1 as they were written."""
    return tx.first(MailRow, _ONE_MAIL, game=game_id, before=number - 1)


def count_mails_of_game(tx: Tx, game_id: int, *, press: bool) -> int:
    """Count the mails to a game's seats; see `mails_of_game`."""
    return tx.one(int, "mail", _HOW_MANY_MAILS if press else _HOW_MANY_MAILS.where(_NOT_PRESS), game=game_id)


def list_positions_of_letters(
    tx: Tx, game_id: int, letter_ids: Collection[int], upto: int
) -> dict[int, tuple[int, int]]:
    """The first and last position, up to one, of what was played by each of these letters that led to any."""
    found = tx.all(_stretched, _POSITIONS, game=game_id, letters=list(letter_ids), upto=upto)
    return dict(found)


def _stretched(letter_id: int, first: int, last: int) -> tuple[int, tuple[int, int]]:
    return letter_id, (first, last)
