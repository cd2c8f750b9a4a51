"""A player's view at the start of a game, and letters read in it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from rules.random_play import Game

from pbem.commands.orders import ActionOrder, Fault, Order, Script, ServerCommand, read, table_of
from pbem.commands.orders.script import Conditional, DeferredOrder, Wish
from pbem.commands.orders.seat_command import SeatCommand
from pbem.games.line.orders.dice import EndKeeping, RollAll
from rules_core.games import kinds as ruleset_kinds
from rules_core.games import ruleset_for
from rules_core.games.first_rails.turn import BOX
from rules_core.games.germany.options import GERMAN_BOX
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.position import SeatView
from rules_core.line.actions import Action
from rules_core.line.components import Components, components_from
from rules_core.line.table import PlayerView

FIRST_RAILS: Final = "first_rails"
GERMANY: Final = "germany"
NETWORK: Final = "railroad_dice_2"
KINDS: Final = (FIRST_RAILS, GERMANY)
"""The games of one line."""
ALL_KINDS: Final = ruleset_kinds()
STANDARD: Components = components_from(BOX)
RULES: Final[Mapping[str, AnyGame]] = {kind: ruleset_for(kind) for kind in ruleset_kinds()}
PLAYERS: Final = ("Anna", "Ben", "Clara")
VERBS: Final = table_of(FIRST_RAILS).verbs
"""All verbs that are read in either game: they are the same."""
examples_of: Final = table_of(FIRST_RAILS).examples_of
shape_of: Final = table_of(FIRST_RAILS).shape_of
BOXES: Final = {FIRST_RAILS: STANDARD, GERMANY: components_from(GERMAN_BOX)}


@cache
def start(game: str = FIRST_RAILS) -> PlayerView:
    """The view of the start player, who has seat 0, before the first turn of a game of one line."""
    found = first_view(game)
    assert isinstance(found, PlayerView)
    return found


@cache
def first_view(game: str) -> SeatView:
    """The view of the start player, who has seat 0, before the first turn of any game."""
    rules = RULES[game]
    found: SeatView = rules.view(fold(rules, rules.setup({}, 3, lambda key, sides: 0)), 0)
    return found


TABLES: Final = {kind: start(kind).table for kind in KINDS}
"""What lies at the start of a game, by which actions are written."""


def played(seed: int, actions: int, game: str = FIRST_RAILS) -> Iterator[PlayerView]:
    """The views of the players whose turn it is, in a game of three played at random."""
    for step in Game(seed, seats=3, kind=game, most=actions).steps():
        yield RULES[game].view(step.before, step.before.table.turn.seat)


def letter(text: str, language: str = "en", game: str = FIRST_RAILS) -> Script:
    """A letter as read for seat 0."""
    return read(text.split("\n"), first_view(game), language, PLAYERS)


def orders(text: str, language: str = "en", game: str = FIRST_RAILS) -> list[Order]:
    """The orders of a letter that must be without faults."""
    script = letter(text, language, game)
    assert not script.faults, script.faults
    return list(script.orders)


def actions(
    text: str, language: str = "en", game: str = FIRST_RAILS
) -> list[Action | ServerCommand | Conditional | DeferredOrder | SeatCommand]:
    """The same, with the actions out of their envelopes."""
    found = orders(text, language, game)
    assert all(isinstance(order, RollAll | EndKeeping) for order in found if isinstance(order, DeferredOrder | Wish))
    return [order.action if isinstance(order, ActionOrder) else order for order in found if not isinstance(order, Wish)]


def kinds(text: str, language: str = "en", game: str = FIRST_RAILS) -> list[str]:
    """What each line of a letter was taken for."""
    return [line.kind for line in letter(text, language, game).lines]


def only_fault(text: str, language: str = "en", game: str = FIRST_RAILS) -> Fault:
    """The fault of a letter that must have exactly one."""
    (fault,) = letter(text, language, game).faults
    return fault
