"""Positions of Railroad Dice 2 out of random play, what stands in them, and letters read in them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from pbem.commands.orders import Script, bind, read
from pbem.commands.orders.script import Play
from pbem.commands.tokens import Fault
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.actions import FinishTurn, NetworkAction, PassRoll, RollDice
from rules_core.games.railroad_dice_2.events import NetworkEvent
from rules_core.games.railroad_dice_2.table import NetworkTable, NetworkView
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Violations

PLAYERS: Final = ("Anna", "Ben", "Clara", "Dora")
_EAGER: Final = 0.85
"""How often something is done where the turn could end."""


def random_draw(random: Random) -> Draw:
    """Dice that fall at random."""
    return lambda _key, sides: random.randrange(sides)


def done(table: NetworkTable, action: NetworkAction, draw: Draw) -> list[NetworkEvent]:
    """The events of an action that must be legal."""
    outcome = game.decide(table, action, draw)
    assert not isinstance(outcome, Violations), (action, outcome)
    return outcome


def positions(
    seed: int, seats: int = 3, most: int = 400, options: Mapping[str, str] | None = None
) -> Iterator[NetworkView]:
    """The views of the players whose turn it is, in a game played at random."""
    random = Random(seed)
    draw = random_draw(random)
    table = fold(game, game.setup(options or {}, seats, draw))
    for _ in range(most):
        if table.over:
            return
        view = game.view(table, table.turn.seat)
        yield view
        legal = list(game.legal(view))
        eager = [action for action in legal if not isinstance(action, FinishTurn | PassRoll)]
        action = random.choice(eager if eager and random.random() < _EAGER else legal)
        table = fold(game, done(table, action, draw), table)


def rolled(seed: int, every: int = 7) -> Iterator[NetworkView]:
    """Positions in which the player to move has just rolled, out of a game played at random."""
    random = Random(seed)
    for view in list(positions(seed, most=900))[::every]:
        table = view.table
        if table.is_rolling_allowed:
            roll = random.choice([action for action in game.legal(view) if isinstance(action, RollDice)])
            table = fold(game, done(table, roll, random_draw(random)), table)
        if table.phase == "play":
            yield game.view(table, view.seat)


@cache
def in_play() -> NetworkView:
    """The view of seat 0, whose first turn it is in a game of three."""
    return next(view for view in positions(1) if view.table.phase == "play" and view.seat == 0)


@cache
def before_placing() -> NetworkView:
    """The view of the start player, who places the first station."""
    return next(positions(1))


def as_start(view: NetworkView) -> NetworkView:
    """The same position as the player sees it whose turn it is."""
    return replace(view, seat=view.table.turn.seat)


def with_hand(view: NetworkView, simple: str = "", complex_: str = "") -> NetworkView:
    """The same position with these dice in hand, by their faces."""
    table = view.table.with_turn(rolled=True, simple=tuple(simple.split()), complex=tuple(complex_.split()))
    return replace(view, table=table)


def letter(text: str, language: str = "en", view: NetworkView | None = None) -> Script:
    """A letter as read for the player of a view."""
    seen = view or in_play()
    return read(text.split("\n"), seen, language, PLAYERS[: seen.table.seats])


def only_order(text: str, language: str = "en", view: NetworkView | None = None) -> Play:
    """The order of play of a letter that must hold one, and no fault."""
    script = letter(text, language, view)
    assert not script.faults, script.faults
    (order,) = script.orders
    assert isinstance(order, Play)
    return order


def bound(text: str, language: str = "en", view: NetworkView | None = None) -> list[NetworkAction | Fault | None]:
    """What the orders of a letter ask for in the position in which they are read."""
    script = letter(text, language, view)
    assert not script.faults, script.faults
    found: list[NetworkAction | Fault | None] = []
    for order in script.orders:
        assert isinstance(order, Play)
        found.append(bind(order, view or in_play(), 0))
    return found


def fault_in(text: str, language: str = "en", view: NetworkView | None = None) -> Fault:
    """The fault of a letter that must have exactly one."""
    (found,) = letter(text, language, view).faults
    return found


def joined(table: NetworkTable) -> set[int]:
    """The stations that the player to move is joined to."""
    return set(table.active.connected)


def name_of(table: NetworkTable, station: int) -> str:
    """How an order names a station: by its grey number, or by its player."""
    found = table.network.stations[station]
    return f"grey {found.grey}" if found.owner is None else PLAYERS[found.owner]
