"""The inbox: letters as they came, each dealt with once, and what came back of mails."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import Index, Text, UniqueConstraint, bindparam, case, func, insert, select, text, union_all, update

from pbem.chance import new_mark
from pbem.store.database import Tx
from pbem.store.dialects import insert_new
from pbem.store.errors import AlreadyFinished
from pbem.store.games.seats import SeatRow
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.packing import PackedBytes
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, columns, values
from pbem.store.tables import TableRow, column, hidden, partial_index, table

LetterStatus: TypeAlias = Literal["new", "done", "ignored", "shunted"]
Way: TypeAlias = Literal["smtp", "lmtp", "imap", "pipe", "drop", "local"]
"""The way by which a letter came; "local" is the operator's own hand."""
_TRACE: Final = re.compile(
    rb"\A(?:(?:Return-Path|Received|Delivered-To|X-Original-To|Envelope-To)[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+",
    re.IGNORECASE,
)
"""The headers that each mail system on the way puts before a letter (RFC 5321, 4.4)."""


@table(
    "letter",
    UniqueConstraint("recipient_token", "message_id", "digest"),
    Index(None, "status", "id"),
    Index(None, "game_id", "id"),
    partial_index("ix_letter_kept", "received_ms", where="length(raw) > 0"),
    partial_index("ix_letter_unpacked", "received_ms", where="unpacked_size IS NULL AND length(raw) > 0"),
    hidden("unpacked_size", int | None),
)
class LetterRow(TableRow):
    """The inbox: every letter as it came, from before it is acknowledged. `message_id` is "" where it had none.

    `mark` is what moderators are shown in place of the id, which would count the letters of others. `unpacked_size` is
    the number of its bytes where `pbem.store.mail.packed_letters` has packed them.
    """

    id: int = column(primary_key=True)
    message_id: str
    recipient_token: str = column(shown=False)
    mail_from: str = column(shown=False)
    digest: str
    received_ms: int
    raw: bytes = column(shown=False, sa_type=PackedBytes)
    status: LetterStatus
    attempts: int
    outcome: str = column(sa_type=Text)
    game_id: int | None = column(foreign_key="game.id")
    seat: int | None
    mark: str = column(unique=True)
    """What moderators are shown in place of the id."""


@table("bounce")
class BounceRow(TableRow):
    """A mail system's report on one of our mails: it could not be delivered (`failed`), or not yet.

    `reply` is the reason, in the words of the server that refused it; `stamp` is the mail's oldest Received header,
    which our relay added.
    """

    letter_id: int = column(primary_key=True, foreign_key="letter.id")
    mail_id: int = column(foreign_key="mail.id", index=True)
    failed: bool
    reply: str = column(shown=False, sa_type=Text)
    stamp: str = column(shown=False, sa_type=Text)
    at_ms: int = column(index=True)


@table(
    "letter_origin", hidden("letter_id", int, primary_key=True, foreign_key="letter.id"), hidden("look_ms", int | None)
)
class LetterOriginRow(TableRow):
    """The place that a letter came from, and what proved its sender; `look_ms` is when it is looked at again."""

    way: Way = "smtp"
    peer: str = column(default="", shown=False)
    """The address of the machine that brought it."""
    helo: str = column(default="", shown=False)
    """What that machine called itself."""
    proof: str = column(default="", sa_type=Text)
    """What proved its sender, or why nothing did; "" where nothing had to."""
    looks: int = 0
    """How often it was looked for proof in vain, as DNS did not answer."""


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be put into the inbox; its digest is taken when this is made, which a transaction has no time for."""

    recipient_token: str = field(repr=False)
    message_id: str
    mail_from: str = field(repr=False)
    received_ms: int
    raw: bytes = field(repr=False)
    origin: LetterOriginRow = field(default_factory=LetterOriginRow)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        """Take the digest."""
        object.__setattr__(self, "digest", digest_of(self.message_id, self.raw))


def digest_of(message_id: str, raw: bytes) -> str:
    """The SHA-256 of a letter; one with a Message-ID is the same whichever way it came."""
    written = _TRACE.sub(b"", raw, count=1) if message_id else raw
    return sha256(written).hexdigest()


MAX_ATTEMPTS = 3
"""The number of failures after which a letter is shunted: kept aside for the operator, so that it holds up no other."""
_LETTERS = select(*columns(LetterRow))
BY_ID = _LETTERS.where(LetterRow.c.id == bindparam("letter_id"))
_WAITING = select(LetterRow.c.id).where(
    LetterRow.c.status == "new", LetterRow.c.recipient_token == bindparam("recipient")
)
_PUT_ASIDE = _LETTERS.where(LetterRow.c.status == "shunted").order_by(LetterRow.c.id)
_BY_MARK = _LETTERS.where(LetterRow.c.mark == bindparam("mark"))
_MARKS = select(LetterRow.c.id, LetterRow.c.mark).where(LetterRow.c.id.in_(bindparam("letters", expanding=True)))
_KEY = ("recipient_token", "message_id", "digest")
_HAS = select(LetterRow.c.id).where(*(LetterRow.c[name] == bindparam(name) for name in _KEY[:2])).limit(1)
_SAME = select(LetterRow.c.id).where(*(LetterRow.c[name] == bindparam(name) for name in _KEY))
_ORIGIN = tuple(values(LetterOriginRow()))
_STORE_ORIGIN = insert(LetterOriginRow.table).from_select(
    ("letter_id", *_ORIGIN),
    select(LetterRow.c.id, *(bindparam(f"new_{name}") for name in _ORIGIN)).where(
        LetterRow.c.mark == bindparam("of_mark")
    ),
)
_AS_COME = {"status": "new", "attempts": 0, "outcome": "", "game_id": None, "seat": None}
_IS_NEW = (LetterRow.c.id == bindparam("letter_id")) & (LetterRow.c.status == "new")
_FINISH = (
    update(LetterRow.table)
    .where(_IS_NEW)
    .values({LetterRow.c[name]: bindparam(f"new_{name}") for name in ("status", "outcome", "game_id", "seat")})
)
_FAIL = (
    update(LetterRow.table)
    .where(_IS_NEW)
    .values(
        attempts=LetterRow.c.attempts + 1,
        outcome=bindparam("new_outcome"),
        status=case((LetterRow.c.attempts + 1 >= MAX_ATTEMPTS, "shunted"), else_="new"),
    )
)
_RETRY = (
    update(LetterRow.table)
    .where(LetterRow.c.id == bindparam("letter"), LetterRow.c.status == "shunted")
    .values(status="new", attempts=0)
)
_WAITS_AT = (
    (LetterRow.c.recipient_token == bindparam("token"))
    & LetterRow.c.status.in_(("new", "shunted"))
    & (LetterRow.c.id != bindparam("but"))
)
_HOW_MANY_WAIT = select(func.count()).select_from(LetterRow.table).where(_WAITS_AT)
_HOW_MANY_TO = (
    select(func.count())
    .select_from(LetterRow.table)
    .where(LetterRow.c.recipient_token.in_(bindparam("tokens", expanding=True)), text("length(raw) > 0"))
)
_KEPT_OF_TIME = select(LetterRow.c.id).where(
    LetterRow.c.recipient_token == bindparam("recipient"),
    LetterRow.c.received_ms.between(bindparam("from_ms"), bindparam("until_ms")),
    text("length(raw) > 0"),
)
_OWN_TOKENS = union_all(
    select(SeatRow.c.token).where(SeatRow.c.player_id == bindparam("player")),
    select(PlayerRow.c.token).where(PlayerRow.c.id == bindparam("player")),
)
_LATELY = select(LetterRow.c.id).where(
    LetterRow.c.received_ms.between(bindparam("from_ms"), bindparam("until_ms")),
    text("length(raw) > 0"),
    (LetterRow.c.recipient_token == bindparam("recipient")) | LetterRow.c.recipient_token.in_(_OWN_TOKENS),
)
_DEALT_WITH = _LATELY.where(LetterRow.c.status == "done").limit(bindparam("most"))
_OF_OUTCOME = _LATELY.where(LetterRow.c.status == "ignored", LetterRow.c.outcome == bindparam("of_outcome")).limit(1)
_CLOSE_TO = update(LetterRow.table).where(_WAITS_AT).values(status="ignored", outcome=bindparam("new_outcome"))
_STATUS = select(LetterRow.c.status).where(LetterRow.c.id == bindparam("letter_id"))
_IS_CLOSED = LetterRow.c.status.in_(("done", "ignored"))
_OLD = (
    select(LetterRow.c.id)
    .where(text("length(raw) > 0"), LetterRow.c.received_ms < bindparam("before_ms"))
    .where(func.coalesce(LetterRow.c.status, "").in_(("done", "ignored")))  # not by the index of all that have a status
    .order_by(LetterRow.c.received_ms)
    .limit(bindparam("limit"))
)
_ERASE = (
    update(LetterRow.table)
    .where(LetterRow.c.id.in_(bindparam("letters", expanding=True)), _IS_CLOSED)
    .values(raw=b"", unpacked_size=None, mail_from="")
)
_ERASE_ORIGIN = (
    update(LetterOriginRow.table)
    .where(LetterOriginRow.c.letter_id.in_(bindparam("letters", expanding=True)))
    .values(peer="", helo="")
)
_COUNTS = select(LetterRow.c.status, func.count()).group_by(LetterRow.c.status)
_OF_MAILS = (
    select(*columns(BounceRow))
    .where(BounceRow.c.mail_id.in_(bindparam("mails", expanding=True)))
    .order_by(BounceRow.c.letter_id)
)
_LAST_SENT = (
    select(MailRow.c.id)
    .where(
        MailRow.c.player_id == bindparam("player"),
        MailRow.c.to_address == bindparam("address"),
        MailRow.c.sent_ms.is_not(None),
    )
    .order_by(MailRow.c.id.desc())
    .limit(1)
)

_STORE = insert_new(LetterRow.table)


def store_letters(tx: Tx, letters: Sequence[NewLetter]) -> None:
    """Put letters into the inbox, except those that are there already, as `store_new_letter` tells."""
    rows = [_row(letter) for letter in letters]
    tx.run_many(_STORE, rows)
    tx.run_many(_STORE_ORIGIN, [_origin(letter, row) for letter, row in zip(letters, rows, strict=True)])


def store_new_letter(tx: Tx, letter: NewLetter) -> tuple[int, bool]:
    """Put a letter into the inbox; return its id, and False where the same letter is there already.

    Two letters are the same if they have the same bytes and Message-ID ("" where there is none) and went to the same
    address. With a Message-ID, headers that relays added are not compared.
    """
    row = _row(letter)
    known = tx.first(int, _SAME, **_key(row))
    if known is not None:
        return known, False
    letter_id = tx.add(LetterRow.inserting, **row)
    tx.run(_STORE_ORIGIN, **_origin(letter, row))
    return letter_id, True


def store_letter(
    tx: Tx, recipient_token: str, message_id: str, mail_from: str, received_ms: int, raw: bytes
) -> tuple[int, bool]:
    """Put a letter of unknown origin into the inbox, as `store_new_letter` does."""
    return store_new_letter(tx, NewLetter(recipient_token, message_id, mail_from, received_ms, raw))


def has_letter(tx: Tx, recipient_token: str, message_id: str) -> bool:
    """Whether a letter with a Message-ID came to an address."""
    return tx.first(int, _HAS, recipient_token=recipient_token, message_id=message_id) is not None


def _key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in _KEY}


def _origin(letter: NewLetter, row: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a letter's origin, which finds its letter by the mark, as only a new one has it."""
    return {f"new_{name}": value for name, value in values(letter.origin).items()} | {"of_mark": row["mark"]}


def _row(letter: NewLetter) -> dict[str, Any]:
    return {
        "recipient_token": letter.recipient_token,
        "message_id": letter.message_id,
        "digest": letter.digest,
        "mail_from": letter.mail_from,
        "received_ms": letter.received_ms,
        "raw": letter.raw,
        "mark": new_mark(),
        **_AS_COME,
    }


def count_waiting(tx: Tx, recipient_token: str, most: int) -> int:
    """Count the letters to an address that nobody has dealt with, up to `most`."""
    return len(tx.all(int, _WAITING.limit(most), recipient=recipient_token))


def list_letters_put_aside(tx: Tx) -> list[LetterRow]:
    """The letters that were shunted, the oldest first."""
    return tx.all(LetterRow, _PUT_ASIDE)


def get_letter(tx: Tx, letter_id: int) -> LetterRow:
    """One letter. Raises NotFound."""
    return tx.one(LetterRow, "letter", BY_ID, letter_id=letter_id)


def get_letter_marked(tx: Tx, mark: str) -> LetterRow:
    """The letter that moderators are shown by a mark. Raises NotFound."""
    return tx.one(LetterRow, "letter", _BY_MARK, mark=mark)


def list_marks_of_letters(tx: Tx, letter_ids: Collection[int]) -> dict[int, str]:
    """The marks that moderators are shown in place of these letters' ids."""
    return dict(tx.all(lambda letter_id, mark: (letter_id, mark), _MARKS, letters=list(letter_ids)))


def finish_letter(
    tx: Tx,
    letter_id: int,
    status: Literal["done", "ignored"],
    outcome: str,
    game_id: int | None = None,
    seat: int | None = None,
) -> None:
    """Close a letter, in the transaction that does what it asks for.

    Raises AlreadyFinished, which undoes that transaction, where it was closed before: so nothing is done twice.
    """
    result = {"new_status": status, "new_outcome": outcome, "new_game_id": game_id, "new_seat": seat}
    if not tx.run(_FINISH, letter_id=letter_id, **result).rowcount:
        raise AlreadyFinished(letter_id)


def fail_letter(tx: Tx, letter_id: int, outcome: str) -> LetterStatus:
    """Count a failure to deal with a letter; return "new" while it will be tried again, then "shunted".

    Raises AlreadyFinished where it was closed before.
    """
    if not tx.run(_FAIL, letter_id=letter_id, new_outcome=outcome).rowcount:
        raise AlreadyFinished(letter_id)
    status: LetterStatus = tx.connection.execute(_STATUS, {"letter_id": letter_id}).scalar_one()
    return status


def retry_letter(tx: Tx, letter_id: int) -> bool:
    """Let a letter that was shunted be dealt with as if it had just come; false where it was not."""
    return bool(tx.run(_RETRY, letter=letter_id).rowcount)


def list_old_letters(tx: Tx, before_ms: int, limit: int) -> list[int]:
    """At most `limit` letters received before a moment and dealt with, the oldest first, that are not emptied yet."""
    return tx.all(int, _OLD, before_ms=before_ms, limit=limit)


def erase_letters(tx: Tx, letter_ids: Collection[int]) -> None:
    """Empty letters, their senders and where they came from too, that are dealt with.

    What remains of each still recognises the same letter when it comes again.
    """
    tx.run(_ERASE, letters=list(letter_ids))
    tx.run(_ERASE_ORIGIN, letters=list(letter_ids))


def count_letters_to(tx: Tx, token: str, but: int | None) -> int:
    """Count the letters to an address that nobody has dealt with, except for one."""
    return tx.one(int, "letter", _HOW_MANY_WAIT, token=token, but=but or 0)


def count_all_letters_to(tx: Tx, tokens: Collection[str]) -> int:
    """Count the letters to some addresses, whatever became of them."""
    return tx.one(int, "letter", _HOW_MANY_TO, tokens=list(tokens))


def count_kept_of_time(tx: Tx, token: str, from_ms: int, until_ms: int, most: int) -> int:
    """Count the letters to an address that came between two moments and are kept, up to `most`."""
    return len(tx.all(int, _KEPT_OF_TIME.limit(most), recipient=token, from_ms=from_ms, until_ms=until_ms))


def count_dealt_with(tx: Tx, token: str, player_id: int | None, from_ms: int, until_ms: int, most: int) -> int:
    """Count the letters to an address, and to all of a player, that came between two moments and were dealt with.

    Up to `most`; those that do not count as their owner's are not among them.
    """
    facts = {"recipient": token, "player": player_id, "from_ms": from_ms, "until_ms": until_ms, "most": most}
    return len(tx.all(int, _DEALT_WITH, **facts))


def get_came_to(tx: Tx, token: str, player_id: int | None, outcome: str, from_ms: int, until_ms: int) -> bool:
    """Whether any letter to an address, or to one of a player, that came between two moments was put aside so."""
    facts = {"recipient": token, "player": player_id, "from_ms": from_ms, "until_ms": until_ms}
    return tx.first(int, _OF_OUTCOME, of_outcome=outcome, **facts) is not None


def is_full(tx: Tx, token: str, most: int) -> bool:
    """Whether as many letters to an address are kept as may be."""
    return count_all_letters_to(tx, [token]) >= most


def close_letters_to(tx: Tx, token: str, but: int | None, outcome: str) -> int:
    """Close the letters to an address with which nobody has dealt, but for one; return how many there were."""
    return tx.run(_CLOSE_TO, token=token, but=but or 0, new_outcome=outcome).rowcount


def count_letters_by_status(tx: Tx) -> dict[str, int]:
    """The number of letters of each status. Reads the index of all letters."""
    return dict(tx.all(lambda status, count: (status, count), _COUNTS))


def add_bounce(tx: Tx, bounce: BounceRow) -> None:
    """Note that a mail came back."""
    add(tx, bounce)


def list_bounces_of(tx: Tx, mail_ids: Collection[int]) -> list[BounceRow]:
    """The bounces of these mails, in the order in which they came back."""
    return tx.all(BounceRow, _OF_MAILS, mails=list(mail_ids))


def find_last_sent_to(tx: Tx, player_id: int, address: str) -> int | None:
    """The newest mail that was sent to a player at an address; None where there is none."""
    return tx.first(int, _LAST_SENT, player=player_id, address=address.lower())


_IS_LETTERS = LetterOriginRow.c.letter_id == bindparam("letter")
ORIGIN_OF = select(*columns(LetterOriginRow)).where(_IS_LETTERS)
_NOTE = update(LetterOriginRow.table).where(_IS_LETTERS).values(proof=bindparam("found"), look_ms=None)
_PROVED = (
    select(LetterRow.c.id)
    .join(LetterOriginRow.table, LetterOriginRow.c.letter_id == LetterRow.c.id)
    .where(LetterRow.c.recipient_token == bindparam("token"), LetterRow.c.id != bindparam("but"))
    .where(LetterOriginRow.c.proof.endswith(bindparam("found")))
    .limit(1)
)
_MARK = " #"
"""What stands between a proof and the mark of the letter."""
_POSTPONE = (
    update(LetterOriginRow.table)
    .where(_IS_LETTERS)
    .values(look_ms=bindparam("again_ms"), looks=LetterOriginRow.c.looks + 1)
)


def add_origin(tx: Tx, letter_id: int, origin: LetterOriginRow) -> None:
    """Keep where a letter came from."""
    add(tx, origin, letter_id=letter_id, look_ms=None)


def get_origin_of(tx: Tx, letter_id: int) -> LetterOriginRow:
    """The place that a letter came from; an empty one where that is not known."""
    found = tx.first(LetterOriginRow, ORIGIN_OF, letter=letter_id) or LetterOriginRow()
    return replace(found, proof=found.proof.partition(_MARK)[0])


def note_proof(tx: Tx, letter_id: int, found: str, mark: str = "") -> None:
    """Keep what proved a letter's sender, or why nothing did, and the mark by which its copies are known."""
    proof = f"{found}{_MARK}{mark}" if mark else found
    if not tx.run(_NOTE, letter=letter_id, found=proof).rowcount:
        add_origin(tx, letter_id, LetterOriginRow(proof=proof))


def was_proved(tx: Tx, token: str, mark: str, *, but: int) -> bool:
    """Whether another letter to an address than this one was proved to be its sender's, and noted with this mark."""
    return tx.first(int, _PROVED, token=token, found=f"{_MARK}{mark}", but=but) is not None


def postpone_letter(tx: Tx, letter_id: int, look_ms: int) -> None:
    """Have a letter wait until a moment, after which it is dealt with as if it had just come."""
    if not tx.run(_POSTPONE, letter=letter_id, again_ms=look_ms).rowcount:
        tx.run(
            LetterOriginRow.inserting,
            letter_id=letter_id,
            look_ms=look_ms,
            **(values(LetterOriginRow()) | {"looks": 1}),
        )
