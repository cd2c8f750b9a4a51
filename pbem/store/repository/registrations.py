"""Those who would be players: what they were mailed to prove their addresses, and when they were last written to."""

from hashlib import sha256

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import REGISTRATION, STRANGER, columns, values
from pbem.store.rows import RegistrationRow

_GOOD = select(*columns(RegistrationRow, REGISTRATION)).where(
    REGISTRATION.c.token == bindparam("token_"), REGISTRATION.c.expires_ms > bindparam("now_ms")
)
_ADD = insert(REGISTRATION)
_USE = (
    update(REGISTRATION)
    .where(REGISTRATION.c.token == bindparam("token_"), REGISTRATION.c.used_ms.is_(None))
    .values(used_ms=bindparam("now_ms"))
)
_FORGET = delete(REGISTRATION).where(REGISTRATION.c.expires_ms <= bindparam("now_ms"))

_HASH = STRANGER.c.address_hash == bindparam("hash")
_WRITTEN = select(STRANGER.c.written_ms).where(_HASH)
_WRITE = update(STRANGER).where(_HASH).values(written_ms=bindparam("now_ms"))
_WRITE_FIRST = insert(STRANGER)
_FORGET_STRANGERS = delete(STRANGER).where(STRANGER.c.written_ms <= bindparam("before_ms"))


def add_registration(tx: Tx, new: RegistrationRow) -> None:
    """Keeps what somebody was mailed who may become a player."""
    tx.run(_ADD, **values(new))


def registration(tx: Tx, token: str, now_ms: int) -> RegistrationRow | None:
    """The registration of a token, used or not; None where it is unknown, or its time is up."""
    return tx.first(RegistrationRow, _GOOD, token_=token.lower(), now_ms=now_ms)


def use_registration(tx: Tx, token: str, now_ms: int) -> bool:
    """Uses a registration up; False where it was before."""
    return tx.run(_USE, token_=token.lower(), now_ms=now_ms).rowcount > 0


def note_stranger(tx: Tx, address: str, now_ms: int, since_ms: int) -> bool:
    """Notes that an address is written to now; False, and nothing noted, where it was after `since_ms`."""
    digest = sha256(address.strip().lower().encode()).hexdigest()
    written = tx.first(int, _WRITTEN, hash=digest)
    if written is None:
        tx.run(_WRITE_FIRST, address_hash=digest, written_ms=now_ms)
    elif written <= since_ms:
        tx.run(_WRITE, hash=digest, now_ms=now_ms)
    else:
        return False
    return True


def forget_strangers(tx: Tx, now_ms: int, before_ms: int) -> None:
    """Lets go of registrations whose time is up, and of those who were last written to before a moment."""
    tx.run(_FORGET, now_ms=now_ms)
    tx.run(_FORGET_STRANGERS, before_ms=before_ms)
