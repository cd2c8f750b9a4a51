"""Bots of all games: whole games between them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import pytest
from bench.ends import KINDS, TABLES, Ending, ending, endings
from bench.selfplay import Game
from rules.german_position import german_position
from rules.position import position

from rules_core.games import bot_named, bot_names, ruleset_for
from rules_core.kernel.definition import AnyPlayer
from rules_core.line.table import State

AT_MOST: Final[Mapping[str, Mapping[str, float]]] = {
    "first_rails": {"collapse": 0.1, "unfinished": 0.05},
    "germany": {"bank": 0.4, "dead ends": 0.05, "unfinished": 0.05},
}
"""Which part of the games may end so, by kind."""
SAMPLES: Final = 3
"""Games for each kind and number of players."""
POSITIONS: Final[Mapping[str, State]] = {"first_rails": position(seat=0), "germany": german_position(seat=0)}


def check_ends(kind: str, found: Iterable[Ending]) -> None:
    """Nearly all games end by the rules, and few because somebody breaks the bank."""
    ends = Counter(one.reason for one in found)
    assert set(ends) <= set(KINDS[kind])
    for end, part in AT_MOST[kind].items():
        assert ends[end] <= part * ends.total(), ends


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_sensible_players_ends_by_the_rules(kind: str) -> None:
    check_ends(kind, [ending(kind, 3, "no", 1)])


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_games_of_sensible_players_end_by_the_rules(kind: str, seats: int) -> None:
    numbers = range(SAMPLES)
    check_ends(kind, (ending(kind, seats, "yes" if number % 3 == 2 else "no", number) for number in numbers))


@pytest.mark.soak
@pytest.mark.parametrize(("extended", "seats"), TABLES)
@pytest.mark.parametrize("kind", KINDS)
def test_200_games_of_sensible_players_end_by_the_rules(kind: str, extended: str, seats: int) -> None:
    check_ends(kind, endings(kind, seats, extended, range(1000, 1200)))


@pytest.mark.parametrize("numbers", [range(1), pytest.param(range(1, 30), marks=pytest.mark.soak)], ids=["1", "29"])
@pytest.mark.parametrize("kind", KINDS)
def test_sense_beats_chance(kind: str, numbers: range) -> None:
    for number in numbers:
        bots = ["random", "random", "random"]
        bots[number % 3] = "heuristic"
        state = Game(bots, number, kind=kind).finish(years=20).state
        behind = (screen.passengers for screen in state.screens if screen)
        passengers = [sum(p.carried) + hidden for p, hidden in zip(state.table.players, behind, strict=True)]
        assert max(passengers) == passengers[number % 3], passengers


@pytest.mark.parametrize("kind", KINDS)
def test_bots_of_all_kinds_play_together(kind: str) -> None:
    game = Game(["random", "heuristic", "random", "heuristic"], 7, kind=kind).finish(years=4)
    assert game.over or game.year == 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bot", bot_names())
def test_the_same_position_and_chance_give_the_same_action(bot: str, kind: str) -> None:
    one, other = Game([bot] * 3, 5, kind=kind), Game([bot] * 3, 5, kind=kind)
    assert one.finish(years=2).entries == other.finish(years=2).entries


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bot", [bot_named(name) for name in bot_names()])
def test_a_bot_that_is_not_to_move_says_so(bot: AnyPlayer, kind: str) -> None:
    rules = ruleset_for(kind)
    view = rules.view(POSITIONS[kind], 1)
    with pytest.raises(ValueError, match="nothing is offered to seat 1"):
        bot(view, rules.legal(view), lambda _: 0)
