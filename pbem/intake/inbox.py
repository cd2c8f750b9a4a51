"""The inbox from outside: a letter as it is put there, before anybody has looked at it."""

from typing import Final

from pbem.mail.reading.headers import read_origin
from pbem.mail.receiving.envelope import Envelope
from pbem.store.rows import LetterOrigin, NewLetter

_LONGEST_HELO: Final = 255


def new_letter(envelope: Envelope, now_ms: int) -> NewLetter:
    """A letter as it is put into the inbox; its headers are read where the way in has not done so."""
    message_id = envelope.message_id
    return NewLetter(
        envelope.recipient_local_part,
        read_origin(envelope.raw).message_id if message_id is None else message_id,
        envelope.mail_from,
        now_ms,
        envelope.raw,
        LetterOrigin(envelope.way, envelope.peer, envelope.helo[:_LONGEST_HELO]),
    )
