"""Whatever is asked for, the answer is events or a refusal: nothing raises, and nothing else changes."""

import json
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from rules import network_board
from rules.german_play import german_played
from rules.german_position import german_position
from rules.network_play import NetworkStep, network_game
from rules.playing import evolve_checked, rules_of
from rules.position import FIVE, Tile, position
from rules.random_play import GAMES, played
from rules_core.games import rulebook
from rules_core.games.railroad_dice_2 import actions as network
from rules_core.games.railroad_dice_2 import game as railroad_dice_2
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import PAIRS
from rules_core.grid import Square, Terrain
from rules_core.kernel.codec import encode
from rules_core.kernel.rulebook import Violations
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
from rules_core.line.table import State

ENDS: tuple[EndName, ...] = ("A", "B")
SOURCES: tuple[Source, ...] = ("bank", "director")
TERRAINS: tuple[Terrain, ...] = ("mountain", "lake", "grassland")

numbers = st.integers(-3, 8) | st.integers(-(10**9), 10**9)
words = (
    st.sampled_from(["weiden", "insel", "eisberg", "ueberall", "bergtal", "grassland", "lake", "mountain3"]) | st.text()
)
payments = st.none() | st.builds(Payment, numbers, numbers)
dice = st.builds(Dice, numbers, numbers, numbers, numbers)
steps = st.lists(st.builds(Piece, numbers, st.booleans()) | st.builds(NewTile, words, numbers), max_size=8).map(tuple)
ends = st.sampled_from(ENDS)


def _actions(seat: int) -> st.SearchStrategy[Action]:
    seats = st.just(seat) | numbers
    flags = st.booleans()
    return st.one_of(
        st.builds(Income, seats, flags),
        st.builds(Roll, seats, numbers, numbers, flags),
        st.builds(BuyShare, seats, words, st.none() | st.sampled_from(SOURCES), flags),
        st.builds(UseTransport, seats, words, flags),
        st.builds(LayRun, seats, ends, steps, st.none() | numbers, payments, flags),
        st.builds(
            BuildStation,
            seats,
            ends,
            words,
            st.none() | st.sampled_from(TERRAINS),
            st.none() | numbers,
            payments,
            flags,
            st.none() | numbers,
        ),
        st.builds(EndTurn, seats, dice),
    )


EDGE = position(
    {(0, 0): Tile("grassland", FIVE)},
    a="T1 b4 w",
    b="T1 f4 e",
    front="sscc$$??",
    hidden=6,
    directors={"weiden": 0, "insel": 0},
)


AT_A_RIVER = german_position(
    {
        13: "x...... x...... ....... x──.... x...... ....... x......",
        15: "....... ..^^^.. ..^^^.. ..^^^.. ..─┘... .~~~... .......",
    },
    a="S15 d5 n",
    b="S13 b4 w",
    front="sscc$$??",
    hidden=12,
    waiting={"weiden": 3, "eisberg": 1},
)
"""A points at a town in the mountains by a river, B at a country."""


def _answered(state: State, action: Action) -> None:
    before = json.dumps(encode(state))
    answer = rules_of(state).decide(state, action, GAMES[0].draw)
    assert json.dumps(encode(state)) == before
    if isinstance(answer, Violations):
        _refused(answer, state.table.kind)
    else:
        assert answer
        for event in answer:
            state = evolve_checked(state, event)


def _refused(answer: Violations, kind: str) -> None:
    """Fail where a refusal names no rule, or could not be told."""
    assert answer.violations
    assert all(found.rule in rulebook(kind) and found.code.isidentifier() for found in answer.violations)
    json.dumps([dict(found.facts) for found in answer.violations])


@given(_actions(0))
@example(LayRun(0, "A", (Piece(3), NewTile("lake", -3), Piece(3)), pay=Payment(-1, 1)))
@example(BuildStation(0, "A", "weiden", "lake", -5, Payment(-7, 10)))
@example(LayRun(0, "B", (NewTile("", 0), NewTile("lake", 10**9), Piece(-1))))
@example(EndTurn(0, Dice(-1, 1, 1, 2)))
def test_absurd_actions_at_an_edge(action: Action) -> None:
    _answered(EDGE, action)


@given(st.data())
def test_absurd_actions_in_the_middle_of_a_game(data: st.DataObject) -> None:
    step = data.draw(st.sampled_from(played(4)[::8]), label="position")
    _answered(step.before, data.draw(_actions(step.before.table.turn.seat), label="action"))


@given(_actions(0))
@example(LayRun(0, "A", (Piece(0), NewTile("lake", -3), Piece(3)), pay=Payment(-1, 3)))
@example(LayRun(0, "B", (Piece(3), Piece(3)), leave=-1))
@example(BuildStation(0, "A", "eisberg", None, -5, Payment(-7, 12), leave=10**9))
@example(BuildStation(0, "B", "eisberg", "lake", 5, leave=3))
@example(UseTransport(0, "", wild=True))
@example(EndTurn(0, Dice(-1, 1, 1, 2)))
def test_absurd_actions_in_germany(action: Action) -> None:
    _answered(AT_A_RIVER, action)


@given(st.data())
def test_absurd_actions_in_the_middle_of_a_game_of_germany(data: st.DataObject) -> None:
    step = data.draw(st.sampled_from(german_played(1)[::8]), label="position")
    _answered(step.before, data.draw(_actions(step.before.table.turn.seat), label="action"))


squares = st.builds(Square, st.integers(-1, 12) | numbers, st.integers(-1, 8) | numbers)
pairs = st.sampled_from(PAIRS)


def _network_actions(seat: int) -> st.SearchStrategy[network.NetworkAction]:
    seats = st.just(seat) | numbers
    flags = st.booleans()
    return st.one_of(
        st.builds(network.PlaceStation, seats, squares),
        st.builds(network.RollDice, seats, numbers, numbers),
        st.builds(network.TakeWild, seats),
        st.builds(network.PassRoll, seats),
        st.builds(network.LayTrack, seats, squares, pairs, flags),
        st.builds(network.ExpandTrack, seats, squares, pairs, flags),
        st.builds(network.BuyLocomotive, seats),
        st.builds(network.CarryPassengers, seats, numbers, numbers),
        st.builds(network.CallPassengers, seats, numbers, flags),
        st.builds(network.FinishTurn, seats),
    )


@cache
def _network_steps() -> tuple[NetworkStep, ...]:
    """The actions of a game in which dice are in hand, locomotives are owned, and stations joined."""
    return tuple(network_game(13, 2).steps())


@given(st.data())
def test_absurd_actions_in_the_middle_of_a_game_of_railroad_dice_2(data: st.DataObject) -> None:
    before: NetworkTable = data.draw(st.sampled_from(_network_steps()[::4]), label="step").before
    text = json.dumps(encode(before))
    answer = railroad_dice_2.decide(before, data.draw(_network_actions(before.turn.seat), label="action"), lambda *_: 0)
    assert json.dumps(encode(before)) == text
    if isinstance(answer, Violations):
        _refused(answer, before.kind)
        return
    assert answer
    table = before
    for event in answer:
        after = railroad_dice_2.evolve(table, event)
        network_board.check(table, event, after)
        table = after
