"""Drawn maps, kept so that each is drawn once, for as long as a mail's bytes need them."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, exists, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import MAIL_BYTES, PICTURE

_BY_DIGEST = select(PICTURE.c.png).where(PICTURE.c.digest == bindparam("digest"))
_ADD = insert(PICTURE)
_IS_SHOWN = exists().where(MAIL_BYTES.c.picture == PICTURE.c.digest).correlate(PICTURE)
_FORGET = delete(PICTURE).where(PICTURE.c.digest.in_(bindparam("digests", expanding=True)), ~_IS_SHOWN)


def picture(tx: Tx, digest: str) -> bytes | None:
    """The drawing of what has this digest, if it is kept."""
    return tx.first(bytes, _BY_DIGEST, digest=digest)


def keep_picture(tx: Tx, digest: str, png: bytes, now_ms: int) -> bytes:
    """Keeps a drawing, and returns the one that is kept by then: one that was kept before stays."""
    known = picture(tx, digest)
    if known is None:
        tx.run(_ADD, digest=digest, png=png, created_ms=now_ms)
    return known or png


def forget_pictures(tx: Tx, digests: Collection[str]) -> None:
    """Drops those of these drawings that no mail shows; they are drawn again when they are wanted."""
    tx.run(_FORGET, digests=list(digests))
