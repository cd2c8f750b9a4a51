"""What orders are read by: the kind of game, who writes, and how board, companies and players are called."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from pbem.commands.cursor import ParseContext, TokenCursor
from pbem.commands.languages import spoken
from pbem.commands.orders.names import Names, names_of
from pbem.commands.orders.notation import notation_of
from pbem.commands.orders.script import Order
from pbem.commands.vocabulary import SEAT, Vocabulary
from rules_core.kernel.position import SeatView
from rules_core.line.dice import Dice


@dataclass(frozen=True, kw_only=True)
class OrderContext(ParseContext):
    """Who is read: the kind of game, the writing player's seat and language, and the names of the box."""

    vocabulary: Vocabulary = SEAT
    kind: str
    seat: int
    names: Names
    players: tuple[str, ...] = ()
    """The players' names by seat."""

    @classmethod
    def of(cls, view: SeatView, language: str, players: Iterable[str] = ()) -> "OrderContext":
        """The context of a player's view. Raises ValueError for a spectator, who gives no orders."""
        if view.seat is None:
            raise ValueError("a spectator gives no orders")
        table = view.table
        return cls(
            language=spoken(language),
            kind=table.kind,
            seat=view.seat,
            names=names_of(table.box),
            players=tuple(players),
        )

    @property
    def is_printed(self) -> bool:
        """Whether the board is printed, so that it tells what stands where, and the price (GE-2, GE-31)."""
        return notation_of(self.kind).is_printed


OrderCursor: TypeAlias = TokenCursor[OrderContext]


@dataclass(frozen=True)
class Reduction:
    """What goes back with the `end` of the letter: these dice, or all but these."""

    dice: Dice
    keep: bool


Part: TypeAlias = Order | Reduction
"""What one verb gives: orders, and what belongs to an order elsewhere."""
