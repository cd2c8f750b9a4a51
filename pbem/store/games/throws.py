"""The faces that rolls have shown, kept to be counted."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Index, bindparam, delete, func, literal, null, select

from pbem.store.database import Tx
from pbem.store.players.player import PlayerRow
from pbem.store.tables import TableRow, column, table

Sides: TypeAlias = tuple[str, ...]
"""The faces on the sides of a die, in the order of their texts: dice with the same sides are the same dice."""


@table("throw", Index(None, "player_id", "kind"), Index(None, "kind"))
class ThrowRow(TableRow):
    """The number of times a face fell in one roll, with the roll's player, epoch, year, kind of game and dice.

    `purpose` and `number` are those of the key of its first die, by which a roll that is repeated in the same epoch is
    recognised. `sides` are the faces of such a die, a JSON list in the order of their texts; a roll may hold dice of
    several kinds. `player_id` is None where the seat was vacant, or a bot played in the player's place.
    """

    game_id: int = column(primary_key=True, foreign_key="game.id")
    epoch: int = column(primary_key=True)
    year: int = column(primary_key=True)
    seat: int = column(primary_key=True)
    purpose: str = column(primary_key=True)
    number: int = column(primary_key=True)
    sides: str = column(primary_key=True)
    face: str = column(primary_key=True)
    fell: int
    player_id: int | None = column(foreign_key="player.id")
    kind: str
    at_ms: int


class Throw(NamedTuple):
    """The dice of one kind in a seat's roll, in a year of an epoch; a roll may hold dice of several kinds."""

    game_id: int
    epoch: int
    year: int
    seat: int
    purpose: str
    number: int
    """With the purpose that of the key of the roll's first die, by which it is known again."""
    sides: Sides
    player_id: int | None
    """Whose luck it was; None where the seat was vacant, or a program played in its player's place."""
    kind: str
    fell: Mapping[str, int]
    """How often each face fell, of those that did."""
    at_ms: int

    @property
    def key(self) -> tuple[int, int, int, str, int, Sides]:
        """The key that distinguishes these dice from all others of their game."""
        return self.epoch, self.year, self.seat, self.purpose, self.number, self.sides

    @property
    def total(self) -> int:
        """The number of dice."""
        return sum(self.fell.values())


class Thrown(NamedTuple):
    """Faces added up: of a player's rolls in a kind of game, or, where `player_id` is None, of all rolls.

    All of them were thrown with dice of the same sides.
    """

    kind: str
    sides: Sides
    player_id: int | None
    name: str
    fell: Mapping[str, int]

    @property
    def total(self) -> int:
        """The number of dice."""
        return sum(self.fell.values())


_ROLL = (ThrowRow.c.epoch, ThrowRow.c.year, ThrowRow.c.seat, ThrowRow.c.purpose, ThrowRow.c.number, ThrowRow.c.sides)
"""What tells the dice of one kind in a roll from all others of their game."""
_ROLLS_OF_GAME = (
    select(
        ThrowRow.c.game_id,
        *_ROLL,
        ThrowRow.c.player_id,
        ThrowRow.c.kind,
        ThrowRow.c.at_ms,
        ThrowRow.c.face,
        ThrowRow.c.fell,
    )
    .where(ThrowRow.c.game_id == bindparam("game"))
    .order_by(*_ROLL, ThrowRow.c.face)
)
_FORGET_ALL = delete(ThrowRow.table).where(ThrowRow.c.game_id == bindparam("game"))
_DICE = (ThrowRow.c.kind, ThrowRow.c.sides)
_FELL = (ThrowRow.c.face, func.sum(ThrowRow.c.fell))
_BY_KIND = (
    select(*_DICE, null(), literal(""), *_FELL).group_by(*_DICE, ThrowRow.c.face).order_by(*_DICE, ThrowRow.c.face)
)
_BY_PLAYER = (
    select(*_DICE, ThrowRow.c.player_id, PlayerRow.c.name, *_FELL)
    .join(PlayerRow.table, PlayerRow.c.id == ThrowRow.c.player_id)
    .group_by(*_DICE, ThrowRow.c.player_id, PlayerRow.c.name, ThrowRow.c.face)
    .order_by(ThrowRow.c.kind, func.lower(PlayerRow.c.name), ThrowRow.c.player_id, ThrowRow.c.sides, ThrowRow.c.face)
)
_OF_PLAYER = _BY_PLAYER.where(ThrowRow.c.player_id == bindparam("player"))
_THROWERS = select(func.count(ThrowRow.c.player_id.distinct())).where(
    ThrowRow.c.kind == bindparam("kind"), ThrowRow.c.sides == bindparam("of_sides")
)
_KEY = (ThrowRow.c.game_id == bindparam("game"), *(column == bindparam(f"its_{column.name}") for column in _ROLL))
_HOW_MANY = select(func.coalesce(func.sum(ThrowRow.c.fell), 0)).where(*_KEY)
_FORGET = delete(ThrowRow.table).where(*_KEY)


def put_throw(tx: Tx, throw: Throw) -> None:
    """Count a roll. Thrown again in its epoch its dice fall alike, so that of two the one with more dice counts."""
    key = {f"its_{column.name}": getattr(throw, column.name) for column in _ROLL}
    key |= {"game": throw.game_id, "its_sides": _text(throw.sides)}
    if tx.one(int, "throw", _HOW_MANY, **key) < throw.total:
        tx.run(_FORGET, **key)
        tx.run_many(ThrowRow.inserting, _rows([throw]))


def put_throws(tx: Tx, game_id: int, throws: Sequence[Throw]) -> None:
    """Keep a game's rolls in place of those that were kept before."""
    tx.run(_FORGET_ALL, game=game_id)
    tx.run_many(ThrowRow.inserting, _rows(throws))


def list_throws(tx: Tx, game_id: int) -> list[Throw]:
    """The rolls of a game, by epoch, year, seat and what else they are known by."""
    found = groupby(tx.all(lambda *row: row, _ROLLS_OF_GAME, game=game_id), key=lambda row: row[:7])
    return [_throw(list(rows)) for _key, rows in found]


def list_thrown_by_kind(tx: Tx) -> list[Thrown]:
    """All faces that fell, by kind of game and the dice it is played with."""
    return _sums(tx.all(lambda *row: row, _BY_KIND))


def list_thrown_by_players(tx: Tx) -> list[Thrown]:
    """The faces that fell to each player, by kind of game, in the order of their names, and by the dice."""
    return _sums(tx.all(lambda *row: row, _BY_PLAYER))


def list_thrown_by(tx: Tx, player_id: int) -> list[Thrown]:
    """The faces that fell to a player, by kind of game and dice."""
    return _sums(tx.all(lambda *row: row, _OF_PLAYER, player=player_id))


def count_throwers(tx: Tx, kind: str, sides: Sides) -> int:
    """Count the players who have rolled such dice in games of a kind."""
    return tx.one(int, "throw", _THROWERS, kind=kind, of_sides=_text(sides))


def _rows(throws: Iterable[Throw]) -> list[dict[str, Any]]:
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


def _throw(rows: Sequence[tuple[Any, ...]]) -> Throw:
    game_id, epoch, year, seat, purpose, number, sides, player_id, kind, at_ms = rows[0][:-2]
    fell = {row[-2]: row[-1] for row in rows}
    return Throw(game_id, epoch, year, seat, purpose, number, _sides(sides), player_id, kind, fell, at_ms)


def _sums(rows: Iterable[tuple[Any, ...]]) -> list[Thrown]:
    return [
        Thrown(kind, _sides(sides), player_id, name, {row[-2]: row[-1] for row in found})
        for (kind, sides, player_id, name), found in groupby(rows, key=lambda row: row[:4])
    ]


def _text(sides: Sides) -> str:
    return json.dumps(sides, ensure_ascii=False, separators=(",", ":"))


def _sides(text: str) -> Sides:
    return tuple(json.loads(text))
