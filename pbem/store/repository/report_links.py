"""Links in reports: each signs one player in for one game, until their turn ends."""

from hashlib import sha256

from sqlalchemy import bindparam, delete, exists, insert, select

from pbem.store.database import Tx
from pbem.store.repository.columns import ENTRY, GAME, REPORT_LINK, SEAT, TURN_TAKEN, columns, values
from pbem.store.rows import ReportLinkRow

_ADD = insert(REPORT_LINK)
_LINKS = select(*columns(ReportLinkRow, REPORT_LINK))
_ONE = _LINKS.where(REPORT_LINK.c.token_hash == bindparam("hash"))
_IS_OF_SEAT = (TURN_TAKEN.c.game_id == REPORT_LINK.c.game_id) & (TURN_TAKEN.c.seat == REPORT_LINK.c.seat)
_HAS_PLAYED = exists().where(_IS_OF_SEAT, TURN_TAKEN.c.ended_ms > REPORT_LINK.c.created_ms)
_WAS_ROLLED_BACK = exists().where(
    ENTRY.c.game_id == REPORT_LINK.c.game_id, ENTRY.c.kind == "rollback", ENTRY.c.at_ms > REPORT_LINK.c.created_ms
)
"""Turns that were taken back are counted no more: by them alone a link would be good again that had been used up."""
_GOOD = (
    _ONE.join(GAME, GAME.c.id == REPORT_LINK.c.game_id)
    .join(SEAT, (SEAT.c.game_id == REPORT_LINK.c.game_id) & (SEAT.c.seat == REPORT_LINK.c.seat))
    .where(
        GAME.c.status == "playing",
        SEAT.c.player_id == REPORT_LINK.c.player_id,
        SEAT.c.vacant_ms.is_(None),
        REPORT_LINK.c.created_ms > bindparam("since_ms"),
        ~_HAS_PLAYED,
        ~_WAS_ROLLED_BACK,
    )
)
_MADE = select(REPORT_LINK.c.created_ms).where(
    REPORT_LINK.c.game_id == bindparam("game"),
    REPORT_LINK.c.seat == bindparam("place"),
    REPORT_LINK.c.created_ms > bindparam("since_ms"),
)
_FORGET = delete(REPORT_LINK).where(REPORT_LINK.c.created_ms <= bindparam("before_ms"))


def add_report_link(tx: Tx, token: str, row: ReportLinkRow) -> None:
    """Make a token good for a player's seat until their turn ends; only its hash is kept."""
    tx.run(_ADD, token_hash=_hash(token), **values(row))


def report_link(tx: Tx, token: str) -> ReportLinkRow | None:
    """The link with this token, whether it is good still or not; None where it is unknown, or was forgotten."""
    return tx.first(ReportLinkRow, _ONE, hash=_hash(token))


def good_report_link(tx: Tx, token: str, since_ms: int) -> ReportLinkRow | None:
    """The same, of one made after a moment whose player has the seat still; since then they ended no turn, and no
    turns were taken back.
    """
    return tx.first(ReportLinkRow, _GOOD, hash=_hash(token), since_ms=since_ms)


def report_links_since(tx: Tx, game_id: int, seat: int, since_ms: int) -> list[int]:
    """The moments after `since_ms` at which links were made for a seat."""
    return tx.all(int, _MADE, game=game_id, place=seat, since_ms=since_ms)


def forget_report_links(tx: Tx, before_ms: int) -> None:
    """Remove the links that were made by a moment."""
    tx.run(_FORGET, before_ms=before_ms)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
