"""The mails to a player, as he may read them on the web.

A mail about a change of address proves, by reaching it, who reads the post there. So it is his to read on the web only
where it went to the address he has now.
"""

from sqlalchemy import bindparam, func, or_, select

from pbem.store.database import Tx
from pbem.store.repository.columns import GAME, MAIL, PLAYER, columns
from pbem.store.rows import ListedMail, MailRow

_IS_OWN = (
    MAIL.c.player_id == bindparam("player"),
    PLAYER.c.id == bindparam("player"),
    or_(MAIL.c.kind != "address", MAIL.c.to_address == PLAYER.c.address),
)
_OF_GAME = MAIL.c.game_id == bindparam("game")
_ONE = select(*columns(MailRow, MAIL)).where(*_IS_OWN, MAIL.c.number == bindparam("number"))
_NEWEST = (
    select(*columns(ListedMail, MAIL, GAME))
    .select_from(MAIL.join(PLAYER, PLAYER.c.id == MAIL.c.player_id).outerjoin(GAME, GAME.c.id == MAIL.c.game_id))
    .where(*_IS_OWN)
    .order_by(MAIL.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_NEWEST_OF_GAME = _NEWEST.where(_OF_GAME)
_COUNT = select(func.count()).select_from(MAIL, PLAYER).where(*_IS_OWN)
_COUNT_OF_GAME = _COUNT.where(_OF_GAME)


def own_mail(tx: Tx, player_id: int, number: int) -> MailRow | None:
    """The mail that has a number among a player's own, if the player may read it."""
    return tx.first(MailRow, _ONE, player=player_id, number=number)


def newest_mails(
    tx: Tx, player_id: int, *, limit: int, offset: int = 0, game_id: int | None = None
) -> list[ListedMail]:
    """A stretch of a player's mails, of one game or of all, the newest first."""
    stretch = {"player": player_id, "limit": limit, "offset": offset}
    if game_id is None:
        return tx.all(ListedMail, _NEWEST, **stretch)
    return tx.all(ListedMail, _NEWEST_OF_GAME, game=game_id, **stretch)


def count_mails(tx: Tx, player_id: int, game_id: int | None = None) -> int:
    """How many mails a player may read, of one game or of all."""
    if game_id is None:
        return tx.one(int, "mail", _COUNT, player=player_id)
    return tx.one(int, "mail", _COUNT_OF_GAME, player=player_id, game=game_id)
