"""Players, the keys of their names, and the further addresses that they write from."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeAlias, get_args

from sqlalchemy import CheckConstraint, Update, bindparam, delete, func, or_, select, update

from pbem.chance import new_token
from pbem.naming import keys_of
from pbem.store.database import Tx
from pbem.store.errors import AddressTaken, NotFound
from pbem.store.rows import add, columns
from pbem.store.tables import NEW, TableRow, column, table

Bot: TypeAlias = Literal["heuristic", "random"]
Role: TypeAlias = Literal["operator", "moderator", "list_keeper"]
"""A right that a player has on this server: over people, over games without a seat of theirs, or over others' lists."""
Standing: TypeAlias = Literal["open", "blocked", "merged", "erased"]
"""Whether an account can be used; one that was merged into another, or erased, is only a name in old games."""


@table("player", CheckConstraint("address = lower(address)", name="address_lower"))
class PlayerRow(TableRow):
    """A person, or a bot, under one mail address."""

    id: int = column(primary_key=True)
    name: str
    address: str = column(shown=False, unique=True)
    language: str
    bot: Bot | None
    created_ms: int
    token: str = column(shown=False, unique=True)
    """The local part of their own address at this server."""
    moderator: bool = False
    """Whether they moderate the games in which they have no seat."""
    token_renewed_ms: int | None = None
    """When its owner last asked for another token."""
    guest: bool = False
    """Whether they are a visitor of one browser, or a name at a shared screen: nobody who has an address."""
    operator: bool = False
    """Whether they look after the people here, as the command line does."""
    list_keeper: bool = False
    """Whether they close other players' waiting lists, and invite to them."""
    standing: Standing = "open"

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that they have, the one with most rights first."""
        has: dict[Role, bool] = {
            "operator": self.operator,
            "moderator": self.moderator,
            "list_keeper": self.list_keeper,
        }
        return tuple(role for role, is_theirs in has.items() if is_theirs)


@table("name_key")
class NameKeyRow(TableRow):
    """A key of a player's name, how it looks or is typed: no two players share one (`pbem.naming.keys_of`).

    Of players who had names alike before, the first has the keys that they share.
    """

    key: str = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", ondelete="CASCADE", index=True)


@table("player_address", CheckConstraint("address = lower(address)", name="address_lower"))
class PlayerAddressRow(TableRow):
    """An address that a player writes from too, beside the one that they are written to; they have confirmed it."""

    address: str = column(primary_key=True)
    player_id: int = column(foreign_key="player.id", index=True)
    confirmed_ms: int


_PLAYERS = select(*columns(PlayerRow))
_BY_TOKEN = _PLAYERS.where(PlayerRow.c.token == bindparam("token"))
_ALL = _PLAYERS.where(~PlayerRow.c.guest).order_by(PlayerRow.c.id)
BY_ID = _PLAYERS.where(PlayerRow.c.id == bindparam("player_id"))
_PUBLIC_BY_ID = BY_ID.where(~PlayerRow.c.guest)
_BY_NAME = _ALL.where(func.lower(PlayerRow.c.name) == func.lower(bindparam("name")))
_OTHERS = select(PlayerAddressRow.c.player_id).where(PlayerAddressRow.c.address == bindparam("address"))
_BY_ADDRESS = _PLAYERS.where(or_(PlayerRow.c.address == bindparam("address"), PlayerRow.c.id.in_(_OTHERS)))
_OF_KEYS = _ALL.join(NameKeyRow.table, NameKeyRow.c.player_id == PlayerRow.c.id).where(
    NameKeyRow.c.key.in_(bindparam("keys", expanding=True))
)
_KEYS = select(NameKeyRow.c.key).where(NameKeyRow.c.key.in_(bindparam("keys", expanding=True)))
_FREE_KEYS = delete(NameKeyRow.table).where(NameKeyRow.c.player_id == bindparam("player"))
_RENAME = update(PlayerRow.table).where(PlayerRow.c.id == bindparam("player")).values(name=bindparam("new_name"))
_SET_LANGUAGE = (
    update(PlayerRow.table).where(PlayerRow.c.id == bindparam("player")).values(language=bindparam("new_language"))
)


def add_player(
    tx: Tx, name: str, address: str, language: str, created_ms: int, bot: Bot | None = None, *, guest: bool = False
) -> int:
    """Register a player; the address is stored in lower case. Raises AddressTaken.

    The player gets the keys of the name that nobody has; whether the name may be chosen is checked elsewhere. A guest,
    whom only one game knows, gets none.
    """
    if find_player_by_address(tx, address):
        raise AddressTaken(address)
    added = add(tx, PlayerRow(NEW, name, address.lower(), language, bot, created_ms, new_token(), guest=guest))
    if not guest:
        _take_keys(tx, added.id, name)
    return added.id


def rename_player(tx: Tx, player_id: int, name: str) -> None:
    """Give a player another name, whose keys become theirs as those of a new one's do. Raises NotFound."""
    if not tx.run(_RENAME, player=player_id, new_name=name).rowcount:
        raise NotFound("player", player_id)
    tx.run(_FREE_KEYS, player=player_id)
    _take_keys(tx, player_id, name)


def _take_keys(tx: Tx, player_id: int, name: str) -> None:
    keys = keys_of(name)
    for key in sorted(keys.difference(tx.all(str, _KEYS, keys=list(keys)))):
        add(tx, NameKeyRow(key=key, player_id=player_id))


def get_player(tx: Tx, player_id: int) -> PlayerRow:
    """One player. Raises NotFound."""
    return tx.one(PlayerRow, "player", BY_ID, player_id=player_id)


def get_public_player(tx: Tx, player_id: int) -> PlayerRow:
    """One player whom anybody may know of: no guest. Raises NotFound."""
    return tx.one(PlayerRow, "player", _PUBLIC_BY_ID, player_id=player_id)


def find_player_by_address(tx: Tx, address: str) -> PlayerRow | None:
    """The player who is written to at an address, or writes from it too, in whatever case it is written."""
    return tx.first(PlayerRow, _BY_ADDRESS, address=address.lower())


def find_player_by_token(tx: Tx, token: str) -> PlayerRow | None:
    """The player whose own address at this server has this local part."""
    return tx.first(PlayerRow, _BY_TOKEN, token=token.lower())


def list_players_named(tx: Tx, name: str) -> list[PlayerRow]:
    """The players of a name, but for guests; in Latin letters without accents its case does not count."""
    return tx.all(PlayerRow, _BY_NAME, name=name)


def list_players_alike(tx: Tx, keys: Collection[str]) -> list[PlayerRow]:
    """The players whose names have one of these keys, by which people or orders could take them for one another."""
    return list(dict.fromkeys(tx.all(PlayerRow, _OF_KEYS, keys=list(keys))))


def list_players(tx: Tx) -> list[PlayerRow]:
    """All players but guests, in the order they came."""
    return tx.all(PlayerRow, _ALL)


def set_language(tx: Tx, player_id: int, language: str) -> None:
    """Give a player another language. Raises NotFound."""
    if not tx.run(_SET_LANGUAGE, player=player_id, new_language=language).rowcount:
        raise NotFound("player", player_id)


_MODERATORS = select(*columns(PlayerRow)).where(PlayerRow.c.moderator).order_by(PlayerRow.c.id)
_SET_ROLE: Final[Mapping[Role, Update]] = {
    role: update(PlayerRow.table).where(PlayerRow.c.id == bindparam("player")).values({role: bindparam("has_it")})
    for role in get_args(Role)
}


def list_moderators(tx: Tx) -> list[PlayerRow]:
    """The players who moderate games at this server."""
    return tx.all(PlayerRow, _MODERATORS)


def set_role(tx: Tx, player_id: int, role: Role, *, on: bool) -> None:
    """Give a player a role, or take it from them. Raises NotFound."""
    if not tx.run(_SET_ROLE[role], player=player_id, has_it=on).rowcount:
        raise NotFound("player", player_id)


_STAND = update(PlayerRow.table).where(PlayerRow.c.id == bindparam("player")).values(standing=bindparam("how"))


def set_standing(tx: Tx, player_id: int, standing: Standing) -> None:
    """Say whether an account can be used. Raises NotFound."""
    if not tx.run(_STAND, player=player_id, how=standing).rowcount:
        raise NotFound("player", player_id)


_OF_PLAYER = PlayerAddressRow.c.player_id == bindparam("player")
_ADDRESSES = (
    select(PlayerAddressRow.c.address)
    .where(_OF_PLAYER)
    .order_by(PlayerAddressRow.c.confirmed_ms, PlayerAddressRow.c.address)
)
_REMOVE = delete(PlayerAddressRow.table).where(_OF_PLAYER, PlayerAddressRow.c.address == bindparam("old"))


def list_other_addresses(tx: Tx, player_id: int) -> list[str]:
    """The addresses that a player writes from beside the one that they are written to, in the order they came."""
    return tx.all(str, _ADDRESSES, player=player_id)


def add_other_address(tx: Tx, player_id: int, address: str, now_ms: int) -> None:
    """Let a player write from one more address, kept in lower case. Raises AddressTaken."""
    owner = find_player_by_address(tx, address)
    if owner is not None and owner.id != player_id:
        raise AddressTaken(address)
    if owner is None:
        add(tx, PlayerAddressRow(address=address.lower(), player_id=player_id, confirmed_ms=now_ms))


def remove_other_address(tx: Tx, player_id: int, address: str) -> bool:
    """Let a player write from an address no more; False where it is none of their others."""
    return tx.run(_REMOVE, player=player_id, old=address.lower()).rowcount > 0
