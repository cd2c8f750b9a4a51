"""Players that are programs: they see what a person in their seat would see."""

from collections.abc import Iterable

from rules_core.kernel.definition import Choose, end_turn
from toy_game.rules import events as ev
from toy_game.rules.play import Action
from toy_game.rules.state import HandView


def heuristic(view: HandView, actions: Iterable[Action], choose: Choose) -> Action:
    """Rolls, and plays the highest card that it can. Raises ValueError where nothing is offered."""
    offers = list(actions)
    cards = [action for action in offers if isinstance(action, ev.Play)]
    if cards:
        return max(cards, key=lambda play: play.card)
    roll = next((action for action in offers if isinstance(action, ev.Roll)), None)
    return roll or end_turn(view, offers)
