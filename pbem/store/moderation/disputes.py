"""Disputes about what was played, what is said in them, and rulings."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    ForeignKeyConstraint,
    Index,
    Text,
    and_,
    bindparam,
    func,
    or_,
    select,
    update,
)

from pbem.store.database import Tx
from pbem.store.games.game import GameRow, in_readable_game
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import add, add_numbered, columns
from pbem.store.tables import NEW, TableRow, column, table

DisputeStatus: TypeAlias = Literal["open", "ruled", "withdrawn", "lapsed"]
"""A dispute that nobody rules on in time lapses: what was played stands."""
Verdict: TypeAlias = Literal["uphold", "amend", "rollback"]
"""What a ruling does: what was played stands, is corrected, or is taken back."""


@table(
    "dispute",
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
    Index(None, "game_id", "status"),
    Index(None, "status", "filed_ms"),
)
class DisputeRow(TableRow):
    """A seat's complaint about what was played at a position of its game's log.

    `status` is open, ruled, withdrawn, or lapsed where nobody ruled in time; `opened_ms` is when it was filed, or last
    reopened. While it is open, its moderators are reminded at `remind_ms`, its players at `tell_ms`, and it lapses at
    `rule_by_ms`.
    """

    id: int = column(primary_key=True)
    game_id: int
    seat: int
    player_id: int = column(foreign_key="player.id")
    position: int
    text: str = column(sa_type=Text)
    filed_ms: int
    letter_id: int | None = column(foreign_key="letter.id")
    remind_ms: int | None = None
    """When its moderators are reminded of it next, while it is open."""
    tell_ms: int | None = None
    """When its table is told of it next, while it is open."""
    rule_by_ms: int | None = None
    """When it lapses unless it is ruled on."""
    status: DisputeStatus = "open"
    opened_ms: int = 0
    """When it was filed, or last reopened."""


@table("ruling", Index(None, "dispute_id"), Index(None, "rule", "ruled_ms"))
class RulingRow(TableRow):
    """A ruling on a dispute: a verdict (uphold, amend, rollback), the id of the rule it rests on, and its text.

    `note_position` is the position of its note in the log. It is in force until another ruling on the same dispute
    supersedes it, and is stored after that, too.
    """

    id: int = column(primary_key=True)
    dispute_id: int = column(foreign_key="dispute.id")
    verdict: Verdict
    rule: str
    ruling: str = column(sa_type=Text)
    ruled_by: int | None = column(foreign_key="player.id")
    ruled_ms: int
    note_position: int
    superseded_ms: int | None


@table("statement", Index(None, "dispute_id"))
class StatementRow(TableRow):
    """A party's statement about a dispute: that of a seat, or, where `seat` is None, of a moderator, who asks."""

    id: int = column(primary_key=True)
    dispute_id: int = column(foreign_key="dispute.id")
    seat: int | None
    player_id: int = column(foreign_key="player.id")
    text: str = column(shown=False, sa_type=Text)
    at_ms: int
    letter_id: int | None = column(foreign_key="letter.id")


@dataclass(frozen=True, slots=True)
class FiledDispute(DisputeRow):
    """A complaint with a ruling on it, where there is one.

    It is the ruling in force, save in lists of rulings, which also hold superseded ones.
    """

    verdict: Verdict | None = None
    rule: str | None = None
    """The id of the rule that the ruling rests on, such as "FR-38"."""
    ruling: str | None = None
    ruled_by: int | None = None
    ruled_ms: int | None = None
    note_position: int | None = None
    superseded_ms: int | None = None
    """When another ruling took the place of this one."""


class RuledDispute(NamedTuple):
    """A dispute that was ruled on, with the public names and the kind of its game, and the name of who has ruled.

    `ruler` is "" for the operator.
    """

    dispute: FiledDispute
    tag: str
    name: str
    kind: str
    ruler: str


MOST_WORDS: Final = 6
"""Words by which rulings are searched; more are not looked at."""
_ESCAPE: Final = "\\"
_DISPUTES = select(*columns(FiledDispute, DisputeRow, RulingRow)).outerjoin(
    RulingRow.table, and_(RulingRow.c.dispute_id == DisputeRow.c.id, RulingRow.c.superseded_ms.is_(None))
)
_BY_ID = _DISPUTES.where(DisputeRow.c.id == bindparam("dispute_id"))
_OPEN = _DISPUTES.where(DisputeRow.c.status == "open").order_by(DisputeRow.c.id)
_OF_GAME = _DISPUTES.where(DisputeRow.c.game_id == bindparam("game_id")).order_by(DisputeRow.c.id)
_IS_OPEN = DisputeRow.c.status == "open"
_ONE = update(DisputeRow.table).where(DisputeRow.c.id == bindparam("dispute"))
_CLOSE = _ONE.where(_IS_OPEN).values(status=bindparam("fate"))
_RULED = _ONE.where(DisputeRow.c.status.in_(("open", "ruled"))).values(status="ruled")
_TIMES: Final = ("remind_ms", "tell_ms", "rule_by_ms")
_SUPERSEDE = (
    update(RulingRow.table)
    .where(RulingRow.c.dispute_id == bindparam("dispute"), RulingRow.c.superseded_ms.is_(None))
    .values(superseded_ms=bindparam("now_ms", type_=BigInteger))
)
_RULINGS_ON = (
    select(*columns(FiledDispute, DisputeRow, RulingRow))
    .join(RulingRow.table, RulingRow.c.dispute_id == DisputeRow.c.id)
    .where(DisputeRow.c.id == bindparam("dispute_id"))
    .order_by(RulingRow.c.id)
)
_STATEMENTS = (
    select(*columns(StatementRow))
    .where(StatementRow.c.dispute_id == bindparam("dispute_id"))
    .order_by(StatementRow.c.id)
)
_LETTERS_OF_TURN = (
    select(*columns(LetterRow))
    .where(
        LetterRow.c.game_id == bindparam("game"),
        LetterRow.c.seat == bindparam("place"),
        LetterRow.c.status == "done",
        or_(
            LetterRow.c.received_ms.between(bindparam("from_ms"), bindparam("until_ms")),
            LetterRow.c.id.in_(bindparam("led", expanding=True)),
        ),
    )
    .order_by(LetterRow.c.id)
    .limit(bindparam("limit"))
)
_ANSWER = (
    select(*columns(MailRow))
    .where(
        MailRow.c.game_id == bindparam("game"),
        MailRow.c.seat == bindparam("place"),
        MailRow.c.kind == "answer",
        MailRow.c.in_reply_to == bindparam("message_id"),
    )
    .order_by(MailRow.c.id)
)
_SET_TIMES = {name: bindparam(f"new_{name}", type_=BigInteger) for name in _TIMES}
_PUT_OFF = _ONE.where(_IS_OPEN).values(_SET_TIMES)
_REOPEN = (
    _ONE.where(~_IS_OPEN)
    .values(_SET_TIMES | {"status": "open", "opened_ms": bindparam("now_ms", type_=BigInteger)})
)  # fmt: skip
_DUE = (
    select(DisputeRow.c.id)
    .where(_IS_OPEN, or_(*(DisputeRow.c[name] <= bindparam("now_ms") for name in _TIMES)))
    .where(in_readable_game(DisputeRow.c.game_id))
    .order_by(DisputeRow.c.id)
)


def _optional(name: str, column: Any) -> ColumnElement[bool]:
    return or_(bindparam(name) == "", column == bindparam(name))


def _mentions(number: int) -> ColumnElement[bool]:
    word: BindParameter[str] = bindparam(f"word{number}")
    return or_(RulingRow.c.ruling.ilike(word, escape=_ESCAPE), DisputeRow.c.text.ilike(word, escape=_ESCAPE))


_FOUND = and_(
    _optional("rule", RulingRow.c.rule),
    _optional("verdict", RulingRow.c.verdict),
    _optional("kind", GameRow.c.kind),
    *map(_mentions, range(MOST_WORDS)),
)
_RULINGS = (
    select(
        *columns(FiledDispute, DisputeRow, RulingRow),
        GameRow.c.tag,
        GameRow.c.name,
        GameRow.c.kind,
        PlayerRow.c.name.label("ruler"),
    )
    .join(RulingRow.table, RulingRow.c.dispute_id == DisputeRow.c.id)
    .join(GameRow.table, GameRow.c.id == DisputeRow.c.game_id)
    .outerjoin(PlayerRow.table, PlayerRow.c.id == RulingRow.c.ruled_by)
    .where(_FOUND)
    .order_by(RulingRow.c.ruled_ms.desc(), RulingRow.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_RULED_ON = RulingRow.table.join(DisputeRow.table, DisputeRow.c.id == RulingRow.c.dispute_id).join(
    GameRow.table, GameRow.c.id == DisputeRow.c.game_id
)
_HOW_MANY = select(func.count()).select_from(_RULED_ON).where(_FOUND)
_BY_RULE = select(RulingRow.c.rule, func.count()).group_by(RulingRow.c.rule)


@dataclass(frozen=True)
class Sought:
    """The terms by which rulings are searched; "" stands for anything. All of the words have to be there."""

    words: str = ""
    rule: str = ""
    verdict: Verdict | str = ""
    kind: str = ""


def add_dispute(tx: Tx, new: DisputeRow) -> FiledDispute:
    """File a dispute, which is open."""
    return get_dispute(tx, add_numbered(tx, replace(new, opened_ms=new.filed_ms)).id)


def get_dispute(tx: Tx, dispute_id: int) -> FiledDispute:
    """One dispute. Raises NotFound."""
    return tx.one(FiledDispute, "dispute", _BY_ID, dispute_id=dispute_id)


def find_dispute(tx: Tx, dispute_id: int) -> FiledDispute | None:
    """The dispute that somebody names by its number."""
    return tx.first(FiledDispute, _BY_ID, dispute_id=dispute_id)


def list_disputes_of_game(tx: Tx, game_id: int) -> list[FiledDispute]:
    """All disputes of a game, the first one first."""
    return tx.all(FiledDispute, _OF_GAME, game_id=game_id)


def list_open_disputes(tx: Tx) -> list[FiledDispute]:
    """The disputes of all games that wait for a ruling, the first one first."""
    return tx.all(FiledDispute, _OPEN)


def list_due_disputes(tx: Tx, now_ms: int) -> list[int]:
    """The open disputes of which somebody has to be told by now, or that nobody has ruled on in time."""
    return tx.all(int, _DUE, now_ms=now_ms)


def close_dispute(tx: Tx, dispute_id: int, fate: Literal["withdrawn", "lapsed"]) -> bool:
    """Close a dispute without a ruling; whether it was open."""
    return bool(tx.run(_CLOSE, dispute=dispute_id, fate=fate).rowcount)


def set_dispute_times(
    tx: Tx, dispute_id: int, *, remind_ms: int | None, tell_ms: int | None, rule_by_ms: int | None
) -> None:
    """Note when an open dispute is told of next, and when it lapses."""
    tx.run(_PUT_OFF, dispute=dispute_id, new_remind_ms=remind_ms, new_tell_ms=tell_ms, new_rule_by_ms=rule_by_ms)


def reopen_dispute(tx: Tx, dispute_id: int, now_ms: int, *, remind_ms: int, tell_ms: int, rule_by_ms: int) -> bool:
    """Open a dispute again that was closed; whether it was. A ruling on it stands until another supersedes it."""
    times = {"new_remind_ms": remind_ms, "new_tell_ms": tell_ms, "new_rule_by_ms": rule_by_ms}
    return bool(tx.run(_REOPEN, dispute=dispute_id, now_ms=now_ms, **times).rowcount)


def rule_dispute(
    tx: Tx, dispute_id: int, verdict: Verdict, rule: str, ruling: str, by: int | None, now_ms: int, note_position: int
) -> bool:
    """Close a dispute with a ruling, which supersedes an earlier one; whether it was open or ruled.

    `by` is None for the operator.
    """
    if not tx.run(_RULED, dispute=dispute_id).rowcount:
        return False
    tx.run(_SUPERSEDE, dispute=dispute_id, now_ms=now_ms)
    add(tx, RulingRow(NEW, dispute_id, verdict, rule, ruling, by, now_ms, note_position, None))
    return True


def list_rulings_on(tx: Tx, dispute_id: int) -> list[FiledDispute]:
    """The dispute with each ruling on it, the first one first; those that were superseded, too."""
    return tx.all(FiledDispute, _RULINGS_ON, dispute_id=dispute_id)


def add_statement(tx: Tx, new: StatementRow) -> int:
    """Keep what somebody says about a dispute; return its id."""
    return add(tx, new).id


def list_statements(tx: Tx, dispute_id: int) -> list[StatementRow]:
    """The statements about a dispute, in order."""
    return tx.all(StatementRow, _STATEMENTS, dispute_id=dispute_id)


def list_letters_of_turn(
    tx: Tx, game_id: int, seat: int, from_ms: int, until_ms: int, led: Collection[int], limit: int
) -> list[LetterRow]:
    """A seat's letters of a stretch of time that were dealt with, and those in `led`, in order; at most `limit`."""
    facts = {"game": game_id, "place": seat, "from_ms": from_ms, "until_ms": until_ms}
    return tx.all(LetterRow, _LETTERS_OF_TURN, **facts, led=list(led), limit=limit)


def find_answer_to(tx: Tx, game_id: int, seat: int, message_id: str) -> MailRow | None:
    """The answer to a seat's letter, if that had a Message-ID."""
    return tx.first(MailRow, _ANSWER, game=game_id, place=seat, message_id=message_id) if message_id else None


def list_rulings(tx: Tx, sought: Sought, limit: int, offset: int = 0) -> list[RuledDispute]:
    """Rulings, the newest first."""
    return tx.all(_ruling, _RULINGS, **_parameters(sought), limit=limit, offset=offset)


def count_rulings(tx: Tx, sought: Sought) -> int:
    """Count the rulings that a search finds."""
    return tx.one(int, "rulings", _HOW_MANY, **_parameters(sought))


def count_rulings_by_rule(tx: Tx) -> dict[str, int]:
    """The number of rulings that rest on each rule, of those on which any rests."""
    return dict(tx.all(lambda rule, number: (rule, number), _BY_RULE))


def _parameters(sought: Sought) -> dict[str, str]:
    words = sought.words.split()[:MOST_WORDS]
    patterns = [f"%{_escaped(word)}%" for word in words] + ["%"] * (MOST_WORDS - len(words))
    patterns_by_name = {f"word{number}": pattern for number, pattern in enumerate(patterns)}
    return {"rule": sought.rule, "verdict": sought.verdict, "kind": sought.kind, **patterns_by_name}


def _escaped(word: str) -> str:
    for sign in (_ESCAPE, "%", "_"):
        word = word.replace(sign, _ESCAPE + sign)
    return word


def _ruling(*facts: Any) -> RuledDispute:
    *dispute_facts, tag, name, kind, ruler = facts
    return RuledDispute(FiledDispute(*dispute_facts), tag, name, kind, ruler or "")
