"""Drawn maps, kept so that each is drawn once."""

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import PICTURE, columns
from pbem.store.rows import PictureRow

_BY_DIGEST = select(*columns(PictureRow, PICTURE)).where(PICTURE.c.digest == bindparam("digest"))
_ADD = insert(PICTURE)
_ONE = update(PICTURE).where(PICTURE.c.digest == bindparam("of"))
_BEGIN = _ONE.values(attempts=PICTURE.c.attempts + 1)
_KEEP = _ONE.values(png=bindparam("drawn"))
_FORGET = delete(PICTURE).where(PICTURE.c.created_ms < bindparam("before_ms"))


def picture(tx: Tx, digest: str) -> PictureRow | None:
    """The drawing of what has this digest, if one was begun."""
    return tx.first(PictureRow, _BY_DIGEST, digest=digest)


def begin_picture(tx: Tx, digest: str, now_ms: int) -> None:
    """Notes that a drawing is begun, so that one which kills its painter is not tried for ever."""
    if not tx.run(_BEGIN, of=digest).rowcount:
        tx.run(_ADD, digest=digest, png=b"", attempts=1, created_ms=now_ms)


def keep_picture(tx: Tx, digest: str, png: bytes) -> None:
    """Keeps a drawing that was begun."""
    tx.run(_KEEP, of=digest, drawn=png)


def forget_pictures(tx: Tx, before_ms: int) -> None:
    """Drops the drawings begun before a moment; they are drawn again when they are wanted."""
    tx.run(_FORGET, before_ms=before_ms)
