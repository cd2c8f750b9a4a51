"""Drawn maps, kept so that each is drawn once."""

from sqlalchemy import bindparam, delete, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import PICTURE

_BY_DIGEST = select(PICTURE.c.png).where(PICTURE.c.digest == bindparam("digest"))
_ADD = insert(PICTURE)
_FORGET = delete(PICTURE).where(PICTURE.c.created_ms < bindparam("before_ms"))


def picture(tx: Tx, digest: str) -> bytes | None:
    """The drawing of what has this digest, if it is kept."""
    return tx.first(bytes, _BY_DIGEST, digest=digest)


def keep_picture(tx: Tx, digest: str, png: bytes, now_ms: int) -> None:
    """Keeps a drawing; one that is kept stays."""
    if picture(tx, digest) is None:
        tx.run(_ADD, digest=digest, png=png, created_ms=now_ms)


def forget_pictures(tx: Tx, before_ms: int) -> None:
    """Drops the drawings kept before a moment; they are drawn again when they are wanted."""
    tx.run(_FORGET, before_ms=before_ms)
