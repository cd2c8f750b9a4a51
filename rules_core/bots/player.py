"""What a bot is."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules_core.line.actions import Action
from rules_core.line.views import PlayerView

Choose: TypeAlias = Callable[[int], int]
"""A source of chance: `choose(n)` gives a number from 0 to n - 1."""

Player: TypeAlias = Callable[[PlayerView, Iterable[Action], Choose], Action]
"""A player asked for one action: from the view of its seat, the actions offered there, and a source of chance.

Raises ValueError where no action is offered: it is not the viewer's turn.
"""
