"""The server's own facts: when it ran, what outages put off, its database's health, and forms dealt with."""

import secrets
from typing import Final

from sqlalchemy import BindParameter, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import DatabaseError

from pbem.store.database import Tx
from pbem.store.repository.columns import (
    DISPUTE,
    GAME,
    META,
    OFFER,
    OUTAGE,
    PROPOSAL,
    REGISTRATION,
    SENT_FORM,
    WAITING_LIST,
    columns,
)
from pbem.store.rows import BeatRow, OutageRow, SentFormRow

_GET = select(META.c.value).where(META.c.key == bindparam("name"))
_SET = update(META).where(META.c.key == bindparam("name")).values(value=bindparam("new_value"))
_ADD_FACT = insert(META)
_QUICK_CHECK = text("PRAGMA quick_check")

_BEAT: Final = "heartbeat"
_DATABASE: Final = "database"
_NUMBER: Final = "beats"

_ADD = insert(OUTAGE)
_LAST = select(*columns(OutageRow, OUTAGE)).order_by(OUTAGE.c.id.desc()).limit(bindparam("limit"))
_BY: BindParameter[int] = bindparam("by_ms")
_PLAYING = GAME.c.status == "playing"
_RUNNING = select(GAME.c.id, GAME.c.deadline_ms).where(_PLAYING, GAME.c.deadline_ms.is_not(None)).order_by(GAME.c.id)

_THIS = SENT_FORM.c.digest == bindparam("form")
_FIND = select(*columns(SentFormRow, SENT_FORM)).where(_THIS)
_ADD_FORM = insert(SENT_FORM)
_ANSWER = update(SENT_FORM).where(_THIS).values(answer=bindparam("new_answer"))
_DROP = delete(SENT_FORM).where(_THIS)
_FORGET = delete(SENT_FORM).where(SENT_FORM.c.sent_ms <= bindparam("before_ms"))


def meta(tx: Tx, key: str) -> str | None:
    """A small fact about the server, such as its last heartbeat."""
    return tx.first(str, _GET, name=key)


def put_meta(tx: Tx, key: str, value: str) -> None:
    """Note a small fact in place of the one before."""
    if not tx.run(_SET, name=key, new_value=value).rowcount:
        tx.run(_ADD_FACT, key=key, value=value)


def quick_check(tx: Tx) -> list[str]:
    """The problems that SQLite finds in the file, in its own words; none where it is well. Reads all of it."""
    try:
        return [problem for problem in tx.all(str, _QUICK_CHECK) if problem != "ok"]
    except DatabaseError as error:  # too damaged to be looked at
        return [str(error.orig)]


_MOVES = (
    update(GAME).where(_PLAYING).values(deadline_ms=GAME.c.deadline_ms + _BY, wake_ms=GAME.c.wake_ms + _BY),
    update(DISPUTE)
    .where(DISPUTE.c.status == "open")
    .values({name: DISPUTE.c[name] + _BY for name in ("remind_ms", "tell_ms", "rule_by_ms")}),
    update(OFFER).where(OFFER.c.status == "open").values(expires_ms=OFFER.c.expires_ms + _BY),
    update(PROPOSAL).where(PROPOSAL.c.status == "open").values(expires_ms=PROPOSAL.c.expires_ms + _BY),
    update(WAITING_LIST).where(WAITING_LIST.c.status == "open").values(expires_ms=WAITING_LIST.c.expires_ms + _BY),
    update(REGISTRATION).where(REGISTRATION.c.used_ms.is_(None)).values(expires_ms=REGISTRATION.c.expires_ms + _BY),
)


def last_beat(tx: Tx) -> BeatRow | None:
    """The last beat of a server on this database, when it was known to run; None where there never was one."""
    at_ms = meta(tx, _BEAT)
    if at_ms is None:
        return None
    return BeatRow(int(at_ms), meta(tx, _DATABASE) or "", int(meta(tx, _NUMBER) or 0))


def put_beat(tx: Tx, at_ms: int, *, database: str = "", after: int = 0) -> BeatRow:
    """Write down that a server runs, and return the beat.

    Its number is greater than the last one's, and than `after`. The database keeps what it is known by, unless it is to
    be known as another `database`.
    """
    last = last_beat(tx)
    known_by = database or (last.database if last else "") or secrets.token_hex(16)
    beat = BeatRow(at_ms, known_by, max(last.number if last else 0, after) + 1)
    for key, value in ((_BEAT, beat.at_ms), (_DATABASE, beat.database), (_NUMBER, beat.number)):
        put_meta(tx, key, str(value))
    return beat


def add_outage(tx: Tx, from_ms: int, until_ms: int) -> None:
    """Write down a time that nobody saw; it ends before it begins where the clock was set back."""
    tx.run(_ADD, from_ms=from_ms, until_ms=until_ms)


def last_outages(tx: Tx, limit: int) -> list[OutageRow]:
    """The last of them, the newest first."""
    return tx.all(OutageRow, _LAST, limit=limit)


def put_off_all(tx: Tx, by_ms: int) -> None:
    """Move whatever has a time to end: deadlines, disputes, offers, proposals, waiting lists, registrations."""
    for move in _MOVES:
        tx.run(move, by_ms=by_ms)


def running_games(tx: Tx) -> list[tuple[int, int]]:
    """The games that are played, each with its deadline."""
    return tx.all(_pair, _RUNNING)


def _pair(game_id: int, deadline_ms: int) -> tuple[int, int]:
    return game_id, deadline_ms


def sent_form(tx: Tx, digest: str) -> SentFormRow | None:
    """The form with this digest, if it was dealt with and is still known."""
    return tx.first(SentFormRow, _FIND, form=digest)


def add_sent_form(tx: Tx, digest: str, player_id: int | None, now_ms: int) -> bool:
    """Note that a form is dealt with in this transaction; False where it was in one before."""
    if sent_form(tx, digest) is not None:
        return False
    tx.run(_ADD_FORM, digest=digest, player_id=player_id, sent_ms=now_ms, answer=None)
    return True


def answer_sent_form(tx: Tx, digest: str, answer: str) -> None:
    """Keep what the sender of a form was shown; nothing where no such form was dealt with."""
    tx.run(_ANSWER, form=digest, new_answer=answer)


def drop_sent_form(tx: Tx, digest: str) -> None:
    """Forget a form that turned out to ask for nothing."""
    tx.run(_DROP, form=digest)


def forget_sent_forms(tx: Tx, before_ms: int) -> None:
    """Forget the forms that were dealt with up to a moment."""
    tx.run(_FORGET, before_ms=before_ms)
