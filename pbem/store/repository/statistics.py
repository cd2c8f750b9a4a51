"""What is counted of players and of games, worked out by the database without reading a log.

Sums come by kind of game and number of seats. Turns that bots of the server's own took are left out: they are never
late; so are those of vacant seats, which are nobody's.
"""

from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    null,
    or_,
    select,
    true,
    union_all,
)

from pbem.store.database import Tx
from pbem.store.repository.columns import GAME, PLAYER, RATING, RESULT, SEAT, TENURE, TURN_TAKEN
from pbem.store.tallies import Ends, Order, PlayerLine, Tenures, Turns

_GROUP: Final = ("kind", "seats")
_OWN_TURNS = and_(TURN_TAKEN.c.player_id.is_not(None), or_(TURN_TAKEN.c.played_by != "bot", TURN_TAKEN.c.late))
"""Turns of people, also those in which a bot played in their place."""


def _of_player(table: FromClause, *also: ColumnElement[bool]) -> Subquery:
    """A player's rows, and all of them once more without kind and seats: as a group these give the whole."""
    rest = [column for column in table.c if column.name not in _GROUP]
    which = (table.c.player_id == bindparam("player"), *also)
    each = select(table.c.kind, table.c.seats, *rest).where(*which)
    return union_all(each, select(null(), null(), *rest).where(*which)).subquery()


def _of_kind(table: FromClause, *also: ColumnElement[bool]) -> Subquery:
    return select(table).where(table.c.kind == bindparam("kind"), *also).subquery()


def _grouped(rows: FromClause, *sums: ColumnElement[Any]) -> Select[Any]:
    """Sums over rows by kind and seats, the whole last."""
    kind, seats = rows.c.kind, rows.c.seats
    return select(kind, seats, *sums).group_by(kind, seats).order_by(kind.is_(None), kind, seats)


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many rows of a group meet a condition."""
    return func.sum(case((condition, 1), else_=0))


def _ends(rows: FromClause, counted: ColumnElement[bool], won: ColumnElement[bool]) -> Select[Any]:
    """Sums over results: `counted` says which of them are games, and `won` which of those were won."""
    winners = rows.c.winners
    return _grouped(
        rows,
        _count(counted),
        _count(counted & won),
        _count(counted & won & (winners > 1)),
        _count(counted & (winners == 0)),
        func.max(rows.c.passengers),
        func.avg(rows.c.passengers),
    )


def _turns(rows: FromClause) -> Select[Any]:
    in_his_place = rows.c.played_by.in_(("pass", "bot"))
    return _grouped(rows, func.count(), _count(rows.c.late), _count(in_his_place))


def _medians(rows: FromClause) -> Select[Any]:
    """The time in the middle of those for turns that players played themselves; of two in the middle, their mean."""
    time = (rows.c.ended_ms - rows.c.began_ms).label("time")
    group = (rows.c.kind, rows.c.seats)
    numbered = (
        select(
            *group,
            time,
            func.row_number().over(partition_by=group, order_by=time).label("number"),
            func.count().over(partition_by=group).label("total"),
        )
        .where(rows.c.played_by == "player")
        .subquery()
    )
    total = numbered.c.total
    middle = select(numbered).where(numbered.c.number.in_(((total + 1) // 2, (total + 2) // 2))).subquery()
    return _grouped(middle, func.avg(middle.c.time))


_MINE, _KINDS = _of_player(RESULT), _of_kind(RESULT)
_ENDS_OF_PLAYER = _ends(_MINE, true(), _MINE.c.place == 1)
_ENDS_OF_KIND = _ends(_KINDS, _KINDS.c.seat == 0, _KINDS.c.winners > 0)
_TURNS_OF_PLAYER = _turns(_of_player(TURN_TAKEN, _OWN_TURNS))
_TURNS_OF_KIND = _turns(_of_kind(TURN_TAKEN, _OWN_TURNS))
_MEDIANS_OF_PLAYER = _medians(_of_player(TURN_TAKEN, _OWN_TURNS))
_MEDIANS_OF_KIND = _medians(_of_kind(TURN_TAKEN, _OWN_TURNS))

_SIZE = select(func.count()).where(SEAT.c.game_id == GAME.c.id).scalar_subquery()
_CHAIRS = (
    select(GAME.c.kind, _SIZE.label("seats"), TENURE.c.player_id, TENURE.c.came, TENURE.c.left)
    .join(TENURE, TENURE.c.game_id == GAME.c.id)
    .subquery()
)
_MY_CHAIRS = _of_player(_CHAIRS)
_TENURES_OF_PLAYER = _grouped(
    _MY_CHAIRS,
    _count(_MY_CHAIRS.c.left == "resigned"),
    _count(_MY_CHAIRS.c.left == "late"),
    _count(_MY_CHAIRS.c.came == "replaced"),
)

# The list of players

_PLAYED = (
    select(
        RESULT.c.player_id,
        func.count().label("games"),
        _count(RESULT.c.place == 1).label("won"),
        func.max(RESULT.c.passengers).label("best"),
        func.avg(RESULT.c.passengers).label("mean"),
    )
    .where(RESULT.c.kind == bindparam("kind"), RESULT.c.player_id.is_not(None))
    .group_by(RESULT.c.player_id)
    .subquery()
)
_PACED = (
    select(TURN_TAKEN.c.player_id, func.count().label("turns"), _count(TURN_TAKEN.c.late).label("late"))
    .where(TURN_TAKEN.c.kind == bindparam("kind"), _OWN_TURNS)
    .group_by(TURN_TAKEN.c.player_id)
    .subquery()
)
_NEWEST_FIRST = (RATING.c.at_ms.desc(), RATING.c.game_id.desc())
_OF_RATING = (
    select(
        RATING.c.player_id,
        RATING.c.mu,
        RATING.c.sigma,
        func.count().over(partition_by=RATING.c.player_id).label("rated"),
        func.row_number().over(partition_by=RATING.c.player_id, order_by=_NEWEST_FIRST).label("age"),
    )
    .where(RATING.c.kind == bindparam("kind"))
    .subquery()
)
_RATED = select(_OF_RATING).where(_OF_RATING.c.age == 1, _OF_RATING.c.rated >= bindparam("least")).subquery()
_LINES = (
    select(
        PLAYER.c.id,
        PLAYER.c.name,
        PLAYER.c.bot,
        _PLAYED.c.games,
        _PLAYED.c.won,
        _PLAYED.c.best,
        _PLAYED.c.mean,
        _PACED.c.turns,
        _PACED.c.late,
        _RATED.c.rated,
        _RATED.c.mu,
        _RATED.c.sigma,
    )
    .select_from(PLAYER)
    .join(_PLAYED, _PLAYED.c.player_id == PLAYER.c.id)
    .outerjoin(_PACED, _PACED.c.player_id == PLAYER.c.id)
    .outerjoin(_RATED, _RATED.c.player_id == PLAYER.c.id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_BEST_FIRST: Final[dict[Order, ColumnElement[Any]]] = {
    "rating": _RATED.c.mu.desc().nulls_last(),
    "games": _PLAYED.c.games.desc(),
    "won": _PLAYED.c.won.desc(),
    "best": _PLAYED.c.best.desc(),
    "mean": _PLAYED.c.mean.desc(),
    "punctuality": (_PACED.c.late * 1.0 / _PACED.c.turns).asc().nulls_last(),
    "name": func.lower(PLAYER.c.name),
}
_LISTS: Final = {
    order: _LINES.order_by(first, _PLAYED.c.games.desc(), PLAYER.c.id) for order, first in _BEST_FIRST.items()
}
_HOW_MANY = select(func.count(RESULT.c.player_id.distinct())).where(RESULT.c.kind == bindparam("kind"))


def ends_of_player(tx: Tx, player_id: int) -> list[Ends]:
    """A player's games that are over, by kind and number of seats, and all of them together at the end."""
    return tx.all(Ends, _ENDS_OF_PLAYER, player=player_id)


def ends_of_kind(tx: Tx, kind: str) -> list[Ends]:
    """All games of a kind that are over, by number of seats."""
    return tx.all(Ends, _ENDS_OF_KIND, kind=kind)


def turns_of_player(tx: Tx, player_id: int) -> list[Turns]:
    """The turns a player had, in the groups of `ends_of_player`."""
    return tx.all(Turns, _TURNS_OF_PLAYER, player=player_id)


def turns_of_kind(tx: Tx, kind: str) -> list[Turns]:
    """The turns that people had in all games of a kind, by number of seats."""
    return tx.all(Turns, _TURNS_OF_KIND, kind=kind)


def medians_of_player(tx: Tx, player_id: int) -> dict[tuple[str | None, int | None], float]:
    """The median of the times in which a player played turns himself, in milliseconds, by kind and seats."""
    return dict(tx.all(_timed, _MEDIANS_OF_PLAYER, player=player_id))


def medians_of_kind(tx: Tx, kind: str) -> dict[tuple[str | None, int | None], float]:
    """The same of all players in the games of a kind."""
    return dict(tx.all(_timed, _MEDIANS_OF_KIND, kind=kind))


def _timed(kind: str | None, seats: int | None, time: float) -> tuple[tuple[str | None, int | None], float]:
    return (kind, seats), time


def tenures_of_player(tx: Tx, player_id: int) -> list[Tenures]:
    """The seats that a player left or came to, in the groups of `ends_of_player`."""
    return tx.all(Tenures, _TENURES_OF_PLAYER, player=player_id)


def players_of_kind(
    tx: Tx, kind: str, order: Order, limit: int, offset: int = 0, *, least: int = 0
) -> list[PlayerLine]:
    """A stretch of the players who have finished games of a kind, the best first.

    Only ratings that come from `least` games or more are shown.
    """
    return tx.all(PlayerLine, _LISTS[order], kind=kind, limit=limit, offset=offset, least=least)


def count_players_of_kind(tx: Tx, kind: str) -> int:
    """How many players have finished games of a kind."""
    return tx.one(int, "result", _HOW_MANY, kind=kind)
