"""Letters that were not read, or not answered: listed with their reason, and dealt with after all where asked."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import BindParameter, and_, bindparam, delete, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import GAME, IGNORED_LETTER, LETTER, SEAT
from pbem.store.rows import IgnoredRow

_THIS = IGNORED_LETTER.c.letter_id == bindparam("letter")
_FACTS: dict[str, BindParameter[Any]] = {name: bindparam(f"new_{name}") for name in ("player_id", "reason", "at_ms")}
_AGAIN = update(IGNORED_LETTER).where(_THIS).values(_FACTS)
_ADD = insert(IGNORED_LETTER).values(letter_id=bindparam("letter"), asked_ms=None, told_ms=None, **_FACTS)
_BY_TOKEN = (
    select(GAME.c.tag)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(SEAT.c.token == LETTER.c.recipient_token)
    .scalar_subquery()
)
_ROWS = select(
    LETTER.c.id, IGNORED_LETTER.c.player_id, func.coalesce(IGNORED_LETTER.c.reason, LETTER.c.outcome),
    func.coalesce(IGNORED_LETTER.c.at_ms, LETTER.c.received_ms), IGNORED_LETTER.c.asked_ms, LETTER.c.received_ms,
    LETTER.c.status, LETTER.c.outcome, func.coalesce(GAME.c.tag, _BY_TOKEN), LETTER.c.mark,
    func.length(LETTER.c.raw) > 0, LETTER.c.mail_from,
).select_from(
    LETTER.outerjoin(IGNORED_LETTER, IGNORED_LETTER.c.letter_id == LETTER.c.id).outerjoin(
        GAME, GAME.c.id == LETTER.c.game_id
    )
)  # fmt: skip
_ALL = (
    _ROWS.where(or_(LETTER.c.status == "ignored", IGNORED_LETTER.c.letter_id.is_not(None)))
    .order_by(LETTER.c.id.desc())
    .limit(bindparam("limit"))
)
_OF_PLAYER = _ROWS.where(
    IGNORED_LETTER.c.player_id == bindparam("player"), IGNORED_LETTER.c.at_ms >= bindparam("since_ms")
)
_NEWEST = _OF_PLAYER.order_by(IGNORED_LETTER.c.at_ms.desc(), LETTER.c.id.desc()).limit(bindparam("limit"))
_UNTOLD = _OF_PLAYER.where(IGNORED_LETTER.c.told_ms.is_(None), IGNORED_LETTER.c.asked_ms.is_(None)).order_by(
    LETTER.c.id
)
_ONE = _ROWS.where(LETTER.c.id == bindparam("letter"))
_BY_MARK = _OF_PLAYER.where(LETTER.c.mark == bindparam("mark"))
_OPEN = and_(LETTER.c.id == bindparam("letter"), LETTER.c.status == "ignored", func.length(LETTER.c.raw) > 0)
_REOPEN = update(LETTER).where(_OPEN).values(status="new", attempts=0)
_ASK = update(IGNORED_LETTER).where(_THIS, IGNORED_LETTER.c.asked_ms.is_(None)).values(asked_ms=bindparam("now_ms"))
_IS_ASKED = select(IGNORED_LETTER.c.letter_id).where(_THIS, IGNORED_LETTER.c.asked_ms.is_not(None))
_REASONS: BindParameter[list[str]] = bindparam("reasons", expanding=True)
_EARLIER = IGNORED_LETTER.alias("earlier")
_TOLD_LATELY = select(_EARLIER.c.player_id).where(
    _EARLIER.c.told_ms > bindparam("told_after_ms"), _EARLIER.c.player_id.is_not(None)
)
_DUE = (
    select(IGNORED_LETTER.c.player_id)
    .where(
        IGNORED_LETTER.c.at_ms.between(bindparam("since_ms"), bindparam("before_ms")),
        IGNORED_LETTER.c.player_id.is_not(None),
        IGNORED_LETTER.c.told_ms.is_(None),
        IGNORED_LETTER.c.asked_ms.is_(None),
        IGNORED_LETTER.c.reason.in_(_REASONS),
        IGNORED_LETTER.c.player_id.not_in(_TOLD_LATELY),
    )
    .distinct()
)
_MARK_TOLD = (
    update(IGNORED_LETTER)
    .where(IGNORED_LETTER.c.letter_id.in_(bindparam("letters", expanding=True)))
    .values(told_ms=bindparam("now_ms"))
)
_HOW_MANY = (
    select(func.count())
    .select_from(IGNORED_LETTER)
    .where(IGNORED_LETTER.c.at_ms >= bindparam("since_ms"), IGNORED_LETTER.c.reason.startswith(bindparam("begins")))
)
_FORGET = delete(IGNORED_LETTER).where(IGNORED_LETTER.c.at_ms < bindparam("before_ms"))


def note_ignored(tx: Tx, letter_id: int, player_id: int | None, reason: str, at_ms: int) -> None:
    """Note why a letter was not read, or not answered, and whom it came from, where that is known."""
    facts = {"new_player_id": player_id, "new_reason": reason, "new_at_ms": at_ms}
    if not tx.run(_AGAIN, letter=letter_id, **facts).rowcount:
        tx.run(_ADD, letter=letter_id, **facts)


def ignored_letters(tx: Tx, limit: int) -> list[IgnoredRow]:
    """The letters that were not read, or not answered, the newest first; those of before this was noted, too."""
    return tx.all(IgnoredRow, _ALL, limit=limit)


def count_ignored(tx: Tx, begins: str, since_ms: int) -> int:
    """Count the letters ignored since a moment for a reason that begins so."""
    return tx.one(int, "letter", _HOW_MANY, begins=begins, since_ms=since_ms)


def ignored_of(tx: Tx, player_id: int, since_ms: int, limit: int) -> list[IgnoredRow]:
    """A player's own letters that were not read, or not answered, since a moment; the newest first."""
    return tx.all(IgnoredRow, _NEWEST, player=player_id, since_ms=since_ms, limit=limit)


def ignored_letter(tx: Tx, letter_id: int) -> IgnoredRow | None:
    """One letter, as it would be listed; None where there is none."""
    return tx.first(IgnoredRow, _ONE, letter=letter_id)


def ignored_letter_marked(tx: Tx, player_id: int, mark: str) -> IgnoredRow | None:
    """A player's own letter by what it is called; None where they have no such letter."""
    return tx.first(IgnoredRow, _BY_MARK, player=player_id, mark=mark, since_ms=0)


def ask_for_letter(tx: Tx, letter_id: int, now_ms: int) -> bool:
    """Have an ignored letter dealt with as if it had just come; False where that was asked before, or cannot be."""
    return bool(tx.run(_ASK, letter=letter_id, now_ms=now_ms).rowcount and tx.run(_REOPEN, letter=letter_id).rowcount)


def is_insisted_on(tx: Tx, letter_id: int) -> bool:
    """Whether somebody has asked to have a letter dealt with that was taken to be automatic."""
    return tx.first(int, _IS_ASKED, letter=letter_id) is not None


def players_with_ignored(
    tx: Tx, reasons: Collection[str], since_ms: int, before_ms: int, told_after_ms: int
) -> list[int]:
    """The players with letters ignored between two moments for these reasons, and told of none since another."""
    facts = {"reasons": list(reasons), "since_ms": since_ms, "before_ms": before_ms, "told_after_ms": told_after_ms}
    return tx.all(int, _DUE, **facts)


def untold_letters(tx: Tx, player_id: int, since_ms: int) -> list[IgnoredRow]:
    """The letters ignored since a moment of which a player was told nothing, the oldest first."""
    return tx.all(IgnoredRow, _UNTOLD, player=player_id, since_ms=since_ms)


def mark_letters_notified(tx: Tx, letter_ids: Collection[int], now_ms: int) -> None:
    """Note that a player was told of these letters."""
    tx.run(_MARK_TOLD, letters=list(letter_ids), now_ms=now_ms)


def forget_ignored(tx: Tx, before_ms: int) -> None:
    """Let go of what was noted of letters before a moment; their rows in the inbox stay."""
    tx.run(_FORGET, before_ms=before_ms)
