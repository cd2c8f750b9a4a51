"""Links by which players have less mail, the mails that bear them, and kinds of mail that somebody does not want."""

from sqlalchemy import Text, UniqueConstraint, and_, bindparam, delete, select, update

from pbem.chance import new_token
from pbem.store.database import Tx
from pbem.store.mail.outbox import MailRow, OptionalMailRow, Topic
from pbem.store.rows import add, columns, values
from pbem.store.tables import TableRow, column, hidden, table


@table("unsubscription", hidden("created_ms", int), UniqueConstraint("player_id", "topic", "tag"))
class UnsubscriptionRow(TableRow):
    """The secret end of the link by which a player ends one kind of mail, `topic`; of one game, or of all ("").

    `ended_ms` is when it was used, and `before` what was chosen till then, so that it can be undone.
    """

    token: str = column(shown=False, primary_key=True)
    player_id: int = column(foreign_key="player.id")
    topic: Topic
    tag: str
    ended_ms: int | None
    before: str = column(sa_type=Text)


@table("unwanted")
class UnwantedRow(TableRow):
    """A kind of mail that a player does not want, where no other preference says so."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    topic: Topic = column(primary_key=True)


_ROWS = select(*columns(UnsubscriptionRow))
_BY_TOKEN = _ROWS.where(UnsubscriptionRow.c.token == bindparam("its_token"))
_BY_TOPIC = _ROWS.where(
    UnsubscriptionRow.c.player_id == bindparam("player"),
    UnsubscriptionRow.c.topic == bindparam("its_topic"),
    UnsubscriptionRow.c.tag == bindparam("its_tag"),
)
OF_MAIL = (
    _ROWS.join(
        OptionalMailRow.table,
        and_(OptionalMailRow.c.topic == UnsubscriptionRow.c.topic, OptionalMailRow.c.tag == UnsubscriptionRow.c.tag),
    )
    .join(
        MailRow.table,
        and_(MailRow.c.id == OptionalMailRow.c.mail_id, MailRow.c.player_id == UnsubscriptionRow.c.player_id),
    )
    .where(MailRow.c.id == bindparam("mail"))
)
_MARK = (
    update(UnsubscriptionRow.table)
    .where(UnsubscriptionRow.c.token == bindparam("its_token"))
    .values(ended_ms=bindparam("at_ms"), before=bindparam("was"))
)
_REVOKE = delete(UnsubscriptionRow.table).where(UnsubscriptionRow.c.player_id == bindparam("player"))
_UNWANTED = select(UnwantedRow.c.topic).where(UnwantedRow.c.player_id == bindparam("player"))
_WANT = delete(UnwantedRow.table).where(
    UnwantedRow.c.player_id == bindparam("player"), UnwantedRow.c.topic == bindparam("its_topic")
)


def find_unsubscription(tx: Tx, token: str) -> UnsubscriptionRow | None:
    """The use of a link to have less mail; None for one that is none, or not any more."""
    return tx.first(UnsubscriptionRow, _BY_TOKEN, its_token=token.lower())


def find_unsubscription_for(tx: Tx, player_id: int, topic: Topic, tag: str) -> UnsubscriptionRow | None:
    """The link by which a player ends a kind of mail, if they have been given one."""
    return tx.first(UnsubscriptionRow, _BY_TOPIC, player=player_id, its_topic=topic, its_tag=tag)


def find_unsubscription_of_mail(tx: Tx, mail_id: int) -> UnsubscriptionRow | None:
    """The link by which mails like one are ended; None where it is not optional, or links were revoked since."""
    return tx.first(UnsubscriptionRow, OF_MAIL, mail=mail_id)


def make_unsubscription(tx: Tx, player_id: int, topic: Topic, tag: str, now_ms: int) -> None:
    """Give a player a link by which to end a kind of mail that they are sent; the one that they have stays good."""
    found = find_unsubscription_for(tx, player_id, topic, tag)
    if found is not None and found.ended_ms is not None:  # they have chosen it again elsewhere
        mark_unsubscribed(tx, found.token, None, "")
    elif found is None:
        new = add(tx, UnsubscriptionRow(new_token(), player_id, topic, tag, None, ""), created_ms=now_ms)
        tx.put(_BY_TOPIC, tuple(values(new).values()), player=player_id, its_topic=topic, its_tag=tag)


def mark_unsubscribed(tx: Tx, token: str, at_ms: int | None, before: str) -> None:
    """Note when a link was used, and what was chosen before; None where that was undone."""
    tx.run(_MARK, its_token=token, at_ms=at_ms, was=before)


def revoke_unsubscriptions(tx: Tx, player_id: int) -> None:
    """Make a player's links worthless: those in the mails that they have had so far."""
    tx.run(_REVOKE, player=player_id)


def list_unwanted(tx: Tx, player_id: int) -> frozenset[str]:
    """The kinds of mail that a player does not want, beside what their preferences say."""
    return frozenset(tx.all(str, _UNWANTED, player=player_id))


def set_wanted(tx: Tx, player_id: int, topic: Topic, *, on: bool) -> None:
    """Note whether a player wants a kind of mail."""
    if on:
        tx.run(_WANT, player=player_id, its_topic=topic)
    elif topic not in list_unwanted(tx, player_id):
        add(tx, UnwantedRow(player_id=player_id, topic=topic))
