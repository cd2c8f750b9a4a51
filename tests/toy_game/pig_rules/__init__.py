"""Pig: one die, and how far one dares to go. The numbers of rules are those below."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from rules_core.kernel import events as base
from rules_core.kernel.codec import stored_as
from rules_core.kernel.definition import Choose, Option, random_bot
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import IllegalAction, rules_from, violation
from rules_core.kernel.simple import OpenView, ScoreRaised, SimpleEndTurn, SimpleGame, SimpleTable

RULES: Final = {
    "PI-1": (
        "The game",
        "Two to four players have turns one after another. The first to have 50 points wins at once; in the long game, "
        "100 points.",
    ),
    "PI-2": (
        "A turn",
        "Roll the die as often as you dare. What it shows goes into the pot. When you end your turn, the pot is yours.",
    ),
    "PI-3": ("A one", "Whoever rolls a 1 wins nothing: the pot is empty, and the turn is over."),
    "PI-4": ("Ten rolls", "Nobody rolls more than ten times in a turn."),
}
MOST_ROLLS: Final = 10
GOALS: Final[Mapping[str, int]] = {"short": 50, "long": 100}


@stored_as("PigTable")
@dataclass(frozen=True, kw_only=True)
class PigTable(SimpleTable):
    """A position of Pig."""

    pot: int = 0
    """The points that the player to move would win by ending the turn (PI-2)."""


@stored_as("RollDie")
@dataclass(frozen=True, slots=True)
class RollDie(base.Action):
    """Roll the die (PI-2)."""

    seat: int


@stored_as("PotFilled")
@dataclass(frozen=True, slots=True)
class PotFilled(base.Event):
    """So much is in the pot now."""

    seat: int
    pot: int


def careful(view: OpenView[PigTable], actions: Iterable[Any], _choose: Choose) -> Any:
    """End the turn with 15 in the pot, or enough to win. Raises ValueError where it is not the viewer's turn."""
    first, *rest = actions
    table = view.table
    enough = min(15, GOALS[table.options["goal"]] - table.points[table.turn.seat])
    return rest[-1] if rest and table.pot >= enough else first


class Pig(SimpleGame[PigTable]):
    """Pig."""

    kind = "pig"
    rules = MappingProxyType(rules_from(RULES))
    options = MappingProxyType({"goal": Option("short", "long")})
    state = PigTable
    actions = (RollDie, SimpleEndTurn)
    folds = MappingProxyType({PotFilled: lambda table, event: replace(table, pot=event.pot)})
    die = ("1", "2", "3", "4", "5", "6")
    bots = MappingProxyType({"random": random_bot, "heuristic": careful})

    def moves(self, table: PigTable) -> Iterator[Any]:
        """Roll, while that is allowed, or end the turn."""
        seat = table.turn.seat
        if table.turn.rolled < MOST_ROLLS:
            yield RollDie(seat)
        yield SimpleEndTurn(seat)

    def handle(self, table: PigTable, action: Any, draw: Draw) -> list[Any]:
        """The events that come of an action. Raises IllegalAction."""
        seat = table.turn.seat
        if isinstance(action, SimpleEndTurn):
            won = [ScoreRaised(seat, table.pot), PotFilled(seat, 0)] if table.pot else []
            has_won = table.points[seat] + table.pot >= GOALS[table.options["goal"]]
            return self.finish(table, won, "finished") if has_won else [*won, *self.next_turn(table)]
        if table.turn.rolled == MOST_ROLLS:
            raise IllegalAction(violation("PI-4", "too_often", most=MOST_ROLLS))
        rolled = self.roll(table, 1, draw)
        face = int(rolled.faces[0])
        if face == 1:
            return [rolled, PotFilled(seat, 0), *self.next_turn(table)]
        return [rolled, PotFilled(seat, table.pot + face)]


game: Final = Pig()
