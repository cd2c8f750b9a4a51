"""Railroad Dice: The First Rails, as a Ruleset. The rule numbers are those of `rules_core/data/first_rails.toml`."""

from typing import Final

from rules_core.games.first_rails.ending import break_bank, standings_of
from rules_core.games.first_rails.folding import evolve
from rules_core.games.first_rails.legal import legal
from rules_core.games.first_rails.stations import build_station
from rules_core.games.first_rails.track import lay_run
from rules_core.games.first_rails.turn import OPTIONS, buy_share, end_turn, income_due, setup
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

KIND = "first_rails"
VERSION = 1


def _act(state: State, action: Action, draw: Draw) -> list[ev.Event]:
    match action:
        case Income():
            return take_income(state, action, income_due(state.table, action.seat))
        case Roll():
            return roll(state, action, draw)
        case BuyShare():
            return buy_share(state, action)
        case LayRun():
            return lay_run(state, action)
        case BuildStation():
            return build_station(state, action)
        case EndTurn():
            return end_turn(state, action)
        case UseTransport():
            raise Illegal(violation("FR-10", "no_transport"))


_LAWS: Final = Laws(
    game_over=violation("FR-72", "game_over"),
    not_your_turn=violation("FR-10", "not_your_turn"),
    act=_act,
    break_bank=break_bank,
)


def decide(state: State, action: Action, draw: Draw) -> list[ev.Event] | Refusal:
    """What comes of an action: its events, or why it is refused; judged by what the acting seat sees alone."""
    return decided(_LAWS, state, action, draw)


def standings(state: State) -> tuple[ev.Standing, ...]:
    """All players, best first, with the passengers that they have carried so far (FR-72)."""
    return standings_of(state.table, [screen for screen in state.screens if screen is not None])
