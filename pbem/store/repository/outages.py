"""When the server ran, times in which it did not, and what is put off by them."""

import secrets
from typing import Final

from sqlalchemy import BindParameter, bindparam, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import DISPUTE, GAME, OFFER, OUTAGE, PROPOSAL, REGISTRATION, WAITING_LIST, columns
from pbem.store.repository.upkeep import meta, put_meta
from pbem.store.rows import BeatRow, OutageRow

_BEAT: Final = "heartbeat"
_DATABASE: Final = "database"
_NUMBER: Final = "beats"

_ADD = insert(OUTAGE)
_LAST = select(*columns(OutageRow, OUTAGE)).order_by(OUTAGE.c.id.desc()).limit(bindparam("limit"))
_BY: BindParameter[int] = bindparam("by_ms")
_PLAYING = GAME.c.status == "playing"
_RUNNING = select(GAME.c.id, GAME.c.deadline_ms).where(_PLAYING, GAME.c.deadline_ms.is_not(None)).order_by(GAME.c.id)
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
    """When a server was last known to run on this database; None where none ever did."""
    at_ms = meta(tx, _BEAT)
    if at_ms is None:
        return None
    return BeatRow(int(at_ms), meta(tx, _DATABASE) or "", int(meta(tx, _NUMBER) or 0))


def put_beat(tx: Tx, at_ms: int, *, database: str = "", after: int = 0) -> BeatRow:
    """Writes down that a server runs, and returns the beat.

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
    """Writes down a time that nobody saw; it ends before it begins where the clock was set back."""
    tx.run(_ADD, from_ms=from_ms, until_ms=until_ms)


def last_outages(tx: Tx, limit: int) -> list[OutageRow]:
    """The last of them, the newest first."""
    return tx.all(OutageRow, _LAST, limit=limit)


def put_off_all(tx: Tx, by_ms: int) -> None:
    """Moves whatever has a time to end: deadlines, disputes, offers, proposals, waiting lists, registrations."""
    for move in _MOVES:
        tx.run(move, by_ms=by_ms)


def running_games(tx: Tx) -> list[tuple[int, int]]:
    """The games that are played, each with its deadline."""
    return tx.all(_pair, _RUNNING)


def _pair(game_id: int, deadline_ms: int) -> tuple[int, int]:
    return game_id, deadline_ms
