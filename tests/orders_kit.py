"""A player's view at the start of a game, and letters read in it."""

import random
from collections.abc import Iterator
from functools import cache

from pbem.orders import Act, Command, EndKeeping, Fault, Order, RollAll, Script, read
from rules_core.actions import Action, LayRun
from rules_core.components import BOX, Components, components_from
from rules_core.games import first_rails
from rules_core.rulebook import Refusal
from rules_core.ruleset import fold
from rules_core.views import PlayerView

STANDARD: Components = components_from(BOX)


@cache
def start() -> PlayerView:
    """The view of the start player, who has seat 0, before a game's first turn."""
    state = fold(first_rails, first_rails.setup({}, 3, lambda key, sides: 0))
    return first_rails.view(state, 0)


def played(seed: int, actions: int) -> Iterator[PlayerView]:
    """The views of the players whose turn it is, in a game of three played at random."""
    chance = random.Random(seed)
    state = start().state
    for _ in range(actions):
        view = first_rails.view(state, state.table.turn.seat)
        yield view
        legal = list(first_rails.legal(view))
        runs = [action for action in legal if isinstance(action, LayRun)]
        outcome = first_rails.decide(state, chance.choice(runs or legal), lambda key, sides: chance.randrange(sides))
        assert not isinstance(outcome, Refusal), outcome
        state = fold(first_rails, outcome, state)
        if state.table.over:
            return


def letter(text: str, language: str = "en") -> Script:
    """A letter as read for seat 0."""
    return read(text.split("\n"), start(), language)


def orders(text: str, language: str = "en") -> list[Order]:
    """The orders of a letter that must be without faults."""
    script = letter(text, language)
    assert not script.faults, script.faults
    return list(script.orders)


def actions(text: str, language: str = "en") -> list[Action | Command | RollAll | EndKeeping]:
    """The same, with the actions out of their envelopes."""
    return [order.action if isinstance(order, Act) else order for order in orders(text, language)]


def kinds(text: str, language: str = "en") -> list[str]:
    """What each line of a letter was taken for."""
    return [line.kind for line in letter(text, language).lines]


def only_fault(text: str, language: str = "en") -> Fault:
    """The fault of a letter that must have exactly one."""
    (fault,) = letter(text, language).faults
    return fault
