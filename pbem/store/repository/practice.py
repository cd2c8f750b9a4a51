"""Games that are no matches, whose they are, and how they and guests are removed with all that belongs to them."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import bindparam, delete, func, or_, select, update

from pbem.store.database import Tx
from pbem.store.models import metadata
from pbem.store.repository.columns import ANALYSIS, ENTRY, GAME, LETTER, MAIL, PLAYER, SEAT, TENURE, columns
from pbem.store.repository.games import keep_numbers
from pbem.store.rows import GameRow

_IS_OWNED = GAME.c.owner_id.is_not(None) & (GAME.c.purpose != "match")
_OF_OWNER = (
    select(*columns(GameRow, GAME)).where(_IS_OWNED, GAME.c.owner_id == bindparam("owner")).order_by(GAME.c.id.desc())
)
_OF_GUESTS = GAME.join(PLAYER, PLAYER.c.id == GAME.c.owner_id)
_COUNT = select(func.count()).select_from(_OF_GUESTS).where(_IS_OWNED, PLAYER.c.guest)
_BEFORE = GAME.c.began_ms < bindparam("before_ms")
_IDLE = select(GAME.c.id).where(_IS_OWNED, _BEFORE).order_by(GAME.c.began_ms, GAME.c.id).limit(bindparam("limit"))
_IDLE_OF_GUEST = (
    select(GAME.c.id)
    .select_from(_OF_GUESTS)
    .where(_IS_OWNED, PLAYER.c.guest, _BEFORE)
    .order_by((GAME.c.began_ms > GAME.c.created_ms), GAME.c.began_ms, GAME.c.id)
    .limit(1)
)
_GIVE = (
    update(GAME).where(GAME.c.owner_id == bindparam("guest")).values(owner_id=bindparam("heir")),
    update(SEAT).where(SEAT.c.player_id == bindparam("guest")).values(player_id=bindparam("heir")),
    update(TENURE).where(TENURE.c.player_id == bindparam("guest")).values(player_id=bindparam("heir")),
    update(ANALYSIS).where(ANALYSIS.c.player_id == bindparam("guest")).values(player_id=bindparam("heir")),
)
_LAST_LETTER = (
    select(ENTRY.c.letter_id)
    .where(ENTRY.c.game_id == bindparam("game"), ENTRY.c.actor == bindparam("place"))
    .order_by(ENTRY.c.position.desc())
    .limit(1)
)
_HAS_GAME = or_(
    select(GAME.c.id).where(GAME.c.owner_id == PLAYER.c.id).exists(),
    select(SEAT.c.game_id).where(SEAT.c.player_id == PLAYER.c.id).exists(),
)
_WITHOUT_GAME = select(PLAYER.c.id).where(PLAYER.c.guest, ~_HAS_GAME, PLAYER.c.created_ms < bindparam("before_ms"))

_KEPT: Final = frozenset({"game", "letter", "mail", "waiting_list"})
"""Tables that name games, and of which no line is part of one."""
_OF_GAME: Final = [
    table for table in reversed(metadata.sorted_tables) if "game_id" in table.c and table.name not in _KEPT
]
_OF_MAIL: Final = [table for table in reversed(metadata.sorted_tables) if "mail_id" in table.c]
_ABOUT_PLAYER: Final = [
    table
    for table in reversed(metadata.sorted_tables)
    if "player_id" in table.c and table.name not in {"seat", "tenure", "game"}
]
"""Tables in which something may be kept of a guest, who has no seat any more."""


def games_of_owner(tx: Tx, owner_id: int) -> list[GameRow]:
    """The games that are a player's own and no matches, the newest first."""
    return tx.all(GameRow, _OF_OWNER, owner=owner_id)


def count_games_of_guests(tx: Tx) -> int:
    """Count the games that guests own."""
    return tx.one(int, "game", _COUNT)


def idle_games(tx: Tx, before_ms: int, limit: int) -> list[int]:
    """Games that are no matches, and whose last turn began before a moment, the oldest first."""
    return tx.all(int, _IDLE, before_ms=before_ms, limit=limit)


def idle_game_of_guest(tx: Tx, before_ms: int) -> int | None:
    """Find the guest's game that is missed least of those that have lain since a moment; first, those never played."""
    return tx.first(int, _IDLE_OF_GUEST, before_ms=before_ms)


def plays_by_letter(tx: Tx, game_id: int, seat: int) -> bool:
    """Whether what a seat did last in a game, if only to open it, came by a letter."""
    return tx.first(bool, _LAST_LETTER, game=game_id, place=seat) or False


def give_games(tx: Tx, guest_id: int, player_id: int) -> None:
    """Make what a guest owns, and where they sit, a player's."""
    for statement in _GIVE:
        tx.run(statement, guest=guest_id, heir=player_id)


def remove_game(tx: Tx, game_id: int) -> None:
    """Remove a game and all that belongs to it; letters that were about it stay as long as any letter does."""
    mails = select(MAIL.c.id).where(MAIL.c.game_id == game_id)
    for table in _OF_MAIL:
        tx.run(delete(table).where(table.c.mail_id.in_(mails)))
    tx.run(delete(MAIL).where(MAIL.c.game_id == game_id))
    tx.run(update(LETTER).where(LETTER.c.game_id == game_id).values(game_id=None, seat=None))
    for table in _OF_GAME:
        tx.run(delete(table).where(table.c.game_id == game_id))
    keep_numbers(tx)
    tx.run(delete(GAME).where(GAME.c.id == game_id))


def remove_guests(tx: Tx, player_ids: Collection[int]) -> None:
    """Remove those of these players who are guests and have no game, with all that is kept of them."""
    gone = tx.all(int, select(PLAYER.c.id).where(PLAYER.c.id.in_(player_ids), PLAYER.c.guest, ~_HAS_GAME))
    for table in _ABOUT_PLAYER:
        tx.run(delete(table).where(table.c.player_id.in_(gone)))
    tx.run(delete(PLAYER).where(PLAYER.c.id.in_(gone)))


def remove_guests_without_game(tx: Tx, before_ms: int) -> None:
    """Remove guests who came before a moment and have no game any more."""
    gone = tx.all(int, _WITHOUT_GAME, before_ms=before_ms)
    if gone:
        remove_guests(tx, gone)
