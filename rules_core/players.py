"""Players that are programs. They see what a person in their seat would see, and nothing else.

A bot is asked for one action at a time, and gives one that the rules take; so a server, a simulation and a test can
all play with it. `random_bot` does anything it may; `heuristic_bot` plays each game with some sense; and
`passing_player` ends the turn of somebody who did not come to it.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from rules_core.bots.at_random import random_bot
from rules_core.bots.player import Choose, Player
from rules_core.games.first_rails.bots import habits as first_rails
from rules_core.games.germany.bots import habits as germany
from rules_core.line.actions import Action
from rules_core.line.bots.passing import passing_player
from rules_core.line.views import PlayerView

__all__ = ["BOTS", "Choose", "Player", "heuristic_bot", "passing_player", "random_bot"]

SENSIBLE: Final[Mapping[str, Player]] = {"first_rails": first_rails.play, "germany": germany.play}
"""Who plays with some sense, by the kind of game."""


def heuristic_bot(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """Plays with some sense. Raises ValueError where no action is offered, KeyError for a game it does not know."""
    return SENSIBLE[view.table.kind](view, actions, choose)


BOTS: Final[Mapping[str, Player]] = {"random": random_bot, "heuristic": heuristic_bot}
"""The bots, by the name under which a seat is given to one."""
