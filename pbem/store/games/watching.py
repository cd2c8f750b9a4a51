"""Players who watch a game in which they have no seat."""

from typing import NamedTuple

from sqlalchemy import bindparam, delete, select, update

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, shown
from pbem.store.tables import TableRow, column, table


@table("watch")
class WatchRow(TableRow):
    """A player without a seat in a game who wants its public reports; `notified_position` and `reported` as
    in SeatRow.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    player_id: int = column(primary_key=True, foreign_key="player.id", index=True)
    since_ms: int
    notified_position: int
    reported: int


class Watcher(NamedTuple):
    """A player who watches a game without a seat in it; `notified_position` and `reported` as in SeatContact."""

    game_id: int
    player_id: int
    notified_position: int
    reported: int
    name: str
    address: str
    language: str
    token: str

    def __repr__(self) -> str:
        return shown(self, but=("address", "token"))


_ONE = (WatchRow.c.game_id == bindparam("game")) & (WatchRow.c.player_id == bindparam("player"))
_PLAYS = (
    select(SeatRow.c.seat)
    .where(
        SeatRow.c.game_id == WatchRow.c.game_id,
        SeatRow.c.player_id == WatchRow.c.player_id,
        SeatRow.c.vacant_ms.is_(None),
    )
    .exists()
)
_WATCHERS = (
    select(*columns(Watcher, WatchRow, PlayerRow))
    .join(PlayerRow.table, PlayerRow.c.id == WatchRow.c.player_id)
    .where(~_PLAYS)
    .order_by(WatchRow.c.game_id, WatchRow.c.player_id)
)
_OF_GAME = _WATCHERS.where(WatchRow.c.game_id == bindparam("game"))
_OF_PLAYER = _WATCHERS.where(WatchRow.c.player_id == bindparam("player"))
_GAMES = (
    select(*columns(GameRow))
    .join(WatchRow.table, WatchRow.c.game_id == GameRow.c.id)
    .where(WatchRow.c.player_id == bindparam("player"), ~_PLAYS)
    .order_by(GameRow.c.id.desc())
)
_DELETE = delete(WatchRow.table).where(_ONE)
_TELL = update(WatchRow.table).where(_ONE).values(notified_position=bindparam("upto"), reported=bindparam("final"))


def add_watch(tx: Tx, game_id: int, player_id: int, now_ms: int, notified_position: int, reported: int) -> None:
    """Note that a player watches a game, who knows it up to these positions; again, that they know it up to there."""
    if not tx.run(_TELL, game=game_id, player=player_id, upto=notified_position, final=reported).rowcount:
        add(
            tx,
            WatchRow(
                game_id=game_id,
                player_id=player_id,
                since_ms=now_ms,
                notified_position=notified_position,
                reported=reported,
            ),
        )


def remove_watch(tx: Tx, game_id: int, player_id: int) -> bool:
    """Note that a player does not watch a game; return whether they did."""
    return bool(tx.run(_DELETE, game=game_id, player=player_id).rowcount)


def list_watchers(tx: Tx, game_id: int) -> list[Watcher]:
    """The watchers of a game; those who have taken a seat in it meanwhile are left out."""
    return tx.all(Watcher, _OF_GAME, game=game_id)


def is_watching(tx: Tx, player_id: int) -> list[Watcher]:
    """All that a player watches, by game."""
    return tx.all(Watcher, _OF_PLAYER, player=player_id)


def list_watched_games(tx: Tx, player_id: int) -> list[GameRow]:
    """The games that a player watches, the newest first."""
    return tx.all(GameRow, _GAMES, player=player_id)


def mark_watcher_notified(tx: Tx, game_id: int, player_id: int, notified_position: int, reported: int) -> None:
    """Note up to which positions a watcher was told of notes, and of what was played."""
    tx.run(_TELL, game=game_id, player=player_id, upto=notified_position, final=reported)
