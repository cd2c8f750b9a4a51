"""The inbox: letters as they came, each dealt with once, and what came back of mails."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from sqlalchemy import bindparam, case, func, insert, select, text, union_all, update
from sqlalchemy.exc import IntegrityError

from pbem.chance import new_mark
from pbem.store.database import Tx
from pbem.store.errors import AlreadyFinished
from pbem.store.repository.columns import BOUNCE, LETTER, LETTER_ORIGIN, MAIL, PLAYER, SEAT, columns, values
from pbem.store.rows import BounceRow, LetterOrigin, LetterRow, LetterStatus, NewLetter

MAX_ATTEMPTS = 3
"""After so many failures a letter is shunted: kept aside for the operator, so that it holds up no other."""
LONGEST_WAIT_MS = 6 * 3_600_000
"""No letter is put off for longer at a time: where one seems to be, a clock was wrong."""

_LETTERS = select(*columns(LetterRow, LETTER))
_BY_ID = _LETTERS.where(LETTER.c.id == bindparam("letter_id"))
_EARLIER = LETTER.alias("earlier")
_WAITS = (
    select(_EARLIER.c.id)
    .join(LETTER_ORIGIN, LETTER_ORIGIN.c.letter_id == _EARLIER.c.id)
    .where(_EARLIER.c.status == "new", _EARLIER.c.id <= LETTER.c.id)
    .where(_EARLIER.c.recipient_token == LETTER.c.recipient_token)
    .where(LETTER_ORIGIN.c.look_ms > bindparam("now_ms"), LETTER_ORIGIN.c.look_ms <= bindparam("latest_ms"))
    .exists()
)
"""The letter, or an earlier one to the same address, is to be looked at later.

Addresses are secrets. By envelope senders, which anyone can write, one player could have another's letters wait.
"""
_NEXT_NEW = _LETTERS.where(LETTER.c.status == "new", ~_WAITS).order_by(LETTER.c.id).limit(1)
_NEXT_TO_LOBBY = _NEXT_NEW.where(LETTER.c.recipient_token == bindparam("lobby"))
_NEXT_TO_OTHERS = _NEXT_NEW.where(LETTER.c.recipient_token != bindparam("lobby"))
_WAITING = select(LETTER.c.id).where(LETTER.c.status == "new", LETTER.c.recipient_token == bindparam("recipient"))
_PUT_ASIDE = _LETTERS.where(LETTER.c.status == "shunted").order_by(LETTER.c.id)
_BY_MARK = _LETTERS.where(LETTER.c.mark == bindparam("mark"))
_MARKS = select(LETTER.c.id, LETTER.c.mark).where(LETTER.c.id.in_(bindparam("letters", expanding=True)))
_KEY = ("recipient_token", "message_id", "digest")
_HAS = select(LETTER.c.id).where(*(LETTER.c[name] == bindparam(name) for name in _KEY[:2])).limit(1)
_SAME = select(LETTER.c.id).where(*(LETTER.c[name] == bindparam(name) for name in _KEY))
_STORE = insert(LETTER)
_ORIGIN = tuple(values(LetterOrigin()))
_STORE_ORIGIN = insert(LETTER_ORIGIN).from_select(
    ("letter_id", *_ORIGIN),
    select(LETTER.c.id, *(bindparam(f"new_{name}") for name in _ORIGIN)).where(LETTER.c.mark == bindparam("of_mark")),
)
_AS_COME = {"status": "new", "attempts": 0, "outcome": "", "game_id": None, "seat": None}
_IS_NEW = (LETTER.c.id == bindparam("letter_id")) & (LETTER.c.status == "new")
_FINISH = (
    update(LETTER)
    .where(_IS_NEW)
    .values({LETTER.c[name]: bindparam(f"new_{name}") for name in ("status", "outcome", "game_id", "seat")})
)
_FAIL = (
    update(LETTER)
    .where(_IS_NEW)
    .values(
        attempts=LETTER.c.attempts + 1,
        outcome=bindparam("new_outcome"),
        status=case((LETTER.c.attempts + 1 >= MAX_ATTEMPTS, "shunted"), else_="new"),
    )
)
_RETRY = (
    update(LETTER)
    .where(LETTER.c.id == bindparam("letter"), LETTER.c.status == "shunted")
    .values(status="new", attempts=0)
)
_WAITS_AT = (
    (LETTER.c.recipient_token == bindparam("token"))
    & LETTER.c.status.in_(("new", "shunted"))
    & (LETTER.c.id != bindparam("but"))
)
_HOW_MANY_WAIT = select(func.count()).select_from(LETTER).where(_WAITS_AT)
_HOW_MANY_TO = (
    select(func.count())
    .select_from(LETTER)
    .where(LETTER.c.recipient_token.in_(bindparam("tokens", expanding=True)), text("length(raw) > 0"))
)
_KEPT_OF_TIME = select(LETTER.c.id).where(
    LETTER.c.recipient_token == bindparam("recipient"),
    LETTER.c.received_ms.between(bindparam("from_ms"), bindparam("until_ms")),
    text("length(raw) > 0"),
)
_OWN_TOKENS = union_all(
    select(SEAT.c.token).where(SEAT.c.player_id == bindparam("player")),
    select(PLAYER.c.token).where(PLAYER.c.id == bindparam("player")),
)
_LATELY = select(LETTER.c.id).where(
    LETTER.c.received_ms.between(bindparam("from_ms"), bindparam("until_ms")),
    text("length(raw) > 0"),
    (LETTER.c.recipient_token == bindparam("recipient")) | LETTER.c.recipient_token.in_(_OWN_TOKENS),
)
_DEALT_WITH = _LATELY.where(LETTER.c.status == "done").limit(bindparam("most"))
_OF_OUTCOME = _LATELY.where(LETTER.c.status == "ignored", LETTER.c.outcome == bindparam("of_outcome")).limit(1)
_CLOSE_TO = update(LETTER).where(_WAITS_AT).values(status="ignored", outcome=bindparam("new_outcome"))
_STATUS = select(LETTER.c.status).where(LETTER.c.id == bindparam("letter_id"))
_IS_CLOSED = LETTER.c.status.in_(("done", "ignored"))
_OLD = (
    select(LETTER.c.id)
    .where(text("length(raw) > 0"), LETTER.c.received_ms < bindparam("before_ms"))
    .where(func.coalesce(LETTER.c.status, "").in_(("done", "ignored")))  # not by the index of all that have a status
    .order_by(LETTER.c.received_ms)
    .limit(bindparam("limit"))
)
_ERASE = (
    update(LETTER)
    .where(LETTER.c.id.in_(bindparam("letters", expanding=True)), _IS_CLOSED)
    .values(raw=b"", mail_from="")
)
_ERASE_ORIGIN = (
    update(LETTER_ORIGIN)
    .where(LETTER_ORIGIN.c.letter_id.in_(bindparam("letters", expanding=True)))
    .values(peer="", helo="")
)
_COUNTS = select(LETTER.c.status, func.count()).group_by(LETTER.c.status)

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


def store_letters(tx: Tx, letters: Sequence[NewLetter]) -> None:
    """Put letters into the inbox, except those that are there already, as `store_new_letter` tells."""
    rows = [_row(letter) for letter in letters]
    try:
        tx.run_many(_STORE, rows)
    except IntegrityError:  # one is there, which is seldom; those before it in the list have been written
        for row in rows:
            if tx.first(int, _SAME, **_key(row)) is None:
                tx.add(_STORE, **row)
    tx.run_many(_STORE_ORIGIN, [_origin(letter, row) for letter, row in zip(letters, rows, strict=True)])


def store_new_letter(tx: Tx, letter: NewLetter) -> tuple[int, bool]:
    """Put a letter into the inbox; return its id, and False where this very letter is there already.

    The same letter is one with the same bytes and Message-ID ("" where it has none) to the same address; of one with a
    Message-ID the traces of its way do not count.
    """
    row = _row(letter)
    known = tx.first(int, _SAME, **_key(row))
    if known is not None:
        return known, False
    letter_id = tx.add(_STORE, **row)
    tx.run(_STORE_ORIGIN, **_origin(letter, row))
    return letter_id, True


def store_letter(
    tx: Tx, recipient_token: str, message_id: str, mail_from: str, received_ms: int, raw: bytes
) -> tuple[int, bool]:
    """Put a letter into the inbox of which nobody knows where it came from, as `store_new_letter` does."""
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
    """The row of a letter that nobody has looked at."""
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


def next_new_letter(tx: Tx, lobby: str = "", *, lobby_first: bool = False, now_ms: int = 0) -> LetterRow | None:
    """The oldest letter that nobody has dealt with; those to the address `lobby` stand behind all others.

    With `lobby_first` it is the others that stand behind. Those that wait beyond `now_ms` are left out, and so is what
    came later to the same address.
    """
    queues = (_NEXT_TO_OTHERS, _NEXT_TO_LOBBY)
    facts = {"lobby": lobby, "now_ms": now_ms, "latest_ms": now_ms + LONGEST_WAIT_MS}
    found = (tx.first(LetterRow, queue, **facts) for queue in (reversed(queues) if lobby_first else queues))
    return next((letter for letter in found if letter is not None), None)


def count_waiting(tx: Tx, recipient_token: str, most: int) -> int:
    """Count the letters to an address that nobody has dealt with, up to `most`."""
    return len(tx.all(int, _WAITING.limit(most), recipient=recipient_token))


def letters_put_aside(tx: Tx) -> list[LetterRow]:
    """The letters that were shunted, the oldest first."""
    return tx.all(LetterRow, _PUT_ASIDE)


def letter(tx: Tx, letter_id: int) -> LetterRow:
    """One letter. Raises NotFound."""
    return tx.one(LetterRow, "letter", _BY_ID, letter_id=letter_id)


def letter_marked(tx: Tx, mark: str) -> LetterRow:
    """The letter that moderators are shown by a mark. Raises NotFound."""
    return tx.one(LetterRow, "letter", _BY_MARK, mark=mark)


def marks_of_letters(tx: Tx, letter_ids: Collection[int]) -> dict[int, str]:
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


def old_letters(tx: Tx, before_ms: int, limit: int) -> list[int]:
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


def came_to(tx: Tx, token: str, player_id: int | None, outcome: str, from_ms: int, until_ms: int) -> bool:
    """Whether any letter to an address, or to one of a player, that came between two moments was put aside so."""
    facts = {"recipient": token, "player": player_id, "from_ms": from_ms, "until_ms": until_ms}
    return tx.first(int, _OF_OUTCOME, of_outcome=outcome, **facts) is not None


def is_full(tx: Tx, token: str, most: int) -> bool:
    """Whether so many letters to an address are kept."""
    return count_all_letters_to(tx, [token]) >= most


def close_letters_to(tx: Tx, token: str, but: int | None, outcome: str) -> int:
    """Close the letters to an address with which nobody has dealt, but for one; return how many there were."""
    return tx.run(_CLOSE_TO, token=token, but=but or 0, new_outcome=outcome).rowcount


def letter_counts(tx: Tx) -> dict[str, int]:
    """The number of letters of each status."""
    return dict(tx.all(lambda status, count: (status, count), _COUNTS))


def add_bounce(tx: Tx, bounce: BounceRow) -> None:
    """Note that a mail came back."""
    tx.run(_ADD, **values(bounce))


def bounces_of(tx: Tx, mail_ids: Collection[int]) -> list[BounceRow]:
    """The bounces of these mails, in the order in which they came back."""
    return tx.all(BounceRow, _OF_MAILS, mails=list(mail_ids))


def last_sent_to(tx: Tx, player_id: int, address: str) -> int | None:
    """The newest mail that was sent to a player at an address; None where there is none."""
    return tx.first(int, _LAST_SENT, player=player_id, address=address.lower())
