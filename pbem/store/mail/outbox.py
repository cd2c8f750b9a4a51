"""The outbox: mails to send, all that were sent, and drawn maps, each kept for as long as a mail's bytes need it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    Index,
    Text,
    UniqueConstraint,
    Update,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    null,
    select,
    update,
)

from pbem.store.database import Tx
from pbem.store.dialects import insert_new
from pbem.store.errors import NotFound
from pbem.store.mail.packing import PackedText, crc32_of, is_whole_png, pack, unpack
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, values
from pbem.store.tables import NEW, TableRow, column, hidden, partial_index, table


@dataclass(frozen=True, slots=True)
class BuiltMail:
    """The bytes of a mail that is to be sent, and the drawn map that they show: its digest, and the PNG.

    They are packed when this is made, which takes time that a transaction has not. Raises ValueError for a NUL in them.
    """

    mail_id: int
    raw: bytes = field(repr=False)
    picture: tuple[str, bytes] | None = field(default=None, repr=False)
    packing: tuple[bytes, bool] = field(init=False, repr=False)
    """The bytes as they are kept, and whether the map was taken out of them."""

    def __post_init__(self) -> None:
        """Pack the bytes."""
        object.__setattr__(self, "packing", pack(self.raw, self.picture[1] if self.picture else None))


Topic: TypeAlias = Literal["reminders", "press", "digest", "reports", "announcements", "watched"]
"""What a player can have less of: all mails of a kind; those about a game that they watch, of that game."""
FailureCause: TypeAlias = Literal[
    "recipient", "mail", "size", "later", "greylisted", "doubt", "refused", "lost", "policy", "unreachable"
]
"""Why a mail did not leave: see `pbem.mail.sending.transport.Failed`."""
DialogueStep: TypeAlias = Literal[
    "", "connect", "greeting", "EHLO", "TLS", "login", "MAIL", "RCPT", "DATA", "content", "end of content", "command"
]
"""How far a mail came: "" before any way out was tried, "command" where another program takes the mails."""
MailKind: TypeAlias = Literal[
    "report", "answer", "sign-in", "reminder", "notice", "address", "press", "digest", "lobby", "moderation"
]
"""A mail of kind "address" is about its player's address itself, and goes nowhere but where it was written to."""
MailStatus: TypeAlias = Literal["due", "sent", "failed", "withheld"]
"""A mail is withheld where mails did not arrive for long, and newer ones took its place."""
AutoSubmitted: TypeAlias = Literal["auto-generated", "auto-replied"]
"""The value of a mail's Auto-Submitted header (RFC 3834)."""


@table(
    "mail",
    hidden("raw", bytes | None),
    hidden("crc32", int | None, sa_type=BigInteger),
    UniqueConstraint("player_id", "number"),
    Index(None, "status", "next_ms"),
    Index(None, "game_id", "seat"),
    partial_index("ix_mail_kept", "sent_ms", where="raw IS NOT NULL"),
)
class MailRow(TableRow):
    """The outbox, and every mail ever sent. `raw` holds the exact bytes of mails sent before there was MailBytes.

    `crc32` is that of what it says (`crc32_of`); NULL for mails from before it was taken.
    """

    id: int = column(primary_key=True)
    message_id: str = column(unique=True)
    to_address: str = column(shown=False)
    kind: MailKind
    subject: str = column(sa_type=Text)
    text: str = column(shown=False, sa_type=PackedText)
    created_ms: int
    game_id: int | None = column(default=None, foreign_key="game.id")
    seat: int | None = None
    player_id: int | None = column(default=None, foreign_key="player.id", index=True)
    in_reply_to: str | None = None
    references_: str = column(default="", sa_type=Text)
    auto: AutoSubmitted = "auto-generated"
    position: int | None = None
    sender: str | None = column(default=None, shown=False)
    """The local part it comes from, where that is neither its seat's nor the one that takes no letters."""
    status: MailStatus = "due"
    attempts: int = 0
    next_ms: int = 0
    last_reply: str | None = column(default=None, sa_type=Text)
    sent_ms: int | None = None
    number: int | None = None
    """Among the player's own mails, from 1: what the player is shown in place of the id, which would count others'."""


@table("mail_document")
class MailDocumentRow(TableRow):
    """A mail's text with its structure, as JSON, from which its HTML and its page are made."""

    mail_id: int = column(primary_key=True, foreign_key="mail.id")
    document: str = column(sa_type=PackedText)


@table("mail_bytes")
class MailBytesRow(TableRow):
    """The exact bytes of a mail, from before its first send on, as `pbem.store.mail.outbox` packs them.

    `picture` is the drawing that was taken out of them; `sent_ms` None while the mail waits to be sent.
    """

    mail_id: int = column(primary_key=True, foreign_key="mail.id")
    packed: bytes
    picture: str | None = column(foreign_key="picture.digest", index=True)
    sent_ms: int | None = column(index=True)


@table("mail_failure")
class MailFailureRow(TableRow):
    """The reason why a mail is not sent yet, or was given up; the row goes when it is sent.

    `times` counts failures of this cause in a row, `waited_ms` adds up the pauses of all causes.
    """

    mail_id: int = column(primary_key=True, foreign_key="mail.id")
    cause: FailureCause
    step: DialogueStep
    times: int
    waited_ms: int


@table("optional_mail")
class OptionalMailRow(TableRow):
    """A mail that its reader can have less of, and of what: the topic, and the game's tag where it is one game's."""

    mail_id: int = column(primary_key=True, foreign_key="mail.id")
    topic: Topic
    tag: str


@table("picture")
class PictureRow(TableRow):
    """A drawn map, by the SHA-256 of what it was drawn from: kept as long as the bytes of a mail that shows it."""

    digest: str = column(primary_key=True)
    png: bytes
    created_ms: int


class Delivery(NamedTuple):
    """A mail that was taken by the next server, with its last reply."""

    mail_id: int
    reply: str
    has_failed: bool = True
    """Whether it had failed before, so that there is a failure to forget."""


_BY_DIGEST = select(PictureRow.c.png).where(PictureRow.c.digest == bindparam("digest"))
_KEEP_BYTES = insert_new(MailBytesRow.table).from_select(
    list(columns(MailBytesRow)),
    select(
        MailRow.c.id,
        bindparam("packed", type_=MailBytesRow.c.packed.type),
        bindparam("picture", type_=MailBytesRow.c.picture.type),
        null(),
    ).where(MailRow.c.id == bindparam("mail_id"), MailRow.c.raw.is_(None)),
)
_THESE_PICTURES = select(PictureRow.c.digest, PictureRow.c.png).where(
    PictureRow.c.digest.in_(bindparam("digests", expanding=True))
)
_DRAWN_AGAIN = (
    update(PictureRow.table).where(PictureRow.c.digest == bindparam("damaged")).values(png=bindparam("drawn"))
)
_IS_SHOWN = exists().where(MailBytesRow.c.picture == PictureRow.c.digest).correlate(PictureRow.table)
_FORGET = delete(PictureRow.table).where(PictureRow.c.digest.in_(bindparam("digests", expanding=True)), ~_IS_SHOWN)
_MAILS = select(*columns(MailRow))
_BY_ID = _MAILS.where(MailRow.c.id == bindparam("mail_id"))
BY_MESSAGE_ID = _MAILS.where(MailRow.c.message_id == bindparam("message_id"))
_OF_SEAT = _MAILS.where(MailRow.c.game_id == bindparam("game_id"), MailRow.c.seat == bindparam("seat")).order_by(
    MailRow.c.id
)
_MAILED = select(MailRow.c.player_id).where(
    MailRow.c.player_id.is_not(None), MailRow.c.created_ms >= bindparam("since_ms")
)
_PLAYERS_MAILED = _MAILED.distinct().order_by(MailRow.c.player_id)
_TO_PLAYER = _MAILS.where(MailRow.c.player_id == bindparam("player"))
_NEWEST = _TO_PLAYER.where(MailRow.c.id < bindparam("before")).order_by(MailRow.c.id.desc()).limit(bindparam("most"))
_AT_SEAT = (MailRow.c.game_id == bindparam("game_id"), MailRow.c.seat == bindparam("seat"))
_NEWEST_AT_SEAT = _NEWEST.where(*_AT_SEAT)
_NEWEST_AT_POSITION = _NEWEST_AT_SEAT.where(MailRow.c.position == bindparam("position"))
_LEAST_POSITION = select(func.min(MailRow.c.position)).where(MailRow.c.player_id == bindparam("player"), *_AT_SEAT)
_UNSENT = _MAILS.where(MailRow.c.status != "sent").order_by(MailRow.c.id)
BYTES = (
    select(MailRow.c.raw, MailBytesRow.c.packed, PictureRow.c.png)
    .select_from(
        MailRow.table.outerjoin(MailBytesRow.table, MailBytesRow.c.mail_id == MailRow.c.id).outerjoin(
            PictureRow.table, PictureRow.c.digest == MailBytesRow.c.picture
        )
    )
    .where(MailRow.c.id == bindparam("mail_id"))
)
_COUNTS = select(MailRow.c.status, func.count()).group_by(MailRow.c.status)
DOCUMENT = select(MailDocumentRow.c.document).where(MailDocumentRow.c.mail_id == bindparam("mail_id"))
_NEXT_NUMBER = (
    select(func.coalesce(func.max(MailRow.c.number), 0) + 1)
    .where(MailRow.c.player_id == bindparam("player"))
    .scalar_subquery()
)
_ENQUEUE_NUMBERED = insert(MailRow.table).values(number=_NEXT_NUMBER)
_ONE = update(MailRow.table).where(MailRow.c.id == bindparam("mail_id"))
_BYTES_SENT = (
    update(MailBytesRow.table).where(MailBytesRow.c.mail_id == bindparam("mail")).values(sent_ms=bindparam("at_ms"))
)
_ANSWERED = _ONE.values(attempts=MailRow.c.attempts + 1, last_reply=bindparam("reply"))
_MARK_SENT = _ANSWERED.values(status="sent", sent_ms=bindparam("now_ms"))
_FORGET_FAILURE = delete(MailFailureRow.table).where(MailFailureRow.c.mail_id == bindparam("mail"))
_TRY_AGAIN = _ANSWERED.values(next_ms=bindparam("again_ms"))
_GIVE_UP = _ANSWERED.values(status="failed")
_PRESENT_ADDRESS = select(PlayerRow.c.address).where(PlayerRow.c.id == MailRow.c.player_id).scalar_subquery()
_IS_OLD = (func.coalesce(MailRow.c.status, "") == "sent", MailRow.c.sent_ms < bindparam("before_ms"))
_OLD_WHOLE_BYTES = (
    select(MailRow.c.id)
    .where(MailRow.c.raw.is_not(None), *_IS_OLD)
    .order_by(MailRow.c.sent_ms)
    .limit(bindparam("limit"))
)
_OLD_BYTES = (
    select(MailBytesRow.c.mail_id)
    .where(MailBytesRow.c.sent_ms < bindparam("before_ms"))
    .order_by(MailBytesRow.c.sent_ms)
    .limit(bindparam("limit"))
)
_ARE_OLD_BYTES = (
    MailBytesRow.c.mail_id.in_(bindparam("mails", expanding=True)),
    MailBytesRow.c.sent_ms < bindparam("before_ms"),
)
_OLD_PICTURES = select(MailBytesRow.c.picture).where(MailBytesRow.c.picture.is_not(None), *_ARE_OLD_BYTES).distinct()
_ERASE_BYTES = delete(MailBytesRow.table).where(*_ARE_OLD_BYTES)
_ERASE_WHOLE_BYTES = (
    update(MailRow.table).where(MailRow.c.id.in_(bindparam("mails", expanding=True)), *_IS_OLD).values(raw=None)
)
_RESEND = _ONE.values(
    status="due",
    attempts=0,
    next_ms=bindparam("now_ms"),
    to_address=case(
        (MailRow.c.kind == "address", MailRow.c.to_address), else_=func.coalesce(_PRESENT_ADDRESS, MailRow.c.to_address)
    ),
)

_UNSENT_YET: Final[dict[str, Any]] = {
    "status": "due",
    "attempts": 0,
    "last_reply": None,
    "sent_ms": None,
    "number": None,
}
_SAME_TOPIC = insert(OptionalMailRow.table).from_select(
    list(columns(OptionalMailRow)),
    select(
        bindparam("new", type_=OptionalMailRow.c.mail_id.type), OptionalMailRow.c.topic, OptionalMailRow.c.tag
    ).where(OptionalMailRow.c.mail_id == bindparam("old")),
)


def find_picture(tx: Tx, digest: str) -> bytes | None:
    """The drawing of what has this digest, if it is kept and whole."""
    png = tx.first(bytes, _BY_DIGEST, digest=digest)
    return png if png is not None and is_whole_png(png) else None


def keep_pictures(tx: Tx, drawn: Mapping[str, bytes], now_ms: int) -> dict[str, bytes]:
    """Keep drawings by their digests, and return those that are kept by then: one that was kept before stays.

    One that is damaged gives way.
    """
    if not drawn:
        return {}
    kept = dict(tx.all(lambda digest, png: (digest, png), _THESE_PICTURES, digests=list(drawn)))
    known = {digest: png for digest, png in kept.items() if is_whole_png(png)}
    fresh = {digest: png for digest, png in drawn.items() if digest not in kept}
    damaged = kept.keys() - known.keys()
    tx.run_many(_DRAWN_AGAIN, [{"damaged": digest, "drawn": drawn[digest]} for digest in damaged])
    tx.run_many(PictureRow.inserting, [values(PictureRow(digest, png, now_ms)) for digest, png in fresh.items()])
    return dict(drawn) | known


def forget_pictures(tx: Tx, digests: Collection[str]) -> None:
    """Drop those of these drawings that no mail shows; they are drawn again when they are wanted."""
    tx.run(_FORGET, digests=list(digests))


def enqueue_mail(tx: Tx, mail: MailRow, document: str | None = None) -> int:
    """Put a new mail into the outbox, due at once; return its id.

    `document` is its text with its structure, as JSON (see `pbem.reports.document`); None for what is text alone.
    """
    facts = values(mail) | {"next_ms": mail.created_ms, "raw": None, "crc32": crc32_of(mail.text, document)}
    del facts["id"]
    if mail.player_id is None:
        mail_id = tx.add(MailRow.inserting, **facts)
    else:
        del facts["number"]
        mail_id = tx.add(_ENQUEUE_NUMBERED, **facts, player=mail.player_id)
    if document is not None:
        add(tx, MailDocumentRow(mail_id, document))
    return mail_id


def get_mail(tx: Tx, mail_id: int) -> MailRow:
    """One mail. Raises NotFound."""
    return tx.one(MailRow, "mail", _BY_ID, mail_id=mail_id)


def find_mail_by_message_id(tx: Tx, message_id: str) -> MailRow | None:
    """The mail that a letter answers, if it is one of ours."""
    return tx.first(MailRow, BY_MESSAGE_ID, message_id=message_id)


def find_mail_bytes(tx: Tx, mail_id: int) -> bytes | None:
    """The exact bytes of a mail; None before its first send, and where they are damaged. Raises NotFound."""

    def whole(raw: bytes | None, packed: bytes | None, png: bytes | None) -> tuple[bytes | None]:
        return (raw if packed is None else unpack(packed, png),)

    return tx.one(whole, "mail", BYTES, mail_id=mail_id)[0]


def find_mail_document(tx: Tx, mail_id: int) -> str | None:
    """A mail's text with its structure, as JSON; None where it is text alone."""
    return tx.first(str, DOCUMENT, mail_id=mail_id)


def list_unsent_mail(tx: Tx) -> list[MailRow]:
    """All mails that wait to be sent, or were given up, in the order they were written."""
    return tx.all(MailRow, _UNSENT)


def list_mails_of_seat(tx: Tx, game_id: int, seat: int) -> list[MailRow]:
    """All mails to a seat, in the order they were written."""
    return tx.all(MailRow, _OF_SEAT, game_id=game_id, seat=seat)


def list_newest_mails_to(
    tx: Tx, player_id: int, seat: tuple[int, int] | None, position: int | None, *, before: int, most: int
) -> list[MailRow]:
    """At most `most` mails to a player that were written before one, the newest first.

    Only those to a seat of theirs, given by game and number, and only those of a position there.
    """
    facts = {"player": player_id, "most": most, "before": before}
    if seat is None:
        return tx.all(MailRow, _NEWEST, **facts)
    facts |= {"game_id": seat[0], "seat": seat[1]}
    if position is None:
        return tx.all(MailRow, _NEWEST_AT_SEAT, **facts)
    return tx.all(MailRow, _NEWEST_AT_POSITION, position=position, **facts)


def find_least_mailed_position(tx: Tx, player_id: int, game_id: int, seat: int) -> int | None:
    """The oldest position that a player was told of at a seat; None where they were told of none."""
    return tx.first(int, _LEAST_POSITION, player=player_id, game_id=game_id, seat=seat)


def list_players_mailed_since(tx: Tx, since_ms: int) -> list[int]:
    """The players to whom a mail was written at a moment or later. Reads all mails."""
    return tx.all(int, _PLAYERS_MAILED, since_ms=since_ms)


def keep_bytes(tx: Tx, built: Iterable[BuiltMail], now_ms: int) -> None:
    """Fix the bytes of mails, so that every send is the same mail; bytes kept before stay.

    The drawing that they show is kept once for all mails. Where another one is kept by its digest, they keep their own.
    """
    built = list(built)
    pictures = keep_pictures(tx, dict(one.picture for one in built if one.picture and one.packing[1]), now_ms)
    rows = []
    for one in built:
        (packed, is_apart), digest = one.packing, None
        if is_apart and one.picture is not None:
            digest, png = one.picture
            if pictures[digest] != png:
                (packed, _is_apart), digest = pack(one.raw, None), None
        rows.append({"mail_id": one.mail_id, "packed": packed, "picture": digest})
    if tx.run_many(_KEEP_BYTES, rows) < len(rows):
        forget_pictures(tx, pictures)


def mark_sent(tx: Tx, deliveries: Iterable[Delivery], sent_ms: int) -> None:
    """Close the mails that were sent."""
    sent = list(deliveries)
    tx.run_many(_MARK_SENT, [{"mail_id": one.mail_id, "reply": one.reply, "now_ms": sent_ms} for one in sent])
    tx.run_many(_BYTES_SENT, [{"mail": one.mail_id, "at_ms": sent_ms} for one in sent])
    tx.run_many(_FORGET_FAILURE, [{"mail": one.mail_id} for one in sent if one.has_failed])


def mark_failed(tx: Tx, mail_id: int, reply: str, next_ms: int | None) -> None:
    """Note a send that failed; it is tried again at `next_ms`, or given up where that is None. Raises NotFound."""
    if next_ms is None:
        _change(tx, mail_id, _GIVE_UP, reply=reply)
    else:
        _change(tx, mail_id, _TRY_AGAIN, reply=reply, again_ms=next_ms)


def resend_mail(tx: Tx, mail_id: int, now_ms: int, message_id: str) -> int:
    """Make a mail due again, whatever became of it, to where its player is now; return the id of what is due.

    Its bytes stay as they were sent. Where they are kept no more, it is a new mail with this Message-ID, which says the
    same in the same thread: a Message-ID names one mail (RFC 5322, 3.6.4), and the old one may be built otherwise now.
    Answers to either are known. Raises NotFound.
    """
    mail = get_mail(tx, mail_id)
    if mail.status == "sent" and not tx.one(_is_kept, "mail", BYTES, mail_id=mail_id):
        thread = f"{mail.references_} {mail.message_id}".strip()
        again = replace(mail, id=NEW, message_id=message_id, references_=thread, created_ms=now_ms, **_UNSENT_YET)
        old_id, mail_id = mail_id, enqueue_mail(tx, again, find_mail_document(tx, mail_id))
        tx.run(_SAME_TOPIC, old=old_id, new=mail_id)
    _change(tx, mail_id, _RESEND, now_ms=now_ms)
    tx.run(_FORGET_FAILURE, mail=mail_id)
    tx.run(_BYTES_SENT, mail=mail_id, at_ms=None)
    return mail_id


def _is_kept(raw: bytes | None, packed: bytes | None, _png: bytes | None) -> bool:
    return raw is not None or packed is not None


def list_old_mail_bytes(tx: Tx, before_ms: int, limit: int) -> list[int]:
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


def count_mails_by_status(tx: Tx) -> dict[str, int]:
    """The number of mails of each status. Reads the index of all mails."""
    return dict(tx.all(lambda status, count: (status, count), _COUNTS))


def _change(tx: Tx, mail_id: int, statement: Update, **facts: object) -> None:
    if not tx.run(statement, mail_id=mail_id, **facts).rowcount:
        raise NotFound("mail", mail_id)


_MAILED_TO = (
    select(MailRow.c.message_id, MailRow.c.to_address)
    .where(MailRow.c.player_id == bindparam("player"))
    .order_by(MailRow.c.id.desc())
    .limit(bindparam("most"))
)


def list_newest_message_ids(tx: Tx, player_id: int, most: int) -> list[tuple[str, str]]:
    """The Message-IDs of the newest mails to a player, each with the address that it went to."""
    return tx.all(lambda message_id, address: (message_id, address), _MAILED_TO, player=player_id, most=most)


def mark_optional(tx: Tx, mail_id: int, topic: Topic, tag: str) -> None:
    """Note of what a mail's reader can have less."""
    add(tx, OptionalMailRow(mail_id=mail_id, topic=topic, tag=tag))
