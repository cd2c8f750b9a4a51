"""A player without a thought."""

from collections.abc import Iterable

from rules_core.bots.player import Choose
from rules_core.line.actions import Action
from rules_core.line.views import PlayerView


def random_bot(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """Any of the actions offered. Raises ValueError where there is none."""
    offers = list(actions)
    if not offers:
        raise ValueError(f"nothing is offered to seat {view.seat}")
    return offers[choose(len(offers))]
