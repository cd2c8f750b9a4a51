"""What came back of mails."""

from collections.abc import Collection

from sqlalchemy import bindparam, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import BOUNCE, MAIL, columns, values
from pbem.store.rows import BounceRow

_ADD = insert(BOUNCE)
_OF_MAILS = (
    select(*columns(BounceRow, BOUNCE))
    .where(BOUNCE.c.mail_id.in_(bindparam("mails", expanding=True)))
    .order_by(BOUNCE.c.letter_id)
)
_LAST_SENT = (
    select(MAIL.c.id)
    .where(
        MAIL.c.player_id == bindparam("player"),
        MAIL.c.to_address == bindparam("address"),
        MAIL.c.sent_ms.is_not(None),
    )
    .order_by(MAIL.c.id.desc())
    .limit(1)
)


def add_bounce(tx: Tx, bounce: BounceRow) -> None:
    """Notes that a mail came back."""
    tx.run(_ADD, **values(bounce))


def bounces_of(tx: Tx, mail_ids: Collection[int]) -> list[BounceRow]:
    """What came back of mails, in the order it did."""
    return tx.all(BounceRow, _OF_MAILS, mails=list(mail_ids))


def last_sent_to(tx: Tx, player_id: int, address: str) -> int | None:
    """The newest mail that was sent to a player at an address; None where there is none."""
    return tx.first(int, _LAST_SENT, player=player_id, address=address.lower())
