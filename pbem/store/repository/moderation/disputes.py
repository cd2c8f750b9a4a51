"""Disputes, what is said about them, and rulings, which can be searched."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import BigInteger, BindParameter, ColumnElement, and_, bindparam, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import DISPUTE, GAME, LETTER, MAIL, PLAYER, RULING, STATEMENT, columns, values
from pbem.store.rows import (
    DisputeRow,
    LetterRow,
    MailRow,
    NewDispute,
    NewStatement,
    RulingRow,
    StatementRow,
    Verdict,
)

MOST_WORDS: Final = 6
"""Words by which rulings are searched; more are not looked at."""
_ESCAPE: Final = "\\"

_DISPUTES = select(*columns(DisputeRow, DISPUTE, RULING)).outerjoin(
    RULING, and_(RULING.c.dispute_id == DISPUTE.c.id, RULING.c.superseded_ms.is_(None))
)
_BY_ID = _DISPUTES.where(DISPUTE.c.id == bindparam("dispute_id"))
_OPEN = _DISPUTES.where(DISPUTE.c.status == "open").order_by(DISPUTE.c.id)
_OF_GAME = _DISPUTES.where(DISPUTE.c.game_id == bindparam("game_id")).order_by(DISPUTE.c.id)
_ADD = insert(DISPUTE)
_IS_OPEN = DISPUTE.c.status == "open"
_ONE = update(DISPUTE).where(DISPUTE.c.id == bindparam("dispute"))
_CLOSE = _ONE.where(_IS_OPEN).values(status=bindparam("fate"))
_RULED = _ONE.where(DISPUTE.c.status.in_(("open", "ruled"))).values(status="ruled")
_TIMES: Final = ("remind_ms", "tell_ms", "rule_by_ms")
_SET_TIMES = {name: bindparam(f"new_{name}", type_=BigInteger) for name in _TIMES}
_PUT_OFF = _ONE.where(_IS_OPEN).values(_SET_TIMES)
_REOPEN = (
    _ONE.where(~_IS_OPEN)
    .values(_SET_TIMES | {"status": "open", "opened_ms": bindparam("now_ms", type_=BigInteger)})
)  # fmt: skip
_DUE = (
    select(DISPUTE.c.id)
    .where(_IS_OPEN, or_(*(DISPUTE.c[name] <= bindparam("now_ms") for name in _TIMES)))
    .order_by(DISPUTE.c.id)
)
_SUPERSEDE = (
    update(RULING)
    .where(RULING.c.dispute_id == bindparam("dispute"), RULING.c.superseded_ms.is_(None))
    .values(superseded_ms=bindparam("now_ms", type_=BigInteger))
)
_ADD_RULING = insert(RULING)
_RULINGS_ON = (
    select(*columns(DisputeRow, DISPUTE, RULING))
    .join(RULING, RULING.c.dispute_id == DISPUTE.c.id)
    .where(DISPUTE.c.id == bindparam("dispute_id"))
    .order_by(RULING.c.id)
)

_STATEMENTS = (
    select(*columns(StatementRow, STATEMENT))
    .where(STATEMENT.c.dispute_id == bindparam("dispute_id"))
    .order_by(STATEMENT.c.id)
)
_ADD_STATEMENT = insert(STATEMENT)

_LETTERS_OF_TURN = (
    select(*columns(LetterRow, LETTER))
    .where(
        LETTER.c.game_id == bindparam("game"),
        LETTER.c.seat == bindparam("place"),
        LETTER.c.status == "done",
        or_(
            LETTER.c.received_ms.between(bindparam("from_ms"), bindparam("until_ms")),
            LETTER.c.id.in_(bindparam("led", expanding=True)),
        ),
    )
    .order_by(LETTER.c.id)
    .limit(bindparam("limit"))
)
_ANSWER = (
    select(*columns(MailRow, MAIL))
    .where(
        MAIL.c.game_id == bindparam("game"),
        MAIL.c.seat == bindparam("place"),
        MAIL.c.kind == "answer",
        MAIL.c.in_reply_to == bindparam("message_id"),
    )
    .order_by(MAIL.c.id)
)


def _optional(name: str, column: Any) -> ColumnElement[bool]:
    """Whether a column holds what is looked for; "" looks for nothing."""
    return or_(bindparam(name) == "", column == bindparam(name))


def _told(number: int) -> ColumnElement[bool]:
    """Whether a word stands in a dispute or its ruling."""
    word: BindParameter[str] = bindparam(f"word{number}")
    return or_(RULING.c.ruling.ilike(word, escape=_ESCAPE), DISPUTE.c.text.ilike(word, escape=_ESCAPE))


_FOUND = and_(
    _optional("rule", RULING.c.rule),
    _optional("verdict", RULING.c.verdict),
    _optional("kind", GAME.c.kind),
    *map(_told, range(MOST_WORDS)),
)
_RULINGS = (
    select(*columns(DisputeRow, DISPUTE, RULING), GAME.c.tag, GAME.c.name, GAME.c.kind, PLAYER.c.name.label("ruler"))
    .join(RULING, RULING.c.dispute_id == DISPUTE.c.id)
    .join(GAME, GAME.c.id == DISPUTE.c.game_id)
    .outerjoin(PLAYER, PLAYER.c.id == RULING.c.ruled_by)
    .where(_FOUND)
    .order_by(RULING.c.ruled_ms.desc(), RULING.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_RULED_ON = RULING.join(DISPUTE, DISPUTE.c.id == RULING.c.dispute_id).join(GAME, GAME.c.id == DISPUTE.c.game_id)
_HOW_MANY = select(func.count()).select_from(_RULED_ON).where(_FOUND)
_BY_RULE = select(RULING.c.rule, func.count()).group_by(RULING.c.rule)


@dataclass(frozen=True)
class Sought:
    """What rulings are searched by; "" stands for anything. All of the words have to be there."""

    words: str = ""
    rule: str = ""
    verdict: Verdict | str = ""
    kind: str = ""


def add_dispute(tx: Tx, new: NewDispute) -> DisputeRow:
    """Files a dispute, which is open."""
    return dispute(tx, tx.add(_ADD, **values(new), status="open", opened_ms=new.filed_ms))


def dispute(tx: Tx, dispute_id: int) -> DisputeRow:
    """One dispute. Raises NotFound."""
    return tx.one(DisputeRow, "dispute", _BY_ID, dispute_id=dispute_id)


def find_dispute(tx: Tx, dispute_id: int) -> DisputeRow | None:
    """The dispute that somebody names by its number."""
    return tx.first(DisputeRow, _BY_ID, dispute_id=dispute_id)


def disputes_of_game(tx: Tx, game_id: int) -> list[DisputeRow]:
    """All disputes of a game, the first one first."""
    return tx.all(DisputeRow, _OF_GAME, game_id=game_id)


def open_disputes(tx: Tx) -> list[DisputeRow]:
    """The disputes of all games that wait for a ruling, the first one first."""
    return tx.all(DisputeRow, _OPEN)


def due_disputes(tx: Tx, now_ms: int) -> list[int]:
    """The open disputes of which somebody has to be told by now, or that nobody has ruled on in time."""
    return tx.all(int, _DUE, now_ms=now_ms)


def close_dispute(tx: Tx, dispute_id: int, fate: Literal["withdrawn", "lapsed"]) -> bool:
    """Closes a dispute without a ruling; whether it was open."""
    return bool(tx.run(_CLOSE, dispute=dispute_id, fate=fate).rowcount)


def set_dispute_times(
    tx: Tx, dispute_id: int, *, remind_ms: int | None, tell_ms: int | None, rule_by_ms: int | None
) -> None:
    """Notes when an open dispute is told of next, and when it lapses."""
    tx.run(_PUT_OFF, dispute=dispute_id, new_remind_ms=remind_ms, new_tell_ms=tell_ms, new_rule_by_ms=rule_by_ms)


def reopen_dispute(tx: Tx, dispute_id: int, now_ms: int, *, remind_ms: int, tell_ms: int, rule_by_ms: int) -> bool:
    """Opens a dispute again that was closed; whether it was. A ruling on it stands until another supersedes it."""
    times = {"new_remind_ms": remind_ms, "new_tell_ms": tell_ms, "new_rule_by_ms": rule_by_ms}
    return bool(tx.run(_REOPEN, dispute=dispute_id, now_ms=now_ms, **times).rowcount)


def rule_dispute(
    tx: Tx, dispute_id: int, verdict: Verdict, rule: str, ruling: str, by: int | None, now_ms: int, note_position: int
) -> bool:
    """Closes a dispute with a ruling, which supersedes an earlier one; whether it was open or ruled.

    `by` is None for the operator.
    """
    if not tx.run(_RULED, dispute=dispute_id).rowcount:
        return False
    tx.run(_SUPERSEDE, dispute=dispute_id, now_ms=now_ms)
    facts = {"verdict": verdict, "rule": rule, "ruling": ruling, "ruled_by": by, "ruled_ms": now_ms}
    tx.add(_ADD_RULING, dispute_id=dispute_id, **facts, note_position=note_position, superseded_ms=None)
    return True


def rulings_on(tx: Tx, dispute_id: int) -> list[DisputeRow]:
    """The dispute with each ruling on it, the first one first; those that were superseded, too."""
    return tx.all(DisputeRow, _RULINGS_ON, dispute_id=dispute_id)


def add_statement(tx: Tx, new: NewStatement) -> int:
    """Keeps what somebody says about a dispute; returns its id."""
    return tx.add(_ADD_STATEMENT, **values(new))


def statements(tx: Tx, dispute_id: int) -> list[StatementRow]:
    """What was said about a dispute, in order."""
    return tx.all(StatementRow, _STATEMENTS, dispute_id=dispute_id)


def letters_of_turn(
    tx: Tx, game_id: int, seat: int, from_ms: int, until_ms: int, led: Collection[int], limit: int
) -> list[LetterRow]:
    """A seat's letters of a stretch of time that were dealt with, and those in `led`, in order; at most `limit`."""
    facts = {"game": game_id, "place": seat, "from_ms": from_ms, "until_ms": until_ms}
    return tx.all(LetterRow, _LETTERS_OF_TURN, **facts, led=list(led), limit=limit)


def answer_to(tx: Tx, game_id: int, seat: int, message_id: str) -> MailRow | None:
    """The answer to a seat's letter, if that had a Message-ID."""
    return tx.first(MailRow, _ANSWER, game=game_id, place=seat, message_id=message_id) if message_id else None


def rulings(tx: Tx, sought: Sought, limit: int, offset: int = 0) -> list[RulingRow]:
    """Rulings, the newest first."""
    return tx.all(_ruling, _RULINGS, **_parameters(sought), limit=limit, offset=offset)


def count_rulings(tx: Tx, sought: Sought) -> int:
    """How many such rulings there are."""
    return tx.one(int, "rulings", _HOW_MANY, **_parameters(sought))


def rulings_by_rule(tx: Tx) -> dict[str, int]:
    """How many rulings rest on each rule that any rests on."""
    return dict(tx.all(lambda rule, number: (rule, number), _BY_RULE))


def _parameters(sought: Sought) -> dict[str, str]:
    words = sought.words.split()[:MOST_WORDS]
    patterns = [f"%{_escaped(word)}%" for word in words] + ["%"] * (MOST_WORDS - len(words))
    told = {f"word{number}": pattern for number, pattern in enumerate(patterns)}
    return {"rule": sought.rule, "verdict": sought.verdict, "kind": sought.kind, **told}


def _escaped(word: str) -> str:
    for sign in (_ESCAPE, "%", "_"):
        word = word.replace(sign, _ESCAPE + sign)
    return word


def _ruling(*facts: Any) -> RulingRow:
    *dispute_facts, tag, name, kind, ruler = facts
    return RulingRow(DisputeRow(*dispute_facts), tag, name, kind, ruler or "")
