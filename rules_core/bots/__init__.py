"""Players that are programs. They see what a person in their seat would see, and nothing else.

A bot is asked for one action at a time, and gives one that the rules take; so a server, a simulation and a test can
all play with it. `random_bot` does anything it may; `heuristic_bot` plays The First Rails with some sense.
"""

from collections.abc import Mapping
from typing import Final

from rules_core.bots.at_random import random_bot
from rules_core.bots.heuristic import heuristic_bot
from rules_core.bots.player import Choose, Player

__all__ = ["BOTS", "Choose", "Player", "heuristic_bot", "random_bot"]

BOTS: Final[Mapping[str, Player]] = {"random": random_bot, "heuristic": heuristic_bot}
"""The bots, by the name under which a seat is given to one."""
