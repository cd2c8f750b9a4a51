"""Lists of games, stretches of them, and counts: of all, of a player's, and of those that wait for something."""

from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select

from pbem.store.database import Tx
from pbem.store.games.game import IS_MATCH, GameRow, GameStatus
from pbem.store.games.seats import SeatRow
from pbem.store.players.player import Bot
from pbem.store.rows import columns, values
from pbem.store.service.processes import NOBODY, Claimer, is_claimed_by_another, queue_of_games


class BotTurn(NamedTuple):
    """A bot that is to move."""

    game_id: int
    seat: int
    bot: Bot


_GAMES = select(*columns(GameRow))
_ALL = _GAMES.order_by(GameRow.c.id)
_FROM = _ALL.where(GameRow.c.id >= bindparam("first")).limit(bindparam("most"))
_LAST_ID = select(func.coalesce(func.max(GameRow.c.id), 0))
_STRETCH = (
    _GAMES.where(GameRow.c.status == bindparam("status"), IS_MATCH)
    .order_by(GameRow.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_STRETCH_OF_KIND = _STRETCH.where(GameRow.c.kind == bindparam("kind"))
_PLAYING = select(GameRow.c.id).where(GameRow.c.status == "playing").order_by(GameRow.c.id)
_MATCHES_PLAYED = _PLAYING.where(IS_MATCH)
_COUNTS = (
    select(GameRow.c.kind, GameRow.c.status, func.count()).where(IS_MATCH).group_by(GameRow.c.kind, GameRow.c.status)
)
_TO_WAKE = (
    select(GameRow.c.id)
    .where(GameRow.c.status == "playing", GameRow.c.wake_ms <= bindparam("now_ms"))
    .order_by(GameRow.c.wake_ms, GameRow.c.id)
)
_BOT_TURNS = (
    select(GameRow.c.id, GameRow.c.active_seat, GameRow.c.active_bot)
    .where(GameRow.c.active_bot.is_not(None), GameRow.c.held_ms.is_(None))
    .where(~is_claimed_by_another("letters", queue_of_games(GameRow.c.id)))
    .order_by(IS_MATCH.desc(), GameRow.c.id)
)
_HAS_SEAT = (SeatRow.c.player_id == bindparam("player_id")) & SeatRow.c.vacant_ms.is_(None)
_GAMES_OF_PLAYER = (
    select(SeatRow.c.seat, *columns(GameRow))
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(_HAS_SEAT)
    .order_by(GameRow.c.id, SeatRow.c.seat)
)
_OF_PLAYER = _HAS_SEAT & (GameRow.c.status == bindparam("status")) & IS_MATCH
_STRETCH_OF_PLAYER = (
    select(SeatRow.c.seat, *columns(GameRow))
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(_OF_PLAYER)
    .order_by(GameRow.c.id.desc(), SeatRow.c.seat)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_COUNTS_OF_PLAYER = (
    select(GameRow.c.status, func.count())
    .select_from(SeatRow.table.join(GameRow.table, GameRow.c.id == SeatRow.c.game_id))
    .where(_HAS_SEAT, IS_MATCH)
    .group_by(GameRow.c.status)
)
_COUNT_TURNS = (
    select(func.count())
    .select_from(SeatRow.table.join(GameRow.table, GameRow.c.id == SeatRow.c.game_id))
    .where(_HAS_SEAT, IS_MATCH, GameRow.c.status == "playing", GameRow.c.active_seat == SeatRow.c.seat)
)


def list_games(tx: Tx) -> list[GameRow]:
    """All games in the order they were opened, for the operator's commands; lists take a stretch of them."""
    return tx.all(GameRow, _ALL)


def list_games_from(tx: Tx, first_id: int, most: int) -> list[GameRow]:
    """At most so many games in the order they were opened, from an id on."""
    return tx.all(GameRow, _FROM, first=first_id, most=most)


def find_last_game_id(tx: Tx) -> int:
    """The id of the game that was opened last; 0 where there is none."""
    return tx.one(int, "game", _LAST_ID)


def list_newest_games(
    tx: Tx, status: GameStatus, limit: int, offset: int = 0, kind: str | None = None
) -> list[GameRow]:
    """A stretch of the matches of one status, and of one kind where it is named, the newest first."""
    facts = {"status": status, "limit": limit, "offset": offset}
    if kind is None:
        return tx.all(GameRow, _STRETCH, **facts)
    return tx.all(GameRow, _STRETCH_OF_KIND, kind=kind, **facts)


def list_playing_games(tx: Tx, *, every: bool = False) -> list[int]:
    """The matches that are played, or `every` game that is, in the order they were opened."""
    return tx.all(int, _PLAYING if every else _MATCHES_PLAYED)


def count_games(tx: Tx) -> dict[tuple[str, GameStatus], int]:
    """The number of matches by kind and status; those of which there are none are left out."""
    return dict(tx.all(lambda kind, status, number: ((kind, status), number), _COUNTS))


def list_games_of_player(tx: Tx, player_id: int) -> list[tuple[int, GameRow]]:
    """Every seat that a player has, with its game."""
    return tx.all(_seated, _GAMES_OF_PLAYER, player_id=player_id)


def list_newest_games_of_player(
    tx: Tx, player_id: int, status: GameStatus, limit: int, offset: int = 0
) -> list[tuple[int, GameRow]]:
    """A stretch of a player's seats in matches of one status, with their games, the newest first."""
    return tx.all(_seated, _STRETCH_OF_PLAYER, player_id=player_id, status=status, limit=limit, offset=offset)


def count_games_of_player(tx: Tx, player_id: int) -> dict[GameStatus, int]:
    """The number of a player's seats in matches by their status; those of which there are none are left out."""
    return dict(tx.all(lambda status, number: (status, number), _COUNTS_OF_PLAYER, player_id=player_id))


def count_turns(tx: Tx, player_id: int) -> int:
    """The number of matches in which it is a player's turn."""
    return tx.one(int, "player", _COUNT_TURNS, player_id=player_id)


def _seated(seat: int, *facts: Any) -> tuple[int, GameRow]:
    return seat, GameRow(*facts)


def list_games_to_wake(tx: Tx, now_ms: int) -> list[int]:
    """The games that have to be looked at: a reminder is due or the deadline has come, the longest overdue first."""
    return tx.all(int, _TO_WAKE, now_ms=now_ms)


def list_bot_turns(tx: Tx, claimer: Claimer = NOBODY) -> list[BotTurn]:
    """The games in which a bot is to move, matches first, but for those that another process has claimed."""
    return tx.all(BotTurn, _BOT_TURNS, **values(claimer))
