"""The engine of Germany against its oracle: the same actions are taken and refused, with the same outcome.

The oracle (`german_oracle.py`) was written from the rulebook on plain data and shares no check with the engine.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from soak import few

from rules.candidates import ENDS, PAYMENTS, changed, one_piece_runs, others
from rules.german_oracle import german_judged
from rules.german_plain import PlainGermany, german_plain_from
from rules.german_play import GERMAN_GAMES, german_game, german_played
from rules.oracle_bench import Bench, spelled_out
from rules.random_play import Step
from rules_core.kernel.dice import Draw
from rules_core.line.actions import Action, BuildStation, BuyShare, LayRun, Payment, Piece, UseTransport
from rules_core.line.table import State

JUDGED = (0, 2, 5, 8, 12, 16, 18, 21, 23, 27)
"""Long games, half of them with two starts."""
every_game = pytest.mark.parametrize("number", few(JUDGED, 3))
SIDES = (None, 0, 1, 2, 3)


def _bench(state: State, draw: Draw) -> Bench[PlainGermany]:
    return Bench(state, draw, german_plain_from, german_judged)


def _sample(number: int, every: int) -> Iterator[tuple[Step, Bench[PlainGermany]]]:
    for step in german_played(number)[number % every :: every]:
        yield step, _bench(step.before, GERMAN_GAMES[number].draw)


def _stations(state: State) -> Iterator[BuildStation]:
    """Every station: each end, company, way out and price, paid as is due and in every mix of some sums."""
    seat, table = state.table.turn.seat, state.table
    for end, company, leave, price in product(ENDS, table.companies, SIDES, (None, 3, 5)):
        yield BuildStation(seat, end, company, None, price, leave=leave)
        for cost in (3, 4, 5, 6, 7) if price is None else ():
            for hidden in range(cost + 1):
                yield BuildStation(seat, end, company, None, None, Payment(hidden, cost - hidden), leave=leave)


def _long_run(rng: Random, state: State) -> LayRun:
    """Some run of up to six pieces, mostly straight on."""
    end = rng.choice(ENDS)
    at = state.table.line.end(end)
    leave = rng.choice(at.exits) if at.is_station else None
    way = at.heading if leave is None else leave
    assert way is not None
    steps = []
    for _ in range(rng.randrange(1, 7)):
        way = (way + rng.choice((0, 0, 0, 1, 3))) % 4
        steps.append(Piece(way, rng.random() < 0.4))
    pay = rng.choice((None, None, None, *PAYMENTS))
    return LayRun(state.table.turn.seat, end, tuple(steps), leave, pay, rng.random() < 0.2)


def _rich(state: State) -> State:
    """The same board, with all of the bank's dice but a few in front of the player as "?"."""
    table = state.table
    more = max(0, table.bank - 4)
    players = list(table.players)
    front = players[table.turn.seat].front
    players[table.turn.seat] = replace(players[table.turn.seat], front=front._replace(wild=front.wild + more))
    return replace(state, table=replace(table, players=tuple(players), bank=table.bank - more))


@every_game
def test_every_action_played_has_the_same_outcome(number: int) -> None:
    for step, bench in _sample(number, every=6):
        bench.compare(step.action)


@every_game
def test_small_actions_are_taken_and_refused_alike(number: int) -> None:
    """Every run of one piece, station, symbol, roll and end of the turn in some positions."""
    for _, bench in _sample(number, every=120):
        seat = bench.state.table.turn.seat
        symbols = (UseTransport(seat, name, wild) for name in bench.state.table.companies for wild in (False, True))
        for action in (*one_piece_runs(bench.state), *_stations(bench.state), *others(bench.state), *symbols):
            bench.compare(action)


@every_game
def test_changed_actions_are_refused_exactly_when_they_break_a_rule(number: int) -> None:
    rng = Random(number)
    verdicts: Counter[bool] = Counter()
    for step, bench in _sample(number, every=45):
        runs: list[Action] = [a for a in step.listed if isinstance(a, LayRun | BuildStation)]
        for _ in range(12):
            action = changed(rng, rng.choice((step.action, rng.choice(runs or [step.action]))), 4)
            bench.compare(action)
            bench.compare(changed(rng, action, 4))
        verdicts += bench.verdicts
    assert min(verdicts[False], verdicts[True]) > 20, verdicts


@every_game
def test_long_runs_with_many_dice_are_judged_alike(number: int) -> None:
    rng = Random(number)
    verdicts: Counter[bool] = Counter()
    for step in german_played(number)[number % 20 :: 20]:
        bench = _bench(_rich(step.before), GERMAN_GAMES[number].draw)
        for _ in range(9):
            bench.compare(_long_run(rng, bench.state))
        verdicts += bench.verdicts
    assert min(verdicts[False], verdicts[True]) > 5, verdicts


@every_game
def test_stations_with_many_dice_are_judged_alike(number: int) -> None:
    for step in german_played(number)[number % 20 :: 20]:
        bench = _bench(_rich(step.before), GERMAN_GAMES[number].draw)
        seat = bench.state.table.turn.seat
        for end, company in product(ENDS, bench.state.table.companies):
            for leave in SIDES if bench.state.table.line.end(end).is_station else (None,):
                bench.compare(BuildStation(seat, end, company, leave=leave))


@every_game
def test_the_list_holds_every_run_of_one_piece(number: int) -> None:
    """All headings, dice and payments; the oracle allows no other."""
    for step, bench in _sample(number, every=120):
        assert {a for a in step.listed if isinstance(a, LayRun) and len(a.steps) == 1} == spelled_out(bench)


@every_game
def test_the_list_holds_all_that_is_not_a_run(number: int) -> None:
    """Income, rolls, symbols, stations and ends of the turn, each spelled out."""
    for step, bench in _sample(number, every=80):
        seat = step.before.table.turn.seat
        front = step.before.table.players[seat].front
        listed = {action for action in step.listed if not isinstance(action, LayRun)}
        stations = (action for action in _stations(step.before) if action.pay is not None)
        names = step.before.table.companies
        symbols = [UseTransport(seat, name, wild) for name in names for wild in (False, True) if wild or front.share]
        rest = (action for action in others(step.before) if not isinstance(action, BuyShare))
        assert listed == set(bench.allowed((*stations, *rest, *symbols)))


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_positions(seats: int) -> None:
    rng = Random(seats)
    for seed in range(2000, 2025):
        game = german_game(seed, seats, most=1000)
        for step in game.steps():
            bench = _bench(step.before, game.draw)
            bench.compare(step.action)
            for _ in range(3):
                bench.compare(changed(rng, rng.choice(step.listed), seats))
            rich = _bench(_rich(step.before), game.draw)
            for _ in range(3):
                rich.compare(_long_run(rng, rich.state))
