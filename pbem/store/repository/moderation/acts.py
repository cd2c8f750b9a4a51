"""Who moderates, what moderators have opened, games that are held, and the epochs of their dice."""

from sqlalchemy import bindparam, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import NotFound
from pbem.store.repository.columns import EPOCH_SEED, GAME, PLAYER, SIGHT, columns
from pbem.store.rows import PlayerRow, SightRow

_MODERATORS = select(*columns(PlayerRow, PLAYER)).where(PLAYER.c.moderator).order_by(PLAYER.c.id)
_SET_MODERATOR = update(PLAYER).where(PLAYER.c.id == bindparam("player")).values(moderator=bindparam("is_one"))

_SIGHTS = select(*columns(SightRow, SIGHT)).where(SIGHT.c.game_id == bindparam("game_id")).order_by(SIGHT.c.id)
_HAS_SEEN = select(SIGHT.c.id).where(SIGHT.c.game_id == bindparam("game"), SIGHT.c.player_id == bindparam("player"))
_LONG_SEEN = (
    select(SIGHT.c.game_id)
    .where(SIGHT.c.until_ms.is_(None), SIGHT.c.from_ms <= bindparam("since_ms"))
    .distinct()
    .order_by(SIGHT.c.game_id)
)
_ADD_SIGHT = insert(SIGHT)
_END_SIGHTS = (
    update(SIGHT)
    .where(SIGHT.c.game_id == bindparam("game"), SIGHT.c.until_ms.is_(None))
    .values(until_ms=bindparam("now_ms"))
)
_OPEN_TO = (
    select(SIGHT.c.game_id)
    .where(SIGHT.c.player_id == bindparam("player"), SIGHT.c.until_ms.is_(None))
    .distinct()
    .order_by(SIGHT.c.game_id)
)
_END_OWN_SIGHTS = (
    update(SIGHT)
    .where(SIGHT.c.player_id == bindparam("player"), SIGHT.c.until_ms.is_(None))
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


def moderators(tx: Tx) -> list[PlayerRow]:
    """The players who moderate games at this server."""
    return tx.all(PlayerRow, _MODERATORS)


def set_moderator(tx: Tx, player_id: int, is_moderator: bool) -> None:
    """Makes a player a moderator, or no moderator any more. Raises NotFound."""
    if not tx.run(_SET_MODERATOR, player=player_id, is_one=is_moderator).rowcount:
        raise NotFound("player", player_id)


def sights(tx: Tx, game_id: int) -> list[SightRow]:
    """Who has opened a game's secrets, and until when, the first one first."""
    return tx.all(SightRow, _SIGHTS, game_id=game_id)


def has_seen(tx: Tx, game_id: int, player_id: int) -> bool:
    """Whether a player has ever opened a game's secrets."""
    return tx.first(int, _HAS_SEEN, game=game_id, player=player_id) is not None


def games_long_seen(tx: Tx, since_ms: int) -> list[int]:
    """The games whose secrets somebody opened by a moment, and nobody has closed."""
    return tx.all(int, _LONG_SEEN, since_ms=since_ms)


def add_sight(tx: Tx, game_id: int, player_id: int, dispute_id: int | None, now_ms: int) -> None:
    """Opens a game's secrets to a moderator from now on."""
    tx.run(_ADD_SIGHT, game_id=game_id, player_id=player_id, dispute_id=dispute_id, from_ms=now_ms, until_ms=None)


def end_sights(tx: Tx, game_id: int, now_ms: int) -> None:
    """Closes a game's secrets to all moderators."""
    tx.run(_END_SIGHTS, game=game_id, now_ms=now_ms)


def end_sights_of(tx: Tx, player_id: int, now_ms: int) -> list[int]:
    """Close all games' secrets to a player; returns the games in which they were open to them."""
    found = tx.all(int, _OPEN_TO, player=player_id)
    tx.run(_END_OWN_SIGHTS, player=player_id, now_ms=now_ms)
    return found


def hold_game(tx: Tx, game_id: int, now_ms: int, until_ms: int | None = None) -> None:
    """Takes a game's deadline away, which is kept for its release; nothing where it is held already.

    It has to be looked at again at `until_ms`.
    """
    tx.run(_HOLD, game=game_id, now_ms=now_ms, until_ms=until_ms)


def release_game(tx: Tx, game_id: int, deadline_ms: int | None, wake_ms: int | None) -> None:
    """Lets a game go on, with a deadline."""
    tx.run(_RELEASE, game=game_id, until_ms=deadline_ms, next_ms=wake_ms)


def epoch_seeds(tx: Tx, game_id: int) -> dict[int, bytes]:
    """The secrets of those epochs of a game's dice that have their own."""
    return dict(tx.all(_pair, _SEEDS, game_id=game_id))


def add_epoch_seed(tx: Tx, game_id: int, epoch: int, seed: bytes, commitment: str) -> None:
    """Keeps the secret of an epoch of dice."""
    tx.run(_ADD_SEED, game_id=game_id, epoch=epoch, seed=seed, commitment=commitment)


def set_epoch(tx: Tx, game_id: int, epoch: int) -> None:
    """Notes which epoch of dice a game has come to. Raises NotFound."""
    if not tx.run(_SET_EPOCH, game=game_id, number=epoch).rowcount:
        raise NotFound("game", game_id)


def _pair(epoch: int, seed: bytes) -> tuple[int, bytes]:
    return epoch, seed
