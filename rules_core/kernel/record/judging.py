"""A record played again: its events folded, and its actions judged by today's rules.

Folding events judges nothing. So each action is judged in the position that the log had reached, whatever today's rules
would have made of the earlier ones, and a game can differ in several places.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame, BadOptions, explains, is_stop
from rules_core.kernel.dice import Draw, NotDrawn
from rules_core.kernel.events import Action, Corrected, Ended, Event
from rules_core.kernel.log import live
from rules_core.kernel.position import Position
from rules_core.kernel.record.text import Record, UnknownKind
from rules_core.kernel.registry import ruleset_for
from rules_core.kernel.rehearsal import Rehearsal, See, logged_draw
from rules_core.kernel.rulebook import CorrectionFault, Violations

Outcome: TypeAlias = tuple[Event, ...] | Violations
_FAILURES: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""How the rules fail where a record tells what never could have been."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where today's rules judge otherwise than the log.

    `action` is None where the log holds events that no action explains, or another setup. `got` is None where the rules
    need a draw that the log does not hold, or, if `is_secret`, where the result depends on something behind a screen
    that is not visible. `before` is the position that it was judged in; None for the setup.
    """

    position: int
    action: Action | None
    expected: tuple[Event, ...]
    got: Outcome | None
    before: Position | None = field(repr=False)
    is_secret: bool = False


@dataclass(slots=True)
class _Step:
    position: int
    action: Action | None
    before: Position | None
    events: list[Event] = field(default_factory=list)


def replay(record: Record) -> Position:
    """The position that a record comes to: the fold of the events of the branch that stands at its end.

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


def rejudge(record: Record, ruleset: AnyGame) -> Difference | None:
    """The first of the `differences`; None where there is none. Raises BadRecord as they do."""
    return next(differences(record, ruleset), None)


def differences(record: Record, ruleset: AnyGame, see: See = lambda state: state) -> Iterator[Difference]:
    """The differences between a log and what the rules make of its actions with the logged dice, in order.

    Entries voided by takebacks and branches left by rollbacks are judged too. Corrections by moderators follow from no
    action; they are only checked for being possible. `see` gives the visible part of a position; then only differences
    that are certain whatever lies behind the screens are listed, apart from what the action's own events say was paid
    from there. Raises BadRecord where the events cannot be folded, or the rules fail on an action, which nobody can
    have sent.
    """
    for step in _steps(record, ruleset):
        expected = tuple(step.events)
        found = _judged(record, ruleset, step, see)
        if expected in found:
            continue
        is_secret = any(outcome != found[0] for outcome in found)
        got = None if is_secret else found[0]
        yield Difference(step.position, step.action, expected, got, step.before, is_secret)


def _steps(record: Record, rules: AnyGame) -> Iterator[_Step]:
    states: dict[int, Position | None] = {}
    state = None
    step = _Step(1, None, None)
    for entry in record.entries:
        payload = entry.payload
        if entry.event is not None:
            is_outside = isinstance(payload, Corrected) or is_stop(payload)
            if isinstance(payload, Corrected):
                _check_correction(rules, state, entry.position, payload)
            elif is_outside:
                _check_stop(rules, state, entry.position, entry.event)
            state = _evolved(rules, state, entry.position, entry.event)
            if is_outside:
                yield step
                step = _Step(entry.position, None, state)
            else:
                step.events.append(entry.event)
        elif entry.note is None:
            yield step
            if isinstance(payload, int):
                state = states.get(payload)
            elif entry.rollback is not None:
                state = states[entry.rollback.to]
            step = _Step(entry.position, entry.action, state)
        states[entry.position] = state
    yield step


def _judged(record: Record, rules: AnyGame, step: _Step, see: See) -> tuple[Outcome | None, ...]:
    draw = logged_draw(rules, step.events, record.began)
    try:
        if step.before is None:
            return (_set_up(record, rules, draw),)
        if step.action is None:
            return ((),)
        # At a game's end the screens are lifted, and what lay behind them is told by that event itself.
        is_open = any(isinstance(event, Ended) for event in step.events)
        before = step.before if is_open else see(step.before)
        found = Rehearsal(rules, before, draw).outcomes(step.action, step.events)
    except NotDrawn:
        return (None,)
    except _FAILURES as error:
        raise BadRecord(f"position {step.position}: nobody can have asked for this: {error!r:.80}") from error
    return tuple(got if isinstance(got, Violations) else tuple(got) for got in found)


def _set_up(record: Record, rules: AnyGame, draw: Draw) -> tuple[Event, ...]:
    try:
        return tuple(rules.setup(record.options, len(record.players), draw, record.began))
    except BadOptions:
        return ()


def _rules(record: Record) -> AnyGame:
    try:
        return ruleset_for(record.kind)
    except KeyError:
        raise UnknownKind(record.kind) from None


def _check_correction(rules: AnyGame, state: Position | None, position: int, correction: Corrected) -> None:
    """Raise BadRecord for a correction that no moderator could have made."""
    fault = CorrectionFault("no game has begun") if state is None else rules.check_correction(state, correction)
    if fault is not None:
        raise BadRecord(f"position {position}: this cannot be corrected: {fault.code}")


def _check_stop(rules: AnyGame, state: Position | None, position: int, event: Event) -> None:
    """Raise BadRecord for an end as the game stands that tells other standings than the position."""
    if state is None or not explains(rules, state, event):
        raise BadRecord(f"position {position}: the game does not stand so")


def _evolved(rules: AnyGame, state: Position | None, position: int, event: Event) -> Position:
    try:
        evolved: Position = rules.evolve(state, event)
    except _FAILURES as error:
        raise BadRecord(f"position {position}: cannot follow from what came before: {error!r:.80}") from error
    return evolved
