"""What dice are worth to one seat, as far as the games share it: in the passengers that they may still bring."""

from typing import ClassVar, Final

from rules_core.line.table import Player, Table
from rules_core.line.turns import FIRST_DICE
from rules_core.line.views import PlayerView

WILD: Final = 1.2
"""What a "?" in front is worth."""
HIDDEN: Final = 0.7
"""What a die behind the screen is worth."""
PLAIN: Final = 0.05
"""What a straight or a curve is worth, and any die of which there are plenty."""
MANY_WILD: Final = 4
"""So many "?" are plenty."""
BONUS: Final = 2 * WILD
"""What the bank gives for a tile or sector connected, or a station built (FR-38, FR-54, GE-22, GE-33)."""


class Worth:
    """What dice are worth to the viewer of one position, who has a seat."""

    many_hidden: ClassVar[int]
    """So many dice behind a screen are plenty."""

    def __init__(self, view: PlayerView, seat: int) -> None:
        self.table: Table = view.table
        self.seat = seat
        self.player: Player = view.table.players[seat]
        self.behind = view.own

    @property
    def short(self) -> bool:
        """Whether the bank cannot pay everybody an income: then dice are better laid or paid than kept."""
        return self.table.bank < FIRST_DICE * len(self.table.players)

    @property
    def wild(self) -> float:
        """What a "?" of the viewer's is worth."""
        return PLAIN if self.short or self.player.front.wild >= MANY_WILD else WILD

    @property
    def hidden(self) -> float:
        """What a die behind the viewer's screen is worth."""
        return PLAIN if self.short or self.behind.hidden >= self.many_hidden else HIDDEN

    def payment(self, dice: int) -> float:
        """What it costs to pay so many dice, those behind the screen first."""
        hidden = min(dice, self.behind.hidden)
        return hidden * self.hidden + (dice - hidden) * self.wild
