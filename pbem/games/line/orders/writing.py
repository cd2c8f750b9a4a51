"""Writing actions as the lines that order them, which are read as the same; and the nearest legal action to a refused
one.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from pbem.games.line.orders.names import LINE, in_signs, tile_name
from rules_core.grid import LETTERS
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


def write(action: Action, table: Table, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language.

    Raises KeyError for a kind of tile that is not in the box, and ValueError for a run without pieces.
    """
    return " ".join(_words(action, table, language))


def _words(action: Action, table: Table, language: str) -> list[str]:
    match action:
        case Income(_, break_bank):
            return [LINE.word("income", language), *_broken(break_bank, language)]
        case Roll(_, hidden, wild, break_bank):
            return [LINE.word("roll", language), _amount(Payment(hidden, wild)), *_broken(break_bank, language)]
        case BuyShare():
            return [LINE.word("buy", language), *_share(action, language)]
        case UseTransport(_, company, wild):
            return [LINE.word("transport", language), company, *_with_wild(wild, language)]
        case LayRun():
            return [*_run(action, table.box, language), *_paid(action, language)]
        case BuildStation():
            return [LINE.word("station", language), *_station(action, language), *_paid(action, language)]
        case EndTurn(_, discard):
            given = [LINE.word("discard", language), in_signs(discard, table.kind)] if discard.total else []
            return [LINE.word("end", language), *given]


def _share(action: BuyShare, language: str) -> list[str]:
    source = [LINE.word("from", language), LINE.word(action.source, language)] if action.source else []
    return [action.company, *source, *_with_wild(action.wild, language)]


def _with_wild(wild: bool, language: str) -> list[str]:
    return [LINE.word("with", language), "?"] if wild else []


def _run(action: LayRun, box: Components, language: str) -> list[str]:
    if not action.steps:
        raise ValueError("a run without pieces cannot be ordered")
    words: list[str] = [action.end]
    if action.leave is not None:
        words += [LINE.word("leave", language), LETTERS[action.leave] + ","]
    for step in action.steps:
        if isinstance(step, NewTile):
            words += [LINE.word("onto", language), tile_name(box.layout(step.kind, step.turn), box, language)]
        else:
            words.append(LETTERS[step.heading] + ("?" if step.wild else ""))
    return words


def _station(action: BuildStation, language: str) -> list[str]:
    left = [] if action.leave is None else [LINE.word("leave", language), LETTERS[action.leave]]
    words = [action.end, *left, action.company]
    if action.terrain is not None:
        words.append(LINE.word(action.terrain, language))
    if action.price is not None:
        words += [LINE.word("at", language), str(action.price)]
    return words


def _paid(action: LayRun | BuildStation, language: str) -> list[str]:
    paid = [LINE.word("pay", language), _amount(action.pay)] if action.pay is not None else []
    return paid + _broken(action.break_bank, language)


def _amount(paid: Payment) -> str:
    parts = [f"{paid.hidden}h"] if paid.hidden or not paid.wild else []
    return " ".join([*parts, f"{paid.wild}?"] if paid.wild else parts)


def _broken(break_bank: bool, language: str) -> list[str]:
    return [LINE.word("break", language)] if break_bank else []


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
    return int(wanted is not None and found is not None and wanted != found)


def _paid_differently(wanted: Payment | None, found: Payment | None) -> int:
    if wanted is None:
        return int(found is not None)
    if found is None:
        return 2 * MOST
    return abs(wanted.hidden - found.hidden) + abs(wanted.wild - found.wild)
