"""Choices of players: how they are written to, when they are away, new addresses, and requests to confirm."""

import secrets
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import AddressTaken
from pbem.store.repository.accounts import drop_sign_ins, end_sessions, player, player_by_address, void_registrations
from pbem.store.repository.columns import (
    ABSENCE,
    ADDRESS_CHANGE,
    ADDRESS_CLAIM,
    CONFIRMATION,
    INVITATION,
    MAIL,
    PLAYER,
    PLAYER_ADDRESS,
    PREFERENCES,
    REGISTRATION,
    SIGN_IN,
    columns,
    values,
)
from pbem.store.repository.mail.unsubscribing import revoke_unsubscriptions
from pbem.store.rows import AbsenceRow, AddressChangeRow, ConfirmationRow, NewConfirmation, PlayerRow, Preferences

_OF_SEAT = (
    (CONFIRMATION.c.player_id == bindparam("player"))
    & (CONFIRMATION.c.game_id == bindparam("game"))
    & (CONFIRMATION.c.seat == bindparam("place"))
)
_OF_ACCOUNT = (CONFIRMATION.c.player_id == bindparam("player")) & CONFIRMATION.c.game_id.is_(None)

_CALENDAR_BYTES = 20

_OF_PLAYER = PREFERENCES.c.player_id == bindparam("player")
_CHOSEN = select(*columns(Preferences, PREFERENCES)).where(_OF_PLAYER)
_ADD = insert(PREFERENCES)

_CALENDAR = select(PREFERENCES.c.calendar_token).where(_OF_PLAYER)
_PUT_CALENDAR = update(PREFERENCES).where(_OF_PLAYER).values(calendar_token=bindparam("token"))
_BY_CALENDAR = (
    select(*columns(PlayerRow, PLAYER))
    .join(PREFERENCES, PREFERENCES.c.player_id == PLAYER.c.id)
    .where(PREFERENCES.c.calendar_token == bindparam("token"))
)

_ADD_CHANGE = insert(ADDRESS_CHANGE)
_OPEN_CHANGES = (
    select(*columns(AddressChangeRow, ADDRESS_CHANGE))
    .where(ADDRESS_CHANGE.c.used_ms.is_(None), ADDRESS_CHANGE.c.expires_ms > bindparam("now_ms"))
    .order_by(ADDRESS_CHANGE.c.created_ms.desc())
)
_USABLE = _OPEN_CHANGES.where(ADDRESS_CHANGE.c.token_hash == bindparam("hash"))
_PENDING = _OPEN_CHANGES.where(ADDRESS_CHANGE.c.player_id == bindparam("player"))
_USE = (
    update(ADDRESS_CHANGE).where(ADDRESS_CHANGE.c.token_hash == bindparam("hash")).values(used_ms=bindparam("now_ms"))
)
_WITHDRAW = delete(ADDRESS_CHANGE).where(
    ADDRESS_CHANGE.c.player_id == bindparam("player"), ADDRESS_CHANGE.c.used_ms.is_(None)
)

_MOVE = update(PLAYER).where(PLAYER.c.id == bindparam("player")).values(address=bindparam("new_address"))
_NO_OTHER = delete(PLAYER_ADDRESS).where(
    PLAYER_ADDRESS.c.player_id == bindparam("player"), PLAYER_ADDRESS.c.address == bindparam("new_address")
)
_DROP_CLAIMS = delete(ADDRESS_CLAIM)
_DROP_CLAIMS_OF = _DROP_CLAIMS.where(ADDRESS_CLAIM.c.player_id == bindparam("player"))
_FORWARD = (
    update(MAIL)
    .where(MAIL.c.player_id == bindparam("player"), MAIL.c.status == "due", MAIL.c.kind != "address")
    .values(to_address=bindparam("new_address"))
)
_ASKED_THERE = select(INVITATION.c.list_id).where(INVITATION.c.address == bindparam("new_address"))
_TAKE_INVITATIONS = (
    update(INVITATION)
    .where(INVITATION.c.address == bindparam("old_address"), INVITATION.c.list_id.not_in(_ASKED_THERE))
    .values(address=bindparam("new_address"))
)
_NO_NEWCOMERS = REGISTRATION.c.address.in_(select(PLAYER.c.address))

_COMING = (
    select(*columns(AbsenceRow, ABSENCE))
    .where(
        ABSENCE.c.player_id == bindparam("player"),
        ABSENCE.c.last_day >= bindparam("since"),
        ABSENCE.c.ended_ms.is_(None),
    )
    .order_by(ABSENCE.c.first_day, ABSENCE.c.id)
)
_ONE = select(*columns(AbsenceRow, ABSENCE)).where(
    ABSENCE.c.player_id == bindparam("player"), ABSENCE.c.id == bindparam("absence"), ABSENCE.c.ended_ms.is_(None)
)
_ADD_ABSENCE = insert(ABSENCE)
_SHORTEN = update(ABSENCE).where(ABSENCE.c.id == bindparam("absence")).values(last_day=bindparam("until"))
_END = update(ABSENCE).where(ABSENCE.c.id == bindparam("absence")).values(ended_ms=bindparam("now_ms"))


def _waiting(whose: ColumnElement[bool]) -> Any:
    return select(*columns(ConfirmationRow, CONFIRMATION)).where(whose)


_SEATS, _ACCOUNTS = _waiting(_OF_SEAT), _waiting(_OF_ACCOUNT)
_CLEAR_SEAT, _CLEAR_ACCOUNT = delete(CONFIRMATION).where(_OF_SEAT), delete(CONFIRMATION).where(_OF_ACCOUNT)
_PUT = insert(CONFIRMATION)
_IS_ONE = CONFIRMATION.c.id == bindparam("confirmation")
_DROP = delete(CONFIRMATION).where(_IS_ONE)
_COUNT = update(CONFIRMATION).where(_IS_ONE).values(tries=CONFIRMATION.c.tries + 1)
_DROP_ALL = delete(CONFIRMATION).where(CONFIRMATION.c.player_id == bindparam("player"))
_DROP_EVERYBODYS = delete(CONFIRMATION)
_FORGET = delete(CONFIRMATION).where(CONFIRMATION.c.expires_ms <= bindparam("before_ms"))


def confirmation(tx: Tx, player_id: int, seat: tuple[int, int] | None) -> ConfirmationRow | None:
    """The request that waits at a player's seat, given as game and number, or, with None, for their account."""
    if seat is None:
        return tx.first(ConfirmationRow, _ACCOUNTS, player=player_id)
    return tx.first(ConfirmationRow, _SEATS, player=player_id, game=seat[0], place=seat[1])


def put_confirmation(tx: Tx, new: NewConfirmation) -> None:
    """Keep a request until it is confirmed, in place of the one before of the same seat or account."""
    if new.game_id is None:
        tx.run(_CLEAR_ACCOUNT, player=new.player_id)
    else:
        tx.run(_CLEAR_SEAT, player=new.player_id, game=new.game_id, place=new.seat)
    tx.run(_PUT, tries=0, **values(new))


def drop_confirmation(tx: Tx, confirmation_id: int) -> bool:
    """Forget a request, which is used or void by that; False where it was before."""
    return tx.run(_DROP, confirmation=confirmation_id).rowcount > 0


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
    return tx.run(_FORGET, before_ms=before_ms).rowcount


_CHOOSE = update(PREFERENCES).where(_OF_PLAYER).values({name: bindparam(name) for name in values(Preferences())})
_USE_UP = tuple(
    update(table).where(table.c.used_ms.is_(None), *which).values(used_ms=bindparam("now_ms"))
    for table, which in ((SIGN_IN, ()), (ADDRESS_CHANGE, ()), (REGISTRATION, (_NO_NEWCOMERS,)))
)


def preferences(tx: Tx, player_id: int) -> Preferences:
    """The preferences that a player has chosen, or the defaults."""
    return tx.first(Preferences, _CHOSEN, player=player_id) or Preferences()


def put_preferences(tx: Tx, player_id: int, chosen: Preferences) -> None:
    """Keep what a player has chosen, in place of what they chose before; their calendar stays."""
    if not tx.run(_CHOOSE, player=player_id, **values(chosen)).rowcount:
        tx.run(_ADD, player_id=player_id, calendar_token=None, **values(chosen))


def calendar_token(tx: Tx, player_id: int) -> str | None:
    """The secret part of the address of a player's calendar; None where they have none."""
    return tx.first(lambda token: token, _CALENDAR, player=player_id)


def renew_calendar(tx: Tx, player_id: int) -> str:
    """Give a player's calendar a new secret address, and forget the old one; return its token."""
    token = secrets.token_hex(_CALENDAR_BYTES)
    put_preferences(tx, player_id, preferences(tx, player_id))
    tx.run(_PUT_CALENDAR, player=player_id, token=token)
    return token


def revoke_calendar(tx: Tx, player_id: int) -> None:
    """Close a player's calendar, if it is open."""
    tx.run(_PUT_CALENDAR, player=player_id, token=None)


def player_by_calendar(tx: Tx, token: str) -> PlayerRow | None:
    """The player whose calendar has this secret address; None for a token that is none, or not any more."""
    return tx.first(PlayerRow, _BY_CALENDAR, token=token)


def add_address_change(
    tx: Tx,
    token: str,
    player_id: int,
    address: str,
    created_ms: int,
    expires_ms: int,
    *,
    session_id: int | None = None,
) -> None:
    """Make a token good for one change of a player's address before `expires_ms`; only its hash is kept.

    Changes that they asked for before and that wait are forgotten.
    """
    withdraw_address_changes(tx, player_id)
    times = {"created_ms": created_ms, "expires_ms": expires_ms, "used_ms": None}
    asked = {"player_id": player_id, "address": address.lower(), "session_id": session_id}
    tx.run(_ADD_CHANGE, token_hash=_hash(token), **asked, **times)


def pending_address_change(tx: Tx, player_id: int, now_ms: int) -> AddressChangeRow | None:
    """The change of address that a player has asked for and that waits for its link to be followed."""
    return tx.first(AddressChangeRow, _PENDING, player=player_id, now_ms=now_ms)


def address_change(tx: Tx, token: str, now_ms: int) -> AddressChangeRow | None:
    """The change a token stands for; None where it is unknown, used, withdrawn or too old."""
    return tx.first(AddressChangeRow, _USABLE, hash=_hash(token), now_ms=now_ms)


def use_address_change(tx: Tx, token: str, now_ms: int) -> AddressChangeRow | None:
    """The change a token stands for, which uses it up; None where it is unknown, used, withdrawn or too old."""
    change = tx.first(AddressChangeRow, _USABLE, hash=_hash(token), now_ms=now_ms)
    if change is not None:
        tx.run(_USE, hash=_hash(token), now_ms=now_ms)
    return change


def use_up_links(tx: Tx, now_ms: int) -> None:
    """Make every link that signs in or changes an address, and was not used yet, as good as used.

    One to register signs in where its address is a player's; who is none still needs it.
    """
    for use_up in _USE_UP:
        tx.run(use_up, now_ms=now_ms)
    tx.run(_DROP_CLAIMS)


def withdraw_address_changes(tx: Tx, player_id: int) -> None:
    """Forget the changes of address that a player has asked for and that wait."""
    tx.run(_WITHDRAW, player=player_id)


def change_address(tx: Tx, player_id: int, address: str, *, session_id: int | None = None) -> None:
    """Move a player to another address, kept in lower case. Raises NotFound and AddressTaken.

    A further address of theirs is then none any more. The old address is cut off at once: letters from it are not
    theirs any more, mails that wait go to the new one, and links to sign in and requests to be confirmed that were
    mailed to the old one are void. All sessions end but `session_id`. Mails about the address itself go where they were
    meant.
    """
    before = player(tx, player_id)
    owner = player_by_address(tx, address)
    if owner is not None and owner.id != player_id:
        raise AddressTaken(address)
    facts = {"player": player_id, "new_address": address.lower()}
    tx.run(_NO_OTHER, **facts)
    tx.run(_MOVE, **facts)
    tx.run(_FORWARD, **facts)
    tx.run(_TAKE_INVITATIONS, old_address=before.address, new_address=address.lower())
    drop_confirmations(tx, player_id)
    drop_sign_ins(tx, player_id)
    end_sessions(tx, player_id, but=session_id)
    withdraw_address_changes(tx, player_id)
    tx.run(_DROP_CLAIMS_OF, player=player_id)
    revoke_unsubscriptions(tx, player_id)


def sign_out_everywhere(tx: Tx, player_id: int, now_ms: int) -> None:
    """End all sessions of a player, and make void whatever mailed link could begin another or move the account.

    A link to register that waits at the player's address signs in as well, so it counts as used. The secret address of
    the calendar signs nobody in, and stays.
    """
    end_sessions(tx, player_id)
    drop_sign_ins(tx, player_id)
    withdraw_address_changes(tx, player_id)
    tx.run(_DROP_CLAIMS_OF, player=player_id)
    void_registrations(tx, player(tx, player_id).address, now_ms)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def absences(tx: Tx, player_id: int, since: str) -> list[AbsenceRow]:
    """A player's absences that stand and do not end before a date, the earliest first."""
    return tx.all(AbsenceRow, _COMING, player=player_id, since=since)


def absence(tx: Tx, player_id: int, absence_id: int) -> AbsenceRow | None:
    """An absence of a player's that stands."""
    return tx.first(AbsenceRow, _ONE, player=player_id, absence=absence_id)


def add_absence(tx: Tx, player_id: int, first_day: str, last_day: str, now_ms: int) -> int:
    """Note that a player is away on these days; return the absence's id."""
    days = {"first_day": first_day, "last_day": last_day, "announced_ms": now_ms, "ended_ms": None}
    return tx.add(_ADD_ABSENCE, player_id=player_id, **days)


def shorten_absence(tx: Tx, absence_id: int, last_day: str) -> None:
    """Let an absence end on an earlier day."""
    tx.run(_SHORTEN, absence=absence_id, until=last_day)


def end_absence(tx: Tx, absence_id: int, now_ms: int) -> None:
    """Take an absence back as if it had not been announced."""
    tx.run(_END, absence=absence_id, now_ms=now_ms)
