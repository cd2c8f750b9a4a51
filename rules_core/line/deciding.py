"""How any game decides: whose turn it is, what the acting seat sees, and what becomes of an action that cannot be."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Refusal, Violation
from rules_core.line.actions import Action, EndTurn
from rules_core.line.events import Event
from rules_core.line.table import State
from rules_core.line.transition import BankFails, IllegalAction
from rules_core.line.views import view

Handle: TypeAlias = Callable[[State, Action, Draw], list[Event]]
"""What comes of an action in a position; raises IllegalAction or BankFails."""


class RuleHooks(NamedTuple):
    """What a game says for itself: two refusals, what its actions do, and what follows where the bank breaks."""

    game_over: Violation
    not_your_turn: Violation
    handle: Handle
    break_bank: Callable[[State, int, BankFails], list[Event]]
    """From the position before the action, the seat, and what the bank could not pay."""


def decided(hooks: RuleHooks, state: State, action: Action, draw: Draw) -> list[Event] | Refusal:
    """What comes of an action: its events, or why it is refused; judged by what the acting seat sees alone.

    The end of a turn is judged by what lies in front, and what it sets off may need what lies behind all screens.
    """
    if state.table.over:
        return Refusal((hooks.game_over,))
    if action.seat != state.table.turn.seat:
        return Refusal((hooks.not_your_turn,))
    try:
        judged = state if isinstance(action, EndTurn) else view(state, action.seat).state
        return hooks.handle(judged, action, draw)
    except IllegalAction as illegal:
        return illegal.refusal
    except BankFails as fails:
        return hooks.break_bank(state, action.seat, fails)
