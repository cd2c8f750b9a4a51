"""Results of games, and the ratings that come of them."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Exists, Index, Integer, bindparam, case, delete, exists, select

from pbem.store.database import Tx
from pbem.store.games.proposals import ProposalRow
from pbem.store.games.seats import TenureRow
from pbem.store.players.player import PlayerRow
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


def find_reason_unrated(tx: Tx, game_id: int) -> str:
    """Name why a match is not rated: "bot" (one began it), "taken back" (the play of one who had left was); else ""."""
    return tx.one(str, "game", _WHY_UNRATED, game=game_id)


def list_games_of_human_players(tx: Tx, *, unrated: bool = False) -> list[Started]:
    """The ends of all games that are to be rated, or of those that are not rated yet, in the order of their ends.

    Only humans began them, and nothing that a player who has left had played was taken back. A game's seats follow each
    other, each with the player who sat there when the game began.
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
