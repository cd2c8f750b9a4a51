"""The outbox: mails to send, all that were sent, and drawn maps, each kept for as long as a mail's bytes need it."""

from collections.abc import Collection, Iterable

from sqlalchemy import Update, bindparam, case, delete, exists, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import (
    MAIL,
    MAIL_BYTES,
    MAIL_DOCUMENT,
    MAIL_FAILURE,
    PICTURE,
    PLAYER,
    columns,
    values,
)
from pbem.store.repository.mail.reach import IS_STOPPED
from pbem.store.rows import BuiltMail, Delivery, MailRow, NewMail
from pbem.store.rows.mails import pack, unpack

_BY_DIGEST = select(PICTURE.c.png).where(PICTURE.c.digest == bindparam("digest"))
_ADD = insert(PICTURE)
_IS_SHOWN = exists().where(MAIL_BYTES.c.picture == PICTURE.c.digest).correlate(PICTURE)
_FORGET = delete(PICTURE).where(PICTURE.c.digest.in_(bindparam("digests", expanding=True)), ~_IS_SHOWN)

_MAILS = select(*columns(MailRow, MAIL))
_BY_ID = _MAILS.where(MAIL.c.id == bindparam("mail_id"))
_BY_MESSAGE_ID = _MAILS.where(MAIL.c.message_id == bindparam("message_id"))
_BEFORE = MAIL.alias("before")
_WAITS_FOR_ANOTHER = (
    exists()
    .where(
        _BEFORE.c.status == "due",
        _BEFORE.c.id < MAIL.c.id,
        _BEFORE.c.game_id == MAIL.c.game_id,
        _BEFORE.c.to_address == MAIL.c.to_address,
        _BEFORE.c.id.in_(bindparam("taken", expanding=True))
        | ((_BEFORE.c.next_ms > MAIL.c.next_ms) & (_BEFORE.c.next_ms <= bindparam("soon_ms"))),
    )
    .correlate(MAIL)
)
_SOON_MS = 20 * 60_000
"""How long a mail waits for an earlier one at most, so that none stands still because of another."""
_DUE = (
    _MAILS.where(MAIL.c.status == "due", MAIL.c.next_ms <= bindparam("now_ms"), ~IS_STOPPED)
    .where(MAIL.c.id.not_in(bindparam("taken", expanding=True)), ~_WAITS_FOR_ANOTHER)
    .order_by(MAIL.c.next_ms, MAIL.c.id)
    .limit(bindparam("limit"))
)
_OF_SEAT = _MAILS.where(MAIL.c.game_id == bindparam("game_id"), MAIL.c.seat == bindparam("seat")).order_by(MAIL.c.id)

_MAILED = select(MAIL.c.player_id).where(MAIL.c.player_id.is_not(None), MAIL.c.created_ms >= bindparam("since_ms"))
_PLAYERS_MAILED = _MAILED.distinct().order_by(MAIL.c.player_id)

_TO_PLAYER = _MAILS.where(MAIL.c.player_id == bindparam("player"))
_NEWEST = _TO_PLAYER.where(MAIL.c.id < bindparam("before")).order_by(MAIL.c.id.desc()).limit(bindparam("most"))
_AT_SEAT = (MAIL.c.game_id == bindparam("game_id"), MAIL.c.seat == bindparam("seat"))
_NEWEST_AT_SEAT = _NEWEST.where(*_AT_SEAT)
_NEWEST_AT_POSITION = _NEWEST_AT_SEAT.where(MAIL.c.position == bindparam("position"))
_LEAST_POSITION = select(func.min(MAIL.c.position)).where(MAIL.c.player_id == bindparam("player"), *_AT_SEAT)

_UNSENT = _MAILS.where(MAIL.c.status != "sent").order_by(MAIL.c.id)
_BYTES = (
    select(MAIL.c.raw, MAIL_BYTES.c.packed, PICTURE.c.png)
    .select_from(
        MAIL.outerjoin(MAIL_BYTES, MAIL_BYTES.c.mail_id == MAIL.c.id).outerjoin(
            PICTURE, PICTURE.c.digest == MAIL_BYTES.c.picture
        )
    )
    .where(MAIL.c.id == bindparam("mail_id"))
)

_COUNTS = select(MAIL.c.status, func.count()).group_by(MAIL.c.status)

_DOCUMENT = select(MAIL_DOCUMENT.c.document).where(MAIL_DOCUMENT.c.mail_id == bindparam("mail_id"))

_NEXT_NUMBER = (
    select(func.coalesce(func.max(MAIL.c.number), 0) + 1)
    .where(MAIL.c.player_id == bindparam("player"))
    .scalar_subquery()
)
_ENQUEUE = insert(MAIL)
_ENQUEUE_NUMBERED = insert(MAIL).values(number=_NEXT_NUMBER)
_ADD_DOCUMENT = insert(MAIL_DOCUMENT)
_ONE = update(MAIL).where(MAIL.c.id == bindparam("mail_id"))
_KEEP_BYTES = insert(MAIL_BYTES)
_BYTES_SENT = update(MAIL_BYTES).where(MAIL_BYTES.c.mail_id == bindparam("mail")).values(sent_ms=bindparam("at_ms"))
_ANSWERED = _ONE.values(attempts=MAIL.c.attempts + 1, last_reply=bindparam("reply"))
_MARK_SENT = _ANSWERED.values(status="sent", sent_ms=bindparam("now_ms"))
_FORGET_FAILURE = delete(MAIL_FAILURE).where(MAIL_FAILURE.c.mail_id == bindparam("mail"))
_TRY_AGAIN = _ANSWERED.values(next_ms=bindparam("again_ms"))
_GIVE_UP = _ANSWERED.values(status="failed")
_PRESENT_ADDRESS = select(PLAYER.c.address).where(PLAYER.c.id == MAIL.c.player_id).scalar_subquery()
_IS_OLD = (func.coalesce(MAIL.c.status, "") == "sent", MAIL.c.sent_ms < bindparam("before_ms"))
_OLD_WHOLE_BYTES = (
    select(MAIL.c.id).where(MAIL.c.raw.is_not(None), *_IS_OLD).order_by(MAIL.c.sent_ms).limit(bindparam("limit"))
)
_OLD_BYTES = (
    select(MAIL_BYTES.c.mail_id)
    .where(MAIL_BYTES.c.sent_ms < bindparam("before_ms"))
    .order_by(MAIL_BYTES.c.sent_ms)
    .limit(bindparam("limit"))
)
_ARE_OLD_BYTES = (
    MAIL_BYTES.c.mail_id.in_(bindparam("mails", expanding=True)),
    MAIL_BYTES.c.sent_ms < bindparam("before_ms"),
)
_OLD_PICTURES = select(MAIL_BYTES.c.picture).where(MAIL_BYTES.c.picture.is_not(None), *_ARE_OLD_BYTES).distinct()
_ERASE_BYTES = delete(MAIL_BYTES).where(*_ARE_OLD_BYTES)
_ERASE_WHOLE_BYTES = update(MAIL).where(MAIL.c.id.in_(bindparam("mails", expanding=True)), *_IS_OLD).values(raw=None)
_RESEND = _ONE.values(
    status="due",
    attempts=0,
    next_ms=bindparam("now_ms"),
    to_address=case(
        (MAIL.c.kind == "address", MAIL.c.to_address), else_=func.coalesce(_PRESENT_ADDRESS, MAIL.c.to_address)
    ),
)


def picture(tx: Tx, digest: str) -> bytes | None:
    """The drawing of what has this digest, if it is kept."""
    return tx.first(bytes, _BY_DIGEST, digest=digest)


def keep_picture(tx: Tx, digest: str, png: bytes, now_ms: int) -> bytes:
    """Keep a drawing, and return the one that is kept by then: one that was kept before stays."""
    known = picture(tx, digest)
    if known is None:
        tx.run(_ADD, digest=digest, png=png, created_ms=now_ms)
    return known or png


def forget_pictures(tx: Tx, digests: Collection[str]) -> None:
    """Drop those of these drawings that no mail shows; they are drawn again when they are wanted."""
    tx.run(_FORGET, digests=list(digests))


def enqueue_mail(tx: Tx, mail: NewMail) -> int:
    """Put a mail into the outbox, due at once; return its id."""
    facts = values(mail)
    facts["references_"] = facts.pop("references")
    document = facts.pop("document")
    facts.pop("topic")
    state = {"status": "due", "attempts": 0, "next_ms": mail.created_ms, "last_reply": None, "sent_ms": None}
    facts |= {**state, "raw": None}
    if mail.player_id is None:
        mail_id = tx.add(_ENQUEUE, **facts, number=None)
    else:
        mail_id = tx.add(_ENQUEUE_NUMBERED, **facts, player=mail.player_id)
    if document is not None:
        tx.run(_ADD_DOCUMENT, mail_id=mail_id, document=document)
    return mail_id


def mail(tx: Tx, mail_id: int) -> MailRow:
    """One mail. Raises NotFound."""
    return tx.one(MailRow, "mail", _BY_ID, mail_id=mail_id)


def mail_by_message_id(tx: Tx, message_id: str) -> MailRow | None:
    """The mail that a letter answers, if it is one of ours."""
    return tx.first(MailRow, _BY_MESSAGE_ID, message_id=message_id)


def mail_bytes(tx: Tx, mail_id: int) -> bytes | None:
    """The exact bytes of a mail; None before its first send. Raises NotFound."""

    def whole(raw: bytes | None, packed: bytes | None, png: bytes | None) -> tuple[bytes | None]:
        return (raw if packed is None else unpack(packed, png),)

    return tx.one(whole, "mail", _BYTES, mail_id=mail_id)[0]


def mail_document(tx: Tx, mail_id: int) -> str | None:
    """A mail's text with its structure, as JSON; None where it is text alone."""
    return tx.first(str, _DOCUMENT, mail_id=mail_id)


def unsent_mail(tx: Tx) -> list[MailRow]:
    """All mails that wait to be sent, or were given up, in the order they were written."""
    return tx.all(MailRow, _UNSENT)


def mails_of_seat(tx: Tx, game_id: int, seat: int) -> list[MailRow]:
    """All mails to a seat, in the order they were written."""
    return tx.all(MailRow, _OF_SEAT, game_id=game_id, seat=seat)


def newest_mails_to(
    tx: Tx, player_id: int, seat: tuple[int, int] | None, position: int | None, *, before: int, most: int
) -> list[MailRow]:
    """At most so many mails to a player that were written before one, the newest first.

    Only those to a seat of theirs, given by game and number, and only those of a position there.
    """
    facts = {"player": player_id, "most": most, "before": before}
    if seat is None:
        return tx.all(MailRow, _NEWEST, **facts)
    facts |= {"game_id": seat[0], "seat": seat[1]}
    if position is None:
        return tx.all(MailRow, _NEWEST_AT_SEAT, **facts)
    return tx.all(MailRow, _NEWEST_AT_POSITION, position=position, **facts)


def least_mailed_position(tx: Tx, player_id: int, game_id: int, seat: int) -> int | None:
    """The oldest position that a player was told of at a seat; None where they were told of none."""
    return tx.first(int, _LEAST_POSITION, player=player_id, game_id=game_id, seat=seat)


def players_mailed_since(tx: Tx, since_ms: int) -> list[int]:
    """The players to whom a mail was written at a moment or later. Reads all mails."""
    return tx.all(int, _PLAYERS_MAILED, since_ms=since_ms)


def due_mail(tx: Tx, now_ms: int, limit: int, taken: Collection[int] = ()) -> list[MailRow]:
    """At most `limit` mails to be sent now, those that have waited longest first, none to suspended addresses.

    Those that are `taken` are left out. A mail waits for an earlier one to the same address in the same game that is
    taken, or is tried again soon.
    """
    facts = {"now_ms": now_ms, "soon_ms": now_ms + _SOON_MS, "limit": limit}
    return tx.all(MailRow, _DUE, taken=list(taken), **facts)


def keep_bytes(tx: Tx, built: BuiltMail, now_ms: int) -> None:
    """Fix a mail's bytes, so that every send is the same mail; bytes kept before stay. Raises NotFound.

    The drawing that they show is kept once for all mails. Where another one is kept by its digest, they keep their own.
    """
    if mail_bytes(tx, built.mail_id) is not None:
        return
    (packed, is_apart), digest = built.packing, None
    if is_apart and built.picture is not None:
        digest, png = built.picture
        if keep_picture(tx, digest, png, now_ms) != png:
            (packed, _is_apart), digest = pack(built.raw, None), None
    tx.run(_KEEP_BYTES, mail_id=built.mail_id, packed=packed, picture=digest, sent_ms=None)


def mark_sent(tx: Tx, deliveries: Iterable[Delivery], sent_ms: int) -> None:
    """Close the mails that were sent."""
    sent = list(deliveries)
    tx.run_many(_MARK_SENT, [{"mail_id": one.mail_id, "reply": one.reply, "now_ms": sent_ms} for one in sent])
    tx.run_many(_BYTES_SENT, [{"mail": one.mail_id, "at_ms": sent_ms} for one in sent])
    tx.run_many(_FORGET_FAILURE, [{"mail": one.mail_id} for one in sent])


def mark_failed(tx: Tx, mail_id: int, reply: str, next_ms: int | None) -> None:
    """Note a send that failed; it is tried again at `next_ms`, or given up where that is None. Raises NotFound."""
    if next_ms is None:
        _change(tx, mail_id, _GIVE_UP, reply=reply)
    else:
        _change(tx, mail_id, _TRY_AGAIN, reply=reply, again_ms=next_ms)


def resend_mail(tx: Tx, mail_id: int, now_ms: int) -> None:
    """Make a mail due again, whatever became of it, to where its player is now; its bytes stay as they were sent.

    Raises NotFound.
    """
    _change(tx, mail_id, _RESEND, now_ms=now_ms)
    tx.run(_FORGET_FAILURE, mail=mail_id)
    tx.run(_BYTES_SENT, mail=mail_id, at_ms=None)


def old_mail_bytes(tx: Tx, before_ms: int, limit: int) -> list[int]:
    """At most `limit` mails sent before a moment, the oldest first, whose bytes are still kept."""
    found = tx.all(int, _OLD_BYTES, before_ms=before_ms, limit=limit)
    return found or tx.all(int, _OLD_WHOLE_BYTES, before_ms=before_ms, limit=limit)


def erase_mail_bytes(tx: Tx, mail_ids: Collection[int], before_ms: int) -> None:
    """Let go of the bytes of mails, unless they were sent again since a moment, and of drawings none shows any more.

    Their text stays, and makes the same mail again.
    """
    old = {"mails": list(mail_ids), "before_ms": before_ms}
    drawings = tx.all(str, _OLD_PICTURES, **old)
    tx.run(_ERASE_BYTES, **old)
    tx.run(_ERASE_WHOLE_BYTES, **old)
    forget_pictures(tx, drawings)


def mail_counts(tx: Tx) -> dict[str, int]:
    """The number of mails of each status."""
    return dict(tx.all(lambda status, count: (status, count), _COUNTS))


def _change(tx: Tx, mail_id: int, statement: Update, **facts: object) -> None:
    if not tx.run(statement, mail_id=mail_id, **facts).rowcount:
        raise NotFound("mail", mail_id)
