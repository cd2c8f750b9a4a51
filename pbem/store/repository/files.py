"""A game's file, as moderators read it, and what waits for a moderator in all games that they may moderate.

While a game's secrets are closed nobody may learn from it who has written press: letters that brought nothing but press
are left out then, and so are the mails that carried it or answered such letters.

Each question is one statement, and reads no more than the games that are played.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)

from pbem.store.database import Tx
from pbem.store.repository.columns import (
    BOUNCE,
    CONSENT,
    DISPUTE,
    ENTRY,
    GAME,
    LETTER,
    MAIL,
    OFFER,
    PLAYER,
    PRESS,
    PROPOSAL,
    SEAT,
    TENURE,
    columns,
)
from pbem.store.rows import GameRow, GameStatus, LetterFacts, MailRow, NeedRow

_OWN = select(TENURE.c.game_id).where(TENURE.c.player_id == bindparam("me"))
MODERATED = and_(GAME.c.id.not_in(_OWN), func.coalesce(GAME.c.purpose, "") == "match")
"""Holds for the matches that the player `me` may moderate, if they are a moderator."""
_PLAYED = and_(GAME.c.status == "playing", MODERATED)
_PLAYED_TOO = and_(func.coalesce(GAME.c.status, "") == "playing", MODERATED)
"""The same for questions that begin with what is rare: by no index, or SQLite, which keeps no statistics here, would
begin with all games that are played."""
_NOW: BindParameter[int] = bindparam("now_ms")
_BEFORE: BindParameter[int] = bindparam("before_ms")
_NOTHING: ColumnElement[Any] = literal(None)

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


def _of_seat(since: ColumnElement[Any], item: ColumnElement[Any] = _NOTHING) -> Select[Any]:
    """Select the facts about a seat of a game; the statement has to join it."""
    return select(
        GAME.c.id, GAME.c.tag, GAME.c.name, SEAT.c.seat, PLAYER.c.id.label("player_id"), PLAYER.c.name.label("player"),
        since.label("since_ms"), item.label("item"),
    )  # fmt: skip


_MOVER = GAME.join(SEAT, and_(SEAT.c.game_id == GAME.c.id, SEAT.c.seat == GAME.c.active_seat)).join(
    PLAYER, PLAYER.c.id == SEAT.c.player_id
)
_SEATED = GAME.join(SEAT, SEAT.c.game_id == GAME.c.id).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
_IS_HELD = GAME.c.held_ms.is_not(None)

_LATE = (
    _of_seat(GAME.c.deadline_ms)
    .select_from(_MOVER)
    .where(_PLAYED, GAME.c.deadline_ms < _NOW, GAME.c.active_bot.is_(None))
)
_BOTS = (
    _of_seat(GAME.c.began_ms)
    .select_from(_MOVER)
    .where(_PLAYED, ~_IS_HELD, GAME.c.active_bot.is_not(None), GAME.c.began_ms < _BEFORE)
)
_UNWATCHED = _of_seat(GAME.c.wake_ms).select_from(_MOVER).where(_PLAYED, GAME.c.wake_ms < _BEFORE)
_HELD = select(
    GAME.c.id, GAME.c.tag, GAME.c.name, _NOTHING, _NOTHING, _NOTHING, GAME.c.held_ms, _NOTHING
).where(_PLAYED, _IS_HELD)  # fmt: skip
_DISPUTED = (
    _of_seat(DISPUTE.c.filed_ms, DISPUTE.c.id)
    .select_from(
        DISPUTE.join(GAME, GAME.c.id == DISPUTE.c.game_id)
        .join(SEAT, and_(SEAT.c.game_id == DISPUTE.c.game_id, SEAT.c.seat == DISPUTE.c.seat))
        .join(PLAYER, PLAYER.c.id == DISPUTE.c.player_id)
    )
    .where(DISPUTE.c.status == "open", MODERATED)
)

_OTHER, _PERSON = SEAT.alias("other"), PLAYER.alias("person")
_IS_ALIVE = (
    exists()
    .where(
        _OTHER.c.game_id == GAME.c.id,
        _OTHER.c.vacant_ms.is_(None),
        _PERSON.c.id == _OTHER.c.player_id,
        _PERSON.c.bot.is_(None),
    )
    .correlate(GAME)
)
_IS_OFFERED = (
    exists()
    .where(OFFER.c.game_id == SEAT.c.game_id, OFFER.c.seat == SEAT.c.seat, OFFER.c.status == "open")
    .correlate(SEAT)
)
_VACANT = (
    _of_seat(SEAT.c.vacant_ms)
    .select_from(_SEATED)
    .where(SEAT.c.vacant_ms.is_not(None), SEAT.c.vacant_ms < _BEFORE, _PLAYED_TOO, _IS_ALIVE, ~_IS_OFFERED)
)
_ASKED = SEAT.alias("asked")
_HAS_AGREED = (
    exists().where(CONSENT.c.proposal_id == PROPOSAL.c.id, CONSENT.c.seat == _ASKED.c.seat).correlate(PROPOSAL, _ASKED)
)
_HAS_PLAYED_SINCE = (
    exists()
    .where(ENTRY.c.game_id == PROPOSAL.c.game_id, ENTRY.c.position > PROPOSAL.c.to_position)
    .where(ENTRY.c.kind == "action", ENTRY.c.actor == _ASKED.c.seat)
    .correlate(PROPOSAL, _ASKED)
)
_IS_ANY_BESIDE = (
    exists()
    .where(_OTHER.c.game_id == PROPOSAL.c.game_id, _OTHER.c.vacant_ms.is_(None), _OTHER.c.seat != PROPOSAL.c.seat)
    .correlate(PROPOSAL)
)
_ASKS_VACANT = (
    exists()
    .where(
        _ASKED.c.game_id == PROPOSAL.c.game_id,
        _ASKED.c.vacant_ms.is_not(None),
        ~_HAS_AGREED,
        or_(_HAS_PLAYED_SINCE, ~_IS_ANY_BESIDE),
    )
    .correlate(PROPOSAL)
)
_PROPOSED = (
    _of_seat(PROPOSAL.c.made_ms, PROPOSAL.c.to_position)
    .select_from(
        PROPOSAL.join(GAME, GAME.c.id == PROPOSAL.c.game_id)
        .join(SEAT, and_(SEAT.c.game_id == PROPOSAL.c.game_id, SEAT.c.seat == PROPOSAL.c.seat))
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    )
    .where(PROPOSAL.c.status == "open", PROPOSAL.c.expires_ms > _NOW, _PLAYED_TOO, _ASKS_VACANT)
)
_DESERTED = (
    select(
        GAME.c.id, GAME.c.tag, GAME.c.name, _NOTHING, _NOTHING, _NOTHING, func.max(SEAT.c.vacant_ms), _NOTHING
    )
    .select_from(SEAT.join(GAME, GAME.c.id == SEAT.c.game_id))
    .where(SEAT.c.vacant_ms.is_not(None), _PLAYED_TOO, ~_IS_ALIVE)
    .group_by(GAME.c.id)
)  # fmt: skip

_OFFICE = PLAYER.alias("office")
_SHUNTED = (
    select(
        GAME.c.id, GAME.c.tag, GAME.c.name, SEAT.c.seat,
        func.coalesce(PLAYER.c.id, _OFFICE.c.id), func.coalesce(PLAYER.c.name, _OFFICE.c.name),
        LETTER.c.received_ms, LETTER.c.mark.label("item"),
    )
    .select_from(
        LETTER.outerjoin(SEAT, SEAT.c.token == LETTER.c.recipient_token)
        .outerjoin(GAME, GAME.c.id == SEAT.c.game_id)
        .outerjoin(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .outerjoin(_OFFICE, _OFFICE.c.token == LETTER.c.recipient_token)
    )
    .where(LETTER.c.status == "shunted", or_(GAME.c.id.is_(None), MODERATED))
)  # fmt: skip

_HAS_WRITTEN = (
    exists()
    .where(LETTER.c.game_id == GAME.c.id, LETTER.c.seat == SEAT.c.seat, func.coalesce(LETTER.c.status, "") == "done")
    .where(LETTER.c.received_ms > MAIL.c.created_ms)
    .correlate(GAME, SEAT, MAIL)
)


def _in_vain(mails: Subquery) -> Select[Any]:
    """Of these mails, those to players who still sit where it was told of, at that address, and have not written since.

    A mail that is about all of a player's games, such as their digest, is told of the first of them.
    """
    return (
        _of_seat(MAIL.c.created_ms, MAIL.c.id)
        .select_from(
            mails.join(MAIL, MAIL.c.id == mails.c.id)
            .join(PLAYER, and_(PLAYER.c.id == MAIL.c.player_id, PLAYER.c.address == MAIL.c.to_address))
            .join(
                SEAT,
                and_(
                    SEAT.c.player_id == MAIL.c.player_id,
                    SEAT.c.vacant_ms.is_(None),
                    or_(SEAT.c.game_id == MAIL.c.game_id, and_(MAIL.c.game_id.is_(None), MAIL.c.kind == "digest")),
                    or_(SEAT.c.seat == MAIL.c.seat, MAIL.c.seat.is_(None)),
                ),
            )
            .join(GAME, GAME.c.id == SEAT.c.game_id)
        )
        .where(_PLAYED_TOO, ~_HAS_WRITTEN)
    )


_UNSENT = union_all(
    select(MAIL.c.id).where(MAIL.c.status == "failed"),
    select(MAIL.c.id).where(MAIL.c.status == "due", MAIL.c.attempts > 0),
    select(MAIL.c.id).join(BOUNCE, BOUNCE.c.mail_id == MAIL.c.id).where(BOUNCE.c.at_ms >= MAIL.c.sent_ms),
).subquery("unsent")
_UNDELIVERED = _in_vain(_UNSENT).distinct().order_by(MAIL.c.id, GAME.c.id)


def late_turns(tx: Tx, me: int, now_ms: int) -> list[NeedRow]:
    """Turns of people whose deadline has passed; since then."""
    return tx.all(NeedRow, _LATE, me=me, now_ms=now_ms)


def idle_bots(tx: Tx, me: int, before_ms: int) -> list[NeedRow]:
    """Turns of programs that began before a moment, and should have been over at once; since they began."""
    return tx.all(NeedRow, _BOTS, me=me, before_ms=before_ms)


def unwatched_games(tx: Tx, me: int, before_ms: int) -> list[NeedRow]:
    """Games that were to be looked at before a moment, and were not; since then."""
    return tx.all(NeedRow, _UNWATCHED, me=me, before_ms=before_ms)


def held_games(tx: Tx, me: int) -> list[NeedRow]:
    """Games that are held; since when."""
    return tx.all(NeedRow, _HELD, me=me)


def disputes_waiting(tx: Tx, me: int) -> list[NeedRow]:
    """Disputes without a ruling, by their numbers; since they were filed."""
    return tx.all(NeedRow, _DISPUTED, me=me)


def untaken_seats(tx: Tx, me: int, before_ms: int) -> list[NeedRow]:
    """Seats vacant since before a moment, that nobody is asked to take, in games that people still play."""
    return tx.all(NeedRow, _VACANT, me=me, before_ms=before_ms)


def proposals_to_vacant_seats(tx: Tx, me: int, now_ms: int) -> list[NeedRow]:
    """Open proposals to go back to which vacant seats have to agree, by the position; since they were made."""
    return tx.all(NeedRow, _PROPOSED, me=me, now_ms=now_ms)


def deserted_games(tx: Tx, me: int) -> list[NeedRow]:
    """Games that the last person has left; since then."""
    return tx.all(NeedRow, _DESERTED, me=me)


def shunted_letters(tx: Tx, me: int) -> list[NeedRow]:
    """Letters that were put aside, by their marks, also those to offices; since they came."""
    return tx.all(NeedRow, _SHUNTED, me=me)


def undelivered_mails(tx: Tx, me: int) -> list[NeedRow]:
    """Mails that could not be delivered, or not yet, or came back, by their numbers, since they were written.

    The players have not written since, and still have that address and their seats. Ordered by mail and game.
    """
    return tx.all(NeedRow, _UNDELIVERED, me=me)


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
    """Count the letters to a game's seats; see `letters_of_game`."""
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
    """Count the mails to a game's seats; see `mails_of_game`."""
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
    """Count the games that `moderated_games` finds."""
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
