"""What is written down to be counted: the turns that were taken, how games ended, and the ratings that came of it."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, exists, func, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import PLAYER, RATING, RESULT, TENURE, TURN_TAKEN, columns, values
from pbem.store.tallies import RatingRow, ResultRow, StartedRow, TurnTakenRow

_SEATED = select(func.coalesce(func.max(TENURE.c.from_ms), 0)).where(
    TENURE.c.game_id == bindparam("game_id"), TENURE.c.seat == bindparam("seat")
)
_FORGET_TURN = delete(TURN_TAKEN).where(
    TURN_TAKEN.c.game_id == bindparam("game"),
    TURN_TAKEN.c.year == bindparam("in_year"),
    TURN_TAKEN.c.seat == bindparam("place"),
)
_PUT_TURN = insert(TURN_TAKEN)


_OF_GAME = TURN_TAKEN.c.game_id == bindparam("game_id")
_LAST_PLAYED = select(func.coalesce(func.max(TURN_TAKEN.c.ended_ms), -1)).where(
    _OF_GAME, TURN_TAKEN.c.played_by.in_(("player", "standing"))
)
_UNPLAYED = select(func.count()).where(_OF_GAME, TURN_TAKEN.c.ended_ms > bindparam("since_ms"))

_RESULTS = select(*columns(ResultRow, RESULT)).order_by(RESULT.c.ended_ms, RESULT.c.game_id, RESULT.c.seat)
_FORGET_RESULTS = delete(RESULT).where(RESULT.c.game_id == bindparam("game"))
_PUT_RESULTS = insert(RESULT)

_BOT_BEGAN = (
    exists()
    .where(
        TENURE.c.game_id == RESULT.c.game_id,
        TENURE.c.number == 0,
        PLAYER.c.id == TENURE.c.player_id,
        PLAYER.c.bot.is_not(None),
    )
    .correlate(RESULT)
)
_IS_RATED = exists().where(RATING.c.game_id == RESULT.c.game_id)
_OF_PEOPLE = (
    select(RESULT.c.game_id, RESULT.c.kind, RESULT.c.ended_ms, TENURE.c.player_id, RESULT.c.place)
    .join(
        TENURE,
        (TENURE.c.game_id == RESULT.c.game_id) & (TENURE.c.seat == RESULT.c.seat) & (TENURE.c.number == 0),
    )
    .where(~_BOT_BEGAN)
    .order_by(RESULT.c.ended_ms, RESULT.c.game_id, RESULT.c.seat)
)
_UNRATED = _OF_PEOPLE.where(~_IS_RATED)

_RATINGS = select(*columns(RatingRow, RATING)).order_by(RATING.c.at_ms, RATING.c.game_id, RATING.c.player_id)
_NEWEST_RATING = (
    select(*columns(RatingRow, RATING))
    .where(RATING.c.kind == bindparam("kind"), RATING.c.player_id == bindparam("player"))
    .order_by(RATING.c.at_ms.desc(), RATING.c.game_id.desc())
    .limit(1)
)
_PUT_RATINGS = insert(RATING)
_FORGET_RATINGS = delete(RATING)


def seated_since(tx: Tx, game_id: int, seat: int) -> int:
    """When whoever has a seat came to it, in milliseconds."""
    return tx.one(int, "seat", _SEATED, game_id=game_id, seat=seat)


def last_played_ms(tx: Tx, game_id: int) -> int:
    """When somebody last ended a turn of a game, or orders given in advance did; -1 where nobody ever has."""
    return tx.one(int, "game", _LAST_PLAYED, game_id=game_id)


def turns_unplayed(tx: Tx, game_id: int, since_ms: int = -1) -> int:
    """How many turns of a game programs have played since somebody last did, and since a moment."""
    return tx.one(int, "game", _UNPLAYED, game_id=game_id, since_ms=max(since_ms, last_played_ms(tx, game_id)))


def put_turn_taken(tx: Tx, turn: TurnTakenRow) -> None:
    """Counts a turn, in place of the one before where it was played again."""
    tx.run(_FORGET_TURN, game=turn.game_id, in_year=turn.year, place=turn.seat)
    tx.run(_PUT_TURN, **values(turn))


def put_results(tx: Tx, game_id: int, results: Sequence[ResultRow]) -> None:
    """Keeps how a game ended, in place of what was kept before where it was played again."""
    tx.run(_FORGET_RESULTS, game=game_id)
    tx.run_many(_PUT_RESULTS, [values(result) for result in results])


def results(tx: Tx) -> list[ResultRow]:
    """How all games ended that are over, in the order of their ends."""
    return tx.all(ResultRow, _RESULTS)


def games_of_people(tx: Tx, *, unrated: bool = False) -> list[StartedRow]:
    """The ends of all games that people alone began, or of those that are not rated yet, in the order of their ends.

    A game's seats follow each other, each with who sat there when the game began.
    """
    return tx.all(StartedRow, _UNRATED if unrated else _OF_PEOPLE)


def ratings(tx: Tx) -> list[RatingRow]:
    """All ratings there ever were, the oldest first."""
    return tx.all(RatingRow, _RATINGS)


def newest_rating(tx: Tx, kind: str, player_id: int) -> RatingRow | None:
    """A player's rating as it stands in a kind of game; None where he has none."""
    return tx.first(RatingRow, _NEWEST_RATING, kind=kind, player=player_id)


def put_ratings(tx: Tx, new: Sequence[RatingRow]) -> None:
    """Adds the ratings that came of games."""
    tx.run_many(_PUT_RATINGS, [values(rating) for rating in new])


def forget_ratings(tx: Tx) -> None:
    """Drops all ratings, which can be worked out anew."""
    tx.run(_FORGET_RATINGS)
