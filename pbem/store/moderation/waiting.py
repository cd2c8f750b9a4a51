"""Queries for moderators: the file of a game, and everything that waits for them in the games they may moderate.

While a game's secrets are closed, nobody may learn from its file who has written press. Letters that held nothing but
press are left out then, and so are the mails that carried press or answered such letters.

Each query is one statement, and reads only games in progress.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

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
from pbem.store.games.game import GameRow, GameStatus
from pbem.store.games.log import EntryRow
from pbem.store.games.proposals import ConsentRow, ProposalRow
from pbem.store.games.seats import SeatRow, TenureRow
from pbem.store.games.vacancies import OfferRow
from pbem.store.mail.inbox import BounceRow, LetterRow, LetterStatus
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.press import PressRow
from pbem.store.mail.sending import IS_SUSPENDED, ReachRow
from pbem.store.moderation.disputes import DisputeRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import columns, shown


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


_PLAYED_BY_THEM = select(TenureRow.c.game_id).where(TenureRow.c.player_id == bindparam("me"))
MODERATED = and_(GameRow.c.id.not_in(_PLAYED_BY_THEM), func.coalesce(GameRow.c.purpose, "") == "match")
"""Holds for the matches that the player `me` may moderate, if they are a moderator."""
_PLAYED = and_(GameRow.c.status == "playing", MODERATED)
_PLAYED_TOO = and_(func.coalesce(GameRow.c.status, "") == "playing", MODERATED)
"""The same for questions that begin with what is rare: by no index, or SQLite, which keeps no statistics here, would
begin with all games that are played."""
_NOW: BindParameter[int] = bindparam("now_ms")
_BEFORE: BindParameter[int] = bindparam("before_ms")
_NOTHING: ColumnElement[Any] = literal(None)
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
_LETTERS = (
    select(
        LetterRow.c.id, LetterRow.c.received_ms, func.length(LetterRow.c.raw), LetterRow.c.status, LetterRow.c.attempts,
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
    .where(_PLAYED, GameRow.c.deadline_ms < _NOW, GameRow.c.active_bot.is_(None))
)
_BOTS = (
    _of_seat(GameRow.c.began_ms)
    .select_from(_MOVER)
    .where(_PLAYED, ~_IS_HELD, GameRow.c.active_bot.is_not(None), GameRow.c.began_ms < _BEFORE)
)
_UNWATCHED = _of_seat(GameRow.c.wake_ms).select_from(_MOVER).where(_PLAYED, GameRow.c.wake_ms < _BEFORE)
_HELD = select(
    GameRow.c.id, GameRow.c.tag, GameRow.c.name, _NOTHING, _NOTHING, _NOTHING, GameRow.c.held_ms, _NOTHING
).where(_PLAYED, _IS_HELD)  # fmt: skip
_DAMAGED = select(
    GameRow.c.id, GameRow.c.tag, GameRow.c.name, _NOTHING, _NOTHING, _NOTHING, GameRow.c.damaged_ms, _NOTHING
).where(MODERATED, GameRow.c.status == "playing", GameRow.c.damaged_ms.is_not(None))
_DISPUTED = (
    _of_seat(DisputeRow.c.filed_ms, DisputeRow.c.id)
    .select_from(
        DisputeRow.table.join(GameRow.table, GameRow.c.id == DisputeRow.c.game_id)
        .join(SeatRow.table, and_(SeatRow.c.game_id == DisputeRow.c.game_id, SeatRow.c.seat == DisputeRow.c.seat))
        .join(PlayerRow.table, PlayerRow.c.id == DisputeRow.c.player_id)
    )
    .where(DisputeRow.c.status == "open", MODERATED)
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
)
_DESERTED = (
    select(
        GameRow.c.id, GameRow.c.tag, GameRow.c.name, *(_NOTHING,) * 3, func.max(SeatRow.c.vacant_ms), _NOTHING
    )
    .select_from(SeatRow.table.join(GameRow.table, GameRow.c.id == SeatRow.c.game_id))
    .where(SeatRow.c.vacant_ms.is_not(None), _PLAYED_TOO, ~_IS_ALIVE)
    .group_by(GameRow.c.id)
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
_UNDELIVERED = _in_vain(_UNSENT).distinct().order_by(MailRow.c.id, GameRow.c.id)


def list_late_turns(tx: Tx, me: int, now_ms: int) -> list[ModeratorTask]:
    """Turns of people whose deadline has passed; since then."""
    return tx.all(ModeratorTask, _LATE, me=me, now_ms=now_ms)


def list_idle_bots(tx: Tx, me: int, before_ms: int) -> list[ModeratorTask]:
    """Turns of programs that began before a moment, and should have been over at once; since they began."""
    return tx.all(ModeratorTask, _BOTS, me=me, before_ms=before_ms)


def list_unwatched_games(tx: Tx, me: int, before_ms: int) -> list[ModeratorTask]:
    """Games that were to be looked at before a moment, and were not; since then."""
    return tx.all(ModeratorTask, _UNWATCHED, me=me, before_ms=before_ms)


def list_held_games(tx: Tx, me: int) -> list[ModeratorTask]:
    """Games that are held; since when."""
    return tx.all(ModeratorTask, _HELD, me=me)


def list_damaged_games(tx: Tx, me: int) -> list[ModeratorTask]:
    """Games that cannot be read; since that was noticed."""
    return tx.all(ModeratorTask, _DAMAGED, me=me)


def list_disputes_waiting(tx: Tx, me: int) -> list[ModeratorTask]:
    """Disputes without a ruling, by their numbers; since they were filed."""
    return tx.all(ModeratorTask, _DISPUTED, me=me)


def list_untaken_seats(tx: Tx, me: int, before_ms: int) -> list[ModeratorTask]:
    """Seats vacant since before a moment, that nobody is asked to take, in games that people still play."""
    return tx.all(ModeratorTask, _VACANT, me=me, before_ms=before_ms)


def list_proposals_to_vacant_seats(tx: Tx, me: int, now_ms: int) -> list[ModeratorTask]:
    """Open proposals to go back to which vacant seats have to agree, by the position; since they were made."""
    return tx.all(ModeratorTask, _PROPOSED, me=me, now_ms=now_ms)


def list_deserted_games(tx: Tx, me: int) -> list[ModeratorTask]:
    """Games that the last person has left; since then."""
    return tx.all(ModeratorTask, _DESERTED, me=me)


def list_shunted_letters(tx: Tx, me: int) -> list[ModeratorTask]:
    """Letters that were put aside, by their marks, also those to offices; since they came."""
    return tx.all(ModeratorTask, _SHUNTED, me=me)


def list_undelivered_mails(tx: Tx, me: int) -> list[ModeratorTask]:
    """Mails that could not be delivered, or not yet, or came back, by their numbers, since they were written.

    The players have not written since, and still have that address and their seats. Ordered by mail and game.
    """
    return tx.all(ModeratorTask, _UNDELIVERED, me=me)


def _stretch(statement: Select[Any]) -> Select[Any]:
    return statement.order_by(GameRow.c.id.desc()).limit(bindparam("limit")).offset(bindparam("offset"))


_FOUND = select(*columns(GameRow)).where(_FILTER)
_HOW_MANY_FOUND = select(func.count()).select_from(GameRow.table).where(_FILTER)


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


def list_positions_of_letters(
    tx: Tx, game_id: int, letter_ids: Collection[int], upto: int
) -> dict[int, tuple[int, int]]:
    """The first and last position, up to one, of what was played by each of these letters that led to any."""
    found = tx.all(_stretched, _POSITIONS, game=game_id, letters=list(letter_ids), upto=upto)
    return dict(found)


def _stretched(letter_id: int, first: int, last: int) -> tuple[int, tuple[int, int]]:
    return letter_id, (first, last)


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
)  # fmt: skip


def list_unreachable_seats(tx: Tx, me: int) -> list[ModeratorTask]:
    """The seats of players whose addresses are suspended, in games that a moderator may moderate; since then."""
    return tx.all(ModeratorTask, _UNREACHABLE, me=me)
