"""Railroad Dice: The First Rails. The rule numbers are those of `rules.toml` here and in `rules_core.line`."""

import re
from typing import Final

from rules_core.bots import random_bot
from rules_core.games.first_rails import bots
from rules_core.games.first_rails.ending import break_bank, standings_of
from rules_core.games.first_rails.folding import FOLDS, evolve
from rules_core.games.first_rails.legal import legal
from rules_core.games.first_rails.stations import build_station
from rules_core.games.first_rails.track import lay_run
from rules_core.games.first_rails.turn import BOX, OPTIONS, buy_share, end_turn, income_due, setup
from rules_core.kernel.definition import GameDefinition
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import Rule, Violations, by_reading, load_rules, violation
from rules_core.line import events as ev
from rules_core.line.actions import ACTIONS, Action, BuildStation, BuyShare, EndTurn, Income, LayRun, Roll, UseTransport
from rules_core.line.bots.passing import passing_player
from rules_core.line.components import components_from
from rules_core.line.definition import (
    check_components,
    check_correction,
    check_payload,
    dice,
    drawing,
    possible,
    varied,
)
from rules_core.line.judging.comparing import compare
from rules_core.line.judging.unseen import supposed, unseen
from rules_core.line.table import READINGS, PlayerView, State, view
from rules_core.line.transition import IllegalAction, RuleHooks, decided
from rules_core.line.turns import SEATS, roll, take_income

__all__ = ["game"]


def _handle(state: State, action: Action, draw: Draw) -> list[ev.Event]:
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
            raise IllegalAction(violation("FR-10", "no_transport"))


_HOOKS: Final = RuleHooks(
    game_over=violation("FR-72", "game_over"),
    not_your_turn=violation("FR-10", "not_your_turn"),
    handle=_handle,
    break_bank=break_bank,
)


def _decide(state: State, action: Action, draw: Draw) -> list[ev.Event] | Violations:
    return decided(_HOOKS, state, action, draw)


def _standings(state: State) -> tuple[ev.Standing, ...]:
    """All players, best first, with the passengers that they have carried so far (FR-72)."""
    return standings_of(state.table, [screen for screen in state.screens if screen is not None])


def _rules() -> dict[str, Rule]:
    """Its own rules and those of the line, by their numbers."""
    rules = {**load_rules("rules_core.line"), **load_rules(__name__)}

    def number(id_: str) -> tuple[int, str]:
        digits = re.sub(r"\D", "", id_)
        return int(digits), id_.partition(digits)[2]

    return {id_: rules[id_] for id_ in sorted(rules, key=number)}


game: Final[GameDefinition[State, PlayerView, Action, ev.Event]] = GameDefinition(
    kind="first_rails",
    seats=SEATS,
    version=1,
    options=OPTIONS,
    rulebooks=by_reading(_rules(), READINGS),
    amended={},
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
    components=BOX,
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
    passing=passing_player(),
)
