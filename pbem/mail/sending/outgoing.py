"""A mail of ours, its bytes, which are the same whenever it is built, and its way into the outbox.

It is built and checked for its first send, with its HTML, its map and the names of that day. On its way into the outbox
its subject alone is tried, which is kept as it will be sent: one that would come out wrong gives way to the plainest,
with an entry in the log. That raises nothing: it would undo what a letter has done, because of a name that somebody
else has chosen.
"""

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from email.utils import format_datetime
from hashlib import sha256
from typing import Final, Literal

from pbem.clock import from_ms
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.log import LazyLog
from pbem.mail.proof_codes import closing_for, prepare, without_closing
from pbem.mail.reply_codes import NO_REPLY, code_line, mark_of
from pbem.mail.report_links import closing_with_link, page_link, prepare_link, without_link
from pbem.mail.sending.wire import MimePart, NamedAddress, Value, read, well_formed
from pbem.naming import is_address
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.mail.outbox import MailRow, Topic, enqueue_mail, mark_optional
from pbem.store.mail.postbox import find_unsubscription_of_mail, make_unsubscription
from pbem.store.players.player import get_player

_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,980}>")
"""One that fits into a line with its header's name (RFC 5322, 2.1.1)."""
_ENCODED_WORD: Final = re.compile(r"=\?[^?]*\?[^?]*\?[^?]*\?=")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
_UNUSUAL: Final = re.compile(r"[^A-Za-z0-9 .,:\[\]-]+")
_MAX_PLAIN_LINE: Final = 78
_KEPT_REFERENCES: Final = 20
_LONGEST_SUBJECT: Final = 250
_LONGEST_NAME: Final = 100
_INLINE: Final = 'inline; filename="map.png"'
_PLAIN: Final = re.compile(rb"[ -~\n]*")
_ALWAYS: Final = frozenset(
    {
        "Message-ID",
        "From",
        "To",
        "Reply-To",
        "Subject",
        "Date",
        "Auto-Submitted",
        "X-Auto-Response-Suppress",
        "MIME-Version",
        "Content-Type",
    }
)
_SOMETIMES: Final = frozenset(
    {
        *("In-Reply-To", "References", "Content-Transfer-Encoding"),
        *("List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"),
    }
)

log = LazyLog(__name__)


@dataclass(frozen=True)
class Outgoing:
    """A mail to one player.

    Message ids have their angle brackets; addresses are bare. `from_address` is the seat's address, to which answers
    go, unless `reply_to` names another; `envelope_from` is where bounces go. `date_ms` is in milliseconds since the
    epoch, UTC.
    """

    message_id: str
    to_address: str = field(repr=False)
    to_name: str
    from_address: str = field(repr=False)
    from_name: str
    subject: str
    text: str = field(repr=False)
    date_ms: int
    envelope_from: str = field(repr=False)
    auto: Literal["replied", "generated"] = "generated"
    """How it came about (RFC 3834): as an answer to a letter, or of itself."""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    html: str = field(default="", repr=False)
    """The text as HTML; it shows the picture by `picture_address`. Without it the mail is text alone."""
    picture: bytes | None = field(default=None, repr=False)
    """A PNG that the HTML shows."""
    reply_to: str = field(default="", repr=False)
    reply_line: str = field(default="", repr=False)
    """The line of the text by which an answer is known, for the HTML to have it too."""
    local_part: str = field(default="", repr=False)
    """What of this server's the mail comes from."""
    closing: str = field(default="", repr=False)
    """Lines behind the text that carry the code by which a reply is proved."""
    list_id: str = ""
    """What all mails of a game have in common (RFC 2919), without angle brackets; "" for a mail about no game."""
    unsubscribe: tuple[str, ...] = field(default=(), repr=False)
    """Addresses by which mails of this kind are ended (RFC 2369); one of a page that begins with https, by one click
    (RFC 8058).
    """


def new_message_id(domain: str) -> str:
    """A Message-ID of our own (RFC 5322, 3.6.4), which `thread_marks.OWN_ID` knows again."""
    return f"<{secrets.token_hex(16)}@{domain}>"


def picture_address(message_id: str) -> str:
    """The name by which the HTML of a mail refers to its picture (RFC 2392)."""
    return f"cid:{_picture_id(message_id)}"


def build(mail: Outgoing) -> bytes:
    """The bytes of the mail, with CRLF, all of them ASCII; read again, they say what the mail says.

    Lines are not re-wrapped. What could be broken on the way, signs beyond ASCII and long lines, goes quoted-printable.
    With HTML it is multipart/alternative: the text, then the HTML, which is multipart/related with its picture.
    Raises ValueError when an address or the id is none, and NotAsMeant when the bytes would say something else.
    """
    return well_formed(_meant(mail))


def build_reduced(mail: Outgoing) -> bytes:
    """The bytes of the mail without names, thread, HTML and picture, and with the plainest signs of its subject.

    For a mail that `build` refuses: its text still arrives. Raises what `build` raises.
    """
    subject = plainest_subject(mail.subject)
    return build(
        replace(mail, to_name="", from_name="", subject=subject, in_reply_to="", references=(), html="", picture=None)
    )


def is_intact(raw: bytes, mail: Outgoing) -> bool:
    """Whether bytes kept from an earlier send are those of this mail, with the headers that we write and no others.

    Its recipient and what its game or server is called may have changed since.
    """
    found = read(raw)
    if found is None:
        return False
    parts = [part.content for part in found.walk() if str(part.header("Content-Type")).startswith("text/plain")]
    texts = [without_link(without_closing(text.decode())) for text in parts if isinstance(text, bytes)]
    names = dict(found.headers).keys()
    sender, answers = found.header("From"), found.header("Reply-To")
    addresses = (mail.from_address, mail.reply_to)
    return (
        names - _SOMETIMES == _ALWAYS
        and len(found.headers) == len(names)
        and isinstance(sender, NamedAddress)
        and isinstance(answers, NamedAddress)
        and (answers.address == sender.address or (sender.address, answers.address) == addresses)
        and found.header("Message-ID") == mail.message_id
        and list(map(_clean, texts)) == [_clean(mail.text)]
    )


def _meant(mail: Outgoing) -> MimePart:
    """The mail as a tree, of which the bytes are made and with which they are compared."""
    body = text_part(mail.text + mail.closing) if not mail.html else _alternative(mail)
    headers: tuple[tuple[str, Value], ...] = (
        *thread_headers(mail.message_id, mail.in_reply_to, (*mail.references, mark_of(mail.message_id))),
        ("From", named_address(mail.from_name, mail.from_address)),
        ("To", named_address(mail.to_name, mail.to_address)),
        ("Reply-To", named_address("", mail.reply_to or mail.from_address)),
        ("Subject", subject_line(mail.subject)),
        ("Date", format_datetime(from_ms(mail.date_ms))),
        ("Auto-Submitted", f"auto-{mail.auto}"),
        ("X-Auto-Response-Suppress", "All"),
        *_list_headers(mail),
        ("MIME-Version", "1.0"),
    )
    return MimePart((*headers, *body.headers), body.content)


def _list_headers(mail: Outgoing) -> Iterator[tuple[str, str]]:
    if mail.list_id:
        yield "List-Id", f"<{mail.list_id}>"
    if mail.unsubscribe:
        yield "List-Unsubscribe", ", ".join(f"<{address}>" for address in mail.unsubscribe)
        if any(address.startswith("https://") for address in mail.unsubscribe):
            yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"


def text_part(text: str) -> MimePart:
    """A plain text as a MIME part: 7bit where every mail system passes it on unchanged, else quoted-printable."""
    content = _clean(text)
    return _part('text/plain; charset="utf-8"', "7bit" if _is_plain(content) else "quoted-printable", content)


def _alternative(mail: Outgoing) -> MimePart:
    page = _part('text/html; charset="utf-8"', "quoted-printable", _clean(mail.html))
    if mail.picture is not None:
        shown = (("Content-ID", f"<{_picture_id(mail.message_id)}>"), ("Content-Disposition", _INLINE))
        page = _multipart(mail, "related", 1, page, _part("image/png", "base64", mail.picture, *shown))
    return _multipart(mail, "alternative", 0, text_part(mail.text + mail.closing), page)


def _part(content_type: str, encoding: str, content: bytes, *more: tuple[str, Value]) -> MimePart:
    return MimePart((("Content-Type", content_type), ("Content-Transfer-Encoding", encoding), *more), content)


def _multipart(mail: Outgoing, kind: str, number: int, *parts: MimePart) -> MimePart:
    """Parts under a boundary that the mail's id fixes, so that it is the same each time."""
    boundary = f"=_{number}_{_mark(mail.message_id)}"
    return MimePart((("Content-Type", f'multipart/{kind}; boundary="{boundary}"'),), parts)


def _picture_id(message_id: str) -> str:
    return f"map.{_mark(message_id)}@{message_id.strip('<>').rpartition('@')[2]}"


def _mark(message_id: str) -> str:
    return sha256(message_id.encode()).hexdigest()[:32]


def _clean(text: str) -> bytes:
    """The text as UTF-8 can write it, its lines ending with a line feed."""
    return "".join(f"{line}\n" for line in text.splitlines() or [""]).encode("utf-8", "replace")


def named_address(name: str, address: str) -> NamedAddress:
    """An address with its name, on one line and not too long. Raises ValueError where mails cannot be sent to it."""
    if not is_address(address):
        raise ValueError("not an address that email can be sent to")
    return NamedAddress(_one_line(name, _LONGEST_NAME), address)


def subject_line(text: str) -> str:
    """A subject as it is sent: on one line, not too long."""
    return _one_line(text, _LONGEST_SUBJECT)


def plainest_subject(text: str) -> str:
    """A subject without any sign that could mean something in a header."""
    return subject_line(_UNUSUAL.sub(" ", text))


def _one_line(text: str, most: int) -> str:
    """The text on one line of at most `most` characters, without unprintable signs."""
    return " ".join(_UNPRINTABLE.sub(" ", text).split())[:most].rstrip()


def _is_plain(text: bytes) -> bool:
    """Whether any mail system passes this text on as it is, and no line of it can be taken for a boundary of ours."""
    lines = text.split(b"\n")
    return _PLAIN.fullmatch(text) is not None and max(map(len, lines)) <= _MAX_PLAIN_LINE and b"--=_" not in text


def thread_headers(message_id: str, in_reply_to: str, references: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Message-ID, In-Reply-To and References; ids that are none are left out. Raises ValueError for the mail's own."""
    own_id = "".join(_valid_ids([message_id]))
    if not own_id:
        raise ValueError("a mail needs a Message-ID")
    yield "Message-ID", own_id
    yield from (("In-Reply-To", answered) for answered in _valid_ids([in_reply_to]))
    known = list(_valid_ids(references))
    if known:
        first, *later = known
        yield "References", " ".join([first, *later[-_KEPT_REFERENCES:]])


def _valid_ids(ids: Iterable[str]) -> Iterator[str]:
    """The ids that are some, and hold no encoded word; a player's mail program made those we answer."""
    return (one for one in ids if _MESSAGE_ID.fullmatch(one) and not _ENCODED_WORD.search(one))


def queue_mail(unit: UnitOfWork, mail: MailRow, document: str | None = None, *, topic: Topic | None = None) -> None:
    """Put a mail into the outbox, due at once, its subject as it will be sent; none to whose account cannot be used.

    `topic` is what its reader can have less of; None where its kind tells it, or nobody can do without it.
    """
    if mail.player_id is not None and get_player(unit, mail.player_id).standing != "open":
        return
    mail, topic = replace(mail, subject=subject_line(mail.subject)), topic or _topic_of(mail)
    tag = _tag_of(unit, mail, topic)
    if topic is not None and mail.player_id is not None:
        make_unsubscription(unit, mail.player_id, topic, tag, mail.created_ms)
    prepare(unit, mail)
    prepare_link(unit, mail)
    try:
        well_formed(MimePart((("Subject", mail.subject),), b""))
    except ValueError as error:
        log.error("a mail cannot be sent as it was written", kind=mail.kind, reason=str(error))
        mail = replace(mail, subject=plainest_subject(mail.subject))
    mail_id = enqueue_mail(unit, mail, document)
    unit.queued.append((mail_id, mail))
    if topic is not None and mail.player_id is not None:
        mark_optional(unit, mail_id, topic, tag)


def _topic_of(mail: MailRow) -> Topic | None:
    if mail.player_id is None:
        return None
    if mail.game_id is not None and mail.seat is None:
        return "watched"
    return "press" if mail.kind == "press" else "digest" if mail.kind == "digest" else None


def _tag_of(tx: Tx, mail: MailRow, topic: Topic | None) -> str:
    return get_game(tx, mail.game_id).tag if topic == "watched" and mail.game_id is not None else ""


def outgoing_for(unit: UnitOfWork, mail: MailRow, sender: str) -> Outgoing:
    """Make a mail of a row of the outbox: its text alone, from a local part of this server, to the player's name."""
    address = unit.settings.mail.sender_of(sender)
    player = None if mail.player_id is None else get_player(unit, mail.player_id)
    line = reply_line(unit.settings, sender, unit.settings.server.language if player is None else player.language)
    return Outgoing(
        message_id=mail.message_id,
        to_address=mail.to_address,
        to_name="" if player is None else player.name,
        from_address=address,
        from_name=_from_name(unit, mail),
        subject=mail.subject,
        text=_with_reply_line(mail.text, line),
        date_ms=mail.created_ms,
        envelope_from=address,
        auto="replied" if mail.auto == "auto-replied" else "generated",
        in_reply_to=mail.in_reply_to or "",
        references=tuple(mail.references_.split()),
        reply_to=unit.settings.mail.address_of(sender),
        reply_line=line,
        local_part=sender,
        closing=_closing(unit, mail, sender),
        list_id=_list_id(unit, mail),
        unsubscribe=_unsubscribe(unit, mail),
    )


def _closing(unit: UnitOfWork, mail: MailRow, sender: str) -> str:
    """The lines that stand in a mail's bytes alone, behind its text: its link and its code."""
    code = "" if sender == NO_REPLY else closing_for(unit, mail)
    return closing_with_link(unit, mail, page_link(unit, mail)) + code


def _list_id(unit: UnitOfWork, mail: MailRow) -> str:
    """The name of a game among mailing lists; that of a mailbox at a provider's has its name in it, too."""
    if mail.game_id is None:
        return ""
    box = unit.settings.mail.mailbox.rpartition("@")[0].replace("_", "-") if unit.settings.mail.mailbox else ""
    return ".".join(filter(None, (get_game(unit, mail.game_id).tag, box, "games", unit.settings.mail.domain)))


def _unsubscribe(unit: UnitOfWork, mail: MailRow) -> tuple[str, ...]:
    """The addresses by which a mail's reader ends mails like it: a page where they can open one, and one for letters.

    A mailbox without plus has no address that would tell.
    """
    found = find_unsubscription_of_mail(unit, mail.id)
    if found is None:
        return ()
    page = unit.settings.page(f"/unsubscribe/{found.token}")
    address = f"mailto:{unit.settings.mail.address_of(found.token)}?subject=unsubscribe"
    return tuple(filter(None, (page, "" if unit.settings.mail.is_shared else address)))


def reply_line(settings: Settings, sender: str, language: str) -> str:
    """The line by which an answer to a mail is known where its address does not tell; "" where it does.

    It is a comment of the order language, so that it does no harm where a mail program quotes it without marks.
    """
    if not settings.mail.is_shared or sender == NO_REPLY:
        return ""
    return catalogue(language).text(
        "%(code)s (keep this line in replies, copy it into new emails)", code=code_line(sender)
    )


def _with_reply_line(text: str, line: str) -> str:
    before, _, signature = text.rstrip("\n").rpartition("\n\n")
    return f"{before}\n\n{line}\n\n{signature}\n" if line and before else f"{text}\n{line}\n" if line else text


def _from_name(unit: UnitOfWork, mail: MailRow) -> str:
    """The sender's name: where all mails come from one address, with the game's, in which a player has one seat."""
    name = unit.settings.mail.from_name
    if not unit.settings.mail.mailbox or mail.game_id is None:
        return name
    return f"{name} {get_game(unit, mail.game_id).tag}"
