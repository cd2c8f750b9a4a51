"""A refusal that says what to do instead can be followed: what it advises is not refused in its turn.

Positions are those of whole games played at random, and the actions judged in them random runs, stations and ends of a
turn, of which most are illegal. One of the ways that a refusal's advice leaves open must come to an action that is
taken. On the way what else was wrong with the order may be told, with advice that can be followed too, and the words
that break the bank be asked for (FR-71, GE-41).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from soak import few

from rules.candidates import ENDS, KINDS
from rules.german_play import german_played
from rules.orders import scripted
from rules.playing import rules_of
from rules.random_play import Step, played
from rules_core.kernel.rulebook import Violation, Violations
from rules_core.line.actions import Action, BuildStation, Dice, EndTurn, LayRun, NewTile, Payment, Piece
from rules_core.line.components import TERRAINS
from rules_core.line.legality import turns_from
from rules_core.line.table import State

STOPS = ("stops_at_edge", "stops_at_border", "stops_at_water")
UNPAID = ("paid_too_little", "paid_too_much", "paid_wrong")
WORDS = "bank_would_break"
POSITIONS = 60
"""Positions of each game that are looked at."""


def judged(state: State, action: Action) -> Violation | None:
    """The refusal of an action; None where it is taken."""
    outcome = rules_of(state).decide(state, action, scripted("s" * 200))
    return outcome.violations[0] if isinstance(outcome, Violations) else None


def with_many_dice(state: State) -> State:
    """The position with many more dice in front of who is to play, so that runs come far; none are taken for them."""
    table, seat = state.table, state.table.turn.seat
    players = list(table.players)
    players[seat] = replace(players[seat], front=Dice(4, 4, 1, 2))
    return replace(state, table=replace(table, players=tuple(players)))


def attempts(rng: Random, state: State, listed: Sequence[Action]) -> Iterator[Action]:
    """Actions of all kinds whose refusals advise something; `listed` are legal ones."""
    seat, table = state.table.turn.seat, state.table
    yield run_from(rng, state)
    stations = [action for action in listed if isinstance(action, BuildStation)]
    for station in stations[:1]:
        pay = rng.choice((None, None, Payment(rng.randrange(4), rng.randrange(4))))
        terrain, leave = rng.choice((None, *TERRAINS)), rng.choice((None, station.leave))
        yield replace(station, terrain=terrain, price=rng.choice((None, 3, 5)), pay=pay, leave=leave)
    yield EndTurn(seat, Dice(*(rng.randrange(number + 1) for number in table.players[seat].front)))


def run_from(rng: Random, state: State) -> LayRun:
    """Some run of up to five pieces, which need not be legal; where it comes to an edge it sometimes lays a tile."""
    end = rng.choice(ENDS)
    at = state.table.line.end(end)
    leave = rng.choice((None, *at.exits)) if at.is_station else None
    heading = at.heading if at.heading is not None else rng.choice(at.exits)
    steps: list[Piece | NewTile] = []
    for _ in range(rng.randrange(1, 6)):
        heading = rng.choice((heading, *turns_from(heading)))
        steps.append(Piece(heading))
        if rng.random() < 0.1:
            steps.append(NewTile(rng.choice(KINDS), rng.randrange(4)))
    pay = rng.choice((None, None, Payment(rng.randrange(3), rng.randrange(3))))
    return LayRun(state.table.turn.seat, end, tuple(steps), leave, pay)


def followed(state: State, action: Action, broken: Violation) -> Iterator[Action] | None:
    """The actions by which the advice of a refusal can be followed; None where it advises nothing."""
    match action, broken.code:
        case LayRun(), code if code in STOPS:
            return gone_on(state, action, broken)
        case ((LayRun() | BuildStation()), "leave_which_side"):
            return (replace(action, leave=side) for side in range(4))
        case BuildStation(), "which_kind":
            return (replace(action, terrain=kind) for kind in TERRAINS)
        case LayRun(), "no_tiles":
            return iter([replace(action, steps=tuple(step for step in action.steps if isinstance(step, Piece)))])
        case BuildStation(), "no_kinds" | "price_is_printed":
            return iter([replace(action, price=None), replace(action, terrain=None), without_choice(action)])
        case ((LayRun() | BuildStation()), code) if code in UNPAID:
            due = int(broken.facts["due"])
            return (replace(action, pay=Payment(hidden, due - hidden)) for hidden in range(due + 1))
        case EndTurn(), "discard_more" | "discard_less":
            every = product(*(range(number + 1) for number in state.table.players[action.seat].front))
            return (EndTurn(action.seat, Dice(*dice)) for dice in every if sum(dice) == broken.facts["surplus"])
    return None


def without_choice(action: BuildStation) -> BuildStation:
    return replace(action, price=None, terrain=None)


def gone_on(state: State, action: LayRun, stopped: Violation) -> Iterator[LayRun]:
    """The run gone on from where it was stopped, over edges and water, piece by piece."""
    for length in range(1, len(action.steps) + 1):
        begun = replace(action, steps=action.steps[:length])
        if judged(state, begun) == stopped:
            yield from _further(state, begun, stopped, 4)
            return


def _further(state: State, begun: LayRun, stopped: Violation, pieces: int) -> Iterator[LayRun]:
    tiles: Sequence[NewTile | None] = (None, *(NewTile(kind, turn) for kind, turn in product(KINDS, range(4))))
    for tile, heading in product(tiles if state.table.box.chart is None else (None,), range(4)):
        more = (Piece(heading),) if tile is None else (tile, Piece(heading))
        longer = replace(begun, steps=(*begun.steps, *more))
        broken = judged(state, longer)
        if broken is None or broken.code in (WORDS, "no_tiles", *UNPAID):
            yield longer
        elif broken.code in STOPS and broken.facts != stopped.facts and pieces > 1:
            yield from _further(state, longer, broken, pieces - 1)


def leads_on(state: State, ways: Iterator[Action], further: int = 3) -> bool:
    """Whether one of these actions is taken, or is refused with advice by which another one is."""
    refused_too = []
    for way in ways:
        broken = judged(state, way)
        if broken is None or broken.code == WORDS:
            return True
        refused_too.append((way, broken))
    if not further:
        return False
    more = (followed(state, way, broken) for way, broken in refused_too)
    return any(leads_on(state, one, further - 1) for one in more if one is not None)


def misled(steps: Sequence[Step], seed: int, counts: Counter[str]) -> list[tuple[Action, Violation]]:
    """The refusals whose advice is refused too, in positions of a game."""
    rng, found = Random(seed), []
    for at, step in enumerate(steps[:: max(1, len(steps) // POSITIONS)]):
        state = step.before if at % 2 else with_many_dice(step.before)
        for action in attempts(rng, state, step.listed):
            broken = judged(state, action)
            ways = None if broken is None else followed(state, action, broken)
            if broken is None or ways is None:
                continue
            counts[broken.code] += 1
            if not leads_on(state, ways):
                found.append((action, broken))
    return found


@pytest.mark.parametrize("games", few([range(5), range(5, 13)], 1))
def test_no_refusal_in_the_first_rails_leads_to_the_next(games: range) -> None:
    counts: Counter[str] = Counter()
    for number in games:
        assert misled(played(number), number, counts) == [], number
    assert {"stops_at_edge", "stops_at_water", "leave_which_side", "paid_too_much", "discard_more"} <= set(counts)


@pytest.mark.parametrize("games", few([range(4), range(4, 9)], 1))
def test_no_refusal_in_germany_leads_to_the_next(games: range) -> None:
    counts: Counter[str] = Counter()
    for number in games:
        assert misled(german_played(number), number, counts) == [], number
    assert {"stops_at_border", "stops_at_water", "no_tiles", "no_kinds", "price_is_printed"} <= set(counts)
