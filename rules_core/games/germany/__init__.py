"""Railroad Dice: the Germany expansion. The rule numbers are those of `rules.toml` here and in `rules_core.line`."""

from collections.abc import Mapping
from typing import Final

from rules_core.bots import random_bot
from rules_core.games.germany import bots
from rules_core.games.germany.bots import use_by_default
from rules_core.games.germany.ending import fail_bank, standings_of
from rules_core.games.germany.folding import FOLDS, drawing, evolve
from rules_core.games.germany.legal import legal
from rules_core.games.germany.stations import build_station
from rules_core.games.germany.track import lay_run
from rules_core.games.germany.turn import GERMAN_BOX, OPTIONS, end_turn, income_due, setup, use_transport
from rules_core.kernel.definition import GameDefinition
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Violations, by_reading, load_rules, violation
from rules_core.line import events as ev
from rules_core.line.actions import ACTIONS, Action, BuildStation, BuyShare, EndTurn, Income, LayRun, Roll, UseTransport
from rules_core.line.bots.passing import passing_player
from rules_core.line.components import components_from
from rules_core.line.definition import check_components, check_correction, check_payload, dice, possible, varied
from rules_core.line.judging.comparing import compare
from rules_core.line.judging.unseen import supposed, unseen
from rules_core.line.table import READINGS, PlayerView, State, view
from rules_core.line.transition import IllegalAction, RuleHooks, decided
from rules_core.line.turns import SEATS, roll, take_income

__all__ = ["game"]

AMENDED: Final[Mapping[str, tuple[str, ...]]] = {
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
"""The rules of The First Rails that read otherwise here, each with the rules that amend it."""


def _handle(state: State, action: Action, draw: Draw) -> list[ev.Event]:
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


_HOOKS: Final = RuleHooks(
    game_over=violation("GE-41", "game_over"),
    not_your_turn=violation("GE-10", "not_your_turn"),
    handle=_handle,
    break_bank=fail_bank,
)


def _decide(state: State, action: Action, draw: Draw) -> list[ev.Event] | Violations:
    return decided(_HOOKS, state, action, draw)


def _standings(state: State) -> tuple[ev.Standing, ...]:
    """All players, best first, with the passengers that they carry; a draw before every company has built (GE-42)."""
    return standings_of(state.table)


game: Final[GameDefinition[State, PlayerView, Action, ev.Event]] = GameDefinition(
    kind="germany",
    seats=SEATS,
    version=1,
    options=OPTIONS,
    rulebooks=by_reading({**load_rules(__name__), **load_rules("rules_core.line")}, READINGS),
    amended=AMENDED,
    setup=setup,
    legal=legal,
    decide=_decide,
    game_over=_HOOKS.game_over,
    not_your_turn=_HOOKS.not_your_turn,
    evolve=evolve,
    view=view,
    standings=_standings,
    state=State,
    actions=ACTIONS,
    events=(ev.GameBegan, *FOLDS),
    components=GERMAN_BOX,
    read_components=components_from,
    bots={"random": random_bot, "heuristic": bots.play},
    dice=dice,
    drawing=drawing,
    possible=possible,
    unseen=unseen,
    supposed=supposed,
    check_correction=check_correction,
    rules_of=ev.RULES_OF,
    varied=varied,
    compare=compare,
    check_components=check_components,
    check_payload=check_payload,
    passing=passing_player(use_by_default),
)
