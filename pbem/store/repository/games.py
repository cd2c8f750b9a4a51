"""Games, their seats, which of them are due, and what a turn in progress needs."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import BigInteger, BindParameter, bindparam, case, delete, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import (
    APPLIED,
    CONFIRMATION,
    DRAFT,
    END_VOTE,
    GAME,
    PLAYER,
    SEAT,
    TENURE,
    columns,
    values,
)
from pbem.store.repository.server import meta, put_meta
from pbem.store.rows import (
    BotTurn,
    DraftRow,
    GameFacts,
    GameRow,
    GameStatus,
    NewGame,
    NewSeat,
    Purpose,
    SeatContact,
    SeatRow,
)

_GAMES = select(*columns(GameRow, GAME))
IS_MATCH = GAME.c.purpose == "match"
"""Holds for the games that lists, counts and what is published tell of."""
_ALL = _GAMES.order_by(GAME.c.id)
_STRETCH = (
    _GAMES.where(GAME.c.status == bindparam("status"), IS_MATCH)
    .order_by(GAME.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_STRETCH_OF_KIND = _STRETCH.where(GAME.c.kind == bindparam("kind"))
_PLAYING = select(GAME.c.id).where(GAME.c.status == "playing").order_by(GAME.c.id)
_MATCHES_PLAYED = _PLAYING.where(IS_MATCH)
_COUNTS = select(GAME.c.kind, GAME.c.status, func.count()).where(IS_MATCH).group_by(GAME.c.kind, GAME.c.status)
_BY_ID = _GAMES.where(GAME.c.id == bindparam("game_id"))
_BY_TAG = _GAMES.where(GAME.c.tag == bindparam("tag"))
_BY_TAG_OF_MATCH = _BY_TAG.where(or_(IS_MATCH, GAME.c.owner_id == bindparam("owner")))
_SEED = select(GAME.c.seed).where(GAME.c.id == bindparam("game_id"))
_LAST_ID = select(func.coalesce(func.max(GAME.c.id), 0))
_LAST_NUMBER: Final = "last game"
_ADD = insert(GAME)

_BOT_OF_ACTIVE_SEAT = (
    select(PLAYER.c.bot)
    .join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    .where(SEAT.c.game_id == bindparam("game"), SEAT.c.seat == bindparam("active_seat"))
    .scalar_subquery()
)
_IS_HELD = GAME.c.held_ms.is_not(None)
_NEXT: BindParameter[int | None] = bindparam("next_ms", type_=BigInteger)
_UNTIL: BindParameter[int | None] = bindparam("until_ms", type_=BigInteger)
_WAKES = case((_IS_HELD, GAME.c.wake_ms), else_=_NEXT)
_STAYS_HELD = _IS_HELD & (bindparam("status") == "playing")
_FACT_DEADLINE: BindParameter[int | None] = bindparam("deadline_ms", type_=BigInteger)
_SET_FACTS = (
    update(GAME)
    .where(GAME.c.id == bindparam("game"))
    .values(
        {GAME.c[column.name]: bindparam(column.name) for column in columns(GameFacts, GAME)}
        | {
            GAME.c.active_bot: _BOT_OF_ACTIVE_SEAT,
            GAME.c.deadline_ms: case((_STAYS_HELD, None), else_=_FACT_DEADLINE),
            GAME.c.wake_ms: case((_STAYS_HELD, GAME.c.wake_ms), else_=bindparam("wake_ms", type_=BigInteger)),
            GAME.c.held_ms: case((_STAYS_HELD, GAME.c.held_ms), else_=None),
            GAME.c.left_ms: case((_STAYS_HELD, _FACT_DEADLINE), else_=None),
        }
    )
    .returning(*columns(GameRow, GAME))
)
_SET_WAKE = (
    update(GAME)
    .where(GAME.c.id == bindparam("game"))
    .values(wake_ms=_WAKES, overdue=bindparam("times"))
    .returning(*columns(GameRow, GAME))
)
_SET_DEADLINE = (
    update(GAME)
    .where(GAME.c.id == bindparam("game"))
    .values(
        deadline_ms=case((_IS_HELD, None), else_=_UNTIL),
        left_ms=case((_IS_HELD, _UNTIL), else_=None),
        wake_ms=_WAKES,
        overdue=bindparam("times"),
    )
    .returning(*columns(GameRow, GAME))
)
_DROP_VOTES = delete(END_VOTE).where(END_VOTE.c.game_id == bindparam("game"))
_TO_WAKE = (
    select(GAME.c.id)
    .where(GAME.c.status == "playing", GAME.c.wake_ms <= bindparam("now_ms"))
    .order_by(GAME.c.wake_ms, GAME.c.id)
)
_BOT_TURNS = (
    select(GAME.c.id, GAME.c.active_seat, GAME.c.active_bot)
    .where(GAME.c.active_bot.is_not(None), GAME.c.held_ms.is_(None))
    .order_by(IS_MATCH.desc(), GAME.c.id)
)

_SEATS = select(*columns(SeatRow, SEAT, PLAYER)).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
_CONTACTS = select(*columns(SeatContact, SEAT, PLAYER)).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
_OF_GAME = SEAT.c.game_id == bindparam("game_id")
_SEATS_OF_GAME = _SEATS.where(_OF_GAME).order_by(SEAT.c.seat)
_CONTACTS_OF_GAME = _CONTACTS.where(_OF_GAME).order_by(SEAT.c.seat)
_CONTACT_BY_TOKEN = _CONTACTS.where(SEAT.c.token == bindparam("token"), SEAT.c.token_revoked_ms.is_(None))
_SALTS = select(SEAT.c.salt).where(_OF_GAME).order_by(SEAT.c.seat)
_HAS_SEAT = (SEAT.c.player_id == bindparam("player_id")) & SEAT.c.vacant_ms.is_(None)
_GAMES_OF_PLAYER = (
    select(SEAT.c.seat, *columns(GameRow, GAME))
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(_HAS_SEAT)
    .order_by(GAME.c.id, SEAT.c.seat)
)
_OF_PLAYER = _HAS_SEAT & (GAME.c.status == bindparam("status")) & IS_MATCH
_STRETCH_OF_PLAYER = (
    select(SEAT.c.seat, *columns(GameRow, GAME))
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(_OF_PLAYER)
    .order_by(GAME.c.id.desc(), SEAT.c.seat)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_COUNTS_OF_PLAYER = (
    select(GAME.c.status, func.count())
    .select_from(SEAT.join(GAME, GAME.c.id == SEAT.c.game_id))
    .where(_HAS_SEAT, IS_MATCH)
    .group_by(GAME.c.status)
)
_COUNT_TURNS = (
    select(func.count())
    .select_from(SEAT.join(GAME, GAME.c.id == SEAT.c.game_id))
    .where(_HAS_SEAT, IS_MATCH, GAME.c.status == "playing", GAME.c.active_seat == SEAT.c.seat)
)
_ADD_SEATS = insert(SEAT)
_ADD_TENURES = insert(TENURE)
_SET_TOLD = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("game"), SEAT.c.seat == bindparam("place"))
    .values(told=bindparam("position"))
)
_SET_REPORTED = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("game"), SEAT.c.seat == bindparam("place"))
    .values(reported=bindparam("position"))
)
_COUNT_EXTENSION = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("game"), SEAT.c.seat == bindparam("place"))
    .values(extensions=SEAT.c.extensions + 1)
)
_ONE_SEAT = (SEAT.c.game_id == bindparam("game")) & (SEAT.c.seat == bindparam("place"))

_RENEW = (
    update(SEAT)
    .where(_ONE_SEAT)
    .values(token=bindparam("new_token"), token_revoked_ms=None, token_renewed_ms=bindparam("now_ms"))
)
_DROP_CONFIRMATION = delete(CONFIRMATION).where(
    CONFIRMATION.c.game_id == bindparam("game"), CONFIRMATION.c.seat == bindparam("place")
)

_OF_SEAT = (DRAFT.c.game_id == bindparam("game_id")) & (DRAFT.c.seat == bindparam("seat"))
_DRAFT = select(*columns(DraftRow, DRAFT)).where(_OF_SEAT)
_PUT = insert(DRAFT)
_CLEAR = delete(DRAFT).where(_OF_SEAT)
_MARK_APPLIED = insert(APPLIED)


def next_tag(tx: Tx, purpose: Purpose = "match") -> str:
    """A short name that no game bears yet: "e7", or, for one that is no match, "p7"."""
    return f"{'e' if purpose == 'match' else 'p'}{_next_id(tx)}"


def keep_numbers(tx: Tx) -> None:
    """Note that all numbers of games so far are used up, for one that goes: links and caches know games by them."""
    put_meta(tx, _LAST_NUMBER, str(_next_id(tx) - 1))


def _next_id(tx: Tx) -> int:
    return max(tx.one(int, "game", _LAST_ID), int(meta(tx, _LAST_NUMBER) or 0)) + 1


def add_game(tx: Tx, game: NewGame, seats: Sequence[NewSeat]) -> int:
    """Open a game with its seats, numbered from 0; its log is empty, nobody is to move and no deadline runs."""
    facts = GameFacts("playing", 1, 1, None, game.created_ms, None, None, 0, 0, 0)
    opened = values(game)
    terms = opened.pop("terms")
    rest = {"active_bot": None, "held_ms": None, "left_ms": None, "epoch": 0}
    game_id = tx.add(_ADD, id=_next_id(tx), **opened, **values(terms), **values(facts), **rest)
    never = dict.fromkeys(("token_revoked_ms", "token_renewed_ms", "vacant_ms", "program_ms"))
    beginning = {**never, "told": 0, "reported": 0, "extensions": 0}
    places = [{"game_id": game_id, "seat": number, **beginning, **values(seat)} for number, seat in enumerate(seats)]
    tx.run_many(_ADD_SEATS, places)
    since = {"from_ms": game.created_ms, "until_ms": None, "came": "began", "left": None}
    tx.run_many(
        _ADD_TENURES,
        [
            {"game_id": game_id, "seat": number, "number": 0, "player_id": seat.player_id, **since}
            for number, seat in enumerate(seats)
        ],
    )
    return game_id


def game(tx: Tx, game_id: int) -> GameRow:
    """One game. Raises NotFound."""
    return tx.one(GameRow, "game", _BY_ID, game_id=game_id)


def game_by_tag(tx: Tx, tag: str, owner_id: int | None = None) -> GameRow | None:
    """The match with a public name, or the game of that name that is `owner_id`'s own."""
    return tx.first(GameRow, _BY_TAG_OF_MATCH, tag=tag, owner=owner_id)


def any_game_by_tag(tx: Tx, tag: str) -> GameRow | None:
    """The game with a name, whatever it is played for: for the operator's commands."""
    return tx.first(GameRow, _BY_TAG, tag=tag)


def games(tx: Tx) -> list[GameRow]:
    """All games in the order they were opened, for the operator's commands; lists take a stretch of them."""
    return tx.all(GameRow, _ALL)


def newest_games(tx: Tx, status: GameStatus, limit: int, offset: int = 0, kind: str | None = None) -> list[GameRow]:
    """A stretch of the matches of one status, and of one kind where it is named, the newest first."""
    facts = {"status": status, "limit": limit, "offset": offset}
    if kind is None:
        return tx.all(GameRow, _STRETCH, **facts)
    return tx.all(GameRow, _STRETCH_OF_KIND, kind=kind, **facts)


def playing_games(tx: Tx, *, every: bool = False) -> list[int]:
    """The matches that are played, or `every` game that is, in the order they were opened."""
    return tx.all(int, _PLAYING if every else _MATCHES_PLAYED)


def game_counts(tx: Tx) -> dict[tuple[str, GameStatus], int]:
    """The number of matches by kind and status; those of which there are none are left out."""
    return dict(tx.all(lambda kind, status, number: ((kind, status), number), _COUNTS))


def games_of_player(tx: Tx, player_id: int) -> list[tuple[int, GameRow]]:
    """Every seat that a player has, with its game."""
    return tx.all(_seated, _GAMES_OF_PLAYER, player_id=player_id)


def newest_games_of_player(
    tx: Tx, player_id: int, status: GameStatus, limit: int, offset: int = 0
) -> list[tuple[int, GameRow]]:
    """A stretch of a player's seats in matches of one status, with their games, the newest first."""
    return tx.all(_seated, _STRETCH_OF_PLAYER, player_id=player_id, status=status, limit=limit, offset=offset)


def game_counts_of_player(tx: Tx, player_id: int) -> dict[GameStatus, int]:
    """The number of a player's seats in matches by their status; those of which there are none are left out."""
    return dict(tx.all(lambda status, number: (status, number), _COUNTS_OF_PLAYER, player_id=player_id))


def count_turns(tx: Tx, player_id: int) -> int:
    """The number of matches in which it is a player's turn."""
    return tx.one(int, "player", _COUNT_TURNS, player_id=player_id)


def _seated(seat: int, *facts: Any) -> tuple[int, GameRow]:
    return seat, GameRow(*facts)


def game_seed(tx: Tx, game_id: int) -> bytes:
    """A game's secret: for its dice, and to be shown when it is over. Raises NotFound."""
    return tx.one(bytes, "game", _SEED, game_id=game_id)


def game_salts(tx: Tx, game_id: int) -> list[str]:
    """The seats' own words that the dice depend on, by seat."""
    return tx.all(str, _SALTS, game_id=game_id)


def update_game_facts(tx: Tx, game_id: int, facts: GameFacts) -> None:
    """Replace all of a game's facts; the deadline of one that is held is kept for its release. Raises NotFound."""
    if not tx.update(_SET_FACTS, _BY_ID, {"game_id": game_id}, game=game_id, **values(facts)):
        raise NotFound("game", game_id)


def set_wake(tx: Tx, game_id: int, wake_ms: int | None, overdue: int) -> None:
    """Note when a game has to be looked at next, unless it is held, and how often in this turn its deadline came."""
    tx.update(_SET_WAKE, _BY_ID, {"game_id": game_id}, game=game_id, next_ms=wake_ms, times=overdue)


def set_deadline(tx: Tx, game_id: int, deadline_ms: int, wake_ms: int | None, overdue: int) -> None:
    """Move a game's deadline; that of a game that is held is kept for its release.

    Somebody has seen to it that the game goes on, so nobody's wish to end it while it waited counts any more.
    """
    tx.run(_DROP_VOTES, game=game_id)
    tx.update(
        _SET_DEADLINE, _BY_ID, {"game_id": game_id}, game=game_id, until_ms=deadline_ms, next_ms=wake_ms, times=overdue
    )


def games_to_wake(tx: Tx, now_ms: int) -> list[int]:
    """The games that have to be looked at: a reminder is due or the deadline has come, the longest overdue first."""
    return tx.all(int, _TO_WAKE, now_ms=now_ms)


def bot_turns(tx: Tx) -> list[BotTurn]:
    """The games in which a bot is to move, matches first."""
    return tx.all(BotTurn, _BOT_TURNS)


def seats(tx: Tx, game_id: int) -> list[SeatRow]:
    """The seats of a game and their players, by seat: public facts."""
    return tx.all(SeatRow, _SEATS_OF_GAME, game_id=game_id)


def seat_contacts(tx: Tx, game_id: int) -> list[SeatContact]:
    """A game's seats with addresses and tokens, revoked ones too: for mails, each to its owner only."""
    return tx.all(SeatContact, _CONTACTS_OF_GAME, game_id=game_id)


def seat_by_token(tx: Tx, token: str) -> SeatContact | None:
    """The seat whose address has this local part; None where there is none or it was revoked."""
    return tx.first(SeatContact, _CONTACT_BY_TOKEN, token=token.lower())


def mark_notified(tx: Tx, game_id: int, seat: int, position: int) -> None:
    """Note up to which position of the log a seat's player was told of notes."""
    tx.run(_SET_TOLD, game=game_id, place=seat, position=position)


def mark_reported(tx: Tx, game_id: int, seat: int, position: int) -> None:
    """Note up to which position of the log a seat's player was told what was played."""
    tx.run(_SET_REPORTED, game=game_id, place=seat, position=position)


def count_extension(tx: Tx, game_id: int, seat: int) -> None:
    """Count that a seat's player has put off a deadline."""
    tx.run(_COUNT_EXTENSION, game=game_id, place=seat)


def renew_token(tx: Tx, game_id: int, seat: int, token: str, now_ms: int | None = None) -> None:
    """Give a seat a new address, open again, and forget the old one. Raises NotFound.

    What waits to be confirmed there is void. `now_ms` is when the seat's own player asked for it, if they did.
    """
    if not tx.run(_RENEW, game=game_id, place=seat, new_token=token, now_ms=now_ms).rowcount:
        raise NotFound("seat", (game_id, seat))
    tx.run(_DROP_CONFIRMATION, game=game_id, place=seat)


_WAS_APPLIED = select(APPLIED.c.digest).where(*(column == bindparam(column.name) for column in APPLIED.c))


def put_draft(tx: Tx, game_id: int, seat: int, kept: DraftRow) -> None:
    """Keep orders until the seat confirms them, in place of those before."""
    clear_draft(tx, game_id, seat)
    tx.run(_PUT, game_id=game_id, seat=seat, **values(kept))


def draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, left where they are."""
    return tx.first(DraftRow, _DRAFT, game_id=game_id, seat=seat)


def take_draft(tx: Tx, game_id: int, seat: int) -> DraftRow | None:
    """The orders that wait for the seat's confirmation, which wait no longer."""
    found = draft(tx, game_id, seat)
    clear_draft(tx, game_id, seat)
    return found


def clear_draft(tx: Tx, game_id: int, seat: int) -> None:
    """Drop the orders that wait for the seat's confirmation, if any do."""
    tx.run(_CLEAR, game_id=game_id, seat=seat)


def was_applied(tx: Tx, game_id: int, seat: int, year: int, turn: int, digest: str) -> bool:
    """Whether orders with this digest were applied in this turn already."""
    return tx.first(str, _WAS_APPLIED, game_id=game_id, seat=seat, year=year, turn=turn, digest=digest) is not None


def mark_applied(tx: Tx, game_id: int, seat: int, year: int, turn: int, digest: str) -> None:
    """Note that orders with this digest were applied in this turn; once is enough."""
    if not was_applied(tx, game_id, seat, year, turn, digest):
        tx.run(_MARK_APPLIED, game_id=game_id, seat=seat, year=year, turn=turn, digest=digest)
