"""Corrections as anybody might think of them, possible or not, for the tests of all rooms."""

from collections.abc import Iterator
from random import Random
from typing import Literal, get_args

from rules_core.grid import SIZE, Square
from rules_core.line.actions import (
    FACES,
    Correction,
    DiceMoved,
    DicePlace,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    PassengerPlace,
    PassengersMoved,
    SharesMoved,
    TurnMarked,
    count,
)
from rules_core.line.table import Table

DICE_PLACES: tuple[DicePlace, ...] = get_args(DicePlace)
PASSENGER_PLACES: tuple[PassengerPlace, ...] = get_args(PassengerPlace)
Kind = Literal["dice", "shares", "director", "passengers", "turn", "due", "office"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def corrections(rng: Random, table: Table) -> Iterator[Correction]:
    """Endless corrections of a position, most of them possible in some position of its kind of game."""
    while True:
        yield _correction(rng, table, rng.choice(KINDS))


def _correction(rng: Random, table: Table, kind: Kind) -> Correction:
    seat = rng.randrange(len(table.players))
    company = rng.choice(list(table.companies))
    match kind:
        case "dice":
            return _dice(rng, table)
        case "shares":
            return SharesMoved(company, rng.randint(0, 3), _somebody(rng, table), _somebody(rng, table))
        case "director":
            return DirectorNamed(company, _somebody(rng, table))
        case "passengers":
            return _passengers(rng, table, company)
        case "turn":
            return TurnMarked(rng.choice(("income", "rolled")), rng.random() < 0.5)
        case "due":
            return DueMarked(_square(rng, table), rng.random() < 0.7)
        case "office":
            return OfficeMarked(seat, rng.random() < 0.5)


def _dice(rng: Random, table: Table) -> DiceMoved:
    source, target = rng.choice(DICE_PLACES), rng.choice(DICE_PLACES)
    giver = None if source == "bank" else rng.randrange(len(table.players))
    taker = None if target == "bank" else rng.randrange(len(table.players))
    number = rng.choice((0, 1, 1, 1, 2, 3))
    shown = number if "front" in (source, target) else 0
    faces = count(rng.choices(FACES, k=shown if rng.random() < 0.9 else 1))
    return DiceMoved(number, source, giver, target, taker, faces)


def _passengers(rng: Random, table: Table, company: str) -> PassengersMoved:
    source, target = rng.choice(PASSENGER_PLACES), rng.choice(PASSENGER_PLACES)
    giver = rng.randrange(len(table.players)) if source == "carried" else None
    taker = rng.randrange(len(table.players)) if target == "carried" else None
    named = company if (table.box.chart is not None) == (rng.random() < 0.9) else None
    return PassengersMoved(rng.randint(0, 4), named, source, giver, target, taker)


def _square(rng: Random, table: Table) -> Square:
    if table.turn.paid and rng.random() < 0.3:
        return rng.choice(sorted(table.turn.paid))
    cell = rng.choice(sorted(table.landscape.tiles))
    return Square(cell.x * SIZE + rng.randrange(SIZE), cell.y * SIZE + rng.randrange(SIZE))


def _somebody(rng: Random, table: Table) -> int | None:
    """A seat, or the bank."""
    seats: list[int | None] = [None, *range(len(table.players))]
    return rng.choice(seats)
