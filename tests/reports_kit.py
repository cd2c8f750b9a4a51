"""Games played at random and the facts around them, for tests of the reports."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import format_event
from pbem.i18n import Catalogue
from pbem.reports.document import GameContext
from rules_core.games import bot_named, kinds, ruleset_for
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, EndTurn, Income, Roll
from rules_core.line.events import Event
from rules_core.line.table import State, Table

NAMES = ("Anna", "Ben", "Cara", "Dorothea")
SEED = "5eed" * 16
KINDS = tuple(kinds())
"""The games, for tests that hold for all of them."""
GAMES = {2: 2, 3: 2, 4: 3}
"""A seed for each number of seats, shared by all tests, so that few games need be played."""


@dataclass(frozen=True)
class Step:
    """A position and the events that led to it from the one before."""

    state: State
    events: tuple[Event, ...]


def context(seats: int, *, over: bool = False, kind: str = "first_rails") -> GameContext:
    """A game's facts; its seed is revealed only when it is over."""
    return GameContext(
        tag="e7",
        name="Rails at the lake",
        kind=kind,
        server_name="play.example",
        seats=NAMES[:seats],
        position=118,
        deadline=datetime(2026, 11, 24, 17, tzinfo=UTC),
        zone="Europe/Berlin",
        page_url="https://play.example/games/e7",
        commitment="c0ffee" * 10 + "abcd",
        seed_revealed=SEED if over else None,
    )


@cache
def random_game(
    seats: int, options: tuple[tuple[str, str], ...] = (), most: int = 700, kind: str = "first_rails"
) -> tuple[Step, ...]:
    """A game of random actions, from its beginning to its end or to `most` actions."""
    chance, game = random.Random(GAMES[seats]), ruleset_for(kind)
    steps = list(_begin(game, seats, dict(options), chance))
    while not steps[-1].state.table.over and len(steps) < most:
        state = steps[-1].state
        action = _picked(list(game.legal(game.view(state, state.table.turn.seat))), chance)
        outcome = game.decide(state, action, _thrown(chance))
        assert not isinstance(outcome, Violations), f"{action} is refused: {outcome.violations}"
        steps.append(Step(fold(game, outcome, state), tuple(outcome)))
    return tuple(steps)


@cache
def played(
    seats: int, options: tuple[tuple[str, str], ...] = (), most: int = 700, kind: str = "germany"
) -> tuple[Step, ...]:
    """A game between bots, from its beginning to its end or to `most` actions."""
    chance, game = random.Random(GAMES[seats]), ruleset_for(kind)
    steps = list(_begin(game, seats, dict(options), chance))
    while not steps[-1].state.table.over and len(steps) < most:
        state = steps[-1].state
        view = game.view(state, state.table.turn.seat)
        outcome = game.decide(state, bot_named("heuristic")(view, game.legal(view), chance.randrange), _thrown(chance))
        assert not isinstance(outcome, Violations)
        steps.append(Step(fold(game, outcome, state), tuple(outcome)))
    return tuple(steps)


def game_of(state: State) -> AnyGame:
    """The rules of a position's game."""
    return ruleset_for(state.table.kind)


def every_game(stride: int) -> Iterator[Step]:
    """Positions of all games, every so many actions, in which play goes on."""
    steps = [step for seats in GAMES for step in random_game(seats)[::stride]]
    steps += [step for seats in GAMES for step in played(seats)[:: max(1, stride // 3)]]
    steps += played(2, (("two_starts", "drawn"),))[:: max(1, stride // 3)]
    return (step for step in steps if not step.state.table.over)


def legal_at(state: State) -> list[Action]:
    """What the player to move may do."""
    game = game_of(state)
    return list(game.legal(game.view(state, state.table.turn.seat)))


def news(steps: Sequence[Step]) -> list[Event]:
    """The events of some steps."""
    return [event for step in steps for event in step.events]


def _begin(game: AnyGame, seats: int, options: Mapping[str, str], chance: random.Random) -> Iterator[Step]:
    events = game.setup(options, seats, _thrown(chance))
    yield Step(fold(game, events), tuple(events))


def _thrown(chance: random.Random) -> Draw:
    def draw(key: DrawKey, sides: int) -> int:
        return chance.randrange(sides)

    return draw


def _picked(actions: list[Action], chance: random.Random) -> Action:
    """Income and a roll first, then building and buying more often than ending, so that games come to something."""
    first = [action for action in actions if isinstance(action, Income | Roll)]
    if first:
        return chance.choice(first)
    building = [action for action in actions if not isinstance(action, EndTurn)]
    return chance.choice(building if building and chance.random() < 0.85 else actions)


def in_words(event: Event, table: Table, seats: Sequence[str], catalogue: Catalogue) -> str:
    """Format one event in a sentence, or a few. `table` is the position after it, or any later one."""
    return format_event(event, RenderContext(table, seats, catalogue))
