"""Facts kept to be counted: the faces of rolls, the turns that were taken, how games ended, and ratings."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Exists,
    Integer,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    select,
)

from pbem.store.database import Tx
from pbem.store.repository.columns import PLAYER, PROPOSAL, RATING, RESULT, TENURE, THROW, TURN_TAKEN, columns, values
from pbem.store.rows.tallies import RatingRow, ResultRow, Sides, StartedRow, Thrown, ThrowRow, TurnTakenRow

_SEATED = select(func.coalesce(func.max(TENURE.c.from_ms), 0)).where(
    TENURE.c.game_id == bindparam("game_id"), TENURE.c.seat == bindparam("seat")
)
_FORGET_TURN = delete(TURN_TAKEN).where(
    TURN_TAKEN.c.game_id == bindparam("game"),
    TURN_TAKEN.c.year == bindparam("in_year"),
    TURN_TAKEN.c.turn == bindparam("in_turn"),
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


def _bot_began(game: ColumnElement[int]) -> Exists:
    """Whether a bot has had a seat of a game from its beginning."""
    is_first = (TENURE.c.game_id == game) & (TENURE.c.number == 0)
    return exists().where(is_first, PLAYER.c.id == TENURE.c.player_id, PLAYER.c.bot.is_not(None)).correlate(RESULT)


def _took_back(game: ColumnElement[int]) -> Exists:
    """Whether its players have taken back what somebody had played who had left."""
    return exists().where(PROPOSAL.c.game_id == game, PROPOSAL.c.status == "agreed", PROPOSAL.c.of_departed)


_IS_RATED = exists().where(RATING.c.game_id == RESULT.c.game_id)
_OF_PEOPLE = (
    select(RESULT.c.game_id, RESULT.c.kind, RESULT.c.ended_ms, TENURE.c.player_id, RESULT.c.place)
    .join(
        TENURE,
        (TENURE.c.game_id == RESULT.c.game_id) & (TENURE.c.seat == RESULT.c.seat) & (TENURE.c.number == 0),
    )
    .where(~_bot_began(RESULT.c.game_id), ~_took_back(RESULT.c.game_id))
    .order_by(RESULT.c.ended_ms, RESULT.c.game_id, RESULT.c.seat)
)
_UNRATED = _OF_PEOPLE.where(~_IS_RATED)
_WHY_UNRATED = select(
    case(
        (_bot_began(bindparam("game", type_=Integer)), "bot"),
        (_took_back(bindparam("game", type_=Integer)), "taken back"),
        else_="",
    )
)

_RATINGS = select(*columns(RatingRow, RATING)).order_by(RATING.c.at_ms, RATING.c.game_id, RATING.c.player_id)
_NEWEST_RATING = (
    select(*columns(RatingRow, RATING))
    .where(RATING.c.kind == bindparam("kind"), RATING.c.player_id == bindparam("player"))
    .order_by(RATING.c.at_ms.desc(), RATING.c.game_id.desc())
    .limit(1)
)
_PUT_RATINGS = insert(RATING)
_FORGET_RATINGS = delete(RATING)

_ROLL = (THROW.c.epoch, THROW.c.year, THROW.c.seat, THROW.c.purpose, THROW.c.number, THROW.c.sides)
"""What tells the dice of one kind in a roll from all others of their game."""
_ROLLS_OF_GAME = (
    select(THROW.c.game_id, *_ROLL, THROW.c.player_id, THROW.c.kind, THROW.c.at_ms, THROW.c.face, THROW.c.fell)
    .where(THROW.c.game_id == bindparam("game"))
    .order_by(*_ROLL, THROW.c.face)
)
_FORGET_ALL = delete(THROW).where(THROW.c.game_id == bindparam("game"))
_PUT = insert(THROW)
_DICE = (THROW.c.kind, THROW.c.sides)
_FELL = (THROW.c.face, func.sum(THROW.c.fell))
_BY_KIND = select(*_DICE, null(), literal(""), *_FELL).group_by(*_DICE, THROW.c.face).order_by(*_DICE, THROW.c.face)
_BY_PLAYER = (
    select(*_DICE, THROW.c.player_id, PLAYER.c.name, *_FELL)
    .join(PLAYER, PLAYER.c.id == THROW.c.player_id)
    .group_by(*_DICE, THROW.c.player_id, PLAYER.c.name, THROW.c.face)
    .order_by(THROW.c.kind, func.lower(PLAYER.c.name), THROW.c.player_id, THROW.c.sides, THROW.c.face)
)
_OF_PLAYER = _BY_PLAYER.where(THROW.c.player_id == bindparam("player"))
_THROWERS = select(func.count(THROW.c.player_id.distinct())).where(
    THROW.c.kind == bindparam("kind"), THROW.c.sides == bindparam("of_sides")
)


def seated_since(tx: Tx, game_id: int, seat: int) -> int:
    """The moment when whoever has a seat came to it, in milliseconds."""
    return tx.one(int, "seat", _SEATED, game_id=game_id, seat=seat)


def last_played_ms(tx: Tx, game_id: int) -> int:
    """The moment when somebody last ended a turn of a game, or orders given in advance did; -1 if nobody ever has."""
    return tx.one(int, "game", _LAST_PLAYED, game_id=game_id)


def turns_unplayed(tx: Tx, game_id: int, since_ms: int = -1) -> int:
    """Count the turns of a game that programs have played since somebody last did, and since a moment."""
    return tx.one(int, "game", _UNPLAYED, game_id=game_id, since_ms=max(since_ms, last_played_ms(tx, game_id)))


def put_turn_taken(tx: Tx, turn: TurnTakenRow) -> None:
    """Count a turn, in place of the one before where it was played again."""
    tx.run(_FORGET_TURN, game=turn.game_id, in_year=turn.year, in_turn=turn.turn)
    tx.run(_PUT_TURN, **values(turn))


def put_results(tx: Tx, game_id: int, results: Sequence[ResultRow]) -> None:
    """Keep how a game ended, in place of what was kept before where it was played again."""
    tx.run(_FORGET_RESULTS, game=game_id)
    tx.run_many(_PUT_RESULTS, [values(result) for result in results])


def results(tx: Tx) -> list[ResultRow]:
    """The results of all games that are over, in the order of their ends."""
    return tx.all(ResultRow, _RESULTS)


def why_unrated(tx: Tx, game_id: int) -> str:
    """Name why a match is not rated: "bot" (one began it), "taken back" (the play of one who had left was); else ""."""
    return tx.one(str, "game", _WHY_UNRATED, game=game_id)


def games_of_human_players(tx: Tx, *, unrated: bool = False) -> list[StartedRow]:
    """The ends of all games that are to be rated, or of those that are not rated yet, in the order of their ends.

    People alone began them, and nothing was taken back of what somebody had played who had left. A game's seats follow
    each other, each with who sat there when the game began.
    """
    return tx.all(StartedRow, _UNRATED if unrated else _OF_PEOPLE)


def ratings(tx: Tx) -> list[RatingRow]:
    """All ratings there ever were, the oldest first."""
    return tx.all(RatingRow, _RATINGS)


def newest_rating(tx: Tx, kind: str, player_id: int) -> RatingRow | None:
    """A player's rating as it stands in a kind of game; None where they have none."""
    return tx.first(RatingRow, _NEWEST_RATING, kind=kind, player=player_id)


def put_ratings(tx: Tx, new: Sequence[RatingRow]) -> None:
    """Add the ratings that came of games."""
    tx.run_many(_PUT_RATINGS, [values(rating) for rating in new])


def forget_ratings(tx: Tx) -> None:
    """Drop all ratings, which can be worked out anew."""
    tx.run(_FORGET_RATINGS)


_KEY = (THROW.c.game_id == bindparam("game"), *(column == bindparam(f"its_{column.name}") for column in _ROLL))
_HOW_MANY = select(func.coalesce(func.sum(THROW.c.fell), 0)).where(*_KEY)
_FORGET = delete(THROW).where(*_KEY)


def put_throw(tx: Tx, throw: ThrowRow) -> None:
    """Count a roll. Thrown again in its epoch its dice fall alike, so that of two the one with more dice counts."""
    key = {f"its_{column.name}": getattr(throw, column.name) for column in _ROLL}
    key |= {"game": throw.game_id, "its_sides": _text(throw.sides)}
    if tx.one(int, "throw", _HOW_MANY, **key) < throw.total:
        tx.run(_FORGET, **key)
        tx.run_many(_PUT, _rows([throw]))


def put_throws(tx: Tx, game_id: int, throws: Sequence[ThrowRow]) -> None:
    """Keep a game's rolls in place of those that were kept before."""
    tx.run(_FORGET_ALL, game=game_id)
    tx.run_many(_PUT, _rows(throws))


def throws(tx: Tx, game_id: int) -> list[ThrowRow]:
    """The rolls of a game, by epoch, year, seat and what else they are known by."""
    found = groupby(tx.all(lambda *row: row, _ROLLS_OF_GAME, game=game_id), key=lambda row: row[:7])
    return [_throw(list(rows)) for _key, rows in found]


def thrown_by_kind(tx: Tx) -> list[Thrown]:
    """All faces that fell, by kind of game and the dice it is played with."""
    return _sums(tx.all(lambda *row: row, _BY_KIND))


def thrown_by_players(tx: Tx) -> list[Thrown]:
    """The faces that fell to each player, by kind of game, in the order of their names, and by the dice."""
    return _sums(tx.all(lambda *row: row, _BY_PLAYER))


def thrown_by(tx: Tx, player_id: int) -> list[Thrown]:
    """The faces that fell to a player, by kind of game and dice."""
    return _sums(tx.all(lambda *row: row, _OF_PLAYER, player=player_id))


def count_throwers(tx: Tx, kind: str, sides: Sides) -> int:
    """Count the players who have rolled such dice in games of a kind."""
    return tx.one(int, "throw", _THROWERS, kind=kind, of_sides=_text(sides))


def _rows(throws: Iterable[ThrowRow]) -> list[dict[str, Any]]:
    """A row for each face that fell."""
    return [
        {
            "game_id": throw.game_id,
            "epoch": throw.epoch,
            "year": throw.year,
            "seat": throw.seat,
            "purpose": throw.purpose,
            "number": throw.number,
            "sides": _text(throw.sides),
            "face": face,
            "fell": fell,
            "player_id": throw.player_id,
            "kind": throw.kind,
            "at_ms": throw.at_ms,
        }
        for throw in throws
        for face, fell in throw.fell.items()
        if fell
    ]


def _throw(rows: Sequence[tuple[Any, ...]]) -> ThrowRow:
    """A roll from the rows of its faces, which agree in all else."""
    game_id, epoch, year, seat, purpose, number, sides, player_id, kind, at_ms = rows[0][:-2]
    fell = {row[-2]: row[-1] for row in rows}
    return ThrowRow(game_id, epoch, year, seat, purpose, number, _sides(sides), player_id, kind, fell, at_ms)


def _sums(rows: Iterable[tuple[Any, ...]]) -> list[Thrown]:
    """Faces added up, from rows that follow each other where they agree in all but the face."""
    return [
        Thrown(kind, _sides(sides), player_id, name, {row[-2]: row[-1] for row in found})
        for (kind, sides, player_id, name), found in groupby(rows, key=lambda row: row[:4])
    ]


def _text(sides: Sides) -> str:
    return json.dumps(sides, ensure_ascii=False, separators=(",", ":"))


def _sides(text: str) -> Sides:
    return tuple(json.loads(text))
