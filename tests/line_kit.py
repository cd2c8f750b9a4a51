"""Positions and events of games of one line in their own types; the server knows those that any game has."""

from collections.abc import Iterable
from typing import cast

from rules_core.kernel.position import Position, PublicState, SeatView
from rules_core.line.events import Event
from rules_core.line.table import PlayerView, State, Table


def line_view(view: SeatView) -> PlayerView:
    """The same view."""
    assert isinstance(view, PlayerView)
    return view


def line_table(table: PublicState) -> Table:
    """The same table."""
    assert isinstance(table, Table)
    return table


def line_state(state: Position) -> State:
    """The same position."""
    assert isinstance(state, State)
    return state


def line_events(events: Iterable[object]) -> list[Event]:
    """The same events."""
    return [cast(Event, event) for event in events]
