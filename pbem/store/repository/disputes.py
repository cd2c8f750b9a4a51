"""Moderators, and what they have opened and held; disputes, what is said about them, and rulings."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import BigInteger, BindParameter, ColumnElement, and_, bindparam, func, insert, or_, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import (
    DISPUTE,
    EPOCH_SEED,
    GAME,
    LETTER,
    MAIL,
    PLAYER,
    RULING,
    SECRET_ACCESS,
    STATEMENT,
    columns,
    values,
)
from pbem.store.rows import (
    DisputeRow,
    LetterRow,
    MailRow,
    NewDispute,
    NewStatement,
    PlayerRow,
    RulingRow,
    SecretAccessRow,
    StatementRow,
    Verdict,
)

_MODERATORS = select(*columns(PlayerRow, PLAYER)).where(PLAYER.c.moderator).order_by(PLAYER.c.id)
_SET_MODERATOR = update(PLAYER).where(PLAYER.c.id == bindparam("player")).values(moderator=bindparam("is_one"))

_SIGHTS = (
    select(*columns(SecretAccessRow, SECRET_ACCESS))
    .where(SECRET_ACCESS.c.game_id == bindparam("game_id"))
    .order_by(SECRET_ACCESS.c.id)
)
_HAS_SEEN = select(SECRET_ACCESS.c.id).where(
    SECRET_ACCESS.c.game_id == bindparam("game"), SECRET_ACCESS.c.player_id == bindparam("player")
)
_LONG_SEEN = (
    select(SECRET_ACCESS.c.game_id)
    .where(SECRET_ACCESS.c.until_ms.is_(None), SECRET_ACCESS.c.from_ms <= bindparam("since_ms"))
    .distinct()
    .order_by(SECRET_ACCESS.c.game_id)
)
_ADD_SIGHT = insert(SECRET_ACCESS)
_END_SIGHTS = (
    update(SECRET_ACCESS)
    .where(SECRET_ACCESS.c.game_id == bindparam("game"), SECRET_ACCESS.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"))
)
_OPEN_TO = (
    select(SECRET_ACCESS.c.game_id)
    .where(SECRET_ACCESS.c.player_id == bindparam("player"), SECRET_ACCESS.c.until_ms.is_(None))
    .distinct()
    .order_by(SECRET_ACCESS.c.game_id)
)
_END_OWN_SIGHTS = (
    update(SECRET_ACCESS)
    .where(SECRET_ACCESS.c.player_id == bindparam("player"), SECRET_ACCESS.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"))
)

_HOLD = (
    update(GAME)
    .where(GAME.c.id == bindparam("game"), GAME.c.held_ms.is_(None))
    .values(held_ms=bindparam("now_ms"), left_ms=GAME.c.deadline_ms, deadline_ms=None, wake_ms=bindparam("until_ms"))
)
_RELEASE = (
    update(GAME)
    .where(GAME.c.id == bindparam("game"))
    .values(held_ms=None, left_ms=None, deadline_ms=bindparam("until_ms"), wake_ms=bindparam("next_ms"), overdue=0)
)

_SEEDS = select(EPOCH_SEED.c.epoch, EPOCH_SEED.c.seed).where(EPOCH_SEED.c.game_id == bindparam("game_id"))
_ADD_SEED = insert(EPOCH_SEED)
_SET_EPOCH = update(GAME).where(GAME.c.id == bindparam("game")).values(epoch=bindparam("number"))

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


def moderators(tx: Tx) -> list[PlayerRow]:
    """The players who moderate games at this server."""
    return tx.all(PlayerRow, _MODERATORS)


def set_moderator(tx: Tx, player_id: int, is_moderator: bool) -> None:
    """Make a player a moderator, or no moderator any more. Raises NotFound."""
    if not tx.run(_SET_MODERATOR, player=player_id, is_one=is_moderator).rowcount:
        raise NotFound("player", player_id)


def secret_accesses(tx: Tx, game_id: int) -> list[SecretAccessRow]:
    """The grants of access to a game's secrets: who has opened them, and until when, the first one first."""
    return tx.all(SecretAccessRow, _SIGHTS, game_id=game_id)


def has_seen(tx: Tx, game_id: int, player_id: int) -> bool:
    """Whether a player has ever opened a game's secrets."""
    return tx.first(int, _HAS_SEEN, game=game_id, player=player_id) is not None


def games_long_seen(tx: Tx, since_ms: int) -> list[int]:
    """The games whose secrets somebody opened by a moment, and nobody has closed."""
    return tx.all(int, _LONG_SEEN, since_ms=since_ms)


def grant_access(tx: Tx, game_id: int, player_id: int, dispute_id: int | None, now_ms: int) -> None:
    """Open a game's secrets to a moderator from now on."""
    tx.run(_ADD_SIGHT, game_id=game_id, player_id=player_id, dispute_id=dispute_id, from_ms=now_ms, until_ms=None)


def revoke_access(tx: Tx, game_id: int, now_ms: int) -> None:
    """Close a game's secrets to all moderators."""
    tx.run(_END_SIGHTS, game=game_id, now_ms=now_ms)


def revoke_access_of(tx: Tx, player_id: int, now_ms: int) -> list[int]:
    """Close all games' secrets to a player; returns the games in which they were open to them."""
    found = tx.all(int, _OPEN_TO, player=player_id)
    tx.run(_END_OWN_SIGHTS, player=player_id, now_ms=now_ms)
    return found


def hold_game(tx: Tx, game_id: int, now_ms: int, until_ms: int | None = None) -> None:
    """Take a game's deadline away, which is kept for its release; nothing where it is held already.

    It has to be looked at again at `until_ms`.
    """
    tx.run(_HOLD, game=game_id, now_ms=now_ms, until_ms=until_ms)


def release_game(tx: Tx, game_id: int, deadline_ms: int | None, wake_ms: int | None) -> None:
    """Let a game go on, with a deadline."""
    tx.run(_RELEASE, game=game_id, until_ms=deadline_ms, next_ms=wake_ms)


def epoch_seeds(tx: Tx, game_id: int) -> dict[int, bytes]:
    """The secrets of those epochs of a game's dice that have their own."""
    return dict(tx.all(_pair, _SEEDS, game_id=game_id))


def add_epoch_seed(tx: Tx, game_id: int, epoch: int, seed: bytes, commitment: str) -> None:
    """Keep the secret of an epoch of dice."""
    tx.run(_ADD_SEED, game_id=game_id, epoch=epoch, seed=seed, commitment=commitment)


def set_epoch(tx: Tx, game_id: int, epoch: int) -> None:
    """Note which epoch of dice a game has come to. Raises NotFound."""
    if not tx.run(_SET_EPOCH, game=game_id, number=epoch).rowcount:
        raise NotFound("game", game_id)


def _pair(epoch: int, seed: bytes) -> tuple[int, bytes]:
    return epoch, seed


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


def _optional(name: str, column: Any) -> ColumnElement[bool]:
    """Whether a column holds what is looked for; "" looks for nothing."""
    return or_(bindparam(name) == "", column == bindparam(name))


def _mentions(number: int) -> ColumnElement[bool]:
    """Whether a word stands in a dispute or its ruling."""
    word: BindParameter[str] = bindparam(f"word{number}")
    return or_(RULING.c.ruling.ilike(word, escape=_ESCAPE), DISPUTE.c.text.ilike(word, escape=_ESCAPE))


_FOUND = and_(
    _optional("rule", RULING.c.rule),
    _optional("verdict", RULING.c.verdict),
    _optional("kind", GAME.c.kind),
    *map(_mentions, range(MOST_WORDS)),
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
    """The terms by which rulings are searched; "" stands for anything. All of the words have to be there."""

    words: str = ""
    rule: str = ""
    verdict: Verdict | str = ""
    kind: str = ""


def add_dispute(tx: Tx, new: NewDispute) -> DisputeRow:
    """File a dispute, which is open."""
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
    facts = {"verdict": verdict, "rule": rule, "ruling": ruling, "ruled_by": by, "ruled_ms": now_ms}
    tx.add(_ADD_RULING, dispute_id=dispute_id, **facts, note_position=note_position, superseded_ms=None)
    return True


def rulings_on(tx: Tx, dispute_id: int) -> list[DisputeRow]:
    """The dispute with each ruling on it, the first one first; those that were superseded, too."""
    return tx.all(DisputeRow, _RULINGS_ON, dispute_id=dispute_id)


def add_statement(tx: Tx, new: NewStatement) -> int:
    """Keep what somebody says about a dispute; return its id."""
    return tx.add(_ADD_STATEMENT, **values(new))


def statements(tx: Tx, dispute_id: int) -> list[StatementRow]:
    """The statements about a dispute, in order."""
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
    """Count the rulings that a search finds."""
    return tx.one(int, "rulings", _HOW_MANY, **_parameters(sought))


def rulings_by_rule(tx: Tx) -> dict[str, int]:
    """The number of rulings that rest on each rule, of those on which any rests."""
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
