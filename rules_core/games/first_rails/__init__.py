"""Railroad Dice: The First Rails. The rule numbers are those of `rules.toml` here and in `rules_core.line`."""

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from rules_core.games.first_rails import bots
from rules_core.games.first_rails.ending import FOLDS, break_bank, evolve, standings_of
from rules_core.games.first_rails.options import OPTIONS
from rules_core.games.first_rails.turn import BOX, build_station, buy_share, end_turn, income_due, lay_run, legal, setup
from rules_core.kernel.definition import random_bot
from rules_core.kernel.dice import Draw
from rules_core.kernel.rulebook import IllegalAction, Rule, violation
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuildStation, BuyShare, EndTurn, Income, LayRun, Roll, UseTransport
from rules_core.line.bots.passing import passing_player
from rules_core.line.definition import LineDefinition
from rules_core.line.table import PlayerView, State, view
from rules_core.line.turns import roll, take_income

__all__ = ["game"]


class FirstRails(LineDefinition):
    """The First Rails."""

    kind = "first_rails"
    options = OPTIONS
    components = BOX
    folds = FOLDS
    bots = MappingProxyType({"random": random_bot, "heuristic": bots.play})
    game_over = violation("FR-72", "game_over")
    not_your_turn = violation("FR-10", "not_your_turn")

    setup = staticmethod(setup)
    legal = staticmethod(legal)
    evolve = staticmethod(evolve)
    break_bank = staticmethod(break_bank)
    passing = staticmethod(passing_player())

    def handle(self, state: State, action: Action, draw: Draw) -> list[ev.Event]:
        """The events that come of an action of the seat to move. Raises IllegalAction or BankFails."""
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

    def view(self, state: State, seat: int | None) -> PlayerView:
        """Show a position to a seat, or a spectator (None): all of it in variant `open` (FR-6)."""
        if state.table.options["open"] == "yes":
            return PlayerView(seat, state.table, state.screens)
        return view(state, seat)

    def standings(self, state: State) -> tuple[ev.Standing, ...]:
        """All players, best first, with the passengers that they have carried so far (FR-72)."""
        return standings_of(state.table, [screen for screen in state.screens if screen is not None])

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Its own rules and those of the line, by their numbers."""

        def number(id_: str) -> tuple[int, str]:
            digits = re.sub(r"\D", "", id_)
            return int(digits), id_.partition(digits)[2]

        rules = super().rules
        return {id_: rules[id_] for id_ in sorted(rules, key=number)}


game: Final = FirstRails()
