"""A record played again: its events folded, its inputs judged anew, and what another reading would have given.

State is the fold of events, which judges nothing; so each input is judged in the position that the log had come to,
whatever the rules would now have made of those before it, and a game can differ in several places.

Another reading is either other actions in the place of those logged, or those logged under another variant. Rolls show
what the log holds for that turn, on whatever branch with the same dice; where it holds none the supposition ends.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Final, Literal, TypeAlias, cast

from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.dice import Draw, NotDrawn
from rules_core.kernel.events import Action, Begun, Corrected, Ended, Event, TurnEnding
from rules_core.kernel.log import Branches, LogEntry, live
from rules_core.kernel.options import BadOptions, meant
from rules_core.kernel.position import Position
from rules_core.kernel.record.drawn import epoch_at, logged_draw, rolled_draw
from rules_core.kernel.record.text import Record, UnknownKind
from rules_core.kernel.registry import ruleset_for
from rules_core.kernel.rulebook import CorrectionFault, Violations
from rules_core.kernel.stopping import explains, is_stop

Outcome: TypeAlias = tuple[Event, ...] | Violations
See: TypeAlias = Callable[[Position], Position]
"""What of a position is known to whoever asks, such as `lambda state: ruleset.view(state, seat).state`."""
_FAILURES: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""How the rules fail where a record tells what never could have been."""

Why: TypeAlias = Literal["refused", "not rolled", "unseen"]
"""Why a supposition ended early: the rules refuse the action, the log holds no such roll, or what comes of the action
depends on what lies behind a screen that whoever asks may not look behind."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the rules now judge otherwise than the log.

    `action` None: the log tells events that no action explains, or another setup. `got` None: the rules call for a
    draw that the log does not hold, or, where it `is_secret`, what they make of it hangs on what lies behind a screen
    that is not seen. `before` is the position it was judged in; None for the setup.
    """

    position: int
    action: Action | None
    expected: tuple[Event, ...]
    got: Outcome | None
    before: Position | None = field(repr=False)
    is_secret: bool = False


@dataclass(slots=True)
class _Step:
    """An input with the events that came of it, and the position before them; the opening's input is None."""

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
    """The differences between a log and what the rules make of its inputs, with the dice that the log holds, in order.

    What takebacks void is judged too, and what was left by rollbacks; corrections by moderators follow from nothing,
    and it is only found out whether they can be. `see` gives what may be known of a position; then only what differs
    for sure is told, whatever lies behind the screens that are not seen, apart from what the input's own events tell
    was paid from there. Raises BadRecord where the events cannot be folded, or the rules fail on an input, which nobody
    can have sent.
    """
    for step in _steps(record, ruleset):
        expected = tuple(step.events)
        found = _judged(record, ruleset, step, see)
        if expected in found:
            continue
        is_secret = any(outcome != found[0] for outcome in found)
        got = None if is_secret else found[0]
        yield Difference(step.position, step.action, expected, got, step.before, is_secret)


def outcomes(
    ruleset: AnyGame, state: Position, action: Action, draw: Draw, events: Sequence[Event] = ()
) -> tuple[list[Event] | Violations, ...]:
    """The outcomes of an action in each extreme of what a position may be, as far as it is seen.

    Where all are alike nothing hangs on what is not seen; `events` are those that did come of it. Raises NotDrawn.
    """
    return tuple(ruleset.decide(each, action, draw) for each in ruleset.possible(state, events))


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
        found = outcomes(rules, before, step.action, draw, step.events)
    except NotDrawn:
        return (None,)
    except _FAILURES as error:
        raise BadRecord(f"position {step.position}: nobody can have asked for this: {error!r:.80}") from error
    return tuple(got if isinstance(got, Violations) else tuple(got) for got in found)


def _set_up(record: Record, rules: AnyGame, draw: Draw) -> tuple[Event, ...]:
    """The events that set such a game up now, with the box and the reading of the rules that it was played with."""
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
    flaw = CorrectionFault("no game has begun") if state is None else rules.check_correction(state, correction)
    if flaw is not None:
        raise BadRecord(f"position {position}: this cannot be corrected: {flaw.code}")


def _check_stop(rules: AnyGame, state: Position | None, position: int, event: Event) -> None:
    """Raise BadRecord for an end as the game stands that tells other standings than the position."""
    if state is None or not explains(rules, state, event):
        raise BadRecord(f"position {position}: the game does not stand so")


def _evolved(rules: AnyGame, state: Position | None, position: int, event: Event) -> Position:
    """The state after an event of a record, which may tell what never could have been."""
    try:
        evolved: Position = rules.evolve(state, event)
    except _FAILURES as error:
        raise BadRecord(f"position {position}: cannot follow from what came before: {error!r:.80}") from error
    return evolved


@dataclass(frozen=True, slots=True)
class Judged:
    """An action that would have been carried out, and what would have come of it."""

    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The place where a supposition ended early; `refusal` says by which rules, where it was refused."""

    action: Action
    why: Why
    refusal: Violations | None = None


@dataclass(frozen=True, slots=True)
class Supposed:
    """The result of a supposition: what would have come of other actions or variants.

    `before` is the position it begins at, `after` the one it comes to; `logged` is what the log came to instead: after
    as many actions, or, where the supposition ends the turn, at the end of that turn. `replaced` are those actions.
    All positions are as whoever asked sees them.
    """

    before: Position
    judged: tuple[Judged, ...]
    after: Position
    stop: Stop | None
    replaced: tuple[Action, ...]
    logged: Position

    differences: tuple[Any, ...]
    """What differs between what the log came to (`one`) and what would have been (`other`), as the game compares."""


def suppose(
    entries: Sequence[LogEntry],
    ruleset: AnyGame,
    position: int,
    instead: Sequence[Action] | Mapping[str, str],
    see: See = lambda state: state,
) -> Supposed:
    """Play out other actions after a position of a whole log, or those logged there under other variants.

    `entries` is the log without what stands before the game's beginning, and `position` one at which an action with all
    its events had ended; of several branches that came through it the last is taken. Of an unchanged turn the rest is
    judged, up to its end. What is judged is the position as `see` gives it, so that nothing tells of more.
    Raises ValueError for another position, and BadOptions as `other_options` does.
    """
    branches = Branches(entries)
    stood, later = branches.at(position), _rest_of_turn(branches.beyond(position), position)
    whole = fold(ruleset, [entry.event for entry in stood if entry.event is not None])
    before = see(whole)
    actions, start = _supposition(entries, ruleset, instead, later, before)
    draw = rolled_draw(ruleset, entries, epoch_at(entries, position))
    judged, after, stop = _judge(ruleset, start, actions, draw)
    replaced = _replaced(later, judged)
    logged = see(fold(ruleset, [entry.event for entry in replaced if entry.event is not None], whole))
    return Supposed(before, judged, after, stop, _actions(replaced), logged, ruleset.compare(logged, after))


def other_options(entries: Sequence[LogEntry], ruleset: AnyGame) -> dict[str, tuple[str, ...]]:
    """The variants under which a game can be judged again, each with its values other than the game's own.

    Those that shape the beginning of a game, such as more dice in the box, are not among them.
    """
    found = {
        key: tuple(value for value in values if _begins_alike(entries, ruleset, {key: value}))
        for key, values in ruleset.options.items()
    }
    return {key: values for key, values in found.items() if values}


def _supposition(
    entries: Sequence[LogEntry],
    ruleset: AnyGame,
    instead: Sequence[Action] | Mapping[str, str],
    later: Sequence[LogEntry],
    before: Position,
) -> tuple[Sequence[Action], Position]:
    """The actions to be judged, and the position they begin at."""
    if not isinstance(instead, Mapping):
        return instead, before
    for key, value in instead.items():
        if value not in ruleset.options.get(key, ()):
            raise BadOptions(f"{key}: no such variant: {value!r:.40}")
    if not _begins_alike(entries, ruleset, instead):
        raise BadOptions(f"{', '.join(instead)}: shapes the beginning of a game, or is played already")
    return _actions(later), ruleset.varied(before, {**meant(ruleset.options, _began(entries).options), **instead})


def _judge(
    ruleset: AnyGame, state: Position, actions: Iterable[Action], draw: Draw
) -> tuple[tuple[Judged, ...], Position, Stop | None]:
    judged: list[Judged] = []
    for action in actions:
        try:
            got, *others = outcomes(ruleset, state, action, draw)
        except NotDrawn:
            return tuple(judged), state, Stop(action, "not rolled")
        if any(other != got for other in others):
            return tuple(judged), state, Stop(action, "unseen")
        if isinstance(got, Violations):
            return tuple(judged), state, Stop(action, "refused", got)
        judged.append(Judged(action, tuple(got)))
        state = fold(ruleset, got, state)
    return tuple(judged), state, None


def _rest_of_turn(later: Sequence[LogEntry], position: int) -> list[LogEntry]:
    """The entries played after a position up to the end of the turn, or to a moderator's correction."""
    if later and later[0].event is not None and not isinstance(later[0].payload, Corrected):
        raise ValueError(f"position {position}: no action had ended there")
    rest: list[LogEntry] = []
    for entry in later:
        if isinstance(entry.payload, Corrected) or (entry.action is not None and _ends_turn(rest)):
            break
        rest.append(entry)
    return rest


def _ends_turn(entries: Sequence[LogEntry]) -> bool:
    return any(isinstance(entry.payload, TurnEnding) for entry in entries)


def _replaced(later: Sequence[LogEntry], judged: Sequence[Judged]) -> list[LogEntry]:
    """The entries that the log holds in the place of what was judged."""
    if any(isinstance(one.action, TurnEnding) for one in judged):
        return list(later)
    starts = [number for number, entry in enumerate(later) if entry.action is not None]
    return list(later[: starts[len(judged)]] if len(judged) < len(starts) else later)


def _actions(entries: Iterable[LogEntry]) -> tuple[Action, ...]:
    return tuple(entry.action for entry in entries if entry.action is not None)


def _began(entries: Sequence[LogEntry]) -> Begun:
    first = entries[0].payload if entries else None
    if not isinstance(first, Begun):
        raise ValueError("no event begins the game")
    return first


def _begins_alike(entries: Sequence[LogEntry], ruleset: AnyGame, others: Mapping[str, str]) -> bool:
    """Whether a game would begin just as it did under other variants than its own, their names aside."""
    began = _began(entries)
    own = dict(began.options)
    now = meant(ruleset.options, began.options)
    if all(now[key] == value for key, value in others.items()):
        return False
    before_play = takewhile(lambda entry: entry.action is None, entries)
    opening = [entry.event for entry in before_play if entry.event is not None]
    draw = logged_draw(ruleset, opening, began)
    try:
        first, *rest = ruleset.setup({**own, **others}, began.seats, draw, began)
        again, *same = ruleset.setup(own, began.seats, draw, began)
    except (BadOptions, NotDrawn):
        return False
    return rest == same and isinstance(first, Begun) and replace(cast(Any, first), options=began.options) == again
