"""The bot that ends the turn of a player whose deadline has passed, and makes no decision that can be left open.

It takes the income that the bank can pay, uses what the rules oblige it to use, and ends the turn; it never rolls,
builds or pays. Where the rules leave a choice it follows a published rule: `given_back` says which dice go back (FR-14,
GE-13).
"""

from collections.abc import Callable, Iterable

from rules_core.kernel.definition import Choose, Player
from rules_core.line.actions import FACES, NO_DICE, Action, Dice, EndTurn, Income, one
from rules_core.line.table import PlayerView
from rules_core.line.turns import FRONT_LIMIT


def passing_player(duty: Callable[[PlayerView], Action | None] = lambda _view: None) -> Player[PlayerView, Action]:
    """A player that ends turns; `duty` is what has to be done before a turn can end, None where nothing has."""

    def play(view: PlayerView, actions: Iterable[Action], choose: Choose) -> Action:
        """The next action by which the turn comes to its end. Raises ValueError where it is not the viewer's turn.

        Chance has no part in it, and what would break the bank is never offered (FR-71, GE-41).
        """
        seat = view.table.turn.seat
        if view.seat != seat or view.table.over:
            raise ValueError(f"it is not the turn of seat {view.seat}")
        income = next((action for action in actions if isinstance(action, Income)), None)
        front = view.table.players[seat].front
        return income or duty(view) or EndTurn(seat, given_back(front))

    return play


def given_back(front: Dice) -> Dice:
    """The dice that go back to the bank where more than five lie in front (FR-14, GE-13).

    Dice go back one by one, each of the face that lies there most often. Between equals a straight goes before a curve
    before a symbol; a "?" only where nothing else is left.
    """
    back = NO_DICE
    for _ in range(front.total - FRONT_LIMIT):
        left = front.minus(back)
        plain = max(left[:-1])
        back = back.plus(one(FACES[left.index(plain)] if plain else "?"))
    return back
