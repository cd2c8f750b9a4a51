"""The nearest legal thing to an action that was refused."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Piece,
    Roll,
    UseTransport,
)
from rules_core.line.components import Components
from rules_core.line.table import Table

MOST: Final = 1_000
"""More dice than any order names."""
Distance: TypeAlias = tuple[int, ...]
"""How far two actions of one kind are apart: the first number tells most."""


def nearest(action: Action, legal: Sequence[Action], table: Table) -> Action | None:
    """The legal action nearest in meaning to a refused one: of its kind, then at the same end or of the same company,
    then with the smallest difference; the first where several are equally near, None where there is none of its kind.

    A run is near when it begins alike and adds little that was not asked for, least of all a new tile; a roll or a
    payment is near when few dice differ. Where the turn cannot end, near is what must come before: to use a transport
    symbol (GE-12).
    """
    kindred = [other for other in legal if type(other) is type(action)]
    if isinstance(action, EndTurn) and not kindred:
        return next((other for other in legal if isinstance(other, UseTransport)), None)
    return min(kindred, key=lambda other: _distance(action, other, table.box), default=None)


def _distance(refused: Action, other: Action, box: Components) -> Distance:
    match refused, other:
        case Income(), Income():
            return (refused.break_bank != other.break_bank,)
        case Roll(), Roll():
            return (abs(refused.hidden - other.hidden) + abs(refused.wild - other.wild),)
        case BuyShare(), BuyShare():
            return (refused.company != other.company, _differ(refused.source, other.source), refused.wild != other.wild)
        case UseTransport(), UseTransport():
            return (refused.company != other.company, refused.wild != other.wild)
        case LayRun(), LayRun():
            return _between_runs(refused, other, box)
        case BuildStation(), BuildStation():
            return _between_stations(refused, other)
        case EndTurn(), EndTurn():
            differing = sum(abs(mine - theirs) for mine, theirs in zip(refused.discard, other.discard, strict=True))
            # Of what is equally near the one that gives back what is worth least.
            return (differing, other.discard.wild, other.discard.share)
        case _:
            raise AssertionError(f"{type(refused).__name__} is not compared with {type(other).__name__}")


def _between_runs(refused: LayRun, other: LayRun, box: Components) -> Distance:
    mine, theirs = (tuple(_place(step, box) for step in run.steps) for run in (refused, other))
    differing = (at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
    alike = next(differing, min(len(mine), len(theirs)))
    added = other.steps[alike:]
    return (
        refused.end != other.end,
        refused.leave is not None and refused.leave != other.leave,
        len(mine) - alike + len(added) + sum(isinstance(step, NewTile) for step in added),
        sum(a != b for a, b in zip(refused.steps, other.steps, strict=False)),
        _paid_differently(refused.pay, other.pay),
    )


def _place(step: Piece | NewTile, box: Components) -> object:
    """What a step does on the board, whichever die it takes."""
    return step.heading if isinstance(step, Piece) else box.layout(step.kind, step.turn).rows


def _between_stations(refused: BuildStation, other: BuildStation) -> Distance:
    return (
        refused.end != other.end,
        refused.company != other.company,
        refused.leave != other.leave,
        _differ(refused.terrain, other.terrain),
        _differ(refused.price, other.price),
        _paid_differently(refused.pay, other.pay),
    )


def _differ(wanted: object, found: object) -> int:
    """Whether something that was asked for is not so."""
    return int(wanted is not None and found is not None and wanted != found)


def _paid_differently(wanted: Payment | None, found: Payment | None) -> int:
    """How many dice differ; where a payment was asked for, one left open is further away than any."""
    if wanted is None:
        return int(found is not None)
    if found is None:
        return 2 * MOST
    return abs(wanted.hidden - found.hidden) + abs(wanted.wild - found.wild)
