"""Queries for operators: the people of this server, found by a name or an address."""

from typing import Final

from sqlalchemy import BindParameter, bindparam, func, literal_column, or_, select

from pbem.store.database import Tx
from pbem.store.players.player import PlayerAddressRow, PlayerRow
from pbem.store.rows import columns

_SOUGHT: Final[BindParameter[str]] = bindparam("sought")
_FURTHER = select(PlayerAddressRow.c.player_id).where(func.instr(PlayerAddressRow.c.address, _SOUGHT) > 0)
_FOUND = (
    ~PlayerRow.c.guest,
    PlayerRow.c.bot.is_(None),
    or_(
        literal_column("''") == _SOUGHT,
        func.instr(func.lower(PlayerRow.c.name), _SOUGHT) > 0,
        func.instr(PlayerRow.c.address, _SOUGHT) > 0,
        PlayerRow.c.id.in_(_FURTHER),
    ),
)
_PEOPLE = (
    select(*columns(PlayerRow))
    .where(*_FOUND)
    .order_by(func.lower(PlayerRow.c.name), PlayerRow.c.id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_HOW_MANY = select(func.count()).select_from(PlayerRow.table).where(*_FOUND)


def search_players(tx: Tx, sought: str, limit: int, offset: int = 0) -> list[PlayerRow]:
    """A page of the people, by name: no bots and guests. `sought`, in lower case, is part of a name or an address."""
    return tx.all(PlayerRow, _PEOPLE, sought=sought, limit=limit, offset=offset)


def count_found_players(tx: Tx, sought: str) -> int:
    """Count the people whom `search_players` finds."""
    return tx.one(int, "player", _HOW_MANY, sought=sought)
