"""Those who may become players, strangers who were written to, and requests kept until they are confirmed."""

import json
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, ForeignKeyConstraint, Index, Text, bindparam, delete, select, update

from pbem.store.database import Tx
from pbem.store.rows import add, columns
from pbem.store.service.server import find_meta, put_meta
from pbem.store.tables import TableRow, column, table


@table("registration")
class RegistrationRow(TableRow):
    """Somebody who asked to be registered, good once they answer or follow what was mailed to their address.

    The token is the local part of the address their answer goes to, and the end of the link.
    """

    token: str = column(shown=False, primary_key=True)
    address: str = column(shown=False, index=True)
    name: str
    language: str
    created_ms: int
    expires_ms: int = column(index=True)
    used_ms: int | None
    invited_by: int | None = column(default=None, foreign_key="player.id")
    """The player who invited them; None for who asked for it."""


@table("stranger")
class StrangerRow(TableRow):
    """The time when an address that nobody is registered with was last written to, by the address's SHA-256."""

    address_hash: str = column(primary_key=True)
    written_ms: int


_GOOD = select(*columns(RegistrationRow)).where(
    RegistrationRow.c.token == bindparam("token_"), RegistrationRow.c.expires_ms > bindparam("now_ms")
)
_USE_REGISTRATION = (
    update(RegistrationRow.table)
    .where(RegistrationRow.c.token == bindparam("token_"), RegistrationRow.c.used_ms.is_(None))
    .values(used_ms=bindparam("now_ms"))
)
_OPEN = (RegistrationRow.c.address == bindparam("address_"), RegistrationRow.c.used_ms.is_(None))
_WAITING_REGISTRATIONS = (
    select(RegistrationRow.c.created_ms)
    .where(
        *_OPEN, RegistrationRow.c.created_ms > bindparam("since_ms"), RegistrationRow.c.expires_ms > bindparam("now_ms")
    )
    .order_by(RegistrationRow.c.created_ms.desc())
)
_VOID = update(RegistrationRow.table).where(*_OPEN).values(used_ms=bindparam("now_ms"))
_TOKENS = select(RegistrationRow.c.token).where(RegistrationRow.c.address == bindparam("address_"))
_DROP = delete(RegistrationRow.table).where(RegistrationRow.c.address == bindparam("address_"))
_FORGET = delete(RegistrationRow.table).where(RegistrationRow.c.expires_ms <= bindparam("now_ms"))
_HASH = StrangerRow.c.address_hash == bindparam("hash")
_WRITTEN = select(StrangerRow.c.written_ms).where(_HASH)
_WRITE = update(StrangerRow.table).where(_HASH).values(written_ms=bindparam("now_ms"))
_FORGET_STRANGERS = delete(StrangerRow.table).where(StrangerRow.c.written_ms <= bindparam("before_ms"))


def add_registration(tx: Tx, new: RegistrationRow) -> None:
    """Add the registration that somebody was mailed, by which they may become a player."""
    add(tx, new)


def find_registration(tx: Tx, token: str, now_ms: int) -> RegistrationRow | None:
    """The registration of a token, used or not; None where it is unknown, or its time is up."""
    return tx.first(RegistrationRow, _GOOD, token_=token.lower(), now_ms=now_ms)


def use_registration(tx: Tx, token: str, now_ms: int) -> bool:
    """Use a registration up; False where it was before."""
    return tx.run(_USE_REGISTRATION, token_=token.lower(), now_ms=now_ms).rowcount > 0


def list_unused_registrations(tx: Tx, address: str, since_ms: int, now_ms: int) -> list[int]:
    """Moments after `since_ms` at which an address got a token that it can use still, the newest first."""
    return tx.all(int, _WAITING_REGISTRATIONS, address_=address.lower(), since_ms=since_ms, now_ms=now_ms)


def void_registrations(tx: Tx, address: str, now_ms: int) -> None:
    """Use up every registration that waits at an address."""
    tx.run(_VOID, address_=address.lower(), now_ms=now_ms)


def drop_registrations(tx: Tx, address: str) -> list[str]:
    """Forget every registration of an address, used or not; returns their tokens, which take no more letters."""
    tokens = tx.all(str, _TOKENS, address_=address.lower())
    tx.run(_DROP, address_=address.lower())
    return tokens


def note_stranger(tx: Tx, address: str, now_ms: int, since_ms: int) -> bool:
    """Note that an address is written to now; False, and nothing noted, where it was after `since_ms`."""
    digest = sha256(address.strip().lower().encode()).hexdigest()
    written = tx.first(int, _WRITTEN, hash=digest)
    if written is None:
        add(tx, StrangerRow(address_hash=digest, written_ms=now_ms))
    elif written <= since_ms:
        tx.run(_WRITE, hash=digest, now_ms=now_ms)
    else:
        return False
    return True


def count_strangers_mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> int:
    """Count the unproved addresses mailed on an occasion since a moment; those of the future do not count."""
    return len(_mailed(tx, occasion, now_ms, since_ms))


def note_stranger_mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> None:
    """Note that an unproved address is mailed on an occasion now; what was before `since_ms` is forgotten."""
    put_meta(tx, _mailed_key(occasion), json.dumps([*_mailed(tx, occasion, now_ms, since_ms), now_ms]))


def _mailed(tx: Tx, occasion: str, now_ms: int, since_ms: int) -> list[int]:
    moments: list[int] = json.loads(find_meta(tx, _mailed_key(occasion)) or "[]")
    return [at_ms for at_ms in moments if since_ms < at_ms <= now_ms]


def _mailed_key(occasion: str) -> str:
    return f"strangers mailed: {occasion}"


def forget_strangers(tx: Tx, now_ms: int, before_ms: int) -> None:
    """Let go of registrations whose time is up, and of those who were last written to before a moment."""
    tx.run(_FORGET, now_ms=now_ms)
    tx.run(_FORGET_STRANGERS, before_ms=before_ms)


@table(
    "confirmation",
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "player_id"),
    Index(None, "game_id", "seat"),
    Index(None, "expires_ms"),
)
class ConfirmationRow(TableRow):
    """A request that cannot be undone and waits to be confirmed: one for each seat, and one for each player's account.

    `text` is the letter with the request, `state` what its preview showed, with the lists it named. It is confirmed by
    a reply to the mail that asked, known by its `message_id`, or by the code in that mail, which is stored as a hash;
    `tries` counts wrong codes.
    """

    id: int = column(primary_key=True)
    player_id: int = column(foreign_key="player.id")
    game_id: int | None
    seat: int | None
    text: str = column(shown=False, sa_type=Text)
    state: str = column(shown=False, sa_type=Text)
    message_id: str = column(shown=False)
    code_hash: str = column(shown=False)
    letter_id: int | None = column(foreign_key="letter.id")
    """The letter that asked; None for a page's."""
    created_ms: int
    expires_ms: int
    tries: int = 0


_OF_SEAT = (
    (ConfirmationRow.c.player_id == bindparam("player"))
    & (ConfirmationRow.c.game_id == bindparam("game"))
    & (ConfirmationRow.c.seat == bindparam("place"))
)
_OF_ACCOUNT = (ConfirmationRow.c.player_id == bindparam("player")) & ConfirmationRow.c.game_id.is_(None)


def _waiting(whose: ColumnElement[bool]) -> Any:
    return select(*columns(ConfirmationRow)).where(whose)


_SEATS, _ACCOUNTS = _waiting(_OF_SEAT), _waiting(_OF_ACCOUNT)
_CLEAR_SEAT, _CLEAR_ACCOUNT = (
    delete(ConfirmationRow.table).where(_OF_SEAT),
    delete(ConfirmationRow.table).where(_OF_ACCOUNT),
)
_IS_ONE = ConfirmationRow.c.id == bindparam("confirmation")
_DROP_CONFIRMATION = delete(ConfirmationRow.table).where(_IS_ONE)
_COUNT = update(ConfirmationRow.table).where(_IS_ONE).values(tries=ConfirmationRow.c.tries + 1)
_DROP_ALL = delete(ConfirmationRow.table).where(ConfirmationRow.c.player_id == bindparam("player"))
_DROP_EVERYBODYS = delete(ConfirmationRow.table)
_FORGET_CONFIRMATIONS = delete(ConfirmationRow.table).where(ConfirmationRow.c.expires_ms <= bindparam("before_ms"))


def find_confirmation(tx: Tx, player_id: int, seat: tuple[int, int] | None) -> ConfirmationRow | None:
    """The request that waits at a player's seat, given as game and number, or, with None, for their account."""
    if seat is None:
        return tx.first(ConfirmationRow, _ACCOUNTS, player=player_id)
    return tx.first(ConfirmationRow, _SEATS, player=player_id, game=seat[0], place=seat[1])


def put_confirmation(tx: Tx, new: ConfirmationRow) -> None:
    """Keep a request until it is confirmed, in place of the one before of the same seat or account."""
    if new.game_id is None:
        tx.run(_CLEAR_ACCOUNT, player=new.player_id)
    else:
        tx.run(_CLEAR_SEAT, player=new.player_id, game=new.game_id, place=new.seat)
    add(tx, new)


def drop_confirmation(tx: Tx, confirmation_id: int) -> bool:
    """Forget a request, which is used or void by that; False where it was before."""
    return tx.run(_DROP_CONFIRMATION, confirmation=confirmation_id).rowcount > 0


def count_wrong_code(tx: Tx, confirmation_id: int) -> None:
    """Count a code that was wrong."""
    tx.run(_COUNT, confirmation=confirmation_id)


def drop_confirmations(tx: Tx, player_id: int) -> None:
    """Forget all that a player has asked for and not confirmed, for their account and at all seats."""
    tx.run(_DROP_ALL, player=player_id)


def drop_all_confirmations(tx: Tx) -> None:
    """Forget all requests that wait, whoever asked."""
    tx.run(_DROP_EVERYBODYS)


def forget_confirmations(tx: Tx, before_ms: int) -> int:
    """Forget requests that could be confirmed up to a moment and no longer; returns how many."""
    return tx.run(_FORGET_CONFIRMATIONS, before_ms=before_ms).rowcount
