"""Players, and the links by which they sign in."""

from hashlib import sha256

from sqlalchemy import bindparam, func, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import AddressTaken, NotFound
from pbem.store.repository.columns import PLAYER, SIGN_IN, columns
from pbem.store.repository.tokens import new_token
from pbem.store.rows import Bot, PlayerRow

_PLAYERS = select(*columns(PlayerRow, PLAYER))
_BY_TOKEN = _PLAYERS.where(PLAYER.c.token == bindparam("token"))
_ALL = _PLAYERS.order_by(PLAYER.c.id)
_BY_ID = _PLAYERS.where(PLAYER.c.id == bindparam("player_id"))
_BY_NAME = _PLAYERS.where(func.lower(PLAYER.c.name) == func.lower(bindparam("name"))).order_by(PLAYER.c.id)
_BY_ADDRESS = _PLAYERS.where(PLAYER.c.address == bindparam("address"))
_ADD = insert(PLAYER)
_SET_LANGUAGE = update(PLAYER).where(PLAYER.c.id == bindparam("player")).values(language=bindparam("new_language"))

_ADD_SIGN_IN = insert(SIGN_IN)
_USABLE = select(SIGN_IN.c.player_id).where(
    SIGN_IN.c.token_hash == bindparam("hash"),
    SIGN_IN.c.used_ms.is_(None),
    SIGN_IN.c.expires_ms > bindparam("now_ms"),
)
_USE = update(SIGN_IN).where(SIGN_IN.c.token_hash == bindparam("hash")).values(used_ms=bindparam("now_ms"))


def add_player(tx: Tx, name: str, address: str, language: str, created_ms: int, bot: Bot | None = None) -> int:
    """Registers a player; the address is kept in lower case. Raises AddressTaken."""
    if player_by_address(tx, address):
        raise AddressTaken(address)
    player = {"name": name, "address": address.lower(), "language": language, "bot": bot, "created_ms": created_ms}
    return tx.add(_ADD, **player, token=new_token(), moderator=False)


def player(tx: Tx, player_id: int) -> PlayerRow:
    """One player. Raises NotFound."""
    return tx.one(PlayerRow, "player", _BY_ID, player_id=player_id)


def player_by_address(tx: Tx, address: str) -> PlayerRow | None:
    """The player registered with an address, in whatever case it is written."""
    return tx.first(PlayerRow, _BY_ADDRESS, address=address.lower())


def player_by_token(tx: Tx, token: str) -> PlayerRow | None:
    """The player whose own address at this server has this local part."""
    return tx.first(PlayerRow, _BY_TOKEN, token=token.lower())


def players_named(tx: Tx, name: str) -> list[PlayerRow]:
    """The players of a name; in Latin letters without accents its case does not count."""
    return tx.all(PlayerRow, _BY_NAME, name=name)


def players(tx: Tx) -> list[PlayerRow]:
    """All players, in the order they came."""
    return tx.all(PlayerRow, _ALL)


def set_language(tx: Tx, player_id: int, language: str) -> None:
    """Gives a player another language. Raises NotFound."""
    if not tx.run(_SET_LANGUAGE, player=player_id, new_language=language).rowcount:
        raise NotFound("player", player_id)


def add_sign_in(tx: Tx, token: str, player_id: int, created_ms: int, expires_ms: int) -> None:
    """Makes a token good for one sign-in before `expires_ms`; only its hash is kept."""
    times = {"created_ms": created_ms, "expires_ms": expires_ms, "used_ms": None}
    tx.run(_ADD_SIGN_IN, token_hash=_hash(token), player_id=player_id, **times)


def use_sign_in(tx: Tx, token: str, now_ms: int) -> int | None:
    """The player a token signs in, which uses it up; None where it is unknown, used, or too old."""
    player_id = tx.first(int, _USABLE, hash=_hash(token), now_ms=now_ms)
    if player_id is not None:
        tx.run(_USE, hash=_hash(token), now_ms=now_ms)
    return player_id


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
