"""Times in which the server did not run, and what is put off by them."""

from sqlalchemy import BindParameter, bindparam, insert, select, update

from pbem.store.database import Tx
from pbem.store.repository.columns import GAME, OFFER, OUTAGE, PROPOSAL, REGISTRATION, WAITING_LIST, columns
from pbem.store.rows import OutageRow

_ADD = insert(OUTAGE)
_LAST = select(*columns(OutageRow, OUTAGE)).order_by(OUTAGE.c.id.desc()).limit(bindparam("limit"))
_BY: BindParameter[int] = bindparam("by_ms")
_PLAYING = GAME.c.status == "playing"
_RUNNING = select(GAME.c.id, GAME.c.deadline_ms).where(_PLAYING, GAME.c.deadline_ms.is_not(None)).order_by(GAME.c.id)
_MOVES = (
    update(GAME).where(_PLAYING).values(deadline_ms=GAME.c.deadline_ms + _BY, wake_ms=GAME.c.wake_ms + _BY),
    update(OFFER).where(OFFER.c.status == "open").values(expires_ms=OFFER.c.expires_ms + _BY),
    update(PROPOSAL).where(PROPOSAL.c.status == "open").values(expires_ms=PROPOSAL.c.expires_ms + _BY),
    update(WAITING_LIST).where(WAITING_LIST.c.status == "open").values(expires_ms=WAITING_LIST.c.expires_ms + _BY),
    update(REGISTRATION).where(REGISTRATION.c.used_ms.is_(None)).values(expires_ms=REGISTRATION.c.expires_ms + _BY),
)


def add_outage(tx: Tx, from_ms: int, until_ms: int) -> None:
    """Writes down a time that nobody saw; it ends before it begins where the clock was set back."""
    tx.run(_ADD, from_ms=from_ms, until_ms=until_ms)


def last_outages(tx: Tx, limit: int) -> list[OutageRow]:
    """The last of them, the newest first."""
    return tx.all(OutageRow, _LAST, limit=limit)


def put_off_all(tx: Tx, by_ms: int) -> None:
    """Moves whatever has a time to end: deadlines, offers of seats, proposals, waiting lists, registrations."""
    for move in _MOVES:
        tx.run(move, by_ms=by_ms)


def running_games(tx: Tx) -> list[tuple[int, int]]:
    """The games that are played, each with its deadline."""
    return tx.all(_pair, _RUNNING)


def _pair(game_id: int, deadline_ms: int) -> tuple[int, int]:
    return game_id, deadline_ms
