"""Games that are no matches, whose they are, and how they and guests are removed with all that belongs to them."""

from collections.abc import Collection
from functools import cache
from typing import Final

from sqlalchemy import Table, bindparam, delete, func, or_, select, update

from pbem.store.database import Tx
from pbem.store.games.analyses import AnalysisRow
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow
from pbem.store.games.opening import keep_numbers
from pbem.store.games.seats import SeatRow, TenureRow
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import PlayerRow
from pbem.store.rows import columns
from pbem.store.schema import all_tables

_IS_OWNED = GameRow.c.owner_id.is_not(None) & (GameRow.c.purpose != "match")
_OF_OWNER = (
    select(*columns(GameRow)).where(_IS_OWNED, GameRow.c.owner_id == bindparam("owner")).order_by(GameRow.c.id.desc())
)
_OF_GUESTS = GameRow.table.join(PlayerRow.table, PlayerRow.c.id == GameRow.c.owner_id)
_COUNT = select(func.count()).select_from(_OF_GUESTS).where(_IS_OWNED, PlayerRow.c.guest)
_BEFORE = GameRow.c.began_ms < bindparam("before_ms")
_IDLE = (
    select(GameRow.c.id).where(_IS_OWNED, _BEFORE).order_by(GameRow.c.began_ms, GameRow.c.id).limit(bindparam("limit"))
)
_IDLE_OF_GUEST = (
    select(GameRow.c.id)
    .select_from(_OF_GUESTS)
    .where(_IS_OWNED, PlayerRow.c.guest, _BEFORE)
    .order_by((GameRow.c.began_ms > GameRow.c.created_ms), GameRow.c.began_ms, GameRow.c.id)
    .limit(1)
)
_GIVE = (
    update(GameRow.table).where(GameRow.c.owner_id == bindparam("guest")).values(owner_id=bindparam("heir")),
    update(SeatRow.table).where(SeatRow.c.player_id == bindparam("guest")).values(player_id=bindparam("heir")),
    update(TenureRow.table).where(TenureRow.c.player_id == bindparam("guest")).values(player_id=bindparam("heir")),
    update(AnalysisRow.table).where(AnalysisRow.c.player_id == bindparam("guest")).values(player_id=bindparam("heir")),
)
_LAST_LETTER = (
    select(EntryRow.c.letter_id)
    .where(EntryRow.c.game_id == bindparam("game"), EntryRow.c.actor == bindparam("place"))
    .order_by(EntryRow.c.position.desc())
    .limit(1)
)
_HAS_GAME = or_(
    select(GameRow.c.id).where(GameRow.c.owner_id == PlayerRow.c.id).exists(),
    select(SeatRow.c.game_id).where(SeatRow.c.player_id == PlayerRow.c.id).exists(),
)
_WITHOUT_GAME = select(PlayerRow.c.id).where(
    PlayerRow.c.guest, ~_HAS_GAME, PlayerRow.c.created_ms < bindparam("before_ms")
)
_SHARED_TABLES: Final = frozenset({"game", "letter", "mail", "waiting_list", "audit"})
"""Tables that name games, and of which no line is part of one."""
_SEATED: Final = frozenset({"seat", "tenure", "game"})
"""Tables in which nothing is of a guest who has no seat any more."""


@cache
def _tables_with(column: str, but: frozenset[str] = frozenset()) -> list[Table]:
    return [one for one in reversed(all_tables().sorted_tables) if column in one.c and one.name not in but]


def list_games_of_owner(tx: Tx, owner_id: int) -> list[GameRow]:
    """The games that are a player's own and no matches, the newest first."""
    return tx.all(GameRow, _OF_OWNER, owner=owner_id)


def count_games_of_guests(tx: Tx) -> int:
    """Count the games that guests own."""
    return tx.one(int, "game", _COUNT)


def list_idle_games(tx: Tx, before_ms: int, limit: int) -> list[int]:
    """Games that are no matches, and whose last turn began before a moment, the oldest first."""
    return tx.all(int, _IDLE, before_ms=before_ms, limit=limit)


def find_idle_game_of_guest(tx: Tx, before_ms: int) -> int | None:
    """Find the guest's game that is missed least of those that have lain since a moment; first, those never played."""
    return tx.first(int, _IDLE_OF_GUEST, before_ms=before_ms)


def get_plays_by_letter(tx: Tx, game_id: int, seat: int) -> bool:
    """Whether what a seat did last in a game, if only to open it, came by a letter."""
    return tx.first(bool, _LAST_LETTER, game=game_id, place=seat) or False


def give_games(tx: Tx, guest_id: int, player_id: int) -> None:
    """Make what a guest owns, and where they sit, a player's."""
    for statement in _GIVE:
        tx.run(statement, guest=guest_id, heir=player_id)


def remove_game(tx: Tx, game_id: int) -> None:
    """Remove a game and all that belongs to it; letters that were about it stay as long as any letter does."""
    mails = select(MailRow.c.id).where(MailRow.c.game_id == game_id)
    for table in _tables_with("mail_id"):
        tx.run(delete(table).where(table.c.mail_id.in_(mails)))
    tx.run(delete(MailRow.table).where(MailRow.c.game_id == game_id))
    tx.run(update(LetterRow.table).where(LetterRow.c.game_id == game_id).values(game_id=None, seat=None))
    for table in _tables_with("game_id", _SHARED_TABLES):
        tx.run(delete(table).where(table.c.game_id == game_id))
    keep_numbers(tx)
    tx.run(delete(GameRow.table).where(GameRow.c.id == game_id))


def remove_guests(tx: Tx, player_ids: Collection[int]) -> None:
    """Remove those of these players who are guests and have no game, with all that is kept of them."""
    gone = tx.all(int, select(PlayerRow.c.id).where(PlayerRow.c.id.in_(player_ids), PlayerRow.c.guest, ~_HAS_GAME))
    for table in _tables_with("player_id", _SEATED):
        tx.run(delete(table).where(table.c.player_id.in_(gone)))
    tx.run(delete(PlayerRow.table).where(PlayerRow.c.id.in_(gone)))


def remove_guests_without_game(tx: Tx, before_ms: int) -> None:
    """Remove guests who came before a moment and have no game any more."""
    gone = tx.all(int, _WITHOUT_GAME, before_ms=before_ms)
    if gone:
        remove_guests(tx, gone)
