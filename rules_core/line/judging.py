"""How positions of the line are judged again: what may lie behind screens, and other options."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_core.kernel.rulebook import Flaw
from rules_core.line import corrections as co
from rules_core.line.amending import check
from rules_core.line.events import DuePaid, Event, Rolled, StationBuilt
from rules_core.line.folding import options_of
from rules_core.line.table import Screen, State, changed

MOST: Final = 1000
"""More than ever lies behind a screen."""


def possible(state: State, events: Sequence[Event]) -> tuple[State, ...]:
    """The position, or, where screens are not seen, it with the least and the most dice behind them."""
    if None not in state.screens:
        return (state,)
    bounds = (Screen(_paid_from_behind(events)), Screen(MOST, MOST))
    return tuple(State(state.table, tuple(seen or bound for seen in state.screens)) for bound in bounds)


def _paid_from_behind(events: Sequence[Event]) -> int:
    """How many hidden dice events tell to have been there."""
    return sum(
        event.hidden if isinstance(event, Rolled) else event.paid.hidden
        for event in events
        if isinstance(event, Rolled | DuePaid | StationBuilt)
    )


def varied(state: State, options: Mapping[str, str]) -> State:
    """A position as if the game were played with other options."""
    table = state.table
    return State(changed(table, options=options_of(options, table.options.reading)), state.screens)


def check_correction(state: State, event: Event) -> Flaw | None:
    """Why a correction cannot be made; None where it can."""
    return check(state, event) if isinstance(event, co.CORRECTIONS) else None
