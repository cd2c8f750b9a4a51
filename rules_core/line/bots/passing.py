"""The player who ends the turn of somebody whose time is up: he decides nothing that could be left undecided.

He takes the income that the bank can pay, uses what the rules oblige him to use, and ends the turn; he never rolls,
builds or pays. Where the rules leave him a choice he makes it by a rule that was told before: symbols go to the company
for which the fewest passengers wait (GE-12), and dice go back as `given_back` says (FR-14, GE-13).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules_core.bots.player import Choose
from rules_core.kernel.dice import FACES, NO_DICE, Dice, one
from rules_core.line.actions import Action, EndTurn, Income, UseTransport
from rules_core.line.turns import KEPT
from rules_core.line.views import PlayerView


def passing_player(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
    """The next action by which the turn comes to its end. Raises ValueError where it is not the viewer's turn.

    Chance has no part in it, and what would break the bank is never offered (FR-71, GE-41).
    """
    seat = view.table.turn.seat
    if view.seat != seat or view.table.over:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    income = next((action for action in actions if isinstance(action, Income)), None)
    front = view.table.players[seat].front
    return income or DUTIES[view.table.kind](view) or EndTurn(seat, given_back(front))


def given_back(front: Dice) -> Dice:
    """The dice that go back where more than five lie in front (FR-14, GE-13).

    One after another a die of the face that lies there most often: of faces that are equal a straight before a curve
    before a symbol; and a "?" only where nothing else is left.
    """
    back = NO_DICE
    for _ in range(front.total - KEPT):
        left = front.minus(back)
        plain = max(left[:-1])
        back = back.plus(one(FACES[left.index(plain)] if plain else "?"))
    return back


def use_by_default(view: PlayerView) -> UseTransport | None:
    """How the next transport symbol is used: for the company for which the fewest wait, the first of those (GE-12)."""
    table = view.table
    seat = table.turn.seat
    if not table.players[seat].front.share:
        return None
    fewest = table.waiting.index(min(table.waiting))
    return UseTransport(seat, table.box.companies[fewest].id)


def _nothing(_view: PlayerView) -> None:
    """In The First Rails nothing has to be used (FR-10)."""


DUTIES: Final[Mapping[str, Callable[[PlayerView], Action | None]]] = {
    "first_rails": _nothing,
    "germany": use_by_default,
}
"""What has to be done before a turn can end, by the kind of game; None where nothing has."""
