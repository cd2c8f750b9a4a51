"""Addresses that players ask for: another to be written to, further ones to write from, a new one of their own here."""

from typing import NamedTuple

from sqlalchemy import bindparam, delete, select, update

from pbem.store.accounts.sessions import SignInRow, drop_sign_ins, end_sessions
from pbem.store.database import Tx
from pbem.store.errors import AddressTaken
from pbem.store.games.waiting_lists import InvitationRow
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.postbox import revoke_unsubscriptions
from pbem.store.players.player import PlayerAddressRow, PlayerRow, find_player_by_address, get_player
from pbem.store.players.registrations import ConfirmationRow, RegistrationRow, drop_confirmations, void_registrations
from pbem.store.rows import add, columns, hash_token, shown
from pbem.store.tables import TableRow, column, hidden, table


@table(
    "address_change",
    hidden("token_hash", str, primary_key=True),
    hidden("created_ms", int),
    hidden("expires_ms", int),
    hidden("used_ms", int | None),
)
class AddressChangeRow(TableRow):
    """A new address that a player asked for, good once the link mailed to it is followed; known by its token's hash."""

    player_id: int = column(foreign_key="player.id")
    address: str = column(shown=False)
    session_id: int | None = None
    """The session that requested the change."""


@table(
    "address_claim", hidden("token_hash", str, primary_key=True), hidden("created_ms", int), hidden("expires_ms", int)
)
class AddressClaimRow(TableRow):
    """An address that a player wants to write from too, once the link mailed to it is followed."""

    player_id: int = column(foreign_key="player.id", index=True)
    address: str = column(shown=False)


class FurtherAddress(NamedTuple):
    """An address that a player writes from beside the one that they are written to, or wants to."""

    player_id: int
    address: str
    is_confirmed: bool

    def __repr__(self) -> str:
        return shown(self, but=("address",))


_RENEW = (
    update(PlayerRow.table)
    .where(PlayerRow.c.id == bindparam("player"))
    .values(token=bindparam("new_token"), token_renewed_ms=bindparam("now_ms"))
)
_DROP_CONFIRMATION = delete(ConfirmationRow.table).where(
    ConfirmationRow.c.player_id == bindparam("player"), ConfirmationRow.c.game_id.is_(None)
)
_SEND_FROM = (
    update(MailRow.table)
    .where(
        MailRow.c.player_id == bindparam("player"), MailRow.c.sender == bindparam("old_token"), MailRow.c.raw.is_(None)
    )
    .values(sender=bindparam("new_token"))
)


def renew_player_token(tx: Tx, player_id: int, token: str, now_ms: int | None) -> None:
    """Give a player a new address at this server, and forget the old one. Raises NotFound.

    Requests waiting to be confirmed at the old address are void. Mails that have not left yet come from the new one.
    `now_ms` is when the player asked for it, None if they did not.
    """
    before = get_player(tx, player_id)
    tx.run(_RENEW, player=player_id, new_token=token, now_ms=now_ms)
    tx.run(_SEND_FROM, player=player_id, old_token=before.token, new_token=token)
    tx.run(_DROP_CONFIRMATION, player=player_id)


_CLAIMS = select(*columns(AddressClaimRow)).where(AddressClaimRow.c.expires_ms > bindparam("now_ms"))
_CLAIM = _CLAIMS.where(AddressClaimRow.c.token_hash == bindparam("hash"))
_CLAIMS_OF = _CLAIMS.where(AddressClaimRow.c.player_id == bindparam("player")).order_by(AddressClaimRow.c.address)
_USE_CLAIM = delete(AddressClaimRow.table).where(AddressClaimRow.c.token_hash == bindparam("hash"))
_CONFIRMED = select(PlayerAddressRow.c.player_id, PlayerAddressRow.c.address).order_by(
    PlayerAddressRow.c.player_id, PlayerAddressRow.c.confirmed_ms, PlayerAddressRow.c.address
)
_ALL_CLAIMS = _CLAIMS.order_by(AddressClaimRow.c.player_id, AddressClaimRow.c.address)
_OF_PLAYER = delete(AddressClaimRow.table).where(AddressClaimRow.c.player_id == bindparam("player"))
_WITHDRAW_CLAIM = _OF_PLAYER.where(AddressClaimRow.c.address == bindparam("old"))
_FORGET = delete(AddressClaimRow.table).where(AddressClaimRow.c.expires_ms <= bindparam("before_ms"))


def add_address_claim(tx: Tx, token: str, player_id: int, address: str, created_ms: int, expires_ms: int) -> None:
    """Make a token good for one more address of a player before `expires_ms`; only its hash is kept."""
    withdraw_address_claim(tx, player_id, address)
    times = {"created_ms": created_ms, "expires_ms": expires_ms}
    add(tx, AddressClaimRow(player_id, address.lower()), token_hash=hash_token(token), **times)


def find_address_claim(tx: Tx, token: str, now_ms: int) -> AddressClaimRow | None:
    """The address that a token stands for; None where it is unknown, used, withdrawn or too old."""
    return tx.first(AddressClaimRow, _CLAIM, hash=hash_token(token), now_ms=now_ms)


def use_address_claim(tx: Tx, token: str, now_ms: int) -> AddressClaimRow | None:
    """Find the address that a claim's link names, and use the claim up."""
    found = find_address_claim(tx, token, now_ms)
    tx.run(_USE_CLAIM, hash=hash_token(token))
    return found


def list_pending_addresses(tx: Tx, player_id: int, now_ms: int) -> list[str]:
    """The addresses that a player wants to write from too, and has not confirmed."""
    return [row.address for row in tx.all(AddressClaimRow, _CLAIMS_OF, player=player_id, now_ms=now_ms)]


def list_further_addresses(tx: Tx, now_ms: int) -> list[FurtherAddress]:
    """The further addresses of all players, those first that they have confirmed."""
    confirmed = tx.all(lambda player_id, address: FurtherAddress(player_id, address, True), _CONFIRMED)
    pending = tx.all(AddressClaimRow, _ALL_CLAIMS, now_ms=now_ms)
    return [*confirmed, *(FurtherAddress(row.player_id, row.address, False) for row in pending)]


def withdraw_address_claim(tx: Tx, player_id: int, address: str) -> None:
    """Make the link that was mailed to a further address worthless."""
    tx.run(_WITHDRAW_CLAIM, player=player_id, old=address.lower())


def forget_address_claims(tx: Tx, before_ms: int) -> None:
    """Forget the requests whose time was up by a moment."""
    tx.run(_FORGET, before_ms=before_ms)


_OPEN_CHANGES = (
    select(*columns(AddressChangeRow))
    .where(AddressChangeRow.c.used_ms.is_(None), AddressChangeRow.c.expires_ms > bindparam("now_ms"))
    .order_by(AddressChangeRow.c.created_ms.desc())
)
_USABLE = _OPEN_CHANGES.where(AddressChangeRow.c.token_hash == bindparam("hash"))
_PENDING = _OPEN_CHANGES.where(AddressChangeRow.c.player_id == bindparam("player"))
_USE = (
    update(AddressChangeRow.table)
    .where(AddressChangeRow.c.token_hash == bindparam("hash"))
    .values(used_ms=bindparam("now_ms"))
)
_WITHDRAW = delete(AddressChangeRow.table).where(
    AddressChangeRow.c.player_id == bindparam("player"), AddressChangeRow.c.used_ms.is_(None)
)
_MOVE = update(PlayerRow.table).where(PlayerRow.c.id == bindparam("player")).values(address=bindparam("new_address"))
_NO_OTHER = delete(PlayerAddressRow.table).where(
    PlayerAddressRow.c.player_id == bindparam("player"), PlayerAddressRow.c.address == bindparam("new_address")
)
_DROP_CLAIMS = delete(AddressClaimRow.table)
_DROP_CLAIMS_OF = _DROP_CLAIMS.where(AddressClaimRow.c.player_id == bindparam("player"))
_FORWARD = (
    update(MailRow.table)
    .where(MailRow.c.player_id == bindparam("player"), MailRow.c.status == "due", MailRow.c.kind != "address")
    .values(to_address=bindparam("new_address"))
)
_REQUESTED_THERE = select(InvitationRow.c.list_id).where(InvitationRow.c.address == bindparam("new_address"))
_TAKE_INVITATIONS = (
    update(InvitationRow.table)
    .where(InvitationRow.c.address == bindparam("old_address"), InvitationRow.c.list_id.not_in(_REQUESTED_THERE))
    .values(address=bindparam("new_address"))
)
_NO_NEWCOMERS = RegistrationRow.c.address.in_(select(PlayerRow.c.address))
_USE_UP = tuple(
    update(table).where(table.c.used_ms.is_(None), *which).values(used_ms=bindparam("now_ms"))
    for table, which in ((SignInRow.table, ()), (AddressChangeRow.table, ()), (RegistrationRow.table, (_NO_NEWCOMERS,)))
)


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
    add(tx, AddressChangeRow(player_id, address.lower(), session_id), token_hash=hash_token(token), **times)


def find_pending_address_change(tx: Tx, player_id: int, now_ms: int) -> AddressChangeRow | None:
    """The change of address that a player has asked for and that waits for its link to be followed."""
    return tx.first(AddressChangeRow, _PENDING, player=player_id, now_ms=now_ms)


def find_address_change(tx: Tx, token: str, now_ms: int) -> AddressChangeRow | None:
    """The change a token stands for; None where it is unknown, used, withdrawn or too old."""
    return tx.first(AddressChangeRow, _USABLE, hash=hash_token(token), now_ms=now_ms)


def use_address_change(tx: Tx, token: str, now_ms: int) -> AddressChangeRow | None:
    """The change a token stands for, which uses it up; None where it is unknown, used, withdrawn or too old."""
    change = tx.first(AddressChangeRow, _USABLE, hash=hash_token(token), now_ms=now_ms)
    if change is not None:
        tx.run(_USE, hash=hash_token(token), now_ms=now_ms)
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
    """Move a player to another address, stored in lower case. Raises NotFound and AddressTaken.

    If it was one of their further addresses, it is no longer listed as one. The old address stops working at once:
    letters from it are not theirs any more, waiting mails go to the new one, and sign-in links and requests to confirm
    that were mailed to it are void. All sessions end but `session_id`. Mails about the change of address itself still
    go where they were addressed.
    """
    before = get_player(tx, player_id)
    owner = find_player_by_address(tx, address)
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
    """End all sessions of a player, and void every mailed link that could start one or change the address.

    A registration link waiting at the player's address also signs in, so it counts as used. The secret address of the
    calendar signs nobody in, and stays.
    """
    end_sessions(tx, player_id)
    drop_sign_ins(tx, player_id)
    withdraw_address_changes(tx, player_id)
    tx.run(_DROP_CLAIMS_OF, player=player_id)
    void_registrations(tx, get_player(tx, player_id).address, now_ms)
