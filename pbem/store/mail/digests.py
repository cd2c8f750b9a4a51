"""Players who want one mail a day, when they last had it, and what may be new to them."""

from typing import NamedTuple

from sqlalchemy import bindparam, delete, or_, select, update

from pbem.store.database import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatRow
from pbem.store.mail.press import PressKeptRow, PressRow
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import Preferences
from pbem.store.rows import add
from pbem.store.tables import TableRow, column, table


@table("digest")
class DigestRow(TableRow):
    """The time when a player who wants one mail a day had their last, or was last looked at and had nothing new."""

    player_id: int = column(primary_key=True, foreign_key="player.id")
    sent_ms: int


class DigestReader(NamedTuple):
    """A player who wants one mail a day, in their own time zone, and when they last had it or was looked at."""

    player_id: int
    zone: str
    sent_ms: int | None


_READERS = (
    select(PlayerRow.c.id, Preferences.c.zone, DigestRow.c.sent_ms)
    .join(Preferences.table, Preferences.c.player_id == PlayerRow.c.id)
    .join(DigestRow.table, DigestRow.c.player_id == PlayerRow.c.id, isouter=True)
    .where(Preferences.c.reports == "daily", PlayerRow.c.bot.is_(None))
    .order_by(PlayerRow.c.id)
)
_OF_PLAYER = DigestRow.c.player_id == bindparam("player")
_READER = _READERS.where(PlayerRow.c.id == bindparam("player"))
_SENT = update(DigestRow.table).where(_OF_PLAYER).values(sent_ms=bindparam("now_ms"))
_END = delete(DigestRow.table).where(_OF_PLAYER)
_GAMES_KEPT = select(PressRow.c.game_id).join(PressKeptRow.table).where(PressKeptRow.c.player_id == bindparam("player"))
_SEATS = (
    select(SeatRow.c.game_id, SeatRow.c.seat)
    .join(GameRow.table, GameRow.c.id == SeatRow.c.game_id)
    .where(
        SeatRow.c.player_id == bindparam("player"),
        SeatRow.c.vacant_ms.is_(None),
        GameRow.c.purpose == "match",
        or_(
            GameRow.c.status == "playing", SeatRow.c.reported < GameRow.c.final_position, GameRow.c.id.in_(_GAMES_KEPT)
        ),
    )
    .order_by(GameRow.c.deadline_ms, GameRow.c.id)
)


def list_digest_readers(tx: Tx) -> list[DigestReader]:
    """Everybody who wants one mail a day."""
    return tx.all(DigestReader, _READERS)


def find_digest_reader(tx: Tx, player_id: int) -> DigestReader | None:
    """A player who wants one mail a day; None for any other."""
    return tx.first(DigestReader, _READER, player=player_id)


def mark_digest(tx: Tx, player_id: int, now_ms: int) -> None:
    """Note that a player had their mail of the day, or that there was nothing new for them."""
    if not tx.run(_SENT, player=player_id, now_ms=now_ms).rowcount:
        add(tx, DigestRow(player_id=player_id, sent_ms=now_ms))


def end_digests(tx: Tx, player_id: int) -> None:
    """Forget when a player had their last: they want no more of them."""
    tx.run(_END, player=player_id)


def list_seats_to_digest(tx: Tx, player_id: int) -> list[tuple[int, int]]:
    """The player's seats, by game and number, of which something may be new to them; by deadline."""
    return tx.all(lambda game_id, seat: (game_id, seat), _SEATS, player=player_id)
