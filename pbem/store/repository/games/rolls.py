"""The faces of rolls, written down to be counted."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, insert, literal, null, select

from pbem.store.database import Tx
from pbem.store.repository.columns import PLAYER, THROW, columns, values
from pbem.store.tallies import Thrown, ThrowRow

_FACES = tuple(func.sum(THROW.c[face]) for face in ("straight", "curve", "share", "wild"))
_OF_GAME = (
    select(*columns(ThrowRow, THROW))
    .where(THROW.c.game_id == bindparam("game"))
    .order_by(THROW.c.epoch, THROW.c.year, THROW.c.seat)
)
_KEY = (
    THROW.c.game_id == bindparam("game"),
    THROW.c.epoch == bindparam("in_epoch"),
    THROW.c.year == bindparam("in_year"),
    THROW.c.seat == bindparam("place"),
)
_SAME = select(*columns(ThrowRow, THROW)).where(*_KEY)
_FORGET = delete(THROW).where(*_KEY)
_FORGET_ALL = delete(THROW).where(THROW.c.game_id == bindparam("game"))
_PUT = insert(THROW)
_DICE = (THROW.c.kind, THROW.c.sides)
_BY_KIND = select(*_DICE, null(), literal(""), *_FACES).group_by(*_DICE).order_by(*_DICE)
_BY_PLAYER = (
    select(*_DICE, THROW.c.player_id, PLAYER.c.name, *_FACES)
    .join(PLAYER, PLAYER.c.id == THROW.c.player_id)
    .group_by(*_DICE, THROW.c.player_id, PLAYER.c.name)
    .order_by(THROW.c.kind, func.lower(PLAYER.c.name), THROW.c.player_id, THROW.c.sides)
)
_OF_PLAYER = _BY_PLAYER.where(THROW.c.player_id == bindparam("player"))
_THROWERS = select(func.count()).select_from(
    select(THROW.c.player_id)
    .where(THROW.c.kind == bindparam("kind"), THROW.c.sides == bindparam("of_sides"), THROW.c.player_id.is_not(None))
    .group_by(THROW.c.player_id)
    .subquery()
)


def put_throw(tx: Tx, throw: ThrowRow) -> None:
    """Counts a roll. Thrown again in its epoch its dice fall alike, so that of two the one with more dice counts."""
    key = {"game": throw.game_id, "in_epoch": throw.epoch, "in_year": throw.year, "place": throw.seat}
    before = tx.first(ThrowRow, _SAME, **key)
    if before is None or before.dice.total < throw.dice.total:
        tx.run(_FORGET, **key)
        tx.run(_PUT, **values(throw))


def put_throws(tx: Tx, game_id: int, throws: Sequence[ThrowRow]) -> None:
    """Keeps a game's rolls in place of those that were kept before."""
    tx.run(_FORGET_ALL, game=game_id)
    tx.run_many(_PUT, [values(throw) for throw in throws])


def throws(tx: Tx, game_id: int) -> list[ThrowRow]:
    """The rolls of a game, by epoch, year and seat."""
    return tx.all(ThrowRow, _OF_GAME, game=game_id)


def thrown_by_kind(tx: Tx) -> list[Thrown]:
    """All faces that fell, by kind of game and the dice it is played with."""
    return tx.all(Thrown, _BY_KIND)


def thrown_by_players(tx: Tx) -> list[Thrown]:
    """The faces that fell to each player, by kind of game, in the order of their names, and by the dice."""
    return tx.all(Thrown, _BY_PLAYER)


def thrown_by(tx: Tx, player_id: int) -> list[Thrown]:
    """The faces that fell to a player, by kind of game and dice."""
    return tx.all(Thrown, _OF_PLAYER, player=player_id)


def count_throwers(tx: Tx, kind: str, sides: str) -> int:
    """How many players have rolled such dice in games of a kind."""
    return tx.one(int, "throw", _THROWERS, kind=kind, of_sides=sides)
