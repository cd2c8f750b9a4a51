"""Queries for moderators: the games they may moderate, and everything that waits for them there.

Each query is one statement, reads only games in progress, and finds the tasks that have waited longest, up to a number.
"""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Subquery,
    and_,
    bindparam,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)

from pbem.store.database import Tx
from pbem.store.games.game import GameRow, GameStatus
from pbem.store.games.log import EntryRow
from pbem.store.games.proposals import ConsentRow, ProposalRow
from pbem.store.games.seats import SeatRow, TenureRow
from pbem.store.games.vacancies import OfferRow
from pbem.store.mail.inbox import BounceRow, LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.sending import IS_SUSPENDED, ReachRow
from pbem.store.moderation.disputes import DisputeRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import columns


class ModeratorTask(NamedTuple):
    """Something that has been waiting for a moderator since a moment, in a game and perhaps at a seat.

    `item` is the number of the dispute, mail or position, or the mark of the letter. A task about no game has None for
    all else.
    """

    game_id: int | None
    tag: str | None
    name: str | None
    seat: int | None
    player_id: int | None
    player: str | None
    since_ms: int
    item: int | str | None


_PLAYED_BY_THEM = select(TenureRow.c.game_id).where(TenureRow.c.player_id == bindparam("me"))
MODERATED = and_(GameRow.c.id.not_in(_PLAYED_BY_THEM), func.coalesce(GameRow.c.purpose, "") == "match")
"""Holds for the matches that the player `me` may moderate, if they are a moderator."""
_PLAYED = and_(GameRow.c.status == "playing", MODERATED)
_PLAYED_TOO = and_(func.coalesce(GameRow.c.status, "") == "playing", MODERATED)
"""The same for questions that begin with what is rare: by no index, or SQLite, which keeps no statistics here, would
begin with all games that are played."""
_MOST: BindParameter[int] = bindparam("most")
_NOW: BindParameter[int] = bindparam("now_ms")
_BEFORE: BindParameter[int] = bindparam("before_ms")
_NOTHING: ColumnElement[Any] = literal(None)
_FILTER = and_(
    MODERATED,
    GameRow.c.status == bindparam("status"),
    or_(bindparam("kind") == "", GameRow.c.kind == bindparam("kind")),
    or_(
        bindparam("sought") == "",
        func.lower(GameRow.c.tag) == bindparam("sought"),
        func.instr(func.lower(GameRow.c.name), bindparam("sought")) > 0,
        exists()
        .where(
            SeatRow.c.game_id == GameRow.c.id,
            PlayerRow.c.id == SeatRow.c.player_id,
            func.instr(func.lower(PlayerRow.c.name), bindparam("sought")) > 0,
        )
        .correlate(GameRow.table),
    ),
)
_NEEDY = GameRow.c.id.in_(bindparam("games", expanding=True))


def _of_seat(since: ColumnElement[Any], item: ColumnElement[Any] = _NOTHING) -> Select[Any]:
    return select(
        GameRow.c.id, GameRow.c.tag, GameRow.c.name, SeatRow.c.seat,
        PlayerRow.c.id.label("player_id"), PlayerRow.c.name.label("player"),
        since.label("since_ms"), item.label("item"),
    )  # fmt: skip


_MOVER = GameRow.table.join(
    SeatRow.table, and_(SeatRow.c.game_id == GameRow.c.id, SeatRow.c.seat == GameRow.c.active_seat)
).join(PlayerRow.table, PlayerRow.c.id == SeatRow.c.player_id)
_SEATED = GameRow.table.join(SeatRow.table, SeatRow.c.game_id == GameRow.c.id).join(
    PlayerRow.table, PlayerRow.c.id == SeatRow.c.player_id
)
_IS_HELD = GameRow.c.held_ms.is_not(None)
_LATE = (
    _of_seat(GameRow.c.deadline_ms)
    .select_from(_MOVER)
    .where(GameRow.c.deadline_ms < _NOW, GameRow.c.active_bot.is_(None), _PLAYED_TOO)
    .order_by(GameRow.c.deadline_ms)
    .limit(_MOST)
)
_BOTS = (
    _of_seat(GameRow.c.began_ms)
    .select_from(_MOVER)
    .where(_PLAYED, ~_IS_HELD, GameRow.c.active_bot.is_not(None), GameRow.c.began_ms < _BEFORE)
    .order_by(GameRow.c.began_ms)
    .limit(_MOST)
)
_UNWATCHED = (
    _of_seat(GameRow.c.wake_ms)
    .select_from(_MOVER)
    .where(_PLAYED, GameRow.c.wake_ms < _BEFORE)
    .order_by(GameRow.c.wake_ms)
    .limit(_MOST)
)
_HELD = select(
    GameRow.c.id, GameRow.c.tag, GameRow.c.name, _NOTHING, _NOTHING, _NOTHING, GameRow.c.held_ms, _NOTHING
).where(_IS_HELD, _PLAYED_TOO).order_by(GameRow.c.held_ms).limit(_MOST)  # fmt: skip
_DAMAGED = select(
    GameRow.c.id, GameRow.c.tag, GameRow.c.name, _NOTHING, _NOTHING, _NOTHING, GameRow.c.damaged_ms, _NOTHING
).where(GameRow.c.damaged_ms.is_not(None), _PLAYED_TOO).order_by(GameRow.c.damaged_ms).limit(_MOST)  # fmt: skip
_DISPUTED = (
    _of_seat(DisputeRow.c.filed_ms, DisputeRow.c.id)
    .select_from(
        DisputeRow.table.join(GameRow.table, GameRow.c.id == DisputeRow.c.game_id)
        .join(SeatRow.table, and_(SeatRow.c.game_id == DisputeRow.c.game_id, SeatRow.c.seat == DisputeRow.c.seat))
        .join(PlayerRow.table, PlayerRow.c.id == DisputeRow.c.player_id)
    )
    .where(DisputeRow.c.status == "open", MODERATED)
    .order_by(DisputeRow.c.filed_ms)
    .limit(_MOST)
)
_OTHER, _PERSON = SeatRow.table.alias("other"), PlayerRow.table.alias("person")
_IS_ALIVE = (
    exists()
    .where(
        _OTHER.c.game_id == GameRow.c.id,
        _OTHER.c.vacant_ms.is_(None),
        _PERSON.c.id == _OTHER.c.player_id,
        _PERSON.c.bot.is_(None),
    )
    .correlate(GameRow.table)
)
_IS_OFFERED = (
    exists()
    .where(OfferRow.c.game_id == SeatRow.c.game_id, OfferRow.c.seat == SeatRow.c.seat, OfferRow.c.status == "open")
    .correlate(SeatRow.table)
)
_VACANT = (
    _of_seat(SeatRow.c.vacant_ms)
    .select_from(_SEATED)
    .where(SeatRow.c.vacant_ms.is_not(None), SeatRow.c.vacant_ms < _BEFORE, _PLAYED_TOO, _IS_ALIVE, ~_IS_OFFERED)
    .order_by(SeatRow.c.vacant_ms)
    .limit(_MOST)
)
_ASKED_SEAT = SeatRow.table.alias("asked_seat")
_HAS_AGREED = (
    exists()
    .where(ConsentRow.c.proposal_id == ProposalRow.c.id, ConsentRow.c.seat == _ASKED_SEAT.c.seat)
    .correlate(ProposalRow.table, _ASKED_SEAT)
)
_HAS_PLAYED_SINCE = (
    exists()
    .where(EntryRow.c.game_id == ProposalRow.c.game_id, EntryRow.c.position > ProposalRow.c.to_position)
    .where(EntryRow.c.kind == "action", EntryRow.c.actor == _ASKED_SEAT.c.seat)
    .correlate(ProposalRow.table, _ASKED_SEAT)
)
_IS_ANY_BESIDE = (
    exists()
    .where(_OTHER.c.game_id == ProposalRow.c.game_id, _OTHER.c.vacant_ms.is_(None), _OTHER.c.seat != ProposalRow.c.seat)
    .correlate(ProposalRow.table)
)
_ASKS_VACANT = (
    exists()
    .where(
        _ASKED_SEAT.c.game_id == ProposalRow.c.game_id,
        _ASKED_SEAT.c.vacant_ms.is_not(None),
        ~_HAS_AGREED,
        or_(_HAS_PLAYED_SINCE, ~_IS_ANY_BESIDE),
    )
    .correlate(ProposalRow.table)
)
_PROPOSED = (
    _of_seat(ProposalRow.c.made_ms, ProposalRow.c.to_position)
    .select_from(
        ProposalRow.table.join(GameRow.table, GameRow.c.id == ProposalRow.c.game_id)
        .join(SeatRow.table, and_(SeatRow.c.game_id == ProposalRow.c.game_id, SeatRow.c.seat == ProposalRow.c.seat))
        .join(PlayerRow.table, PlayerRow.c.id == SeatRow.c.player_id)
    )
    .where(ProposalRow.c.status == "open", ProposalRow.c.expires_ms > _NOW, _PLAYED_TOO, _ASKS_VACANT)
    .order_by(ProposalRow.c.made_ms)
    .limit(_MOST)
)
_DESERTED = (
    select(
        GameRow.c.id, GameRow.c.tag, GameRow.c.name, *(_NOTHING,) * 3, func.max(SeatRow.c.vacant_ms), _NOTHING
    )
    .select_from(SeatRow.table.join(GameRow.table, GameRow.c.id == SeatRow.c.game_id))
    .where(SeatRow.c.vacant_ms.is_not(None), _PLAYED_TOO, ~_IS_ALIVE)
    .group_by(GameRow.c.id)
    .order_by(func.max(SeatRow.c.vacant_ms))
    .limit(_MOST)
)  # fmt: skip
_OFFICE = PlayerRow.table.alias("office")
_SHUNTED = (
    select(
        GameRow.c.id, GameRow.c.tag, GameRow.c.name, SeatRow.c.seat,
        func.coalesce(PlayerRow.c.id, _OFFICE.c.id), func.coalesce(PlayerRow.c.name, _OFFICE.c.name),
        LetterRow.c.received_ms, LetterRow.c.mark.label("item"),
    )
    .select_from(
        LetterRow.table.outerjoin(SeatRow.table, SeatRow.c.token == LetterRow.c.recipient_token)
        .outerjoin(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
        .outerjoin(PlayerRow.table, PlayerRow.c.id == SeatRow.c.player_id)
        .outerjoin(_OFFICE, _OFFICE.c.token == LetterRow.c.recipient_token)
    )
    .where(LetterRow.c.status == "shunted", or_(GameRow.c.id.is_(None), MODERATED))
    .order_by(LetterRow.c.id)
    .limit(_MOST)
)  # fmt: skip
_HAS_WRITTEN = (
    exists()
    .where(
        LetterRow.c.game_id == GameRow.c.id,
        LetterRow.c.seat == SeatRow.c.seat,
        func.coalesce(LetterRow.c.status, "") == "done",
    )
    .where(LetterRow.c.received_ms > MailRow.c.created_ms)
    .correlate(GameRow.table, SeatRow.table, MailRow.table)
)


def _in_vain(mails: Subquery) -> Select[Any]:
    """Select the mails to players who still have the seat and the address, and have not written since.

    A mail that is about all of a player's games, such as their digest, is told of the first of them.
    """
    return (
        _of_seat(MailRow.c.created_ms, MailRow.c.id)
        .select_from(
            mails.join(MailRow.table, MailRow.c.id == mails.c.id)
            .join(
                PlayerRow.table,
                and_(PlayerRow.c.id == MailRow.c.player_id, PlayerRow.c.address == MailRow.c.to_address),
            )
            .join(
                SeatRow.table,
                and_(
                    SeatRow.c.player_id == MailRow.c.player_id,
                    SeatRow.c.vacant_ms.is_(None),
                    or_(
                        SeatRow.c.game_id == MailRow.c.game_id,
                        and_(MailRow.c.game_id.is_(None), MailRow.c.kind == "digest"),
                    ),
                    or_(SeatRow.c.seat == MailRow.c.seat, MailRow.c.seat.is_(None)),
                ),
            )
            .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
        )
        .where(_PLAYED_TOO, ~_HAS_WRITTEN)
    )


_UNSENT = union_all(
    select(MailRow.c.id).where(MailRow.c.status == "failed"),
    select(MailRow.c.id).where(MailRow.c.status == "due", MailRow.c.attempts > 0),
    select(MailRow.c.id)
    .join(BounceRow.table, BounceRow.c.mail_id == MailRow.c.id)
    .where(BounceRow.c.at_ms >= MailRow.c.sent_ms),
).subquery("unsent")
_UNDELIVERED = _in_vain(_UNSENT).distinct().order_by(MailRow.c.id, GameRow.c.id).limit(_MOST)


MOST_TASKS: Final = 200
"""How many tasks of a sort are told of, by default; the oldest are."""


def list_late_turns(tx: Tx, me: int, now_ms: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Turns of people whose deadline has passed; since then."""
    return tx.all(ModeratorTask, _LATE, me=me, now_ms=now_ms, most=most)


def list_idle_bots(tx: Tx, me: int, before_ms: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Turns of programs that began before a moment, and should have been over at once; since they began."""
    return tx.all(ModeratorTask, _BOTS, me=me, before_ms=before_ms, most=most)


def list_unwatched_games(tx: Tx, me: int, before_ms: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Games that were to be looked at before a moment, and were not; since then."""
    return tx.all(ModeratorTask, _UNWATCHED, me=me, before_ms=before_ms, most=most)


def list_held_games(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Games that are held; since when."""
    return tx.all(ModeratorTask, _HELD, me=me, most=most)


def list_damaged_games(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Games that cannot be read; since that was noticed."""
    return tx.all(ModeratorTask, _DAMAGED, me=me, most=most)


def list_disputes_waiting(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Disputes without a ruling, by their numbers; since they were filed."""
    return tx.all(ModeratorTask, _DISPUTED, me=me, most=most)


def list_untaken_seats(tx: Tx, me: int, before_ms: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Seats vacant since before a moment, that nobody is asked to take, in games that people still play."""
    return tx.all(ModeratorTask, _VACANT, me=me, before_ms=before_ms, most=most)


def list_proposals_to_vacant_seats(tx: Tx, me: int, now_ms: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Open proposals to go back to which vacant seats have to agree, by the position; since they were made."""
    return tx.all(ModeratorTask, _PROPOSED, me=me, now_ms=now_ms, most=most)


def list_deserted_games(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Games that the last person has left; since then."""
    return tx.all(ModeratorTask, _DESERTED, me=me, most=most)


def list_shunted_letters(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Letters that were put aside, by their marks, also those to offices; since they came."""
    return tx.all(ModeratorTask, _SHUNTED, me=me, most=most)


def list_undelivered_mails(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """Mails that could not be delivered, or not yet, or came back, by their numbers, since they were written.

    The players have not written since, and still have that address and their seats. Ordered by mail and game.
    """
    return tx.all(ModeratorTask, _UNDELIVERED, me=me, most=most)


def _stretch(statement: Select[Any]) -> Select[Any]:
    return statement.order_by(GameRow.c.id.desc()).limit(bindparam("limit")).offset(bindparam("offset"))


_FOUND = select(*columns(GameRow)).where(_FILTER)
_HOW_MANY_FOUND = select(func.count()).select_from(GameRow.table).where(_FILTER)


def list_moderated_games(
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
    """A page of the games that a moderator may moderate, the newest first.

    `sought`, in lower case, is a tag, or part of the name of the game or of a player; "" finds all, as it does for
    `kind`. `among` limits the search to these games.
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


_UNREACHABLE = (
    select(
        GameRow.c.id, GameRow.c.tag, GameRow.c.name, SeatRow.c.seat,
        PlayerRow.c.id.label("player_id"), PlayerRow.c.name.label("player"),
        ReachRow.c.suspended_ms, func.nullif(0, 0),
    )
    .select_from(
        ReachRow.table.join(PlayerRow.table, PlayerRow.c.id == ReachRow.c.player_id)
        .join(SeatRow.table, and_(SeatRow.c.player_id == PlayerRow.c.id, SeatRow.c.vacant_ms.is_(None)))
        .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    )
    .where(IS_SUSPENDED, func.coalesce(GameRow.c.status, "") == "playing", MODERATED)
    .order_by(ReachRow.c.player_id, GameRow.c.id)
    .limit(_MOST)
)  # fmt: skip


def list_unreachable_seats(tx: Tx, me: int, most: int = MOST_TASKS) -> list[ModeratorTask]:
    """The seats of players whose addresses are suspended, in games that a moderator may moderate; since then."""
    return tx.all(ModeratorTask, _UNREACHABLE, me=me, most=most)
