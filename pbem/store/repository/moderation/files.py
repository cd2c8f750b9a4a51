"""A game's file, as moderators read it: its letters and mails, and the games that they find one in.

While a game's secrets are closed nobody may learn from it who has written press: letters that brought nothing but press
are left out then, and so are the mails that carried it or answered such letters.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import BindParameter, Select, and_, bindparam, case, exists, func, or_, select

from pbem.store.database import Tx
from pbem.store.repository.columns import ENTRY, GAME, LETTER, MAIL, PLAYER, PRESS, SEAT, columns
from pbem.store.repository.moderation.needs import MODERATED
from pbem.store.rows import GameRow, GameStatus, LetterFacts, MailRow

_GAME: BindParameter[int] = bindparam("game")
_TOKENS = select(SEAT.c.token).where(SEAT.c.game_id == _GAME)
_SEAT_BY_TOKEN = (
    select(SEAT.c.seat).where(SEAT.c.game_id == _GAME, SEAT.c.token == LETTER.c.recipient_token).scalar_subquery()
)
_SEAT = func.coalesce(LETTER.c.seat, _SEAT_BY_TOKEN).label("seat")
_IS_HERE = or_(LETTER.c.game_id == _GAME, LETTER.c.recipient_token.in_(_TOKENS))
_HAS_PRESS = exists().where(PRESS.c.game_id == _GAME, PRESS.c.letter_id == LETTER.c.id).correlate(LETTER)
_HAS_PLAYED = exists().where(ENTRY.c.game_id == _GAME, ENTRY.c.letter_id == LETTER.c.id).correlate(LETTER)
_WITHOUT_PRESS = or_(~_HAS_PRESS, _HAS_PLAYED)
_LETTERS = (
    select(
        LETTER.c.id, LETTER.c.received_ms, func.length(LETTER.c.raw), LETTER.c.status, LETTER.c.attempts,
        LETTER.c.outcome, LETTER.c.mark, _SEAT,
    )
    .where(_IS_HERE)
    .order_by(LETTER.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)  # fmt: skip
_HOW_MANY_LETTERS = select(func.count()).select_from(LETTER).where(_IS_HERE)
_POSITIONS = (
    select(ENTRY.c.letter_id, func.min(ENTRY.c.position), func.max(ENTRY.c.position))
    .where(
        ENTRY.c.game_id == _GAME,
        ENTRY.c.letter_id.in_(bindparam("letters", expanding=True)),
        ENTRY.c.position <= bindparam("upto"),
    )
    .group_by(ENTRY.c.letter_id)
)
_ONE_LETTER = select(LETTER.c.id, _SEAT).where(_IS_HERE, LETTER.c.id == bindparam("letter_id"))

_MAILS = (
    select(*columns(MailRow, MAIL))
    .where(MAIL.c.game_id == _GAME)
    .order_by(MAIL.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_ONE_MAIL = (
    select(*columns(MailRow, MAIL))
    .where(MAIL.c.game_id == _GAME)
    .order_by(MAIL.c.id)
    .limit(1)
    .offset(bindparam("before"))
)
_HOW_MANY_MAILS = select(func.count()).select_from(MAIL).where(MAIL.c.game_id == _GAME)
_ROOT = select(GAME.c.root_message_id).where(GAME.c.id == _GAME).scalar_subquery()
_OF_PRESS = select(case((LETTER.c.message_id == "", _ROOT), else_=LETTER.c.message_id)).where(_IS_HERE, ~_WITHOUT_PRESS)
"""The Message-IDs by which mails answer letters of press alone; one without any is answered in the game's thread."""
_NOT_PRESS = and_(
    MAIL.c.kind != "press", or_(MAIL.c.kind != "answer", func.coalesce(MAIL.c.in_reply_to, "").not_in(_OF_PRESS))
)

_FILTER = and_(
    MODERATED,
    GAME.c.status == bindparam("status"),
    or_(bindparam("kind") == "", GAME.c.kind == bindparam("kind")),
    or_(
        bindparam("sought") == "",
        func.lower(GAME.c.tag) == bindparam("sought"),
        func.instr(func.lower(GAME.c.name), bindparam("sought")) > 0,
        exists()
        .where(
            SEAT.c.game_id == GAME.c.id,
            PLAYER.c.id == SEAT.c.player_id,
            func.instr(func.lower(PLAYER.c.name), bindparam("sought")) > 0,
        )
        .correlate(GAME),
    ),
)
_NEEDY = GAME.c.id.in_(bindparam("games", expanding=True))


def _stretch(statement: Select[Any]) -> Select[Any]:
    return statement.order_by(GAME.c.id.desc()).limit(bindparam("limit")).offset(bindparam("offset"))


_FOUND = select(*columns(GameRow, GAME)).where(_FILTER)
_HOW_MANY_FOUND = select(func.count()).select_from(GAME).where(_FILTER)


def letters_of_game(tx: Tx, game_id: int, *, press: bool, limit: int, offset: int = 0) -> list[LetterFacts]:
    """A stretch of the letters to a game's seats, the newest first; without `press` those of press alone are left out.

    A letter that nobody has dealt with is known by the address that its seat has now.
    """
    found = _LETTERS if press else _LETTERS.where(_WITHOUT_PRESS)
    return tx.all(LetterFacts, found, game=game_id, limit=limit, offset=offset)


def count_letters(tx: Tx, game_id: int, *, press: bool) -> int:
    """How many letters there are to a game's seats; see `letters_of_game`."""
    found = _HOW_MANY_LETTERS if press else _HOW_MANY_LETTERS.where(_WITHOUT_PRESS)
    return tx.one(int, "letter", found, game=game_id)


def is_letter_of_game(tx: Tx, game_id: int, letter_id: int) -> bool:
    """Whether a letter was sent to one of a game's seats."""
    return tx.first(lambda *facts: facts, _ONE_LETTER, game=game_id, letter_id=letter_id) is not None


def mails_of_game(tx: Tx, game_id: int, *, press: bool, limit: int, offset: int = 0) -> list[MailRow]:
    """A stretch of the mails to a game's seats, the newest first; without `press` those about it are left out."""
    found = _MAILS if press else _MAILS.where(_NOT_PRESS)
    return tx.all(MailRow, found, game=game_id, limit=limit, offset=offset)


def mail_of_game(tx: Tx, game_id: int, number: int) -> MailRow | None:
    """The mail that has a number among those to a game's seats and watchers, counted from 1 as they were written."""
    return tx.first(MailRow, _ONE_MAIL, game=game_id, before=number - 1)


def count_mails_of_game(tx: Tx, game_id: int, *, press: bool) -> int:
    """How many mails there are to a game's seats; see `mails_of_game`."""
    return tx.one(int, "mail", _HOW_MANY_MAILS if press else _HOW_MANY_MAILS.where(_NOT_PRESS), game=game_id)


def moderated_games(
    tx: Tx,
    me: int,
    status: GameStatus,
    limit: int,
    offset: int = 0,
    *,
    kind: str = "",
    sought: str = "",
    among: Collection[int] | None = None,
) -> list[GameRow]:
    """A stretch of the games that a moderator may moderate, the newest first.

    `sought`, in lower case, is a tag, or part of the name of the game or of a player; "" finds all, as it does for
    `kind`. `among`: of these games alone.
    """
    facts = {"me": me, "status": status, "kind": kind, "sought": sought}
    if among is None:
        return tx.all(GameRow, _stretch(_FOUND), limit=limit, offset=offset, **facts)
    return tx.all(GameRow, _stretch(_FOUND.where(_NEEDY)), limit=limit, offset=offset, games=list(among), **facts)


def count_moderated_games(
    tx: Tx, me: int, status: GameStatus, *, kind: str = "", sought: str = "", among: Collection[int] | None = None
) -> int:
    """How many games `moderated_games` finds."""
    facts = {"me": me, "status": status, "kind": kind, "sought": sought}
    if among is None:
        return tx.one(int, "game", _HOW_MANY_FOUND, **facts)
    return tx.one(int, "game", _HOW_MANY_FOUND.where(_NEEDY), games=list(among), **facts)


def positions_of_letters(tx: Tx, game_id: int, letter_ids: Collection[int], upto: int) -> dict[int, tuple[int, int]]:
    """The first and last position, up to one, of what was played by each of these letters that led to any."""
    found = tx.all(_stretched, _POSITIONS, game=game_id, letters=list(letter_ids), upto=upto)
    return dict(found)


def _stretched(letter_id: int, first: int, last: int) -> tuple[int, tuple[int, int]]:
    return letter_id, (first, last)
