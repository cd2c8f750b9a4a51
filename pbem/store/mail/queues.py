"""The order in which letters are dealt with: by age, as far as none waits for an earlier one, in queues that a process
can claim.
"""

from typing import Any, Final

from sqlalchemy import bindparam, func, literal, select

from pbem.store.database import Tx
from pbem.store.games.seats import SeatRow
from pbem.store.mail.inbox import LetterOriginRow, LetterRow
from pbem.store.rows import columns, values
from pbem.store.service.processes import NOBODY, Claimer, is_claimed_by_another, queue_of_games

LONGEST_WAIT_MS: Final = 6 * 3_600_000
"""No letter is put off for longer at a time: where one seems to be, a clock was wrong."""
_EARLIER = LetterRow.table.alias("earlier")
_WAITS = (
    select(_EARLIER.c.id)
    .join(LetterOriginRow.table, LetterOriginRow.c.letter_id == _EARLIER.c.id)
    .where(_EARLIER.c.status == "new", _EARLIER.c.id <= LetterRow.c.id)
    .where(_EARLIER.c.recipient_token == LetterRow.c.recipient_token)
    .where(LetterOriginRow.c.look_ms > bindparam("now_ms"), LetterOriginRow.c.look_ms <= bindparam("latest_ms"))
    .exists()
)
"""The letter, or an earlier one to the same address, is to be looked at later.

Addresses are secrets. By envelope senders, which anyone can write, one player could have another's letters wait.
"""
_QUEUE = func.coalesce(
    select(queue_of_games(SeatRow.c.game_id))
    .where(SeatRow.c.token == LetterRow.c.recipient_token)
    .correlate(LetterRow.table)
    .scalar_subquery(),
    literal("to ") + LetterRow.c.recipient_token,
)
"""The queue that a letter stands in: all seats of a game have one, and every other address has its own."""
_MAY_BE_NEXT = (LetterRow.c.status == "new") & ~_WAITS & ~is_claimed_by_another("letters", _QUEUE)
_NEXT_NEW = select(*columns(LetterRow)).where(_MAY_BE_NEXT).order_by(LetterRow.c.id).limit(1)
_NEXT_TO_LOBBY = _NEXT_NEW.where(LetterRow.c.recipient_token == bindparam("lobby"))
_NEXT_TO_OTHERS = _NEXT_NEW.where(LetterRow.c.recipient_token != bindparam("lobby"))
_QUEUES = select(_QUEUE).where(_MAY_BE_NEXT).order_by(LetterRow.c.id).limit(bindparam("most"))
_QUEUE_OF = select(_QUEUE).where(LetterRow.c.id == bindparam("letter_id"))
_ANY_NEW = select(LetterRow.c.id).where(LetterRow.c.status == "new", ~_WAITS).limit(bindparam("most"))


def find_next_new_letter(
    tx: Tx, lobby: str = "", *, lobby_first: bool = False, now_ms: int = 0, claimer: Claimer = NOBODY
) -> LetterRow | None:
    """The oldest letter not dealt with yet; those to the address `lobby` come after all others.

    With `lobby_first` it is the other way round. Letters postponed beyond `now_ms` are left out, and so are later ones
    to the same address, and those in queues that another process than `claimer` has claimed.
    """
    queues = (_NEXT_TO_OTHERS, _NEXT_TO_LOBBY)
    facts = {"lobby": lobby, **_facts_of_next(now_ms, claimer)}
    found = (tx.first(LetterRow, queue, **facts) for queue in (reversed(queues) if lobby_first else queues))
    return next((letter for letter in found if letter is not None), None)


def _facts_of_next(now_ms: int, claimer: Claimer) -> dict[str, Any]:
    return {"now_ms": now_ms, "latest_ms": now_ms + LONGEST_WAIT_MS, **values(claimer)}


def list_next_queues(tx: Tx, most: int, now_ms: int, claimer: Claimer) -> list[str]:
    """The queues of so many letters not dealt with yet, the oldest first, that no other process has claimed."""
    return list(dict.fromkeys(tx.all(str, _QUEUES, most=most, **_facts_of_next(now_ms, claimer))))


def get_queue(tx: Tx, letter_id: int) -> str:
    """The queue that a letter stands in. Raises NotFound."""
    return tx.one(str, "letter", _QUEUE_OF, letter_id=letter_id)


def count_new(tx: Tx, most: int, now_ms: int) -> int:
    """Count the letters that could be dealt with now and that nobody has dealt with, up to `most`."""
    return len(tx.all(int, _ANY_NEW, most=most, now_ms=now_ms, latest_ms=now_ms + LONGEST_WAIT_MS))
