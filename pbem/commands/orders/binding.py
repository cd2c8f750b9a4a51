"""Orders that depend on what lies on the table when their turn comes."""

from pbem.commands.faults import Fault
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.script import ActionOrder, EndKeeping, RollAll
from rules_core.line.actions import Action, EndTurn, Roll
from rules_core.line.dice import FACES, Dice
from rules_core.line.views import PlayerView


def bind(order: ActionOrder | RollAll | EndKeeping, view: PlayerView) -> Action | Fault:
    """The action an order asks for in the position the writer sees now; a Fault where he keeps dice he has not got.

    To be called right before the action is decided: `roll all` behind `income` rolls the income too.
    """
    match order:
        case ActionOrder(action):
            return action
        case RollAll(seat, hidden, wild, break_bank):
            front = view.table.players[seat].front
            return Roll(seat, view.own.hidden if hidden else 0, front.wild if wild else 0, break_bank)
        case EndKeeping(seat, keep):
            front = view.table.players[seat].front
            if not front.covers(keep):
                kind = view.table.kind
                facts = {"kept": in_signs(keep, kind), "front": in_signs(front, kind)}
                return Fault("keep_missing", kind, verb="keep", facts=facts)
            return EndTurn(seat, front.minus(keep))


def in_signs(dice: Dice, kind: str) -> str:
    """Dice as orders name them in a kind of game: `s s c ?`; empty for none."""
    signs = notation_of(kind).signs
    return " ".join(signs[face] for face in FACES for _ in range(dice.of(face)))
