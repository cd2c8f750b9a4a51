"""Links in reports: each signs one player in for one game, until their turn ends."""

from sqlalchemy import ForeignKeyConstraint, bindparam, delete, exists, select

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow
from pbem.store.games.seats import SeatRow
from pbem.store.games.turns import TurnTakenRow
from pbem.store.rows import add, columns, hash_token
from pbem.store.tables import TableRow, column, hidden, table


@table(
    "report_link",
    hidden("token_hash", str, primary_key=True),
    ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.seat"]),
)
class ReportLinkRow(TableRow):
    """A link in a report, which signs its player in for that game until their turn ends; known by its token's hash."""

    game_id: int = column(index=True)
    seat: int
    player_id: int = column(foreign_key="player.id", index=True)
    created_ms: int = column(index=True)


_LINKS = select(*columns(ReportLinkRow))
_ONE = _LINKS.where(ReportLinkRow.c.token_hash == bindparam("hash"))
_IS_OF_SEAT = (TurnTakenRow.c.game_id == ReportLinkRow.c.game_id) & (TurnTakenRow.c.seat == ReportLinkRow.c.seat)
_HAS_PLAYED = exists().where(_IS_OF_SEAT, TurnTakenRow.c.ended_ms > ReportLinkRow.c.created_ms)
_WAS_ROLLED_BACK = exists().where(
    EntryRow.c.game_id == ReportLinkRow.c.game_id,
    EntryRow.c.kind == "rollback",
    EntryRow.c.at_ms > ReportLinkRow.c.created_ms,
)
"""Turns that were taken back are counted no more: by them alone a link would be good again that had been used up."""
_GOOD = (
    _ONE.join(GameRow.table, GameRow.c.id == ReportLinkRow.c.game_id)
    .join(SeatRow.table, (SeatRow.c.game_id == ReportLinkRow.c.game_id) & (SeatRow.c.seat == ReportLinkRow.c.seat))
    .where(
        GameRow.c.status == "playing",
        SeatRow.c.player_id == ReportLinkRow.c.player_id,
        SeatRow.c.vacant_ms.is_(None),
        ReportLinkRow.c.created_ms > bindparam("since_ms"),
        ~_HAS_PLAYED,
        ~_WAS_ROLLED_BACK,
    )
)
_MADE = select(ReportLinkRow.c.created_ms).where(
    ReportLinkRow.c.game_id == bindparam("game"),
    ReportLinkRow.c.seat == bindparam("place"),
    ReportLinkRow.c.created_ms > bindparam("since_ms"),
)
_FORGET = delete(ReportLinkRow.table).where(ReportLinkRow.c.created_ms <= bindparam("before_ms"))


def add_report_link(tx: Tx, token: str, row: ReportLinkRow) -> None:
    """Make a token good for a player's seat until their turn ends; only its hash is kept."""
    add(tx, row, token_hash=hash_token(token))


def find_report_link(tx: Tx, token: str) -> ReportLinkRow | None:
    """The link with this token, whether it is good still or not; None where it is unknown, or was forgotten."""
    return tx.first(ReportLinkRow, _ONE, hash=hash_token(token))


def find_good_report_link(tx: Tx, token: str, since_ms: int) -> ReportLinkRow | None:
    """The same, of one made after a moment whose player has the seat still; since then they ended no turn, and no
    turns were taken back.
    """
    return tx.first(ReportLinkRow, _GOOD, hash=hash_token(token), since_ms=since_ms)


def list_report_links_since(tx: Tx, game_id: int, seat: int, since_ms: int) -> list[int]:
    """The moments after `since_ms` at which links were made for a seat."""
    return tx.all(int, _MADE, game=game_id, place=seat, since_ms=since_ms)


def forget_report_links(tx: Tx, before_ms: int) -> None:
    """Remove the links that were made by a moment."""
    tx.run(_FORGET, before_ms=before_ms)
