"""Railroad Dice: the Germany expansion. The rule numbers are those of `rules.toml` here and in `rules_core.line`."""

from types import MappingProxyType
from typing import Final

from rules_core.games.germany import bots
from rules_core.games.germany.bots import use_by_default
from rules_core.games.germany.ending import FOLDS, evolve, fail_bank, lay_run, standings_of
from rules_core.games.germany.options import GERMAN_BOX, OPTIONS
from rules_core.games.germany.turn import build_station, end_turn, income_due, legal, setup, use_transport
from rules_core.kernel.definition import EventDraws, random_bot
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Begun
from rules_core.kernel.rulebook import IllegalAction, violation
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, Income, LayRun, Roll, UseTransport
from rules_core.line.bots.passing import passing_player
from rules_core.line.components import components_from
from rules_core.line.definition import LineDefinition
from rules_core.line.sectors import chart_of
from rules_core.line.table import State
from rules_core.line.turns import roll, take_income

__all__ = ["game"]


class Germany(LineDefinition):
    """The Germany expansion."""

    kind = "germany"
    options = OPTIONS
    components = GERMAN_BOX
    folds = FOLDS
    bots = MappingProxyType({"random": random_bot, "heuristic": bots.play})
    game_over = violation("GE-41", "game_over")
    not_your_turn = violation("GE-10", "not_your_turn")
    amended = MappingProxyType(
        {
            "FR-10": ("GE-10", "GE-12"),
            "FR-11": ("GE-11",),
            "FR-13": ("GE-12",),
            "FR-32": ("GE-25",),
            "FR-33": ("GE-23",),
            "FR-35": ("GE-21", "GE-32"),
            "FR-38": ("GE-21", "GE-32"),
            "FR-50": ("GE-30", "GE-31"),
            "FR-51": ("GE-31",),
        }
    )

    setup = staticmethod(setup)
    legal = staticmethod(legal)
    evolve = staticmethod(evolve)
    break_bank = staticmethod(fail_bank)
    passing = staticmethod(passing_player(use_by_default))

    def handle(self, state: State, action: Action, draw: Draw) -> list[ev.Event]:
        """The events that come of an action of the seat to move. Raises IllegalAction or BankFails."""
        match action:
            case Income():
                return take_income(state, action, income_due(state.table, action.seat))
            case Roll():
                return roll(state, action, draw)
            case UseTransport():
                return use_transport(state, action)
            case LayRun():
                return lay_run(state, action)
            case BuildStation():
                return build_station(state, action)
            case EndTurn():
                return end_turn(state, action)
            case BuyShare():
                raise IllegalAction(violation("GE-10", "no_shares"))

    def standings(self, state: State) -> tuple[ev.Standing, ...]:
        """All players, best first, with the passengers that they carry; a draw before all have built (GE-42)."""
        return standings_of(state.table)

    def drawing(self, event: ev.Event, year: int, began: Begun) -> EventDraws | None:
        """The draws behind an event: the countries where the line begins abroad (GE-3), and those of any line."""
        if not isinstance(event, ev.EndsPlaced):
            return super().drawing(event, year, began)
        chart = chart_of(components_from(began.components))
        keys = (DrawKey(0, 0, "north", 0), DrawKey(0, 0, "south", 0))
        was_drawn = dict(began.options).get("two_starts") == "drawn"
        return EventDraws("ends", None, keys, (chart.north, chart.south), (event.a, event.b), was_drawn)


game: Final = Germany()
