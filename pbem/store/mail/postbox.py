"""The mails to a player as the web shows them.

A mail about a change of address proves, by reaching it, who reads the mail there. So it is theirs to read on the web
only where it went to the address they have now.
"""

from typing import NamedTuple

from sqlalchemy import bindparam, func, or_, select

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.mail.outbox import MailKind, MailRow, MailStatus
from pbem.store.players.player import PlayerRow
from pbem.store.rows import columns, shown


class ListedMail(NamedTuple):
    """A mail as lists show it, with its game's public name where it is about one."""

    number: int
    kind: MailKind
    subject: str
    text: str
    created_ms: int
    status: MailStatus
    sent_ms: int | None
    tag: str | None

    def __repr__(self) -> str:
        return shown(self, but=("text",))


_IS_OWN = (
    MailRow.c.player_id == bindparam("player"),
    PlayerRow.c.id == bindparam("player"),
    or_(MailRow.c.kind != "address", MailRow.c.to_address == PlayerRow.c.address),
)
_MAILS_OF_GAME = MailRow.c.game_id == bindparam("game")
_ONE = select(*columns(MailRow)).where(*_IS_OWN, MailRow.c.number == bindparam("number"))
_NEWEST = (
    select(*columns(ListedMail, MailRow, GameRow))
    .select_from(
        MailRow.table.join(PlayerRow.table, PlayerRow.c.id == MailRow.c.player_id).outerjoin(
            GameRow.table, GameRow.c.id == MailRow.c.game_id
        )
    )
    .where(*_IS_OWN)
    .order_by(MailRow.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_NEWEST_OF_GAME = _NEWEST.where(_MAILS_OF_GAME)
_COUNT = select(func.count()).select_from(MailRow.table, PlayerRow.table).where(*_IS_OWN)
_COUNT_OF_GAME = _COUNT.where(_MAILS_OF_GAME)


def find_own_mail(tx: Tx, player_id: int, number: int) -> MailRow | None:
    """The mail that has a number among a player's own, if the player may read it."""
    return tx.first(MailRow, _ONE, player=player_id, number=number)


def list_newest_mails(
    tx: Tx, player_id: int, *, limit: int, offset: int = 0, game_id: int | None = None
) -> list[ListedMail]:
    """A stretch of a player's mails, of one game or of all, the newest first."""
    stretch = {"player": player_id, "limit": limit, "offset": offset}
    if game_id is None:
        return tx.all(ListedMail, _NEWEST, **stretch)
    return tx.all(ListedMail, _NEWEST_OF_GAME, game=game_id, **stretch)


def count_mails(tx: Tx, player_id: int, game_id: int | None = None) -> int:
    """Count the mails that a player may read, of one game or of all."""
    if game_id is None:
        return tx.one(int, "mail", _COUNT, player=player_id)
    return tx.one(int, "mail", _COUNT_OF_GAME, player=player_id, game=game_id)
