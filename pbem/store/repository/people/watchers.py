"""Who watches games that he does not play in."""

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import GAME, PLAYER, SEAT, WATCH, columns
from pbem.store.rows import GameRow, WatcherRow

_ONE = (WATCH.c.game_id == bindparam("game")) & (WATCH.c.player_id == bindparam("player"))
_PLAYS = (
    select(SEAT.c.seat)
    .where(SEAT.c.game_id == WATCH.c.game_id, SEAT.c.player_id == WATCH.c.player_id, SEAT.c.vacant_ms.is_(None))
    .exists()
)
_WATCHERS = (
    select(*columns(WatcherRow, WATCH, PLAYER))
    .join(PLAYER, PLAYER.c.id == WATCH.c.player_id)
    .where(~_PLAYS)
    .order_by(WATCH.c.game_id, WATCH.c.player_id)
)
_OF_GAME = _WATCHERS.where(WATCH.c.game_id == bindparam("game"))
_OF_PLAYER = _WATCHERS.where(WATCH.c.player_id == bindparam("player"))
_GAMES = (
    select(*columns(GameRow, GAME))
    .join(WATCH, WATCH.c.game_id == GAME.c.id)
    .where(WATCH.c.player_id == bindparam("player"), ~_PLAYS)
    .order_by(GAME.c.id.desc())
)
_ADD = insert(WATCH)
_DELETE = delete(WATCH).where(_ONE)
_TELL = update(WATCH).where(_ONE).values(told=bindparam("upto"), reported=bindparam("final"))


def add_watch(tx: Tx, game_id: int, player_id: int, now_ms: int, told: int, reported: int) -> None:
    """Notes that a player watches a game, who knows it up to these positions; again, that he knows it up to there."""
    if not tx.run(_TELL, game=game_id, player=player_id, upto=told, final=reported).rowcount:
        tx.run(_ADD, game_id=game_id, player_id=player_id, since_ms=now_ms, told=told, reported=reported)


def remove_watch(tx: Tx, game_id: int, player_id: int) -> bool:
    """Notes that a player does not watch a game; returns whether he did."""
    return bool(tx.run(_DELETE, game=game_id, player=player_id).rowcount)


def watchers(tx: Tx, game_id: int) -> list[WatcherRow]:
    """Who watches a game; who has taken a seat in it meanwhile does not."""
    return tx.all(WatcherRow, _OF_GAME, game=game_id)


def watches(tx: Tx, player_id: int) -> list[WatcherRow]:
    """All that a player watches, by game."""
    return tx.all(WatcherRow, _OF_PLAYER, player=player_id)


def watched_games(tx: Tx, player_id: int) -> list[GameRow]:
    """The games that a player watches, the newest first."""
    return tx.all(GameRow, _GAMES, player=player_id)


def mark_watcher_told(tx: Tx, game_id: int, player_id: int, told: int, reported: int) -> None:
    """Notes up to which positions a watcher was told of notes, and of what was played."""
    tx.run(_TELL, game=game_id, player=player_id, upto=told, final=reported)
