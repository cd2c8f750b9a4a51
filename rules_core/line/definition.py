"""The parts that the definitions of games of the line have alike."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from rules_core.kernel.definition import EventDraws, GameDefinition
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Begun
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import CorrectionFault, IllegalAction, Rule, Violations, load_rules
from rules_core.line import corrections as co
from rules_core.line import events as ev
from rules_core.line.actions import ACTIONS, Action, EndTurn
from rules_core.line.components import Components, components_from
from rules_core.line.folding import Folds
from rules_core.line.judging.amending import check
from rules_core.line.judging.comparing import compare
from rules_core.line.judging.unseen import supposed, unseen
from rules_core.line.payloads import check_components, check_payload
from rules_core.line.table import READINGS, PlayerView, Screen, State, view
from rules_core.line.transition import BankFails

_MOST_BEHIND: Final = 1000
"""More than ever lies behind a screen."""


class LineDefinition(GameDefinition[State, PlayerView, Action, ev.Event]):
    """A game of one line with two ends: its rules say what its actions do, and what follows where the bank breaks."""

    state = State
    actions = ACTIONS
    readings = READINGS
    rules_of = ev.RULES_OF
    folds: Folds
    """What each event after the first does."""

    def __init_subclass__(cls, **parts: Any) -> None:
        """Set the events of a game: its beginning, and those that it folds."""
        super().__init_subclass__(**parts)
        if vars(cls).get("folds"):
            cls.events = (ev.GameBegan, *cls.folds)

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Its own rules and those of the line."""
        return {**load_rules(type(self).__module__), **load_rules("rules_core.line")}

    @abstractmethod
    def handle(self, state: State, action: Action, draw: Draw, /) -> list[ev.Event]:
        """The events that come of an action of the seat to move. Raises IllegalAction or BankFails."""

    @abstractmethod
    def break_bank(self, state: State, seat: int, fails: BankFails, /) -> list[ev.Event]:
        """The events that follow where a seat breaks the bank, in the position before its action."""

    def decide(self, state: State, action: Action, draw: Draw) -> list[ev.Event] | Violations:
        """Decide an action: its events, or why it is refused; judged by what the acting seat sees alone.

        The end of a turn is judged by what lies in front, and what it sets off may need what lies behind all screens.
        """
        if state.table.over:
            return Violations((self.game_over,))
        if action.seat != state.table.turn.seat:
            return Violations((self.not_your_turn,))
        try:
            judged = state if isinstance(action, EndTurn) else self.view(state, action.seat).state
            return self.handle(judged, action, draw)
        except IllegalAction as illegal:
            return illegal.violations
        except BankFails as fails:
            return self.break_bank(state, action.seat, fails)

    view = staticmethod(view)
    read_components = staticmethod(components_from)
    check_components = staticmethod(check_components)
    check_payload = staticmethod(check_payload)
    compare = staticmethod(compare)
    unseen = staticmethod(unseen)
    supposed = staticmethod(supposed)

    def dice(self, box: Components) -> tuple[tuple[str, ...], ...]:
        """The dice of a box, which are all alike."""
        return (box.faces,)

    def drawing(self, event: ev.Event, year: int, began: Begun) -> EventDraws | None:
        """The draws behind an event: who begins the first year, or how dice fell (FR-5, FR-12, GE-4)."""
        match event:
            case ev.YearBegan(_, start) if year == 0:
                return EventDraws("start", None, (DrawKey(0, 0, "start", 0),), (tuple(range(began.seats)),), (start,))
            case ev.Rolled(seat=seat, faces=faces):
                keys = tuple(DrawKey(year, seat, "roll", number) for number in range(len(faces)))
                sides = components_from(began.components).faces
                return EventDraws("roll", seat, keys, (sides,) * len(faces), faces)
        return None

    def possible(self, state: State, events: Sequence[ev.Event]) -> tuple[State, ...]:
        """The position, or, where screens are not seen, it with the least and the most dice behind them."""
        if None not in state.screens:
            return (state,)
        bounds = (Screen(_paid_from_behind(events)), Screen(_MOST_BEHIND, _MOST_BEHIND))
        return tuple(State(state.table, tuple(seen or bound for seen in state.screens)) for bound in bounds)

    def varied(self, state: State, options: Mapping[str, str]) -> State:
        """A position as if the game were played with other options."""
        return State(changed(state.table, options=dict(options)), state.screens)

    def check_correction(self, state: State, event: ev.Event) -> CorrectionFault | None:
        """The reason why a correction cannot be made; None where it can."""
        return check(state, event) if isinstance(event, co.CORRECTIONS) else None


def _paid_from_behind(events: Sequence[ev.Event]) -> int:
    return sum(
        event.hidden if isinstance(event, ev.Rolled) else event.paid.hidden
        for event in events
        if isinstance(event, ev.Rolled | ev.DuePaid | ev.StationBuilt)
    )
