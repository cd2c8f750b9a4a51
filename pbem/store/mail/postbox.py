"""The mails to a player as the web shows them, links by which they have less mail, and how often somebody was
answered.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import BindParameter, Index, Text, UniqueConstraint, and_, bindparam, delete, func, or_, select, update

from pbem.chance import new_token
from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.mail.outbox import MailDocumentRow, MailKind, MailRow, MailStatus, OptionalMailRow, Topic
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, putting, shown, values
from pbem.store.tables import TableRow, column, hidden, table


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


@table("answer_count", Index(None, "last_ms"))
class AnswerCountRow(TableRow):
    """Count somebody's answers within an hour, and their last letters in a row that came to nothing.

    `who` is "player 7", or the SHA-256 of an address that is no player's. `digest` is that of the text of the
    last letter, `same` how many in a row had that text, `idle` how many in a row changed nothing. `unanswered` counts
    the letters since the last answer, and `is_announced` says that the recipient was told of the limit.
    """

    who: str = column(shown=False, primary_key=True)
    since_ms: int
    answers: int = 0
    digest: str = column(default="", shown=False)
    same: int = 0
    idle: int = 0
    last_ms: int = 0
    answered_ms: int = 0
    unanswered: int = 0
    is_announced: bool = False


_OF = AnswerCountRow.c.who == bindparam("whose")
_COUNT_ANSWERS = select(*columns(AnswerCountRow)).where(_OF)
_PUT = putting(AnswerCountRow)
_FORGET = delete(AnswerCountRow.table).where(AnswerCountRow.c.last_ms <= bindparam("before_ms"))
_THESE: BindParameter[list[int]] = bindparam("mails", expanding=True)
_WITHDRAW = (
    delete(MailDocumentRow.table).where(MailDocumentRow.c.mail_id.in_(_THESE)),
    delete(MailRow.table).where(MailRow.c.id.in_(_THESE)),
)


def find_answer_count(tx: Tx, recipient: str) -> AnswerCountRow | None:
    """The count of what somebody was answered lately; None for nobody that is known of."""
    return tx.first(AnswerCountRow, _COUNT_ANSWERS, whose=recipient)


def put_answer_count(tx: Tx, row: AnswerCountRow) -> None:
    """Keep how often somebody was answered, in place of what was kept before."""
    tx.run(_PUT, **values(row))


def forget_answer_counts(tx: Tx, before_ms: int) -> None:
    """Delete the counts of those from whom nothing came since a moment."""
    tx.run(_FORGET, before_ms=before_ms)


def withdraw_mails(tx: Tx, mail_ids: Collection[int]) -> None:
    """Take mails out of the outbox again, in the transaction that put them there: nobody has seen them."""
    for statement in _WITHDRAW:
        tx.run(statement, mails=list(mail_ids))
