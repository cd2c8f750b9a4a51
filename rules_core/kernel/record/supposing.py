"""What another reading of the orders at some point of a game would have given: judged, shown, and never applied.

It is either other actions in the place of those logged, or those logged under another variant. Rolls show what the log
holds for that turn, on whatever branch with the same dice; where it holds none the supposition ends.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Literal, TypeAlias, cast

from rules_core.kernel.definition import AnyGame, BadOptions, fold
from rules_core.kernel.dice import Draw, NotDrawn
from rules_core.kernel.events import Action, Begun, Corrected, Event, TurnEnding
from rules_core.kernel.log import Branches, Entry
from rules_core.kernel.position import Position
from rules_core.kernel.record.drawn import epoch_at, logged_draw, rolled_draw
from rules_core.kernel.record.judging import See, outcomes
from rules_core.kernel.rulebook import Refusal

Why: TypeAlias = Literal["refused", "not rolled", "unseen"]
"""Why a supposition ended early: the rules refuse the action, the log holds no such roll, or what comes of the action
depends on what lies behind a screen that whoever asks may not look behind."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An action that would have been carried out, and what would have come of it."""

    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a supposition ended early; `refusal` says by which rules, where it was refused."""

    action: Action
    why: Why
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Supposed:
    """What would have come of another reading.

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
    entries: Sequence[Entry],
    ruleset: AnyGame,
    position: int,
    instead: Sequence[Action] | Mapping[str, str],
    see: See = lambda state: state,
) -> Supposed:
    """What would have come of other actions after a position of a whole log, or of those logged under other variants.

    `entries` is the log without what stands before the game's beginning, and `position` one at which an action with all
    its events had ended; of several branches that came through it the last is taken. Of an unchanged turn the rest is
    judged, up to its end. What is judged is the position as `see` gives it, so that nothing tells of more.
    Raises ValueError for another position, and BadOptions as `other_options` does.
    """
    branches = Branches(entries)
    stood, later = branches.at(position), _rest_of_turn(branches.beyond(position), position)
    whole = fold(ruleset, [entry.event for entry in stood if entry.event is not None])
    before = see(whole)
    actions, start = _asked(entries, ruleset, instead, later, before)
    draw = rolled_draw(ruleset, entries, epoch_at(entries, position))
    judged, after, stop = _judge(ruleset, start, actions, draw)
    replaced = _replaced(later, judged)
    logged = see(fold(ruleset, [entry.event for entry in replaced if entry.event is not None], whole))
    return Supposed(before, judged, after, stop, _actions(replaced), logged, ruleset.compare(logged, after))


def other_options(entries: Sequence[Entry], ruleset: AnyGame) -> dict[str, tuple[str, ...]]:
    """The variants under which a game can be judged again, each with its values other than the game's own.

    Those that shape the beginning of a game, such as more dice in the box, are not among them.
    """
    found = {
        key: tuple(value for value in values if _begins_alike(entries, ruleset, {key: value}))
        for key, values in ruleset.options.items()
    }
    return {key: values for key, values in found.items() if values}


def _asked(
    entries: Sequence[Entry],
    ruleset: AnyGame,
    instead: Sequence[Action] | Mapping[str, str],
    later: Sequence[Entry],
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
    return _actions(later), ruleset.varied(before, {**dict(_began(entries).options), **instead})


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
        if isinstance(got, Refusal):
            return tuple(judged), state, Stop(action, "refused", got)
        judged.append(Judged(action, tuple(got)))
        state = fold(ruleset, got, state)
    return tuple(judged), state, None


def _rest_of_turn(later: Sequence[Entry], position: int) -> list[Entry]:
    """What was played after a position up to the end of the turn, or to a moderator's correction."""
    if later and later[0].event is not None and not isinstance(later[0].payload, Corrected):
        raise ValueError(f"position {position}: no action had ended there")
    rest: list[Entry] = []
    for entry in later:
        if isinstance(entry.payload, Corrected) or (entry.action is not None and _ends_turn(rest)):
            break
        rest.append(entry)
    return rest


def _ends_turn(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry.payload, TurnEnding) for entry in entries)


def _replaced(later: Sequence[Entry], judged: Sequence[Judged]) -> list[Entry]:
    """What the log holds in the place of what was judged."""
    if any(isinstance(one.action, TurnEnding) for one in judged):
        return list(later)
    starts = [number for number, entry in enumerate(later) if entry.action is not None]
    return list(later[: starts[len(judged)]] if len(judged) < len(starts) else later)


def _actions(entries: Iterable[Entry]) -> tuple[Action, ...]:
    return tuple(entry.action for entry in entries if entry.action is not None)


def _began(entries: Sequence[Entry]) -> Begun:
    first = entries[0].payload if entries else None
    if not isinstance(first, Begun):
        raise ValueError("no event begins the game")
    return first


def _begins_alike(entries: Sequence[Entry], ruleset: AnyGame, others: Mapping[str, str]) -> bool:
    """Whether a game would begin just as it did under other variants than its own, their names aside."""
    began = _began(entries)
    own = dict(began.options)
    if all(own.get(key) == value for key, value in others.items()):
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
