"""Those who would be players: what they were mailed to prove their addresses, and when they were last written to."""

import json
from hashlib import sha256

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import REGISTRATION, STRANGER, columns, values
from pbem.store.repository.upkeep import meta, put_meta
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
_OPEN = (REGISTRATION.c.address == bindparam("address_"), REGISTRATION.c.used_ms.is_(None))
_WAITING = (
    select(REGISTRATION.c.created_ms)
    .where(*_OPEN, REGISTRATION.c.created_ms > bindparam("since_ms"), REGISTRATION.c.expires_ms > bindparam("now_ms"))
    .order_by(REGISTRATION.c.created_ms.desc())
)
_VOID = update(REGISTRATION).where(*_OPEN).values(used_ms=bindparam("now_ms"))
_TOKENS = select(REGISTRATION.c.token).where(REGISTRATION.c.address == bindparam("address_"))
_DROP = delete(REGISTRATION).where(REGISTRATION.c.address == bindparam("address_"))
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


def unused_registrations(tx: Tx, address: str, since_ms: int, now_ms: int) -> list[int]:
    """Moments after `since_ms` at which an address got a token that it can use still, the newest first."""
    return tx.all(int, _WAITING, address_=address.lower(), since_ms=since_ms, now_ms=now_ms)


def void_registrations(tx: Tx, address: str, now_ms: int) -> None:
    """Uses up every registration that waits at an address."""
    tx.run(_VOID, address_=address.lower(), now_ms=now_ms)


def drop_registrations(tx: Tx, address: str) -> list[str]:
    """Forget every registration of an address, used or not; returns their tokens, which take no more letters."""
    tokens = tx.all(str, _TOKENS, address_=address.lower())
    tx.run(_DROP, address_=address.lower())
    return tokens


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


def strangers_mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> int:
    """How many unproved addresses were mailed on an occasion since a moment; those of the future do not count."""
    return len(_mailed(tx, occasion, now_ms, since_ms))


def note_stranger_mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> None:
    """Note that an unproved address is mailed on an occasion now; what was before `since_ms` is forgotten."""
    put_meta(tx, _mailed_key(occasion), json.dumps([*_mailed(tx, occasion, now_ms, since_ms), now_ms]))


def _mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> list[int]:
    kept: list[int] = json.loads(meta(tx, _mailed_key(occasion)) or "[]")
    return [at_ms for at_ms in kept if since_ms < at_ms <= now_ms]


def _mailed_key(occasion: str) -> str:
    return f"strangers mailed: {occasion}"


def forget_strangers(tx: Tx, now_ms: int, before_ms: int) -> None:
    """Lets go of registrations whose time is up, and of those who were last written to before a moment."""
    tx.run(_FORGET, now_ms=now_ms)
    tx.run(_FORGET_STRANGERS, before_ms=before_ms)
