"""Results of games with the ratings that come of them, and statistics worked out by the database without reading a
log.
"""

from collections.abc import Callable, Collection, Sequence
from statistics import median
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Exists,
    FromClause,
    Index,
    Integer,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    null,
    or_,
    select,
    true,
    union_all,
)

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import ProposalRow
from pbem.store.games.seats import SeatRow, TenureRow, TurnTakenRow
from pbem.store.players.player import Bot, PlayerRow
from pbem.store.rows import columns, values
from pbem.store.tables import TableRow, column, table


@table("result", Index(None, "kind", "player_id"))
class ResultRow(TableRow):
    """The result of a seat at the end of a game, which its log holds too; `player_id` is None where it was vacant.

    `place` is 0 where nobody has won, `winners` how many seats have; `score` is what the game counts.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    seat: int = column(primary_key=True)
    player_id: int | None = column(foreign_key="player.id", index=True)
    kind: str
    seats: int
    winners: int
    """How many seats have won: none in a draw (GE-42), several where they share the victory (FR-72)."""
    place: int
    """From 1; 0 in a draw."""
    score: int
    """What the game counts to place its players."""
    ended_ms: int


@table("rating", Index(None, "kind", "player_id", "at_ms", "game_id"))
class RatingRow(TableRow):
    """A player's rating after a game that counted, in a kind of game; the newest is the one that holds.

    `games` is how many it comes from.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    player_id: int = column(primary_key=True, foreign_key="player.id")
    kind: str
    place: int
    games: int
    mu: float
    sigma: float
    at_ms: int


class Started(NamedTuple):
    """A seat's place at the end of a game, with the player who sat there when it began."""

    game_id: int
    kind: str
    ended_ms: int
    player_id: int
    place: int


_RESULTS = select(*columns(ResultRow)).order_by(ResultRow.c.ended_ms, ResultRow.c.game_id, ResultRow.c.seat)
_RESULTS_OF = _RESULTS.where(ResultRow.c.game_id.in_(bindparam("games", expanding=True)))
_FORGET_RESULTS = delete(ResultRow.table).where(ResultRow.c.game_id == bindparam("game"))


def _bot_began(game: ColumnElement[int]) -> Exists:
    is_first = (TenureRow.c.game_id == game) & (TenureRow.c.number == 0)
    return (
        exists()
        .where(is_first, PlayerRow.c.id == TenureRow.c.player_id, PlayerRow.c.bot.is_not(None))
        .correlate(ResultRow.table)
    )


def _took_back(game: ColumnElement[int]) -> Exists:
    return exists().where(ProposalRow.c.game_id == game, ProposalRow.c.status == "agreed", ProposalRow.c.of_departed)


_IS_RATED = exists().where(RatingRow.c.game_id == ResultRow.c.game_id)
_OF_PEOPLE = (
    select(ResultRow.c.game_id, ResultRow.c.kind, ResultRow.c.ended_ms, TenureRow.c.player_id, ResultRow.c.place)
    .join(
        TenureRow.table,
        (TenureRow.c.game_id == ResultRow.c.game_id)
        & (TenureRow.c.seat == ResultRow.c.seat)
        & (TenureRow.c.number == 0),
    )
    .where(~_bot_began(ResultRow.c.game_id), ~_took_back(ResultRow.c.game_id))
    .order_by(ResultRow.c.ended_ms, ResultRow.c.game_id, ResultRow.c.seat)
)
_UNRATED = _OF_PEOPLE.where(~_IS_RATED)
_WHY_UNRATED = select(
    case(
        (_bot_began(bindparam("game", type_=Integer)), "bot"),
        (_took_back(bindparam("game", type_=Integer)), "taken back"),
        else_="",
    )
)
_RATINGS = select(*columns(RatingRow)).order_by(RatingRow.c.at_ms, RatingRow.c.game_id, RatingRow.c.player_id)
_NEWEST_RATING = (
    select(*columns(RatingRow))
    .where(RatingRow.c.kind == bindparam("kind"), RatingRow.c.player_id == bindparam("player"))
    .order_by(RatingRow.c.at_ms.desc(), RatingRow.c.game_id.desc())
    .limit(1)
)
_FORGET_RATINGS = delete(RatingRow.table)


def put_results(tx: Tx, game_id: int, results: Sequence[ResultRow]) -> None:
    """Keep how a game ended, in place of what was kept before where it was played again."""
    tx.run(_FORGET_RESULTS, game=game_id)
    tx.run_many(ResultRow.inserting, [values(result) for result in results])


def list_results(tx: Tx) -> list[ResultRow]:
    """The results of all games that are over, in the order of their ends."""
    return tx.all(ResultRow, _RESULTS)


def list_results_of(tx: Tx, game_ids: Collection[int]) -> list[ResultRow]:
    """The results of some games, in the order of their ends."""
    return tx.all(ResultRow, _RESULTS_OF, games=list(game_ids))


def find_reason_unrated(tx: Tx, game_id: int) -> str:
    """Name why a match is not rated: "bot" (one began it), "taken back" (the play of one who had left was); else ""."""
    return tx.one(str, "game", _WHY_UNRATED, game=game_id)


def list_games_of_human_players(tx: Tx, *, unrated: bool = False) -> list[Started]:
    """The results of all games that count for ratings, or of those not rated yet, in the order of their ends.

    All players at the start were humans, and no move of a player who had left was taken back. The seats of a game
    follow each other, each with the player who sat there at the start.
    """
    return tx.all(Started, _UNRATED if unrated else _OF_PEOPLE)


def list_ratings(tx: Tx) -> list[RatingRow]:
    """All ratings there ever were, the oldest first."""
    return tx.all(RatingRow, _RATINGS)


def find_newest_rating(tx: Tx, kind: str, player_id: int) -> RatingRow | None:
    """A player's rating as it stands in a kind of game; None where they have none."""
    return tx.first(RatingRow, _NEWEST_RATING, kind=kind, player=player_id)


def put_ratings(tx: Tx, new: Sequence[RatingRow]) -> None:
    """Add the ratings that came of games."""
    tx.run_many(RatingRow.inserting, [values(rating) for rating in new])


def forget_ratings(tx: Tx) -> None:
    """Drop all ratings, which can be worked out anew."""
    tx.run(_FORGET_RATINGS)


Order: TypeAlias = Literal["rating", "games", "won", "best", "mean", "punctuality", "name"]
"""The columns that a list of players may be ordered by."""
Group: TypeAlias = tuple[str | None, int | None]
"""A kind of game and a number of seats; both are None for all of a player's games together."""


class Ends(NamedTuple):
    """Games that are over."""

    games: int = 0
    won: int = 0
    """Alone or with others."""
    shared: int = 0
    """The number of games won that others have won, too."""
    drawn: int = 0
    """Games that nobody has won."""
    best: int = 0
    """The best score of a seat in a game."""
    mean: float = 0.0
    """The score of a seat on average."""


class Turns(NamedTuple):
    """Turns that people had."""

    turns: int = 0
    late: int = 0
    """Those that ended too late, with all that others had to play."""
    in_his_place: int = 0
    """Those that the server or a bot had to play."""


class Tenures(NamedTuple):
    """Seats that a player left, or came to in games in progress."""

    given_up: int = 0
    lost: int = 0
    """The seats that somebody else got because they were late."""
    taken_over: int = 0


class Skill(NamedTuple):
    """A rating as it stands, and how many games it comes from."""

    mu: float
    sigma: float
    games: int


class PlayerLine(NamedTuple):
    """A player in the list of those who have finished games of a kind; sums as in Ends and Turns."""

    player_id: int
    name: str
    bot: Bot | None
    games: int
    won: int
    best: int
    mean: float
    turns: int
    late: int
    skill: Skill | None


T = TypeVar("T")
_GROUP: Final = ("kind", "seats")
_OWN_TURNS = and_(TurnTakenRow.c.player_id.is_not(None), or_(TurnTakenRow.c.played_by != "bot", TurnTakenRow.c.late))
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
    kind, seats = rows.c.kind, rows.c.seats
    return select(kind, seats, *sums).group_by(kind, seats).order_by(kind.is_(None), kind, seats)


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """The number of rows of a group that meet a condition, as a column."""
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
        func.max(rows.c.score),
        func.avg(rows.c.score),
    )


def _turns(rows: FromClause) -> Select[Any]:
    in_his_place = rows.c.played_by.in_(("pass", "bot"))
    return _grouped(rows, func.count(), _count(rows.c.late), _count(in_his_place))


_MINE, _KINDS = _of_player(ResultRow.table), _of_kind(ResultRow.table)
_ENDS_OF_PLAYER = _ends(_MINE, true(), _MINE.c.place == 1)
_ENDS_OF_KIND = _ends(_KINDS, _KINDS.c.seat == 0, _KINDS.c.winners > 0)
_TURNS_OF_PLAYER = _turns(_of_player(TurnTakenRow.table, _OWN_TURNS))
_TURNS_OF_KIND = _turns(_of_kind(TurnTakenRow.table, _OWN_TURNS))
_TOOK_TIME = and_(TurnTakenRow.c.played_by == "player", TurnTakenRow.c.took_ms > 0)
"""Turns by which a player's pace is told. One that ends as it begins has none, however it was played: whether its
orders had waited is the player's secret."""
_TIMES_OF_PLAYER = select(TurnTakenRow.c.kind, TurnTakenRow.c.seats, TurnTakenRow.c.took_ms).where(
    TurnTakenRow.c.player_id == bindparam("player"), _TOOK_TIME
)
_TIMES = (
    select(TurnTakenRow.c.took_ms)
    .where(
        TurnTakenRow.c.kind == bindparam("kind"),
        TurnTakenRow.c.seats == bindparam("number"),
        _TOOK_TIME,
    )
    .order_by(TurnTakenRow.c.took_ms)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_HOW_MANY_TIMES = select(func.count()).where(
    TurnTakenRow.c.kind == bindparam("kind"),
    TurnTakenRow.c.seats == bindparam("number"),
    _TOOK_TIME,
)
_SIZE = select(func.count()).where(SeatRow.c.game_id == GameRow.c.id).scalar_subquery()
_CHAIRS = (
    select(GameRow.c.kind, _SIZE.label("seats"), TenureRow.c.player_id, TenureRow.c.came, TenureRow.c.left)
    .join(TenureRow.table, TenureRow.c.game_id == GameRow.c.id)
    .where(GameRow.c.purpose == "match")
    .subquery()
)
_MY_CHAIRS = _of_player(_CHAIRS, or_(_CHAIRS.c.came == "replaced", _CHAIRS.c.left.in_(("resigned", "late"))))
_TENURES_OF_PLAYER = _grouped(
    _MY_CHAIRS,
    _count(_MY_CHAIRS.c.left == "resigned"),
    _count(_MY_CHAIRS.c.left == "late"),
    _count(_MY_CHAIRS.c.came == "replaced"),
)
_NEWEST = (
    select(RatingRow.c.game_id)
    .where(RatingRow.c.kind == bindparam("kind"), RatingRow.c.player_id == PlayerRow.c.id)
    .order_by(RatingRow.c.at_ms.desc(), RatingRow.c.game_id.desc())
    .limit(1)
    .correlate(PlayerRow.table)
    .scalar_subquery()
)


def _lines(played: Subquery, paced: Subquery) -> Select[Any]:
    return (
        select(
            PlayerRow.c.id, PlayerRow.c.name, PlayerRow.c.bot,
            played.c.games, played.c.won, played.c.best, played.c.mean, paced.c.turns, paced.c.late,
            RatingRow.c.mu, RatingRow.c.sigma, RatingRow.c.games,
        )
        .select_from(PlayerRow.table)
        .join(played, played.c.player_id == PlayerRow.c.id)
        .outerjoin(paced, paced.c.player_id == PlayerRow.c.id)
        .outerjoin(
            RatingRow.table,
            (RatingRow.c.game_id == _NEWEST)
            & (RatingRow.c.player_id == PlayerRow.c.id)
            & (RatingRow.c.games >= bindparam("least")),
        )
    )  # fmt: skip


def _played(*among: ColumnElement[bool]) -> Subquery:
    return (
        select(
            ResultRow.c.player_id,
            func.count().label("games"),
            _count(ResultRow.c.place == 1).label("won"),
            func.max(ResultRow.c.score).label("best"),
            func.avg(ResultRow.c.score).label("mean"),
        )
        .where(ResultRow.c.kind == bindparam("kind"), ResultRow.c.player_id.is_not(None), *among)
        .group_by(ResultRow.c.player_id)
        .subquery()
    )


def _paced(*among: ColumnElement[bool]) -> Subquery:
    return (
        select(TurnTakenRow.c.player_id, func.count().label("turns"), _count(TurnTakenRow.c.late).label("late"))
        .where(TurnTakenRow.c.kind == bindparam("kind"), _OWN_TURNS, *among)
        .group_by(TurnTakenRow.c.player_id)
        .subquery()
    )


_PLAYED, _PACED = _played(), _paced()
_LINES = _lines(_PLAYED, _PACED)
_AMONG: BindParameter[Any] = bindparam("players", expanding=True)
_LINES_OF = _lines(_played(ResultRow.c.player_id.in_(_AMONG)), _paced(TurnTakenRow.c.player_id.in_(_AMONG)))
_BEST_FIRST: Final[dict[Order, ColumnElement[Any]]] = {
    "rating": RatingRow.c.mu.desc().nulls_last(),
    "games": _PLAYED.c.games.desc(),
    "won": _PLAYED.c.won.desc(),
    "best": _PLAYED.c.best.desc(),
    "mean": _PLAYED.c.mean.desc(),
    "punctuality": (_PACED.c.late * 1.0 / _PACED.c.turns).asc().nulls_last(),
    "name": func.lower(PlayerRow.c.name),
}
_LISTS: Final = {
    order: _LINES.order_by(first, _PLAYED.c.games.desc(), PlayerRow.c.id) for order, first in _BEST_FIRST.items()
}
_RANKS: Final = {order: lines.with_only_columns(PlayerRow.c.id) for order, lines in _LISTS.items()}
_HOW_MANY = select(func.count(ResultRow.c.player_id.distinct())).where(ResultRow.c.kind == bindparam("kind"))


def list_ends_of_player(tx: Tx, player_id: int) -> dict[Group, Ends]:
    """A player's games that are over, by kind and number of seats, and all of them together."""
    return _by_group(tx, Ends, _ENDS_OF_PLAYER, player=player_id)


def list_ends_of_kind(tx: Tx, kind: str) -> dict[Group, Ends]:
    """All games of a kind that are over, by number of seats."""
    return _by_group(tx, Ends, _ENDS_OF_KIND, kind=kind)


def list_turns_of_player(tx: Tx, player_id: int) -> dict[Group, Turns]:
    """The turns a player had, in the groups of `ends_of_player`."""
    return _by_group(tx, Turns, _TURNS_OF_PLAYER, player=player_id)


def list_turns_of_kind(tx: Tx, kind: str) -> dict[Group, Turns]:
    """The turns that people had in all games of a kind, by number of seats."""
    return _by_group(tx, Turns, _TURNS_OF_KIND, kind=kind)


def list_times_of_player(tx: Tx, player_id: int) -> list[tuple[str, int, int]]:
    """The time taken for each turn that a player played themselves, in milliseconds, with kind of game and seats."""
    return tx.all(lambda kind, seats, took_ms: (kind, seats, took_ms), _TIMES_OF_PLAYER, player=player_id)


def find_median_time(tx: Tx, kind: str, seats: int) -> float | None:
    """The median of the times that turns took which players played themselves, in milliseconds; None without any."""
    total = tx.one(int, "turn_taken", _HOW_MANY_TIMES, kind=kind, number=seats)
    if not total:
        return None
    return median(tx.all(int, _TIMES, kind=kind, number=seats, limit=2 - total % 2, offset=(total - 1) // 2))


def list_tenures_of_player(tx: Tx, player_id: int) -> dict[Group, Tenures]:
    """The seats that a player left or came to, in the groups of `ends_of_player`."""
    return _by_group(tx, Tenures, _TENURES_OF_PLAYER, player=player_id)


def _by_group(tx: Tx, shape: Callable[..., T], statement: Select[Any], **facts: Any) -> dict[Group, T]:
    return dict(tx.all(lambda kind, seats, *sums: ((kind, seats), shape(*sums)), statement, **facts))


def list_players_of_kind(tx: Tx, kind: str, order: Order, least: int, limit: int, offset: int = 0) -> list[PlayerLine]:
    """A stretch of the players who have finished games of a kind, the best first.

    Ratings are told that come from `least` games or more.
    """
    stretch = _LISTS[order].limit(bindparam("limit")).offset(bindparam("offset"))
    return tx.all(_line, stretch, kind=kind, limit=limit, offset=offset, least=least)


def rank_players_of_kind(tx: Tx, kind: str, order: Order, least: int) -> list[int]:
    """All players who have finished games of a kind, the best first. Reads all results and turns of the kind."""
    return tx.all(int, _RANKS[order], kind=kind, least=least)


def list_lines_of_players(tx: Tx, kind: str, least: int, player_ids: Collection[int]) -> list[PlayerLine]:
    """Some of the players who have finished games of a kind, in no order."""
    return tx.all(_line, _LINES_OF, kind=kind, least=least, players=list(player_ids))


def _line(player_id: int, name: str, bot: Bot | None, *sums: Any) -> PlayerLine:
    games, won, best, mean, turns, late, *skill = sums
    rated = None if skill[0] is None else Skill(*skill)
    return PlayerLine(player_id, name, bot, games, won, best, mean, turns or 0, late or 0, rated)


def count_players_of_kind(tx: Tx, kind: str) -> int:
    """Count the players who have finished games of a kind."""
    return tx.one(int, "result", _HOW_MANY, kind=kind)
