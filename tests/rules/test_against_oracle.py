"""The engine against the oracle: the same actions are taken and refused, and what is taken has the same outcome.

The oracle (`oracle.py`) was written from the rulebook on plain data and shares no check with the engine.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from soak import few

from rules.candidates import changed, one_piece_runs, others, stations, two_piece_run
from rules.oracle import judged
from rules.oracle_bench import Bench, spelled_out
from rules.plain import Plain, plain_from
from rules.random_play import GAMES, TEMPERS, Game, Step, played
from rules_core.kernel.dice import Draw
from rules_core.line.actions import Action, BuildStation, LayRun, NewTile, Piece
from rules_core.line.table import State

every_game = pytest.mark.parametrize("number", few(range(len(GAMES)), 4))


def _bench(state: State, draw: Draw) -> Bench[Plain]:
    return Bench(state, draw, plain_from, judged)


def _sample(number: int, every: int) -> Iterator[tuple[Step, Bench[Plain]]]:
    for step in played(number)[number % every :: every]:
        yield step, _bench(step.before, GAMES[number].draw)


@every_game
def test_every_action_played_has_the_same_outcome(number: int) -> None:
    for step, bench in _sample(number, every=12):
        bench.compare(step.action)


@every_game
def test_small_actions_are_taken_and_refused_alike(number: int) -> None:
    """Every run of one piece, station, purchase, roll and end of the turn in some positions."""
    for _, bench in _sample(number, every=120):
        for action in (*one_piece_runs(bench.state), *stations(bench.state), *others(bench.state)):
            bench.compare(action)


@every_game
def test_changed_actions_are_refused_exactly_when_they_break_a_rule(number: int) -> None:
    rng = Random(number)
    verdicts: Counter[bool] = Counter()
    for step, bench in _sample(number, every=50):
        runs: list[Action] = [a for a in step.listed if isinstance(a, LayRun | BuildStation)]
        for _ in range(18):
            action = changed(rng, rng.choice((step.action, rng.choice(runs or [step.action]))), GAMES[number].seats)
            bench.compare(action)
            bench.compare(changed(rng, action, GAMES[number].seats))
            bench.compare(two_piece_run(rng, step.before))
        verdicts += bench.verdicts
    assert min(verdicts[False], verdicts[True]) > 20, verdicts


@every_game
def test_the_list_holds_every_run_of_one_piece(number: int) -> None:
    """All headings, dice and payments; the oracle allows no other."""
    for step, bench in _sample(number, every=60):
        listed = {a for a in step.listed if isinstance(a, LayRun) and len(a.steps) == 1}
        assert listed == spelled_out(bench)


@every_game
def test_the_list_holds_all_that_is_not_a_run(number: int) -> None:
    """Income, rolls, purchases, stations and ends of the turn, each spelled out."""
    for step, bench in _sample(number, every=60):
        share = step.before.table.players[step.before.table.turn.seat].front.share
        listed = {action for action in step.listed if not isinstance(action, LayRun)}
        allowed = set(bench.allowed((*stations(bench.state), *others(bench.state))))
        assert listed == {a for a in allowed if share or getattr(a, "source", None) is None or getattr(a, "wild", True)}


@every_game
def test_longer_runs_that_are_listed_close_at_an_edge_or_water(number: int) -> None:
    for step, bench in _sample(number, every=50):
        for action in step.listed:
            if isinstance(action, LayRun) and len(action.steps) > 1:
                first, *_ = action.steps
                assert isinstance(first, Piece)
                assert sum(not isinstance(piece, NewTile) for piece in action.steps) <= 4
                bench.compare(action)


@pytest.mark.soak
@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_positions(temper: str, seats: int) -> None:
    rng = Random(seats)
    for seed in range(200, 204):
        game = Game(seed, seats, {"director_tie": "printed" if seed % 2 else "faq"}, temper, most=800)
        for count, step in enumerate(game.steps()):
            bench = _bench(step.before, game.draw)
            bench.compare(step.action)
            for _ in range(3):
                bench.compare(changed(rng, rng.choice(step.listed), seats))
                bench.compare(two_piece_run(rng, step.before))
            if count % 10 == 0:
                assert {a for a in step.listed if isinstance(a, LayRun) and len(a.steps) == 1} == spelled_out(bench)
