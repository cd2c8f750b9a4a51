"""Requests of people to be erased: confirmed by a mailed link, and due some days later unless they are taken back.

And what is still to be done of an erasure beside the database, where nothing can be undone: folders to be removed.
"""

from collections.abc import Collection

from sqlalchemy import BigInteger, bindparam, cast, delete, select, update

from pbem.store.database import Tx
from pbem.store.rows import add, columns, hash_token
from pbem.store.service.server import MetaRow, put_meta
from pbem.store.tables import TableRow, column, hidden, table


@table("erasure", hidden("token_hash", str | None, unique=True))
class ErasureRow(TableRow):
    """A request to be erased. It is good until `expires_ms` for being confirmed, and due at `due_ms` once it was."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    asked_ms: int
    expires_ms: int
    due_ms: int | None = column(index=True)


_ERASURES = select(*columns(ErasureRow))
_OF_PLAYER = _ERASURES.where(ErasureRow.c.player_id == bindparam("player"))
_BY_TOKEN = _ERASURES.where(
    ErasureRow.c.token_hash == bindparam("hash"),
    ErasureRow.c.due_ms.is_(None),
    ErasureRow.c.expires_ms > bindparam("now_ms"),
)
_CONFIRM = (
    update(ErasureRow.table)
    .where(ErasureRow.c.player_id == bindparam("player"))
    .values(token_hash=None, due_ms=bindparam("at_ms"))
)
_DROP = delete(ErasureRow.table).where(ErasureRow.c.player_id == bindparam("player"))
_DUE = select(ErasureRow.c.player_id).where(ErasureRow.c.due_ms <= bindparam("now_ms")).order_by(ErasureRow.c.due_ms)

_FOLDER = "folder of an erased person: "
_FOLDERS = select(MetaRow.c.key).where(
    MetaRow.c.key.startswith(_FOLDER), cast(MetaRow.c.value, BigInteger) <= bindparam("before_ms")
)
_DONE = delete(MetaRow.table).where(MetaRow.c.key.in_(bindparam("keys", expanding=True)))


def ask_erasure(tx: Tx, player_id: int, token: str, now_ms: int, expires_ms: int) -> None:
    """Keep a request in place of the one before; only the token's hash is kept."""
    drop_erasure(tx, player_id)
    add(tx, ErasureRow(player_id, now_ms, expires_ms, None), token_hash=hash_token(token))


def find_erasure(tx: Tx, player_id: int) -> ErasureRow | None:
    """The request of a player, confirmed or not."""
    return tx.first(ErasureRow, _OF_PLAYER, player=player_id)


def find_erasure_to_confirm(tx: Tx, token: str, now_ms: int) -> ErasureRow | None:
    """The request that a mailed link confirms; None where it is unknown, used or too old."""
    return tx.first(ErasureRow, _BY_TOKEN, hash=hash_token(token), now_ms=now_ms)


def confirm_erasure(tx: Tx, player_id: int, due_ms: int) -> None:
    """Make a request due at a moment; its link is used up."""
    tx.run(_CONFIRM, player=player_id, at_ms=due_ms)


def drop_erasure(tx: Tx, player_id: int) -> bool:
    """Forget the request of a player; False where there is none."""
    return tx.run(_DROP, player=player_id).rowcount > 0


def list_due_erasures(tx: Tx, now_ms: int) -> list[int]:
    """The players whose confirmed requests are due."""
    return tx.all(int, _DUE, now_ms=now_ms)


def note_folder(tx: Tx, digest: str, now_ms: int) -> None:
    """Have a folder with the mails of a person who is erased removed, which is known by the SHA-256 of its name."""
    put_meta(tx, f"{_FOLDER}{digest}", str(now_ms))


def list_noted_folders(tx: Tx, before_ms: int) -> list[str]:
    """The folders to be removed that were noted before a moment, each by the SHA-256 of its name."""
    return [key.removeprefix(_FOLDER) for key in tx.all(str, _FOLDERS, before_ms=before_ms)]


def forget_folders(tx: Tx, digests: Collection[str]) -> None:
    """Forget folders that were removed."""
    tx.run(_DONE, keys=[f"{_FOLDER}{digest}" for digest in digests])
