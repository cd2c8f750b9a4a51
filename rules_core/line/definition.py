"""The parts that the definitions of games of the line have alike, and the values that their records may hold."""

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from rules_core.grid import SIDES, Cell, Square
from rules_core.kernel.definition import EventDraws, GameDefinition
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Begun
from rules_core.kernel.position import changed
from rules_core.kernel.rulebook import CorrectionFault, IllegalAction, Rule, Violations, load_rules
from rules_core.line import actions as co
from rules_core.line import events as ev
from rules_core.line.actions import ACTIONS, Action, EndTurn, LayRun, NewTile, Piece
from rules_core.line.chart import COLOURS
from rules_core.line.components import TERRAINS, Components, components_from
from rules_core.line.events import EndsPlaced, Event, GameBegan, TileLaid
from rules_core.line.folding import Folds
from rules_core.line.judging import check, compare, supposed, unseen
from rules_core.line.table import READINGS, PlayerView, Screen, State, view
from rules_core.line.transition import BankFails

MOST: Final = 1_000_000
"""More than there ever is of anything: dice, passengers in thousands, years."""
FARTHEST: Final = 10_000
"""Farther than any line reaches, in squares or cells from where it began."""
LONGEST_BOX: Final = 200_000
"""Characters of component data."""
_SEATS: Final = frozenset({"seat", "seller", "giver", "taker", "previous", "start", "directors", "lost_office"})
"""Fields that name seats, wherever they stand."""
_SIDES: Final = frozenset({"back", "heading", "leave", "turn"})
"""Fields that name sides of a square, or quarter turns, of which there are as many."""
Keys: TypeAlias = Mapping[str, Any] | None
"""Which keys component data may have, by key; "*" for any. None where there is no table, or a list of such tables."""
_TOWN_SQUARE: Final[Keys] = dict.fromkeys(("at", "colour", "price"))
_CHART: Final[Keys] = {
    "projection": dict.fromkeys(("name", "meridian", "radius", "easting", "northing", "square")),
    "map": dict.fromkeys(("ground", "rivers", "start")),
    "river": {"*": None},
    "flow": {"*": None},
    "town": {**dict.fromkeys(("name", "longitude", "latitude")), "squares": _TOWN_SQUARE},
    "country": dict.fromkeys(("name", "written", "at", "price")),
    "two_starts": dict.fromkeys(("south", "north")),
}
_BOX: Final[Keys] = {
    "die": {"simple": {"faces": None}},
    "tile": {"*": dict.fromkeys(("count", "sides", "rows"))},
    "company": {"*": {"name": None, "colour": None, "stations": dict.fromkeys(TERRAINS)}},
    "chart": _CHART,
}


def check_payload(payload: Action | Event, seats: int, box: Components) -> None:
    """Raise ValueError for a value that cannot be, naming its field."""
    if isinstance(payload, LayRun) and not any(isinstance(step, Piece) for step in payload.steps):
        raise ValueError("LayRun.steps: a run has at least one piece")
    for where, owner, name, value in _values(payload):
        if not _can_be(value, owner, name, seats, box):
            raise ValueError(f"{where}: it cannot be {value!r:.40}")


def _values(payload: object) -> Iterator[tuple[str, type, str, object]]:
    if not is_dataclass(payload):
        return
    owner = type(payload)
    for field in fields(payload):
        value = getattr(payload, field.name)
        for item in value if type(value) in (tuple, list) else (value,):
            if is_dataclass(item):
                yield from _values(item)
            else:
                yield f"{owner.__name__}.{field.name}", owner, field.name, item


def _can_be(value: object, owner: type, name: str, seats: int, box: Components) -> bool:
    """Whether a field may have a value, as far as its kind tells."""
    if isinstance(value, Square | Cell):
        return all(abs(number) <= FARTHEST for number in value)
    if isinstance(value, tuple):  # dice, or an option with its value
        return all(isinstance(part, str) or part in range(MOST) for part in value)
    if owner is GameBegan and name == "reading":
        return value in READINGS
    if isinstance(value, int) and not isinstance(value, bool):
        return value in (range(seats) if name in _SEATS else SIDES if name in _SIDES else range(MOST))
    if name == "company" and value is not None:
        return any(value == card.id for card in box.companies)
    if owner in (NewTile, TileLaid):
        return value in box.tiles
    if owner is EndsPlaced:
        return box.chart is not None and value in (*box.chart.north, *box.chart.south)
    return True


def check_components(box: Components) -> None:
    """Raise ValueError for component data with what nobody reads, spelled otherwise, or of impossible values."""
    if len(box.text) > LONGEST_BOX:
        raise ValueError("more than any game needs")
    data = json.loads(box.text, parse_constant=_no_number)
    if json.dumps(data, ensure_ascii=False, separators=(",", ":")) != box.text:
        raise ValueError("not spelled as component data are")
    _check_keys(data, _BOX, "components")
    for id_, card in data["company"].items():
        _check_card(id_, card, is_printed=box.chart is not None)
    for kind, tile in data.get("tile", {}).items():
        if type(tile["count"]) is not int or tile["count"] not in range(1, MOST):
            raise ValueError(f"tile.{kind}.count: a number from 1")


def _check_card(id_: str, card: Mapping[str, Any], *, is_printed: bool) -> None:
    colour = card["colour"]
    if not isinstance(card["name"], str) or not isinstance(colour, str) or (is_printed and colour not in COLOURS):
        raise ValueError(f"company.{id_}: a name, and a colour of the board")
    numbers = [number for each in card.get("stations", {}).values() for number in each]
    if any(type(number) is not int or number not in range(MOST) for number in numbers):
        raise ValueError(f"company.{id_}.stations: numbers from 0")


def _check_keys(data: object, keys: Keys, where: str) -> None:
    if isinstance(data, list) and keys is not None:
        for item in data:
            _check_keys(item, keys, where)
    elif isinstance(data, dict):
        for key, value in data.items():
            if keys is None or (key not in keys and "*" not in keys):
                raise ValueError(f"{where}.{key}: nothing reads this")
            _check_keys(value, keys.get(key, keys.get("*")), f"{where}.{key}")


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


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
