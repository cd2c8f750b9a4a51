"""Railroad Dice: the Germany expansion, as a Ruleset. The rule numbers are those of `rules_core/data/germany.toml`."""

from typing import Final

from rules_core.games.germany.ending import fail_bank, standings_of
from rules_core.games.germany.folding import evolve
from rules_core.games.germany.legal import legal
from rules_core.games.germany.stations import build_station
from rules_core.games.germany.track import lay_run
from rules_core.games.germany.turn import OPTIONS, end_turn, income_due, setup, use_transport
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Refusal, violation
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, Income, LayRun, Roll, UseTransport
from rules_core.line.deciding import Laws, decided
from rules_core.line.table import State
from rules_core.line.transition import Illegal
from rules_core.line.turns import roll, take_income
from rules_core.line.views import view

__all__ = ["KIND", "OPTIONS", "VERSION", "decide", "evolve", "legal", "setup", "standings", "view"]

KIND = "germany"
VERSION = 1


def _act(state: State, action: Action, draw: Draw) -> list[ev.Event]:
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
            raise Illegal(violation("GE-10", "no_shares"))


_LAWS: Final = Laws(
    game_over=violation("GE-41", "game_over"),
    not_your_turn=violation("GE-10", "not_your_turn"),
    act=_act,
    break_bank=fail_bank,
)


def decide(state: State, action: Action, draw: Draw) -> list[ev.Event] | Refusal:
    """What comes of an action: its events, or why it is refused; judged by what the acting seat sees alone."""
    return decided(_LAWS, state, action, draw)


def standings(state: State) -> tuple[ev.Standing, ...]:
    """All players, best first, with the passengers that they carry; a draw before every company has built (GE-42)."""
    return standings_of(state.table)
