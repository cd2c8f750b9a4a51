"""Whatever is asked for, the answer is events or a refusal: nothing raises, and nothing else changes."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.german_play import german_played
from rules.german_position import german_position
from rules.playing import evolve_checked, rules_of
from rules.position import FIVE, Tile, position
from rules.random_play import GAMES, played
from rules_core.games import rulebook
from rules_core.grid import Terrain
from rules_core.kernel.codec import encode
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
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
from rules_core.line.dice import Dice
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
        assert answer.violations
        assert all(
            found.rule in rulebook(state.table.kind) and found.code.isidentifier() for found in answer.violations
        )
        json.dumps([dict(found.facts) for found in answer.violations])
    else:
        assert answer
        for event in answer:
            state = evolve_checked(state, event)


@given(_actions(0))
@settings(max_examples=250)
@example(LayRun(0, "A", (Piece(3), NewTile("lake", -3), Piece(3)), pay=Payment(-1, 1)))
@example(BuildStation(0, "A", "weiden", "lake", -5, Payment(-7, 10)))
@example(LayRun(0, "B", (NewTile("", 0), NewTile("lake", 10**9), Piece(-1))))
@example(EndTurn(0, Dice(-1, 1, 1, 2)))
def test_absurd_actions_at_an_edge(action: Action) -> None:
    _answered(EDGE, action)


@given(st.data())
@settings(max_examples=120)
def test_absurd_actions_in_the_middle_of_a_game(data: st.DataObject) -> None:
    step = data.draw(st.sampled_from(played(4)[::8]), label="position")
    _answered(step.before, data.draw(_actions(step.before.table.turn.seat), label="action"))


@given(_actions(0))
@settings(max_examples=250)
@example(LayRun(0, "A", (Piece(0), NewTile("lake", -3), Piece(3)), pay=Payment(-1, 3)))
@example(LayRun(0, "B", (Piece(3), Piece(3)), leave=-1))
@example(BuildStation(0, "A", "eisberg", None, -5, Payment(-7, 12), leave=10**9))
@example(BuildStation(0, "B", "eisberg", "lake", 5, leave=3))
@example(UseTransport(0, "", wild=True))
@example(EndTurn(0, Dice(-1, 1, 1, 2)))
def test_absurd_actions_in_germany(action: Action) -> None:
    _answered(AT_A_RIVER, action)


@given(st.data())
@settings(max_examples=120)
def test_absurd_actions_in_the_middle_of_a_game_of_germany(data: st.DataObject) -> None:
    step = data.draw(st.sampled_from(german_played(1)[::8]), label="position")
    _answered(step.before, data.draw(_actions(step.before.table.turn.seat), label="action"))
