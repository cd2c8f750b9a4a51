"""Players who are blocked, and the mailboxes that nobody may register from because of it."""

import hmac
import secrets
from hashlib import sha256
from typing import Final

from sqlalchemy import Text, bindparam, delete, select, update

from pbem.naming import mailbox_of
from pbem.store.database import Tx
from pbem.store.players.player import Standing, find_player_by_address, list_other_addresses, set_standing
from pbem.store.rows import add, columns
from pbem.store.service.server import find_meta, put_meta
from pbem.store.tables import TableRow, column, table


@table("block")
class BlockRow(TableRow):
    """The block of a player: since when, and why, which only operators read unless the player was told.

    `answered_ms` is when somebody who wrote to everybody's address from a mailbox of theirs was told of it, once.
    """

    player_id: int = column(primary_key=True, foreign_key="player.id")
    at_ms: int
    reason: str = column(shown=False, sa_type=Text)
    is_told: bool
    answered_ms: int | None


@table("blocked_mailbox")
class BlockedMailboxRow(TableRow):
    """A mailbox of a blocked player's, by a digest under a key of this server's, so that it is not told by the row.

    It stays when the player is erased: else that would be the way to come back.
    """

    digest: str = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", index=True)


_KEY: Final = "key of blocked mailboxes"
_BLOCK = select(*columns(BlockRow)).where(BlockRow.c.player_id == bindparam("player"))
_UNBLOCK = delete(BlockRow.table).where(BlockRow.c.player_id == bindparam("player"))
_FREE = delete(BlockedMailboxRow.table).where(BlockedMailboxRow.c.player_id == bindparam("player"))
_OWNER = select(BlockedMailboxRow.c.player_id).where(BlockedMailboxRow.c.digest == bindparam("digest"))
_ANSWERED = (
    update(BlockRow.table).where(BlockRow.c.player_id == bindparam("player")).values(answered_ms=bindparam("now_ms"))
)


def block_player(tx: Tx, new: BlockRow) -> None:
    """Block a player, with all mailboxes that they are known to write from. Raises NotFound."""
    set_standing(tx, new.player_id, "blocked")
    add(tx, new)


def block_mailboxes(tx: Tx, player_id: int, address: str) -> None:
    """Let nobody register from the mailboxes of a player, who is written to at an address."""
    for one in (address, *list_other_addresses(tx, player_id)):
        digest = _digest(tx, one)
        if tx.first(int, _OWNER, digest=digest) is None:
            add(tx, BlockedMailboxRow(digest, player_id))


def unblock_player(tx: Tx, player_id: int, standing: Standing = "open") -> None:
    """Lift the block of a player, and free their mailboxes. Raises NotFound."""
    set_standing(tx, player_id, standing)
    tx.run(_UNBLOCK, player=player_id)
    tx.run(_FREE, player=player_id)


def find_block(tx: Tx, player_id: int) -> BlockRow | None:
    """The block of a player; None where they are not blocked."""
    return tx.first(BlockRow, _BLOCK, player=player_id)


def note_block_answered(tx: Tx, player_id: int, now_ms: int) -> None:
    """Note that a letter from a blocked mailbox was answered."""
    tx.run(_ANSWERED, player=player_id, now_ms=now_ms)


def find_blocked(tx: Tx, address: str) -> int | None:
    """The blocked player to whom an address belongs, or another of the same mailbox; None where it is nobody's."""
    owner = find_player_by_address(tx, address)
    if owner is not None:
        return owner.id if owner.standing == "blocked" else None
    key = find_meta(tx, _KEY)
    return None if key is None else tx.first(int, _OWNER, digest=_digest_under(key, address))


def _digest(tx: Tx, address: str) -> str:
    key = find_meta(tx, _KEY)
    if key is None:
        key = secrets.token_hex(32)
        put_meta(tx, _KEY, key)
    return _digest_under(key, address)


def _digest_under(key: str, address: str) -> str:
    return hmac.new(bytes.fromhex(key), mailbox_of(address).encode(), sha256).hexdigest()
