"""Actions to be judged, legal or not: all small ones of a position, and changed ones."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    Dice,
    EndName,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Piece,
    Roll,
    Source,
    UseTransport,
)
from rules_core.line.components import TERRAINS
from rules_core.line.table import State

ENDS: tuple[EndName, EndName] = ("A", "B")
SOURCES: tuple[Source, Source] = ("bank", "director")
KINDS = ("grassland", "lake", "mountain2", "mountain3")
PAYMENTS = tuple(Payment(hidden, total - hidden) for total in (1, 2) for hidden in range(total, -1, -1))


def one_piece_runs(state: State) -> Iterator[LayRun]:
    """Every run of one piece: each end, way out, heading, kind of die and payment of up to two dice."""
    seat = state.table.turn.seat
    for end, leave, heading, wild in product(ENDS, (None, 0, 1, 2, 3), range(4), (False, True)):
        for pay in (None, *PAYMENTS):
            yield LayRun(seat, end, (Piece(heading, wild),), leave, pay)


def stations(state: State) -> Iterator[BuildStation]:
    """Every station: each end, company, kind and price, paid exactly, in every mix, with and without a mountain."""
    seat, table = state.table.turn.seat, state.table
    for end, company, terrain, price in product(ENDS, table.companies, TERRAINS, (3, 5)):
        for cost in (price, price + 1):
            for hidden in range(cost + 1):
                yield BuildStation(seat, end, company, terrain, price, Payment(hidden, cost - hidden))


def others(state: State) -> Iterator[Action]:
    """Income, and every roll, purchase and end of the turn."""
    seat, table = state.table.turn.seat, state.table
    front = table.players[seat].front
    screen = state.screens[seat]
    hidden = screen.hidden if screen else 0
    yield Income(seat)
    yield from (Roll(seat, *dice) for dice in product(range(hidden + 2), range(front.wild + 2)))
    for company, source, wild in product(table.companies, SOURCES, (False, True)):
        yield BuyShare(seat, company, source, wild)
    surplus = max(0, front.total - 5)
    for dice in product(*(range(min(number, surplus) + 1) for number in front)):
        if abs(sum(dice) - surplus) <= 1:
            yield EndTurn(seat, Dice(*dice))


def two_piece_run(rng: Random, state: State) -> LayRun:
    """Some run of two pieces, often with a new tile between them."""
    steps: list[Piece | NewTile] = [Piece(rng.randrange(4), rng.random() < 0.4) for _ in range(2)]
    if rng.random() < 0.5:
        steps.insert(1, NewTile(rng.choice(KINDS), rng.randrange(4)))
    end = rng.choice(ENDS)
    leave = rng.randrange(4) if state.table.line.end(end).is_station else None
    pay = rng.choice((None, None, *PAYMENTS))
    return LayRun(state.table.turn.seat, end, tuple(steps), leave, pay, rng.random() < 0.2)


def changed(rng: Random, action: Action, seats: int) -> Action:
    """The action with something about it changed."""
    changes: list[Callable[[Random, Action], Action]] = [
        _any_payment,
        _change_of[type(action)],
        _change_of[type(action)],
    ]
    if rng.random() < 0.05:
        return replace(action, seat=rng.randrange(seats))
    return rng.choice(changes)(rng, action)


def _any_payment(rng: Random, action: Action) -> Action:
    if isinstance(action, LayRun | BuildStation):
        return replace(action, pay=rng.choice((None, Payment(rng.randrange(-1, 5), rng.randrange(-1, 4)))))
    return action


def _income(rng: Random, action: Action) -> Action:
    assert isinstance(action, Income)
    return replace(action, break_bank=True)


def _roll(rng: Random, action: Action) -> Action:
    assert isinstance(action, Roll)
    return replace(action, hidden=action.hidden + rng.randrange(-2, 3), wild=action.wild + rng.randrange(-2, 3))


def _share(rng: Random, action: Action) -> Action:
    assert isinstance(action, BuyShare)
    companies = ("eisberg", "ueberall", "weiden", "insel", "bergtal", "orient")
    return BuyShare(action.seat, rng.choice(companies), rng.choice((None, *SOURCES)), rng.random() < 0.5)


def _transport(rng: Random, action: Action) -> Action:
    assert isinstance(action, UseTransport)
    companies = ("eisberg", "ueberall", "weiden", "insel", "bergtal", "orient")
    return UseTransport(action.seat, rng.choice(companies), rng.random() < 0.5)


def _station(rng: Random, action: Action) -> Action:
    assert isinstance(action, BuildStation)
    companies = ("eisberg", "ueberall", "weiden", "insel", "bergtal", "orient")
    return rng.choice(
        (
            replace(action, end=rng.choice(ENDS)),
            replace(action, company=rng.choice(companies)),
            replace(action, terrain=rng.choice((None, *TERRAINS))),
            replace(action, price=rng.choice((None, 3, 5, 4))),
            replace(action, terrain=None, price=None, pay=None),
        )
    )


def _run(rng: Random, action: Action) -> Action:
    assert isinstance(action, LayRun)
    steps = list(action.steps)
    at = rng.randrange(len(steps) + 1)
    new = rng.choice((Piece(rng.randrange(4), rng.random() < 0.5), NewTile(rng.choice(KINDS), rng.randrange(4))))
    more = (*steps[:at], new, *steps[at:])
    fewer = (*steps[:at], *steps[at + 1 :])
    other = (*steps[:at], new, *steps[at + 1 :])
    wild = tuple(replace(step, wild=not step.wild) if isinstance(step, Piece) else step for step in steps)
    return rng.choice(
        (
            replace(action, steps=more),
            replace(action, steps=fewer),
            replace(action, steps=other),
            replace(action, steps=wild),
            replace(action, end=rng.choice(ENDS)),
            replace(action, leave=rng.choice((None, 0, 1, 2, 3))),
            replace(action, break_bank=True),
        )
    )


def _end(rng: Random, action: Action) -> Action:
    assert isinstance(action, EndTurn)
    return replace(action, discard=Dice(*(number + rng.choice((-1, 0, 0, 0, 1)) for number in action.discard)))


_change_of: dict[type, Callable[[Random, Action], Action]] = {
    Income: _income,
    Roll: _roll,
    BuyShare: _share,
    UseTransport: _transport,
    LayRun: _run,
    BuildStation: _station,
    EndTurn: _end,
}
