"""A record played again: its events folded, and its inputs judged anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rules_core.actions import Action
from rules_core.codec import BadRecord
from rules_core.components import Components
from rules_core.dice import Draw, DrawKey, NotDrawn
from rules_core.events import EndsPlaced, Event, GameBegan, Rolled, YearBegan
from rules_core.log import live
from rules_core.record.text import Record
from rules_core.rulebook import Refusal
from rules_core.ruleset import BadOptions, Ruleset, ruleset_for
from rules_core.table import State


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the rules now judge otherwise than the log.

    `action` None: the log tells events that no action explains, or another setup. `got` None: the rules call for a
    draw that the log does not hold.
    """

    position: int
    action: Action | None
    expected: tuple[Event, ...]
    got: tuple[Event, ...] | Refusal | None


@dataclass(slots=True)
class _Step:
    """An input with the events that came of it, and the position before them; the opening's input is None."""

    position: int
    action: Action | None
    before: State | None
    events: list[Event] = field(default_factory=list)


def replay(record: Record) -> State:
    """The position that a record comes to: the fold of its events that no takeback voids.

    Raises BadRecord where they cannot be folded, or nobody knows the kind of game.
    """
    rules = _rules(record)
    state = None
    for entry in live(record.entries):
        if entry.event is not None:
            state = _evolved(rules, state, entry.position, entry.event)
    if state is None:
        raise BadRecord("entries: no event begins the game")
    return state


def rejudge(record: Record, ruleset: Ruleset) -> Difference | None:
    """The first difference between the log and what the rules make of its inputs, with the dice that the log holds.

    What takebacks void is judged too. Raises BadRecord where the events cannot be folded.
    """
    for step in _steps(record, ruleset):
        expected = tuple(step.events)
        got = _judged(record, ruleset, step)
        if got != expected:
            return Difference(step.position, step.action, expected, got)
    return None


def _steps(record: Record, rules: Ruleset) -> Iterator[_Step]:
    states: dict[int, State | None] = {0: None}
    state = None
    step = _Step(1, None, None)
    for entry in record.entries:
        if entry.event is not None:
            step.events.append(entry.event)
            state = _evolved(rules, state, entry.position, entry.event)
        elif entry.note is None:
            yield step
            if isinstance(entry.payload, int):
                state = states[entry.payload]
            elif entry.rollback is not None:
                state = states[entry.rollback.to]
            step = _Step(entry.position, entry.action, state)
        states[entry.position] = state
    yield step


def _judged(record: Record, rules: Ruleset, step: _Step) -> tuple[Event, ...] | Refusal | None:
    draw = _logged_draw(step.events, record.box)
    try:
        if step.before is None:
            return _set_up(record, rules, draw)
        if step.action is None:
            return ()
        got = rules.decide(step.before, step.action, draw)
    except NotDrawn:
        return None
    return got if isinstance(got, Refusal) else tuple(got)


def _set_up(record: Record, rules: Ruleset, draw: Draw) -> tuple[Event, ...]:
    """What sets such a game up now, but out of the box that it was played with."""
    try:
        first, *rest = rules.setup(record.options, len(record.players), draw)
    except BadOptions:
        return ()
    if isinstance(first, GameBegan):
        first = replace(first, components=record.began.components)
    return (first, *rest)


def _logged_draw(events: Sequence[Event], box: Components) -> Draw:
    """Draws that give what these events tell was drawn."""

    def draw(key: DrawKey, sides: int) -> int:
        for event in events:
            if key.purpose == "start" and isinstance(event, YearBegan):
                return event.start
            if key.purpose == "north" and isinstance(event, EndsPlaced) and box.chart:
                return box.chart.north.index(event.a)
            if key.purpose == "south" and isinstance(event, EndsPlaced) and box.chart:
                return box.chart.south.index(event.b)
            if key.purpose == "roll" and isinstance(event, Rolled) and key.number < len(event.faces):
                return box.faces.index(event.faces[key.number])
        raise NotDrawn(f"{key.purpose} {key.number} in year {key.year} is not in the log")

    return draw


def _rules(record: Record) -> Ruleset:
    try:
        return ruleset_for(record.kind)
    except KeyError:
        raise BadRecord(f"kind: nobody here knows {record.kind!r:.40}") from None


def _evolved(rules: Ruleset, state: State | None, position: int, event: Event) -> State:
    """The state after an event of a record, which may tell what never could have been."""
    try:
        return rules.evolve(state, event)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadRecord(f"position {position}: cannot follow from what came before: {error!r:.80}") from error
