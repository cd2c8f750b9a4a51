"""The numbers that a view hides behind screens, and a position that it may be of (FR-6, GE-5)."""

from collections.abc import Sequence
from typing import Final

from rules_core.kernel.definition import BadSupposition, Unseen
from rules_core.line.table import PlayerView, Screen, State, Table
from rules_core.line.turns import DICE

DICE_BEHIND: Final = "dice"
PASSENGERS: Final = "passengers"
MOST_PASSENGERS: Final = 9_999
"""In thousands; more than any game brings."""


def unseen(view: PlayerView) -> tuple[Unseen, ...]:
    """The numbers behind the screens that a view hides, with what anybody at the table would take for them at first.

    How many dice are hidden in all follows from those that are to be seen, and they are taken to be shared out evenly,
    the first after the player to move having the odd ones. Of passengers each has as many as the viewer, or none.
    """
    hidden = [seat for seat, screen in enumerate(view.screens) if screen is None]
    turn, seats = view.table.turn.seat, len(view.screens)
    total = _dice_behind(view.table) - sum(screen.hidden for screen in view.screens if screen is not None)
    share, odd = divmod(max(0, total), max(1, len(hidden)))
    first = sorted(hidden, key=lambda seat: (seat - turn - 1) % seats)[:odd]
    return (
        *(Unseen(DICE_BEHIND, seat, share + (seat in first), max(0, total)) for seat in hidden),
        *(Unseen(PASSENGERS, seat, view.own_screen.passengers, MOST_PASSENGERS) for seat in hidden),
    )


def supposed(view: PlayerView, numbers: Sequence[int]) -> State:
    """The position with these numbers behind the screens that a view hides. Raises BadSupposition."""
    unknown = unseen(view)
    given = {(one.what, one.seat): number for one, number in zip(unknown, numbers, strict=True)}
    dice = [one for one in unknown if one.what == DICE_BEHIND]
    if dice and sum(given[DICE_BEHIND, one.seat] for one in dice) != dice[0].most:
        raise BadSupposition(DICE_BEHIND, dice[0].most)
    screens = (
        Screen(given[DICE_BEHIND, seat], given[PASSENGERS, seat]) if screen is None else screen
        for seat, screen in enumerate(view.screens)
    )
    return State(view.table, tuple(screens))


def _dice_behind(table: Table) -> int:
    """Count the dice behind all screens: those of the box that lie nowhere else (FR-2)."""
    in_sight = table.bank + table.line.dice + sum(player.front.total for player in table.players)
    return DICE[table.options["extended"]] - in_sight
