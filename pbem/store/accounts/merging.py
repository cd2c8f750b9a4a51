"""Two accounts of one person made into one: what is kept of either, table by table, in one transaction."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    Update,
    bindparam,
    delete,
    exists,
    func,
    select,
    update,
)

from pbem.chance import new_token
from pbem.store.database import Tx
from pbem.store.games.seats import TenureRow
from pbem.store.games.waiting_lists import InvitationRow
from pbem.store.mail.outbox import MailRow
from pbem.store.moderation.secrets import SecretAccessRow
from pbem.store.players.player import (
    PlayerRow,
    add_other_address,
    get_player,
    list_other_addresses,
    set_standing,
)
from pbem.store.schema import all_tables

Way: TypeAlias = Literal["moved", "moved where free", "dropped", "kept"]
"""The way of rows that name a player: to the other account; there unless it has such a row; gone; left alone."""
WAYS: Final[Mapping[str, Way]] = {
    **dict.fromkeys(
        (
            *("absence", "caused_mail", "channel", "analysis", "mail", "ignored_letter"),
            *("seat", "tenure", "game", "result", "turn_taken", "throw", "offer", "sight"),
            *("dispute", "statement", "ruling", "waiting_list", "invitation", "registration"),
        ),
        "moved",
    ),
    **dict.fromkeys(
        ("standby", "unwanted", "mute", "watch", "waiting_player", "press_kept", "ending", "proof_choice"),
        "moved where free",
    ),
    **dict.fromkeys(
        (
            *("address_change", "address_claim", "confirmation", "report_link", "sign_in", "web_session"),
            *("name_key", "player_address", "preferences", "reach", "digest", "unproved", "unsubscription", "erasure"),
            *("sent_form", "rating", "block", "blocked_mailbox"),
        ),
        "dropped",
    ),
    "audit": "kept",
}
"""The way of each table's rows. Ratings are worked out anew, and addresses are moved by themselves."""
_MOST_NUMBER = select(func.coalesce(func.max(MailRow.c.number), 0)).where(MailRow.c.player_id == bindparam("player"))
_RENUMBER = (
    update(MailRow.table)
    .where(MailRow.c.player_id == bindparam("player"), MailRow.c.number.is_not(None))
    .values(number=-MailRow.c.number - bindparam("more"))
)
_SETTLE_NUMBERS = (
    update(MailRow.table)
    .where(MailRow.c.player_id == bindparam("player"), MailRow.c.number < 0)
    .values(number=-MailRow.c.number)
)
_OTHER = TenureRow.table.alias("other")
_SHARED_GAMES = (
    select(TenureRow.c.game_id)
    .join(_OTHER, _OTHER.c.game_id == TenureRow.c.game_id)
    .where(TenureRow.c.player_id == bindparam("one"), _OTHER.c.player_id == bindparam("two"))
    .distinct()
)
_SEEN = (
    select(SecretAccessRow.c.game_id)
    .join(TenureRow.table, TenureRow.c.game_id == SecretAccessRow.c.game_id)
    .where(SecretAccessRow.c.player_id == bindparam("one"), TenureRow.c.player_id == bindparam("two"))
    .distinct()
)
_LEAVE = (
    update(PlayerRow.table)
    .where(PlayerRow.c.id == bindparam("player"))
    .values(address=bindparam("nowhere"), token=bindparam("closed"))
)


def list_shared_games(tx: Tx, one: int, two: int) -> list[int]:
    """The games in which both players have or had a seat, or one saw the secrets where the other has or had one."""
    found = {*tx.all(int, _SHARED_GAMES, one=one, two=two), *tx.all(int, _SEEN, one=one, two=two)}
    return sorted(found | set(tx.all(int, _SEEN, one=two, two=one)))


def player_columns(table: Table) -> list[Column[int]]:
    """The columns of a table that name a player."""
    return [one for one in table.c if any(key.column.table.name == "player" for key in one.foreign_keys)]


def merge_players(tx: Tx, source: int, target: int) -> None:
    """Move all that is a player's to another account of theirs, and close theirs; addresses become further ones.

    Ratings are to be worked out anew behind it. Raises NotFound.
    """
    before, into = get_player(tx, source), get_player(tx, target)
    addresses = [before.address, *list_other_addresses(tx, source)]
    # Numbers of mails are each player's own, and those that come go behind those that are there: below zero on the way,
    # where none meets another.
    tx.run(_RENUMBER, player=source, more=tx.one(int, "mail", _MOST_NUMBER, player=target))
    for table in reversed(all_tables().sorted_tables):
        for column in player_columns(table):
            _treat(tx, table, column, source, target)
    tx.run(_SETTLE_NUMBERS, player=target)
    tx.run(_moving_where_free(InvitationRow.c.address, before.address, into.address))
    tx.run(_LEAVE, player=source, nowhere=f"{new_token()}@merged.invalid", closed=new_token())
    set_standing(tx, source, "merged")
    for address in addresses:
        add_other_address(tx, target, address, before.created_ms)


def _treat(tx: Tx, table: Table, column: Column[int], source: int, target: int) -> None:
    way = WAYS[table.name]
    if way == "moved":
        tx.run(update(table).where(column == source).values({column.name: target}))
    elif way == "moved where free":
        tx.run(_moving_where_free(column, source, target))
    if way in ("moved where free", "dropped"):
        tx.run(delete(table).where(column == source))


def _moving_where_free(column: Column[Any], old: object, new: object) -> Update:
    """Make the statement that puts one value of a column for another in the rows that would be the only such ones."""
    table = column.table
    other = table.alias("there")
    free = [
        ~exists().where(other.c[column.name] == new, *(other.c[one.name] == one for one in key if one is not column))
        for key in _unique_keys(table)
        if column in key
    ]
    return update(table).where(column == old, *free).values({column.name: new})


def _unique_keys(table: Table) -> Iterator[Collection[ColumnElement[Any]]]:
    for constraint in table.constraints:
        if isinstance(constraint, PrimaryKeyConstraint | UniqueConstraint):
            yield list(constraint.columns)
    for index in table.indexes:
        if index.unique:
            yield list(index.columns)
