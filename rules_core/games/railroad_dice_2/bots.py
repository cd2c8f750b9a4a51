"""Players that are programs: they see what a person in their seat would see."""

from collections.abc import Iterable

from rules_core.games.railroad_dice_2.actions import FinishTurn, Move, PlaceStation
from rules_core.games.railroad_dice_2.table import NetworkView
from rules_core.kernel.definition import Choose


def passing(view: NetworkView, actions: Iterable[Move], choose: Choose) -> Move:
    """End the turn of somebody who did not come to it, or place their station. Raises ValueError without a turn."""
    offers = list(actions)
    ends = [action for action in offers if isinstance(action, FinishTurn)]
    places = [action for action in offers if isinstance(action, PlaceStation)]
    if not ends and not places:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    return ends[0] if ends else places[choose(len(places))]


def heuristic(view: NetworkView, actions: Iterable[Move], choose: Choose) -> Move:
    """Play as `passing` does, for now."""
    return passing(view, actions, choose)
