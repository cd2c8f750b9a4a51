"""The faces of rolls, written down to be counted: a row for each face of the dice of one kind in a roll."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, literal, null, select

from pbem.store.database import Tx
from pbem.store.repository.columns import PLAYER, THROW
from pbem.store.tallies import Sides, Thrown, ThrowRow

_ROLL = (THROW.c.epoch, THROW.c.year, THROW.c.seat, THROW.c.purpose, THROW.c.number, THROW.c.sides)
"""What tells the dice of one kind in a roll from all others of their game."""
_OF_GAME = (
    select(THROW.c.game_id, *_ROLL, THROW.c.player_id, THROW.c.kind, THROW.c.at_ms, THROW.c.face, THROW.c.fell)
    .where(THROW.c.game_id == bindparam("game"))
    .order_by(*_ROLL, THROW.c.face)
)
_KEY = (THROW.c.game_id == bindparam("game"), *(column == bindparam(f"its_{column.name}") for column in _ROLL))
_HOW_MANY = select(func.coalesce(func.sum(THROW.c.fell), 0)).where(*_KEY)
_FORGET = delete(THROW).where(*_KEY)
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


def put_throw(tx: Tx, throw: ThrowRow) -> None:
    """Counts a roll. Thrown again in its epoch its dice fall alike, so that of two the one with more dice counts."""
    key = {f"its_{column.name}": getattr(throw, column.name) for column in _ROLL}
    key |= {"game": throw.game_id, "its_sides": _text(throw.sides)}
    if tx.one(int, "throw", _HOW_MANY, **key) < throw.total:
        tx.run(_FORGET, **key)
        tx.run_many(_PUT, _rows([throw]))


def put_throws(tx: Tx, game_id: int, throws: Sequence[ThrowRow]) -> None:
    """Keeps a game's rolls in place of those that were kept before."""
    tx.run(_FORGET_ALL, game=game_id)
    tx.run_many(_PUT, _rows(throws))


def throws(tx: Tx, game_id: int) -> list[ThrowRow]:
    """The rolls of a game, by epoch, year, seat and what else they are known by."""
    found = groupby(tx.all(lambda *row: row, _OF_GAME, game=game_id), key=lambda row: row[:7])
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
    """How many players have rolled such dice in games of a kind."""
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
