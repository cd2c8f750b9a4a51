"""Links by which players have less mail, the mails that bear them, and kinds of mail that somebody does not want."""

from sqlalchemy import and_, bindparam, delete, insert, select, update

from pbem.chance import new_token
from pbem.store.database import Tx
from pbem.store.repository.columns import MAIL, OPTIONAL_MAIL, UNSUBSCRIPTION, UNWANTED, columns
from pbem.store.rows import Topic, UnsubscriptionRow

_ROWS = select(*columns(UnsubscriptionRow, UNSUBSCRIPTION))
_BY_TOKEN = _ROWS.where(UNSUBSCRIPTION.c.token == bindparam("its_token"))
_BY_TOPIC = _ROWS.where(
    UNSUBSCRIPTION.c.player_id == bindparam("player"),
    UNSUBSCRIPTION.c.topic == bindparam("its_topic"),
    UNSUBSCRIPTION.c.tag == bindparam("its_tag"),
)
_OF_MAIL = (
    _ROWS.join(
        OPTIONAL_MAIL,
        and_(OPTIONAL_MAIL.c.topic == UNSUBSCRIPTION.c.topic, OPTIONAL_MAIL.c.tag == UNSUBSCRIPTION.c.tag),
    )
    .join(MAIL, and_(MAIL.c.id == OPTIONAL_MAIL.c.mail_id, MAIL.c.player_id == UNSUBSCRIPTION.c.player_id))
    .where(MAIL.c.id == bindparam("mail"))
)
_ADD = insert(UNSUBSCRIPTION)
_MARK = (
    update(UNSUBSCRIPTION)
    .where(UNSUBSCRIPTION.c.token == bindparam("its_token"))
    .values(ended_ms=bindparam("at_ms"), before=bindparam("was"))
)
_REVOKE = delete(UNSUBSCRIPTION).where(UNSUBSCRIPTION.c.player_id == bindparam("player"))
_ADD_MAIL = insert(OPTIONAL_MAIL)
_UNWANTED = select(UNWANTED.c.topic).where(UNWANTED.c.player_id == bindparam("player"))
_ADD_UNWANTED = insert(UNWANTED)
_WANT = delete(UNWANTED).where(UNWANTED.c.player_id == bindparam("player"), UNWANTED.c.topic == bindparam("its_topic"))


def unsubscription(tx: Tx, token: str) -> UnsubscriptionRow | None:
    """The use of a link to have less mail; None for one that is none, or not any more."""
    return tx.first(UnsubscriptionRow, _BY_TOKEN, its_token=token.lower())


def unsubscription_for(tx: Tx, player_id: int, topic: Topic, tag: str) -> UnsubscriptionRow | None:
    """The link by which a player ends a kind of mail, if they have been given one."""
    return tx.first(UnsubscriptionRow, _BY_TOPIC, player=player_id, its_topic=topic, its_tag=tag)


def unsubscription_of_mail(tx: Tx, mail_id: int) -> UnsubscriptionRow | None:
    """The link by which mails like one are ended; None where it is not optional, or links were revoked since."""
    return tx.first(UnsubscriptionRow, _OF_MAIL, mail=mail_id)


def make_unsubscription(tx: Tx, player_id: int, topic: Topic, tag: str, now_ms: int) -> None:
    """Give a player a link by which to end a kind of mail that they are sent; the one that they have stays good."""
    found = unsubscription_for(tx, player_id, topic, tag)
    if found is not None and found.ended_ms is not None:  # they have chosen it again elsewhere
        mark_unsubscribed(tx, found.token, None, "")
    elif found is None:
        facts = {"player_id": player_id, "topic": topic, "tag": tag, "created_ms": now_ms}
        tx.run(_ADD, token=new_token(), ended_ms=None, before="", **facts)


def mark_unsubscribed(tx: Tx, token: str, at_ms: int | None, before: str) -> None:
    """Note when a link was used, and what was chosen before; None where that was undone."""
    tx.run(_MARK, its_token=token, at_ms=at_ms, was=before)


def revoke_unsubscriptions(tx: Tx, player_id: int) -> None:
    """Make a player's links worthless: those in the mails that they have had so far."""
    tx.run(_REVOKE, player=player_id)


def mark_optional(tx: Tx, mail_id: int, topic: Topic, tag: str) -> None:
    """Note of what a mail's reader can have less."""
    tx.run(_ADD_MAIL, mail_id=mail_id, topic=topic, tag=tag)


def unwanted(tx: Tx, player_id: int) -> frozenset[str]:
    """The kinds of mail that a player does not want, beside what their preferences say."""
    return frozenset(tx.all(str, _UNWANTED, player=player_id))


def set_wanted(tx: Tx, player_id: int, topic: Topic, *, on: bool) -> None:
    """Note whether a player wants a kind of mail."""
    if on:
        tx.run(_WANT, player=player_id, its_topic=topic)
    elif topic not in unwanted(tx, player_id):
        tx.run(_ADD_UNWANTED, player_id=player_id, topic=topic)
