"""The inbox from outside: a letter as it is put there, before anybody has looked at it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from pbem.mail.reading.headers import read_origin
from pbem.mail.receiving.envelope import Envelope
from pbem.store import Tx
from pbem.store.mail.inbox import LetterOriginRow, NewLetter, count_kept_of_time, store_letters

_LONGEST_HELO: Final = 255
MOST_REFUSED_A_DAY: Final = 20
"""Letters to an address within a day, beyond which those from elsewhere are not kept: its owner has heard of some."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)


def new_letter(envelope: Envelope, now_ms: int) -> NewLetter:
    """A letter as it is put into the inbox; its headers are read where the way in has not done so."""
    message_id = envelope.message_id
    return NewLetter(
        envelope.recipient_local_part,
        read_origin(envelope.raw).message_id if message_id is None else message_id,
        envelope.mail_from,
        now_ms,
        envelope.raw,
        LetterOriginRow(envelope.way, envelope.peer, envelope.helo[:_LONGEST_HELO]),
    )


def store_refused(tx: Tx, envelopes: Sequence[Envelope], now_ms: int) -> None:
    """Put letters into the inbox that came to somebody's address from elsewhere, so that they hear of it.

    Ways in that refuse such letters differ from the others in the reply alone.
    """
    since_ms = now_ms - _DAY_MS
    few = [
        new_letter(one, now_ms)
        for one in envelopes
        if count_kept_of_time(tx, one.recipient_local_part, since_ms, now_ms, MOST_REFUSED_A_DAY) < MOST_REFUSED_A_DAY
    ]
    if few:
        store_letters(tx, few)
