"""Games that end as they stand: by agreement, or because nobody plays any more, which no action explains."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, get_args

from rules_core.kernel.definition import AnyGame
from rules_core.kernel.events import Ended, Placing
from rules_core.kernel.position import Position

StopReason: TypeAlias = Literal["agreed", "abandoned"]
"""The reason why a game ends early, by no rule: its players agreed, or nobody plays any more."""
_REASONS: Final[tuple[StopReason, ...]] = get_args(StopReason)


def stop(game: AnyGame, state: Position, reason: StopReason, conceded: Collection[int] = ()) -> Any:
    """The end of a game as it stands, with those who `conceded` behind all others; all screens must be seen."""
    return game.ended(reason, _placed(game.standings(state), frozenset(conceded)), tuple(sorted(conceded)))


def is_stop(event: object) -> bool:
    """Whether an event of a log ends a game as it stood, so that no action has to explain it."""
    return isinstance(event, Ended) and event.reason in _REASONS


def explains(game: AnyGame, state: Position, event: object) -> bool:
    """Whether an event that ends a game as it stands tells the standings of a position."""
    if not isinstance(event, Ended) or state.over:
        return False
    reason = next((reason for reason in _REASONS if reason == event.reason), None)
    if reason is None:
        return False
    is_known = all(seat in range(state.seats) for seat in event.conceded)
    return is_known and event == stop(game, state, reason, event.conceded)


def _placed(standings: Sequence[Placing], conceded: frozenset[int]) -> tuple[Placing, ...]:
    """The standings with some seats behind the others; where nobody would have won, all of those others do."""
    if not conceded:
        return tuple(standings)
    rest = [one for one in standings if one.seat not in conceded]
    ahead = [replace(one, place=1 + sum(0 < other.place < one.place for other in rest)) for one in rest]
    behind = [replace(one, place=len(rest) + 1) for one in standings if one.seat in conceded]
    return (*ahead, *behind)
