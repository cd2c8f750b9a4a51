"""Whether what a record tells can be told at all: every value against its range, every line against who may have it.

Nothing is judged here by the rules of a game: `judging` does that. What no check can know is listed in `UNCHECKED`.
"""

from collections.abc import Sequence
from typing import Any, Final

from rules_core.kernel.codec import BadRecord
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.events import Corrected, Irrevocable
from rules_core.kernel.log import Entry

UNCHECKED: Final = (
    "the players' names",
    "the version of the rules that judged the last entry: `record rejudge` says where it is another",
    "notes, which tell what befell the game from outside: their facts, and whom they are about",
    "which seat asked for a rollback",
    "how much a correction moved, and whose it was, where what follows could have come of either",
    "the component data, where the owner of a server edited them: all commands say so",
    "whether an action named what would have come of it anyway: whom a share is bought from, the kind and price of a "
    'station, how to pay, a "?" where no other die lay there, to break a bank that can pay, and which way round a tile '
    "was turned that looks the same each way",
    "the salts, as long as the seed is not revealed",
)
"""What of a record can be otherwise without anything in it that tells."""


def check(game: AnyGame, entries: Sequence[Entry], seats: int, box: Any) -> None:
    """Nothing, for the log of a game of so many seats whose values can be. Raises BadRecord, naming position and field.

    The log has to be sound as `log.Branches` reads it.
    """
    try:
        game.check_components(box)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"position 1: components: {error!s:.120}") from error
    for entry in entries:
        try:
            _check_actor(entry, seats)
            if entry.action is not None or entry.event is not None:
                game.check_payload(entry.payload, seats, box)
        except ValueError as error:
            raise BadRecord(f"position {entry.position}: {error}") from error
    _check_returns(entries)


def _check_actor(entry: Entry, seats: int) -> None:
    """Raises ValueError where a line is somebody's who cannot have it."""
    if entry.event is not None and entry.seat is not None:
        raise ValueError(f"an event is nobody's, not seat {entry.seat}'s")
    if entry.action is not None and entry.seat != entry.action.seat:
        raise ValueError(f"an action of seat {entry.action.seat} cannot be seat {entry.seat}'s")
    if entry.seat is not None and entry.seat not in range(seats):
        raise ValueError(f"no such seat: {entry.seat}")


def _check_returns(entries: Sequence[Entry]) -> None:
    """Raises BadRecord for a takeback of what was final or another's, and a rollback into what came of one action."""
    head = floor = entries[0].position - 1 if entries else 0
    by_position = {entry.position: entry for entry in entries}
    mover: int | None = None
    is_settled = False
    for entry in entries:
        payload = entry.payload
        if isinstance(payload, int):
            if not floor <= payload < head or entry.seat is None or entry.seat != mover:
                raise BadRecord(f"position {entry.position}: seat {entry.seat} cannot take back what stands at {head}")
            head = payload
        elif entry.rollback is not None:
            behind = by_position.get(entry.rollback.to + 1)
            if behind is not None and behind.event is not None and not isinstance(behind.payload, Corrected):
                raise BadRecord(f"position {entry.position}: no action had ended at {entry.rollback.to}")
            head = floor = entry.position
        elif entry.note is None:
            mover = entry.seat if entry.action is not None else mover
            is_settled = entry.event is not None and (is_settled or isinstance(entry.event, Irrevocable))
            head = entry.position
            floor = head if is_settled else floor
