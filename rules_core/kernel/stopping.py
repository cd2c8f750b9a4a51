"""Games that end as they stand: by agreement, or because nobody plays any more, which no action explains."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, get_args

from rules_core.kernel.definition import AnyGame
from rules_core.line.events import Event, GameEnded, Standing, StopReason
from rules_core.line.table import State

_REASONS: Final[tuple[StopReason, ...]] = get_args(StopReason)


def stop(ruleset: AnyGame, state: State, reason: StopReason, conceded: Collection[int] = ()) -> GameEnded:
    """The end of a game as it stands, with those who `conceded` behind all others; all screens must be seen."""
    return GameEnded(reason, _placed(ruleset.standings(state), frozenset(conceded)), tuple(sorted(conceded)))


def is_stop(event: object) -> bool:
    """Whether an event of a log ends a game as it stood, so that no action has to explain it."""
    return isinstance(event, GameEnded) and event.reason in _REASONS


def explains(ruleset: AnyGame, state: State, event: Event) -> bool:
    """Whether an event that ends a game as it stands tells the standings of a position."""
    if not isinstance(event, GameEnded) or state.table.over:
        return False
    reason = next((reason for reason in _REASONS if reason == event.reason), None)
    if reason is None:
        return False
    seats = range(len(state.table.players))
    is_known = all(seat in seats for seat in event.conceded)
    return is_known and event == stop(ruleset, state, reason, event.conceded)


def _placed(standings: Sequence[Standing], conceded: frozenset[int]) -> tuple[Standing, ...]:
    """The standings with some seats behind the others; where nobody would have won, all of those others do."""
    if not conceded:
        return tuple(standings)
    rest = [one for one in standings if one.seat not in conceded]
    ahead = [replace(one, place=1 + sum(0 < other.place < one.place for other in rest)) for one in rest]
    behind = [replace(one, place=len(rest) + 1) for one in standings if one.seat in conceded]
    return (*ahead, *behind)
