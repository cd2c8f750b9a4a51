"""Letters that were not read, not answered or not proved, and the endings of players' letters."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Index, Text, and_, bindparam, delete, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatRow
from pbem.store.mail.inbox import LetterRow, LetterStatus
from pbem.store.rows import add, columns, shown
from pbem.store.tables import TableRow, column, hidden, table


@table("ignored_letter", Index(None, "player_id", "at_ms"), Index(None, "at_ms"))
class IgnoredLetterRow(TableRow):
    """A letter that was not read, or not answered, and why; `player_id` is whom it came from, where that is known.

    `asked_ms` is when somebody asked to have it dealt with after all, and `told_ms` when its player was mailed of it.
    """

    letter_id: int = column(primary_key=True, foreign_key="letter.id")
    player_id: int | None = column(foreign_key="player.id")
    reason: str
    at_ms: int
    requested_ms: int | None
    notified_ms: int | None


class IgnoredLetter(NamedTuple):
    """A letter that was not read, or not answered, as it is listed; see the model."""

    letter_id: int
    player_id: int | None
    reason: str
    at_ms: int
    requested_ms: int | None
    received_ms: int
    status: LetterStatus
    outcome: str
    tag: str | None
    mark: str
    """What its player is shown in place of the id, which would count the letters of others."""
    is_kept: bool
    """Whether its bytes are still kept."""
    mail_from: str
    """The envelope's sender, for the operator alone."""

    def __repr__(self) -> str:
        return shown(self, but=("mail_from",))


_THIS = IgnoredLetterRow.c.letter_id == bindparam("letter")
_FACTS: dict[str, BindParameter[Any]] = {name: bindparam(f"new_{name}") for name in ("player_id", "reason", "at_ms")}
_AGAIN = update(IgnoredLetterRow.table).where(_THIS).values(_FACTS)
_ADD = insert(IgnoredLetterRow.table).values(
    letter_id=bindparam("letter"), requested_ms=None, notified_ms=None, **_FACTS
)
_BY_TOKEN = (
    select(GameRow.c.tag)
    .join(SeatRow.table, SeatRow.c.game_id == GameRow.c.id)
    .where(SeatRow.c.token == LetterRow.c.recipient_token)
    .scalar_subquery()
)
_ROWS = select(
    LetterRow.c.id, IgnoredLetterRow.c.player_id, func.coalesce(IgnoredLetterRow.c.reason, LetterRow.c.outcome),
    func.coalesce(IgnoredLetterRow.c.at_ms, LetterRow.c.received_ms),
    IgnoredLetterRow.c.requested_ms, LetterRow.c.received_ms,
    LetterRow.c.status, LetterRow.c.outcome, func.coalesce(GameRow.c.tag, _BY_TOKEN), LetterRow.c.mark,
    func.length(LetterRow.c.raw) > 0, LetterRow.c.mail_from,
).select_from(
    LetterRow.table.outerjoin(IgnoredLetterRow.table, IgnoredLetterRow.c.letter_id == LetterRow.c.id).outerjoin(
        GameRow.table, GameRow.c.id == LetterRow.c.game_id
    )
)  # fmt: skip
_ALL = (
    _ROWS.where(or_(LetterRow.c.status == "ignored", IgnoredLetterRow.c.letter_id.is_not(None)))
    .order_by(LetterRow.c.id.desc())
    .limit(bindparam("limit"))
)
_OF_PLAYER = _ROWS.where(
    IgnoredLetterRow.c.player_id == bindparam("player"), IgnoredLetterRow.c.at_ms >= bindparam("since_ms")
)
_NEWEST = _OF_PLAYER.order_by(IgnoredLetterRow.c.at_ms.desc(), LetterRow.c.id.desc()).limit(bindparam("limit"))
_UNTOLD = _OF_PLAYER.where(
    IgnoredLetterRow.c.notified_ms.is_(None), IgnoredLetterRow.c.requested_ms.is_(None)
).order_by(LetterRow.c.id)
_ONE = _ROWS.where(LetterRow.c.id == bindparam("letter"))
_BY_MARK = _OF_PLAYER.where(LetterRow.c.mark == bindparam("mark"))
_OPEN = and_(LetterRow.c.id == bindparam("letter"), LetterRow.c.status == "ignored", func.length(LetterRow.c.raw) > 0)
_REOPEN = update(LetterRow.table).where(_OPEN).values(status="new", attempts=0)
_ASK = (
    update(IgnoredLetterRow.table)
    .where(_THIS, IgnoredLetterRow.c.requested_ms.is_(None))
    .values(requested_ms=bindparam("now_ms"))
)
IS_REQUESTED = select(IgnoredLetterRow.c.letter_id).where(_THIS, IgnoredLetterRow.c.requested_ms.is_not(None))
_REASONS: BindParameter[list[str]] = bindparam("reasons", expanding=True)
_EARLIER = IgnoredLetterRow.table.alias("earlier")
_NOTIFIED_LATELY = select(_EARLIER.c.player_id).where(
    _EARLIER.c.notified_ms > bindparam("notified_after_ms"), _EARLIER.c.player_id.is_not(None)
)
_DUE = (
    select(IgnoredLetterRow.c.player_id)
    .where(
        IgnoredLetterRow.c.at_ms.between(bindparam("since_ms"), bindparam("before_ms")),
        IgnoredLetterRow.c.player_id.is_not(None),
        IgnoredLetterRow.c.notified_ms.is_(None),
        IgnoredLetterRow.c.requested_ms.is_(None),
        IgnoredLetterRow.c.reason.in_(_REASONS),
        IgnoredLetterRow.c.player_id.not_in(_NOTIFIED_LATELY),
    )
    .distinct()
)
_MARK_NOTIFIED = (
    update(IgnoredLetterRow.table)
    .where(IgnoredLetterRow.c.letter_id.in_(bindparam("letters", expanding=True)))
    .values(notified_ms=bindparam("now_ms"))
)
_HOW_MANY = (
    select(func.count())
    .select_from(IgnoredLetterRow.table)
    .where(IgnoredLetterRow.c.at_ms >= bindparam("since_ms"), IgnoredLetterRow.c.reason.startswith(bindparam("begins")))
)
_FORGET = delete(IgnoredLetterRow.table).where(IgnoredLetterRow.c.at_ms < bindparam("before_ms"))


def note_ignored(tx: Tx, letter_id: int, player_id: int | None, reason: str, at_ms: int) -> None:
    """Note why a letter was not read, or not answered, and whom it came from, where that is known."""
    facts = {"new_player_id": player_id, "new_reason": reason, "new_at_ms": at_ms}
    if not tx.run(_AGAIN, letter=letter_id, **facts).rowcount:
        tx.run(_ADD, letter=letter_id, **facts)


def list_ignored_letters(tx: Tx, limit: int) -> list[IgnoredLetter]:
    """The letters that were not read, or not answered, the newest first; those of before this was noted, too."""
    return tx.all(IgnoredLetter, _ALL, limit=limit)


def count_ignored(tx: Tx, begins: str, since_ms: int) -> int:
    """Count the letters ignored since a moment for a reason that begins so."""
    return tx.one(int, "letter", _HOW_MANY, begins=begins, since_ms=since_ms)


def list_ignored_of(tx: Tx, player_id: int, since_ms: int, limit: int) -> list[IgnoredLetter]:
    """A player's own letters that were not read, or not answered, since a moment; the newest first."""
    return tx.all(IgnoredLetter, _NEWEST, player=player_id, since_ms=since_ms, limit=limit)


def find_ignored_letter(tx: Tx, letter_id: int) -> IgnoredLetter | None:
    """One letter, as it would be listed; None where there is none."""
    return tx.first(IgnoredLetter, _ONE, letter=letter_id)


def find_ignored_letter_marked(tx: Tx, player_id: int, mark: str) -> IgnoredLetter | None:
    """A player's own letter by what it is called; None where they have no such letter."""
    return tx.first(IgnoredLetter, _BY_MARK, player=player_id, mark=mark, since_ms=0)


def ask_for_letter(tx: Tx, letter_id: int, now_ms: int) -> bool:
    """Have an ignored letter dealt with as if it had just come; False where that was asked before, or cannot be."""
    return bool(tx.run(_ASK, letter=letter_id, now_ms=now_ms).rowcount and tx.run(_REOPEN, letter=letter_id).rowcount)


def is_insisted_on(tx: Tx, letter_id: int) -> bool:
    """Whether somebody has asked to have a letter dealt with that was taken to be automatic."""
    return tx.first(int, IS_REQUESTED, letter=letter_id) is not None


def list_players_with_ignored(
    tx: Tx, reasons: Collection[str], since_ms: int, before_ms: int, notified_after_ms: int
) -> list[int]:
    """The players with letters ignored between two moments for these reasons, and told of none since another."""
    facts = {
        "reasons": list(reasons),
        "since_ms": since_ms,
        "before_ms": before_ms,
        "notified_after_ms": notified_after_ms,
    }
    return tx.all(int, _DUE, **facts)


def list_unnotified_letters(tx: Tx, player_id: int, since_ms: int) -> list[IgnoredLetter]:
    """The letters ignored since a moment of which a player was told nothing, the oldest first."""
    return tx.all(IgnoredLetter, _UNTOLD, player=player_id, since_ms=since_ms)


def mark_letters_notified(tx: Tx, letter_ids: Collection[int], now_ms: int) -> None:
    """Note that a player was told of these letters."""
    tx.run(_MARK_NOTIFIED, letters=list(letter_ids), now_ms=now_ms)


def forget_ignored(tx: Tx, before_ms: int) -> None:
    """Let go of what was noted of letters before a moment; their rows in the inbox stay."""
    tx.run(_FORGET, before_ms=before_ms)


@table("unproved")
class UnprovedRow(TableRow):
    """The time when a player was last told of a letter in their name that was not proved, and how many came since."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    notified_ms: int
    since: int


_IS_OWNERS = UnprovedRow.c.player_id == bindparam("player")
_NOTIFIED = select(UnprovedRow.c.notified_ms, UnprovedRow.c.since).where(_IS_OWNERS)
_TELL = update(UnprovedRow.table).where(_IS_OWNERS).values(notified_ms=bindparam("now_ms"), since=0)
_COUNT = update(UnprovedRow.table).where(_IS_OWNERS).values(since=UnprovedRow.c.since + 1)


def note_unproved(tx: Tx, player_id: int, now_ms: int, before_ms: int) -> int | None:
    """Note a letter in a player's name that was not proved; None, and it is counted, where they were told lately.

    Who was told last at `before_ms` or earlier is told now; returned is how many letters came since unmentioned.
    """
    found = tx.first(lambda notified_ms, since: (notified_ms, since), _NOTIFIED, player=player_id)
    if found is None:
        add(tx, UnprovedRow(player_id=player_id, notified_ms=now_ms, since=0))
        return 0
    if before_ms < found[0] <= now_ms:
        tx.run(_COUNT, player=player_id)
        return None
    tx.run(_TELL, player=player_id, now_ms=now_ms)
    return int(found[1])


@table("ending", hidden("player_id", int, primary_key=True, foreign_key="player.id"))
class EndingRow(TableRow):
    """Lines with which letters of a player have ended, such as a signature, as they are compared: the last line first.

    `mark` is a digest of the last line. `letters` counts those that ended so, `missed` those since that did not;
    `orders` is the digest of what stood above it last.
    """

    mark: str = column(primary_key=True)
    """A digest of its last line."""
    text: str = column(shown=False, sa_type=Text)
    letters: int
    """Letters with different orders that have ended so."""
    missed: int
    """Letters that have ended otherwise since."""
    orders: str
    """The digest of the orders above it, in the last letter that ended so."""
    seen_ms: int

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines as they are compared, the last first."""
        return tuple(self.text.split("\n"))


_ENDINGS_OF_PLAYER = EndingRow.c.player_id == bindparam("player")
_ALL_ENDINGS = (
    select(*columns(EndingRow)).where(_ENDINGS_OF_PLAYER).order_by(EndingRow.c.seen_ms.desc(), EndingRow.c.mark)
)
_DROP = delete(EndingRow.table).where(_ENDINGS_OF_PLAYER, EndingRow.c.mark == bindparam("known_by"))
_DROP_ALL = delete(EndingRow.table).where(_ENDINGS_OF_PLAYER)


def list_endings(tx: Tx, player_id: int) -> list[EndingRow]:
    """The endings that a player's letters have had, the newest first."""
    return tx.all(EndingRow, _ALL_ENDINGS, player=player_id)


def put_ending(tx: Tx, player_id: int, row: EndingRow) -> None:
    """Keep an ending of a player's letters, in place of the one with the same last line."""
    tx.run(_DROP, player=player_id, known_by=row.mark)
    add(tx, row, player_id=player_id)


def forget_ending(tx: Tx, player_id: int, mark: str) -> None:
    """Forget an ending of a player's letters."""
    tx.run(_DROP, player=player_id, known_by=mark)


def forget_endings(tx: Tx, player_id: int) -> None:
    """Forget all endings of a player's letters."""
    tx.run(_DROP_ALL, player=player_id)
