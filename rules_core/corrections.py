"""Corrections: what a moderator changes in a position by hand, as events that say what was moved from where to where.

Nothing is created or lost by them: dice go from one place to another.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_core.dice import Dice

Place: TypeAlias = Literal["bank", "hidden", "front"]
"""Where dice lie: in the bank, behind a player's screen, or in front of it, where their faces show."""


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Dice go from one place to another; a seat is None for the bank.

    `faces` are those that the dice show where they lie, or will lie, in front of a screen; elsewhere only their number
    counts.
    """

    source: Place
    giver: int | None
    target: Place
    taker: int | None
    faces: Dice


Correction: TypeAlias = DiceMoved
